import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { mayLack } from '../test/fakes/needs.ts'
import { ownNamespaces } from '../test/fakes/slurm-cluster.ts'

const root = join(import.meta.dirname, '..')

/** What some tests need and a machine may lack; such tests import the helper that uses it. */
const requirements = [
  {
    name: 'a C compiler',
    remedy: 'install gcc and libc6-dev, or set CC',
    helper: '/fake-nvml.ts',
    isAvailable: () => spawnSync(process.env['CC'] ?? 'cc', ['--version']).status === 0,
  },
  ...['/python.ts', '/virnucpro-repository.ts'].map((helper) => ({
    name: 'Python 3',
    remedy: 'install python3 and python3-venv',
    helper,
    isAvailable: () => spawnSync('python3', ['-c', 'import venv']).status === 0,
  })),
  {
    name: 'Chromium',
    remedy: 'install chromium, or set WARPGAUGE_CHROMIUM',
    helper: '/browser.ts',
    isAvailable: () => existsSync(process.env['WARPGAUGE_CHROMIUM'] ?? '/usr/bin/chromium'),
  },
  {
    name: 'Slurm and Open MPI',
    remedy: 'install slurmctld, slurmd, slurm-client, munge and openmpi-bin, and allow user namespaces',
    helper: '/slurm-cluster.ts',
    isAvailable: canRunSlurm,
  },
]

/** The programs exist, and this user may create the namespaces that separate the nodes. */
function canRunSlurm(): boolean {
  const programs = ['munged', 'slurmctld', 'slurmd', 'srun', 'mpirun']
  const folders = [...(process.env['PATH'] ?? '').split(':'), '/usr/sbin', '/sbin']
  const isFound = (program: string) => folders.some((folder) => existsSync(join(folder, program)))
  return programs.every(isFound) && spawnSync('unshare', [...ownNamespaces, 'true']).status === 0
}

/** Test files that cannot run on this machine; prints each with the reason, or throws where none may be skipped. */
export function listUnavailableTests(): string[] {
  const tests = globSync('test/**/*.test.ts', { cwd: root })
  return requirements.flatMap(({ name, remedy, helper, isAvailable }) => {
    const concerned = tests.filter((file) => readFileSync(join(root, file), 'utf8').includes(`${helper}'`))
    const problem = isAvailable() ? null : `needed by ${concerned.join(', ')}`
    return mayLack(name, { remedy, problem }) ? concerned : []
  })
}
