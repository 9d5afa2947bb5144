import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import { fillCommand } from '../../../../src/domain/core/command.ts'
import {
  buildLaunchCommand,
  buildNodeCommand,
  describeNodeScope,
  listLauncherPrograms,
  listLauncherVariables,
} from '../../../../src/domain/core/launcher.ts'
import { buildCommandTemplate } from '../../../../src/judging/plan/trial-command.ts'
import { aConfig } from '../../a-config.ts'

const command = ['python', 'run.py', '{dataset}', '--gpus', '{gpus}', '{output}']
const on = { devices: 'gpu', variables: ['HF_HOME'] } as const
const values = { dataset: ['/d a.fa', '/e.fa'], gpus: [0, 1], output: '/out', nodes: 4, host: 'node-1' }

const document = (launcher: string, program = 'python'): string => `version: 1
pipeline:
  name: predict
  command: [${program}, "{dataset}", "{output}"]
  proof: { results: { path: "{output}/t.csv" } }
  launcher: ${launcher}
datasets: { tiny: { preset: tiny } }
suites: { end-to-end: { run: { dataset: tiny } } }
`
const problemsOf = (text: string): string => {
  try {
    parseConfig(text, 'w.yml')
    return ''
  } catch (error) {
    return String(error)
  }
}

it('runs at most as many nodes for the scaling suite as the launcher has', () => {
  const config = (nodes: number) =>
    document(`{ kind: srun, nodes: ${nodes} }`, 'sh').replace('end-to-end: {', 'scaling: { nodes: [2, 4],')
  expect(problemsOf(config(4))).toBe('')
  expect(problemsOf(config(2))).toContain('4 nodes are more than pipeline.launcher.nodes (2)')
})

describe('a launcher in front of the command', () => {
  it('is srun with a task on every node, and every argument stays one argument', () => {
    const argv = buildLaunchCommand(
      command,
      { kind: 'srun', nodes: 4, tasksPerNode: 1, args: ['--partition=a b;rm'] },
      on,
    )
    expect(fillCommand(argv, values)).toEqual([
      'srun',
      '--nodes=4',
      '--ntasks-per-node=1',
      '--gpus-per-node=2',
      '--kill-on-bad-exit=1',
      '--unbuffered',
      '--immediate=60',
      '--partition=a b;rm',
      'python',
      'run.py',
      '/d a.fa',
      '/e.fa',
      '--gpus',
      '0,1',
      '/out',
    ])
  })

  it('also starts a program once on every node, next to the pipeline', () => {
    const slurm = { kind: 'srun', nodes: 2, tasksPerNode: 'gpu', args: [] } as const
    expect(buildNodeCommand(['sh'], slurm, on)?.slice(0, 4)).toEqual([
      'srun',
      '--nodes=2',
      '--ntasks-per-node=1',
      '--gpus-per-node={gpuCount}',
    ])
    expect(buildNodeCommand(['sh'], slurm, on)).toContain('--overlap')
    const mpi = { kind: 'mpirun', nodes: 2, tasksPerNode: 'gpu', args: ['--mca'], hostfile: 'hosts' } as const
    expect(buildNodeCommand(['sh'], mpi, on)?.join(' ')).toBe(
      'mpirun -np 2 --map-by ppr:1:node --bind-to none --hostfile hosts -x HF_HOME --mca sh',
    )
    expect(buildNodeCommand(['sh'], { kind: 'custom', nodes: 2, command: ['jsrun'] }, on)).toBeNull()
  })

  it('is mpirun with as many processes for each node as the config says', () => {
    const argv = buildLaunchCommand(['sh'], { kind: 'mpirun', nodes: 3, tasksPerNode: 2, args: [] }, on)
    expect(argv.slice(0, 5)).toEqual(['mpirun', '-np', '6', '--map-by', 'ppr:2:node'])
  })

  it('is mpirun with a process for each GPU of all nodes, which get the variables that the config names', () => {
    const argv = buildLaunchCommand(
      command,
      { kind: 'mpirun', nodes: 4, tasksPerNode: 'gpu', args: [], hostfile: 'hosts' },
      on,
    )
    expect(fillCommand(argv, values).slice(0, 11)).toEqual([
      'mpirun',
      '-np',
      '8',
      '--map-by',
      'ppr:2:node',
      '--bind-to',
      'none',
      '--hostfile',
      'hosts',
      '-x',
      'HF_HOME',
    ])
  })

  it('is torchrun alone on one node, and started on every node beyond', () => {
    const alone = { kind: 'torchrun', nodes: 1, args: [], rendezvous: '{host}:29500' } as const
    expect(fillCommand(buildLaunchCommand(['run.py'], alone, on), values)).toEqual([
      'torchrun',
      '--nnodes=1',
      '--nproc-per-node=2',
      '--standalone',
      'run.py',
    ])
    const many = { ...alone, nodes: 4, startedBy: 'srun' } as const
    const argv = fillCommand(buildLaunchCommand(['run.py'], many, on), values)
    expect(argv.slice(0, 3)).toEqual(['srun', '--nodes=4', '--ntasks-per-node=1'])
    expect(argv).toContain('--rdzv-endpoint=node-1:29500')
    expect(listLauncherPrograms(many)).toEqual(['srun', 'torchrun'])
  })

  it('is whatever the site has, as a list', () => {
    const jsrun = { kind: 'custom', nodes: 4, command: ['jsrun', '-n', '{nodes}', '-g', '{gpuCount}'] } as const
    expect(fillCommand(buildLaunchCommand(['run.py'], jsrun, on), values)).toEqual([
      'jsrun',
      '-n',
      '4',
      '-g',
      '2',
      'run.py',
    ])
    expect(listLauncherPrograms(jsrun)).toEqual(['jsrun'])
  })

  it('asks for no GPUs where the pipeline runs on cores', () => {
    const argv = buildLaunchCommand(
      command,
      { kind: 'srun', nodes: 2, tasksPerNode: 1, args: [] },
      { ...on, devices: 'cpu' },
    )
    expect(argv.join(' ')).not.toContain('gpus-per-node')
  })

  it('belongs to the command that a record keeps: figures of two nodes are not those of four', () => {
    const pipeline = { ...aConfig().pipeline }
    const templates = [2, 4].map((nodes) =>
      buildCommandTemplate(aConfig({ pipeline: { ...pipeline, launcher: { kind: 'srun', nodes } } }), 'head').join(' '),
    )
    expect(templates[0]).not.toBe(templates[1])
    expect(buildCommandTemplate(aConfig(), 'head')).toEqual(pipeline.command)
  })
})

