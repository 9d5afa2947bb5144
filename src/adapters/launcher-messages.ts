import type { TrialFailure } from '../record/plan.ts'

/** How a trial ended, as far as it affects the meaning of the launcher's messages. */
type LauncherOutput = {
  /** Stderr of the launcher: its own messages among those of the pipeline. */
  readonly stderr: string
  readonly failure: Pick<TrialFailure, 'kind'> | null
}

const slurmWait =
  /^(srun|salloc): (?:Job \d+ step creation temporarily disabled|[Jj]ob \d+ queued and waiting for resources)/
/** Why a job waits: a node that is drained, a partition that is down. */
const slurmWaitCause = /^s(?:run|alloc): (?!Pending|Granted|Warning|Job \d)([A-Z].*)/
/** Before the end of its command, that is without `Relinquishing`. */
const slurmRevocation = /^s(?:run|alloc): Job allocation (\d+) has been revoked/
const slurmLoss = /^srun: error: Node failure on (\S+)/
const slurmTaskEnd = /^srun: error: \S+ tasks? [\d,-]+: /
const slurmAbort = /^srun: Job step aborted/
const slurmEnd = /^slurmstepd-?\S*: error: \*\*\* (?:STEP|JOB) (\S+) ON \S+ CANCELLED AT \S+?(?: DUE TO (.+?))? \*\*\*/
/** Not of a request that this cluster can never fulfil. */
const slurmRefusal =
  /^(s(?:run|alloc)): error: (Unable to (?:create step|confirm allocation|allocate resources)(?!.*(?:[Ii]nvalid|Requested node configuration|More processors)).*)/
const mpiLoss = /^ORTE has lost communication with a remote daemon|^PRTE has lost communication with a remote daemon/
const mpiLostNode = /^\s*Remote daemon: \S+ on node (\S+)/

/** Whether a line can be a message of srun, of its daemon or of Open MPI. */
export function isLauncherLine(line: string): boolean {
  return /^(?:srun: |salloc: |slurmstepd|[OP]RTE has lost |\s*Remote daemon: )/.test(line)
}

/**
 * Finds what the batch system did to a trial, from messages of Slurm (22 to 25) and Open MPI (4 and 5), as
 * sentences: waiting is not run time, and a lost node or a cancelled step is no failure of the pipeline. Slurm also
 * writes `CANCELLED` when a task fails and ends the others; then the message of the task comes first.
 */
export function findLauncherTrouble({ stderr, failure }: LauncherOutput): string[] {
  const lines = stderr.split('\n')
  // srun can return 0 although a node was lost.
  const changes = [...findWait(lines), ...findLoss(lines)]
  // The launcher says the same when its time limit here has ended it.
  if (failure?.kind === 'timed-out' || failure?.kind === 'cancelled') return changes
  return [...changes, ...findRevocation(lines), ...(failure ? findCancellation(lines) : [])].slice(0, 5)
}

function findWait(lines: readonly string[]): string[] {
  const at = lines.findIndex((line) => slurmWait.test(line))
  const [, program] = slurmWait.exec(lines[at] ?? '') ?? []
  if (program === undefined) return []
  const cause = lines.slice(0, at).flatMap((line) => slurmWaitCause.exec(line)?.[1] ?? [])[0]
  return [`${program} waited for resources${cause === undefined ? '' : ` (${cause})`}, so its time is not run time`]
}

function findRevocation(lines: readonly string[]): string[] {
  if (lines.some((line) => line.startsWith('salloc: Relinquishing'))) return []
  return lines.flatMap((line) => slurmRevocation.exec(line)?.[1] ?? []).map((job) => `Slurm cancelled job ${job}`)
}

function findLoss(lines: readonly string[]): string[] {
  const slurm = lines.flatMap((line) => slurmLoss.exec(line)?.[1] ?? [])
  const mpi = lines.some((line) => mpiLoss.test(line))
    ? [lines.flatMap((line) => mpiLostNode.exec(line)?.[1] ?? [])[0] ?? 'unknown']
    : []
  return [...new Set([...slurm, ...mpi])].map((node) => `node ${node} was lost during the trial`)
}

function findCancellation(lines: readonly string[]): string[] {
  const [program, refusal] = lines.flatMap((line) => slurmRefusal.exec(line)?.slice(1) ?? [])
  if (refusal !== undefined) return [`${program} could not start the trial: ${refusal}`]
  const end = lines.find((line) => slurmEnd.test(line))
  const begin = lines.findIndex((line) => slurmAbort.test(line) || slurmEnd.test(line))
  const task = lines.findIndex((line) => slurmTaskEnd.test(line))
  if (end === undefined || (task !== -1 && task < begin)) return []
  const [, step, reason] = slurmEnd.exec(end) ?? []
  return [`Slurm cancelled ${step}${reason === undefined ? '' : ` (${reason.toLowerCase()})`}`]
}
