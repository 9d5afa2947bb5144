import type { EnvironmentVariables } from './child-environment.ts'
/** The launcher that starts the pipeline on its nodes, from the config. */
export type Launcher =
  | { readonly kind: 'srun'; readonly nodes: number; readonly args: readonly string[]; readonly tasksPerNode: Tasks }
  | {
      readonly kind: 'mpirun'
      readonly nodes: number
      readonly args: readonly string[]
      readonly tasksPerNode: Tasks
      /** Absent: mpirun asks the batch system. */
      readonly hostfile?: string | undefined
    }
  | {
      readonly kind: 'torchrun'
      readonly nodes: number
      readonly args: readonly string[]
      /** What starts torchrun on every node; absent: a single node. */
      readonly startedBy?: 'srun' | 'mpirun' | undefined
      /** `host:port`. */
      readonly rendezvous: string
    }
  | { readonly kind: 'custom'; readonly nodes: number; readonly command: readonly string[] }

/** Processes per node; `gpu`: one per GPU of the case. */
type Tasks = number | 'gpu'

/** Kind of device that the ids of a case refer to. */
type DeviceKind = 'gpu' | 'cpu'

/**
 * Prefixes the command with its launcher, before placeholders are filled. The options are those of Slurm's srun, Open
 * MPI's mpirun (4 and 5) and PyTorch's torchrun. No shell is involved.
 */
export function buildLaunchCommand(
  command: readonly string[],
  launcher: Launcher | undefined,
  { devices, variables }: { readonly devices: DeviceKind; readonly variables: readonly string[] },
): string[] {
  if (!launcher) return [...command]
  switch (launcher.kind) {
    case 'srun':
      return [...buildSrunCommand(launcher.nodes, launcher.tasksPerNode, devices), ...launcher.args, ...command]
    case 'mpirun':
      return [...buildMpirunCommand(launcher, variables), ...launcher.args, ...command]
    case 'torchrun':
      return [...buildTorchrunCommand(launcher, devices, variables), ...command]
    case 'custom':
      return [...launcher.command, ...command]
    default:
      return launcher satisfies never
  }
}

/**
 * Builds the command that runs a program once on every node of a case, next to the pipeline. Null: the launcher has no
 * way to do so.
 */
export function buildNodeCommand(
  command: readonly string[],
  launcher: Launcher,
  { devices, variables }: { readonly devices: DeviceKind; readonly variables: readonly string[] },
): string[] | null {
  const starter = launcher.kind === 'torchrun' ? launcher.startedBy : launcher.kind
  if (starter === 'srun') {
    // The step shares the devices of the pipeline's step and starts on the same nodes.
    const shared = ['--overlap', '--relative=0', '--mem=0', '--mpi=none', '--immediate=10']
    return [...buildSrunCommand(launcher.nodes, 1, devices), ...shared, ...command]
  }
  if (starter !== 'mpirun') return null
  const own = launcher.kind === 'mpirun' ? launcher : { hostfile: undefined, args: [] }
  const { hostfile, args } = own
  return [...buildMpirunCommand({ nodes: launcher.nodes, tasksPerNode: 1, hostfile }, variables), ...args, ...command]
}

/** Programs that the launcher needs, in start order. */
export function listLauncherPrograms(launcher: Launcher | undefined): string[] {
  if (!launcher) return []
  if (launcher.kind === 'custom') return launcher.command.slice(0, 1)
  const starter = launcher.kind === 'torchrun' ? (launcher.startedBy ?? null) : null
  return [...(starter === null ? [] : [starter]), launcher.kind]
}

function buildSrunCommand(nodes: number, tasksPerNode: Tasks, devices: DeviceKind): string[] {
  return [
    'srun',
    `--nodes=${nodes}`,
    `--ntasks-per-node=${formatTaskCount(tasksPerNode)}`,
    ...(devices === 'gpu' ? ['--gpus-per-node={gpuCount}'] : []),
    // One failed task must end the others, and output must not be delayed by buffers.
    '--kill-on-bad-exit=1',
    '--unbuffered',
    // Waiting is not run time; srun would wait forever for a lost node.
    '--immediate=60',
  ]
}

function buildMpirunCommand(
  { nodes, tasksPerNode, hostfile }: { nodes: number; tasksPerNode: Tasks; hostfile?: string | undefined },
  variables: readonly string[],
): string[] {
  return [
    'mpirun',
    '-np',
    tasksPerNode === 'gpu' ? '{totalGpus}' : String(nodes * tasksPerNode),
    '--map-by',
    `ppr:${formatTaskCount(tasksPerNode)}:node`,
    '--bind-to',
    'none',
    ...(hostfile === undefined ? [] : ['--hostfile', hostfile]),
    // Remote nodes receive only the named variables.
    ...variables.flatMap((name) => ['-x', name]),
  ]
}

function buildTorchrunCommand(
  { nodes, args, rendezvous, startedBy }: Extract<Launcher, { kind: 'torchrun' }>,
  devices: DeviceKind,
  variables: readonly string[],
): string[] {
  const ofMpi = startedBy === 'mpirun' ? buildMpirunCommand({ nodes, tasksPerNode: 1 }, variables) : []
  const starter = startedBy === 'srun' ? buildSrunCommand(nodes, 1, devices) : ofMpi
  const meeting =
    nodes === 1
      ? ['--standalone']
      : ['--rdzv-backend=c10d', `--rdzv-endpoint=${rendezvous}`, '--rdzv-id=warpgauge', '--max-restarts=0']
  return [...starter, 'torchrun', `--nnodes=${nodes}`, '--nproc-per-node={gpuCount}', ...meeting, ...args]
}

function formatTaskCount(tasks: Tasks): string {
  return tasks === 'gpu' ? '{gpuCount}' : String(tasks)
}

const batchVariables = /^(?:SLURM|SLURMD|OMPI|OPAL|PRTE|PMIX|PBS|LSB|LSF)_\w+$/
const secretVariables = /(?:JWT|TOKEN|SECRET|PASSWORD|KEY|COOKIE|CREDENTIALS?)(?:_|$)/

/** Names of batch-system variables that a launcher needs to find its nodes, without those that may hold secrets. */
export function listLauncherVariables(environment: EnvironmentVariables, launcher: Launcher | undefined): string[] {
  if (!launcher) return []
  return Object.keys(environment).filter((name) => batchVariables.test(name) && !secretVariables.test(name))
}

/** Note for readers of a multi-node run; null for a single node. */
export function describeNodeScope(launcher: Launcher | undefined): string | null {
  if (!launcher || launcher.nodes < 2) return null
  return `the pipeline spans ${launcher.nodes} nodes (${launcher.kind}): GPU, memory and host values cover only the node that warpgauge ran on; times cover the complete run`
}
