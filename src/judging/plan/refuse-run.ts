import type { Config, ProofConfig } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { isMeasuredThere, listTestbedParts, type TestbedPart } from '../../domain/merge/parts-by-testbed.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { formatTestbedId } from '../../domain/testbed/testbed.ts'
import { isContaminated, type Trial } from '../../domain/trial/trial.ts'
import { planRun } from './plan-run.ts'
import { parseCopiedPull } from '../../domain/core/branch-names.ts'
import type { MeasuredBy, RunContext } from '../../domain/core/run-context.ts'
import type { CostEstimate } from '../../domain/cost/cost.ts'

const maxShownContradictions = 5

/**
 * Checks an untrusted record for content that no run with this config can produce.
 *
 * @throws UserError that lists the contradictions
 */
export function refuseContradictions(record: RunRecord, config: Config): void {
  const found = [
    ...listScatteredSuites(record),
    ...listTestbedParts(record).flatMap((part) => listContradictions(part, record, config)),
  ]
  if (found.length === 0) return
  const more = found.length > maxShownContradictions ? [`and ${found.length - maxShownContradictions} more`] : []
  throw new UserError(
    ['run.json contradicts itself or the config:', ...found.slice(0, maxShownContradictions), ...more].join('\n  '),
    'Publish the run folder unchanged; measure again if it is damaged.',
  )
}

/** Requires one testbed per suite; otherwise a record could choose a favorable baseline. */
function listScatteredSuites({ elsewhere = [] }: RunRecord): string[] {
  const suites = elsewhere.flatMap((other) => other.suites)
  return suites
    .filter((suite, index) => suites.indexOf(suite) !== index)
    .map((suite) => `elsewhere: ${suite} was measured on two testbeds`)
}

function listContradictions(part: TestbedPart, record: RunRecord, config: Config): string[] {
  const plan = planRun(config, part.testbed.devices, record.revisions)
  const own = plan.cases.filter(({ key }) => isMeasuredThere(part, key.suite))
  return [
    ...listTestbedContradictions(part, config),
    ...own.flatMap((planned) => listCaseContradictions(planned, plan, record.trials, config)),
  ]
}

/** Recomputes the testbed id from the devices, because the id selects the baseline. */
function listTestbedContradictions({ testbed }: TestbedPart, { pipeline }: Config): string[] {
  const expected = formatTestbedId(testbed.deviceKind, testbed.devices, testbed.cpuModel)
  return [
    ...(testbed.deviceKind === pipeline.devices
      ? []
      : [`testbed: measured on a ${testbed.deviceKind}, the config requires a ${pipeline.devices}`]),
    ...(testbed.id === expected ? [] : [`testbed.id: ${testbed.id}, its devices give ${expected}`]),
  ]
}

function listCaseContradictions(planned: PlannedCase, plan: Plan, trials: readonly Trial[], config: Config): string[] {
  const own = trials.filter((trial) => trial.caseId === planned.id)
  const seen = new Set<number>()
  return own.flatMap((trial) => {
    const isRepeated = seen.has(trial.index)
    seen.add(trial.index)
    const problem = isRepeated
      ? 'recorded twice'
      : (findIndexProblem(trial, { planned, plan, own }) ??
        findContaminationProblem(trial) ??
        findClaimProblem(trial, planned, config))
    return problem === null ? [] : [`${planned.id}, run ${trial.index}: ${problem}`]
  })
}

/** A head that the committed samples did not clear runs again, interleaved with its reference. */
function computeMaxRuns(planned: PlannedCase, plan: Plan): number {
  const { id, repeats, maxRepeats } = planned
  const { comparisons } = plan
  const isScreened = comparisons.some((item) => item.head === id && item.isScreened)
  return (isCompared(planned, plan) ? Math.max(repeats, maxRepeats) : repeats) + (isScreened ? repeats : 0)
}

function isCompared({ id }: PlannedCase, { comparisons }: Plan): boolean {
  return comparisons.some((item) => item.head === id || item.base === id)
}

/** Checks the index against the planned count. Cached samples were planned by the run that took them. */
function findIndexProblem(
  { index, isWarmup, cachedFromRun }: Trial,
  { planned, plan, own }: { planned: PlannedCase; plan: Plan; own: readonly Trial[] },
): string | null {
  if (cachedFromRun !== null)
    return planned.samplesFrom === 'cached' ? null : 'reused from an earlier run; the config requires fresh samples'
  // Only runs without a sample are repeated; otherwise a record could keep the best of more runs than planned.
  const contaminated = own.filter((trial) => isContaminated(trial) && !trial.isWarmup).length
  const failed = isCompared(planned, plan) ? own.filter((trial) => trial.failure !== null).length : 0
  const total = planned.warmups + computeMaxRuns(planned, plan) + Math.min(contaminated, planned.maxReruns) + failed
  if (index >= total) return `at most ${total} are planned`
  if (isWarmup === index < planned.warmups) return null
  return isWarmup ? 'marked as a warm-up, but planned as a counted run' : 'counted, but planned as a warm-up'
}

