import { expect, it } from 'vitest'
import { startIn } from '../../../../src/domain/core/command.ts'
import { listAbsolutePaths, explainOutsideStart } from '../../../../src/domain/trial/isolation.ts'

it('finds the paths that a command and its variables name', () => {
  const texts = ['--weights=/data/w.pt', '/a/bin:/b/bin', 'a,/c', 'https://host/x', 'relative/path', '//net', '/']
  expect(listAbsolutePaths(texts)).toEqual(['/data/w.pt', '/a/bin', '/b/bin', '/c'])
})

it.each([
  [['/usr/bin/docker', 'run'], undefined, 'docker'],
  [['salloc', '-n1', 'python'], undefined, 'salloc'],
  [startIn('sub', ['srun', 'run.py']), undefined, 'srun'],
  [['env', '--chdir=sub', 'srun', 'run.py'], undefined, 'srun'],
  [['python', 'run.py'], { kind: 'srun', nodes: 1, args: [], tasksPerNode: 1 } as const, 'srun'],
  [['python', 'docker'], undefined, undefined],
  [['python'], { kind: 'mpirun', nodes: 1, args: [], tasksPerNode: 1 } as const, undefined],
  [['python'], { kind: 'mpirun', nodes: 2, args: [], tasksPerNode: 1 } as const, 'mpirun'],
])('%j is started by a service outside of a sandbox, or not', (command, launcher, service) => {
  expect(explainOutsideStart(command, launcher)?.split(' ')[0]).toBe(service)
})