describe('what a launcher is given and what is said of it', () => {
  it('are the variables of the batch system, and none that could be a secret', () => {
    const environment = {
      SLURM_JOB_ID: '1',
      SLURM_JWT: 'secret',
      SLURM_API_TOKEN: 'secret',
      PMIX_RANK: '0',
      OMPI_MCA_btl: 'tcp',
      GITHUB_TOKEN: 'secret',
      MUNGE_KEY: 'secret',
      HOME: '/root',
    }
    const srun = { kind: 'srun', nodes: 2, tasksPerNode: 1, args: [] } as const
    expect(listLauncherVariables(environment, srun)).toEqual(['SLURM_JOB_ID', 'PMIX_RANK', 'OMPI_MCA_btl'])
    expect(listLauncherVariables(environment, undefined)).toEqual([])
  })

  it('is that only the head node was watched, where there is another', () => {
    const srun = { kind: 'srun', nodes: 2, tasksPerNode: 1, args: [] } as const
    expect(describeNodeScope(srun)).toContain('spans 2 nodes (srun)')
    expect(describeNodeScope({ ...srun, nodes: 1 })).toBeNull()
    expect(describeNodeScope(undefined)).toBeNull()
  })
})

describe('a launcher that cannot work is refused before GPU time is spent', () => {
  it.each([
    [
      'torchrun that nothing starts on the other nodes',
      document('{ kind: torchrun, nodes: 2 }', 'run.py'),
      'set startedBy',
    ],
    ['torchrun in front of python', document('{ kind: torchrun }'), 'torchrun starts Python itself'],
    [
      'a placeholder that there is not',
      document('{ kind: srun, args: ["--x={node}"] }'),
      '{node} is not a placeholder',
    ],
    ['one in a list of the site', document('{ kind: custom, command: [x, "{what}"] }'), '{what} is not a placeholder'],
    ['a meeting place that is none', document('{ kind: torchrun, rendezvous: "a b:1" }', 'run.py'), 'host:port'],
    ['a shell string', document('"srun -N 2"'), 'launcher'],
    ['a kind that there is not', document('{ kind: aprun }'), 'launcher'],
  ])('%s', (_, text, expected) => {
    expect(problemsOf(text)).toContain(expected)
  })

  it('and a sound one is not', () => {
    expect(problemsOf(document('{ kind: srun, nodes: 2, tasksPerNode: gpu }'))).toBe('')
    expect(problemsOf(document('{ kind: torchrun, nodes: 2, startedBy: srun }', 'run.py'))).toBe('')
  })
})