/** A contaminated run needs telemetry that shows the contamination. */
function findContaminationProblem(trial: Trial): string | null {
  const isBlind = isContaminated(trial) && trial.telemetry === null
  return isBlind ? 'marked as contaminated without telemetry' : null
}

/** A counted run needs a wall time, a successful exit (see `classifyEnding`) and the proof of work. */
function findClaimProblem(trial: Trial, { tool }: PlannedCase, config: Config): string | null {
  if (trial.origin) return 'read from files instead of measured'
  if (trial.failure !== null || isContaminated(trial)) return null
  const { exitCodes, proof } = config.pipeline
  const ended = findEndingProblem(trial, tool ? { '0': 'success' } : exitCodes)
  if (ended !== null) return ended
  if (tool) return findFigureProblem(trial)
  return proof?.results ? findRowProblem(trial.resultRows ?? 0, proof.results) : null
}

function findEndingProblem(
  { wallSeconds, exitCode, signal }: Trial,
  meaning: Readonly<Record<string, string>>,
): string | null {
  if (wallSeconds === null || wallSeconds <= 0) return `counted with a time of ${wallSeconds ?? 'none'}`
  const isSuccess = exitCode !== null && signal === null && meaning[exitCode] === 'success'
  return isSuccess ? null : `counted although its exit code was ${exitCode ?? 'none'}`
}

function findFigureProblem({ readings }: Trial): string | null {
  return (readings?.benchmarks.length ?? 0) > 0 ? null : 'counted without a benchmark figure'
}

/** Permissions and secrets of the job. */
export type ForkPolicy = {
  /** Whether the maintainers allow code of forks on this machine. */
  readonly mayMeasureForks: boolean
  readonly hasToken: boolean
  /** Secrets that the code could read, as descriptions of their location. */
  readonly secretsAtHand: readonly string[]
}

/**
 * Allows code of a fork only when the workflow permits it and the job has no token or secret, because a child process
 * can read everything that its user can read. Events with privileged jobs never measure a pull request.
 *
 * @throws UserError with the setting to change
 */
export function refuseForkCode(context: RunContext, policy: ForkPolicy): void {
  refusePrivilegedEvent(context)
  const { trust, pullRequest } = context
  if (trust !== 'stranger') return
  if (!policy.mayMeasureForks) {
    throw new UserError(
      `pull request ${pullRequest ?? ''} comes from a fork; its code does not run on this machine`,
      'After review, push its commit to a branch of this repository, or set allow-forks: true in a job without a token and publish from a second workflow (see docs/security.md).',
    )
  }
  if (policy.hasToken) {
    throw new UserError(
      'this job runs code of a fork and has a token',
      'Remove the input token from the measuring job and publish from a workflow_run job instead (see docs/security.md).',
    )
  }
  const [secret] = policy.secretsAtHand
  if (secret !== undefined) {
    throw new UserError(
      `this job runs code of a fork, which could read a secret: ${secret}`,
      'Set persist-credentials: false on actions/checkout, and take tokens out of env: of this job (see docs/security.md).',
    )
  }
}

/** Merge groups and branches that a bot copied can contain commits of a fork too. */
function hasPullRequestCode({ event, headBranch }: MeasuredBy): boolean {
  return event.startsWith('pull_request') || event === 'merge_group' || parseCopiedPull(headBranch) !== null
}

/** Jobs of these events have a write token, secrets and the cache of the default branch. */
function refusePrivilegedEvent({ event, trust, measuredBy }: RunContext): void {
  const isOfStranger = event === 'pull_request_target' && trust === 'stranger'
  const isOfPull = event === 'workflow_run' && measuredBy !== null && hasPullRequestCode(measuredBy)
  if (!isOfStranger && !isOfPull) return
  throw new UserError(
    `${event} jobs have the secrets of this repository, so they do not measure code of a pull request`,
    'Measure on pull_request in a job without a token, and publish its run folder with mode: publish on workflow_run (see docs/security.md).',
  )
}

/**
 * Stops a run before it starts when the minimum effect is below the noise floor and `comparison.whenBelowFloor` is
 * `refuse`.
 *
 * @throws UserError that lists every such comparison
 */
export function refuseBelowFloor(price: CostEstimate, { comparison }: Config): void {
  if (comparison.whenBelowFloor !== 'refuse') return
  const tight = price.comparisons.flatMap(({ notes }) => notes)
  if (tight.length === 0) return
  throw new UserError(
    `comparison.minEffect is below the minimum detectable effect of this machine:\n  ${tight.join('\n  ')}`,
    'Raise comparison.minEffect or run.maxRepeats, gate on a quieter metric, or set comparison.whenBelowFloor to widen.',
  )
}

/** Describes why the number of result rows does not meet the config; null when it does. */
export function findRowProblem(rows: number, expected: NonNullable<ProofConfig['results']>): string | null {
  if (rows === 0) return 'the result table has no rows'
  if (expected.rows !== undefined && rows !== expected.rows) return `${rows} result rows instead of ${expected.rows}`
  if (expected.minRows !== undefined && rows < expected.minRows)
    return `${rows} result rows, at least ${expected.minRows} are required`
  return null
}
