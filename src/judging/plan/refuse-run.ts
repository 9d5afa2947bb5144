import type { Config, ProofConfig } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { listTestbedParts, type TestbedPart } from '../../domain/merge/parts-by-testbed.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../record/run.ts'
import { formatTestbedId } from '../../domain/testbed/testbed.ts'
import { mostNeighbors } from '../../domain/detection/pair/neighbor-pairs.ts'
import { isContaminated, type Trial } from '../../domain/trial/trial.ts'
import { planRun } from './plan-run.ts'
import { parseCopiedPull } from '../../domain/core/revision.ts'
import type { MeasuredBy, RunContext } from '../../domain/core/run-context.ts'
import type { CostEstimate } from '../../domain/cost/cost.ts'

const maxShownContradictions = 5

/**
 * Checks an untrusted record for content that no run with this config can produce.
 *
 * @throws UserError that lists the contradictions
 */
export function refuseContradictions(record: RunRecord, config: Config): void {
  // One testbed per suite; otherwise a record could choose a favorable baseline.
  const suites = (record.elsewhere ?? []).flatMap((other) => other.suites)
  const scattered = suites.filter((suite, index) => suites.indexOf(suite) !== index)
  const found = [
    ...scattered.map((suite) => `elsewhere: ${suite} was measured on two testbeds`),
    ...listTestbedParts(record).flatMap((part) => listContradictions(part, record, config)),
  ]
  if (found.length === 0) return
  const more = found.length > maxShownContradictions ? [`and ${found.length - maxShownContradictions} more`] : []
  throw new UserError(
    ['run.json contradicts itself or the config:', ...found.slice(0, maxShownContradictions), ...more].join('\n  '),
    'Publish the run folder unchanged; measure again if it is damaged.',
  )
}

function listContradictions(part: TestbedPart, { revisions, trials }: RunRecord, config: Config): string[] {
  const { deviceKind, devices, id, cpuModel } = part.testbed
  const required = config.pipeline.devices
  // Recomputed, because the id selects the baseline.
  const expected = formatTestbedId(deviceKind, devices, cpuModel)
  const plan = planRun(config, devices, revisions)
  return [
    ...(deviceKind === required ? [] : [`testbed: measured on a ${deviceKind}, the config requires a ${required}`]),
    ...(id === expected ? [] : [`testbed.id: ${id}, its devices give ${expected}`]),
    ...plan.cases
      .filter(({ key }) => part.hasSuite(key.suite))
      .flatMap((planned) => {
        const own = trials.filter((trial) => trial.caseId === planned.id)
        const seen = new Set<number>()
        return own.flatMap((trial) => {
          const isRepeated = seen.has(trial.index)
          seen.add(trial.index)
          const problem = isRepeated
            ? 'recorded twice'
            : (findRecordedProblem(trial, { planned, plan, own }, config) ??
              findIndexProblem(trial, { planned, plan, own }) ??
              findClaimProblem(trial, planned, config))
          return problem === null ? [] : [`${planned.id}, run ${trial.index}: ${problem}`]
        })
      }),
  ]
}

/**
 * Checks the runs that were only recorded. They follow the judged runs, so that no run can be left out as one of them,
 * unless records decide: then they may save judged runs.
 */
function findRecordedProblem(
  { index, isWarmup, isRecorded }: Trial,
  { planned: { id, warmups }, plan, own }: { planned: PlannedCase; plan: Plan; own: readonly Trial[] },
  { run, pipeline, comparison }: Config,
): string | null {
  const recorded = own.filter((trial) => trial.isRecorded)
  if (!isRecorded) {
    const compared = plan.comparisons.filter(({ head, base }) => head === id || base === id)
    const isLater = recorded.some((trial) => trial.index < index)
    return isLater && compared.length === 1 && comparison.kernelRecords === 'may-fail'
      ? 'counted after a recorded run'
      : null
  }
  const isPlanned = plan.comparisons.some(({ head, base }) => head === id || base === id)
  if (!isPlanned || run.kernels !== 'auto' || pipeline.devices !== 'gpu')
    return 'recorded, but the config plans no recorded pairs'
  if (!isWarmup || index < warmups) return 'recorded next to the judged runs, but planned as one of them'
  const most = 2 * mostNeighbors * plan.comparisons.length
  return recorded.length > most ? `at most ${most} recorded runs are planned` : null
}

/** Checks the index against the planned count. Cached samples were planned by the run that took them. */
function findIndexProblem(
  { index, isWarmup, isRecorded, cachedFromRun }: Trial,
  { planned, plan, own }: { planned: PlannedCase; plan: Plan; own: readonly Trial[] },
): string | null {
  const { id, repeats, maxRepeats, warmups } = planned
  if (cachedFromRun !== null)
    return planned.samplesFrom === 'cached' ? null : 'reused from an earlier run; the config requires fresh samples'
  const compared = plan.comparisons.filter((item) => item.head === id || item.base === id)
  const isCompared = compared.length > 0
  // A head that the committed samples did not clear runs again, interleaved with its reference.
  const isScreened = compared.some((item) => item.head === id && item.isScreened)
  const mostRuns = (isCompared ? Math.max(repeats, maxRepeats) : repeats) + (isScreened ? repeats : 0)
  // Only runs without a sample are repeated; otherwise a record could keep the best of more runs than planned.
  const contaminated = own.filter((trial) => isContaminated(trial) && !trial.isWarmup).length
  const failed = isCompared ? own.filter((trial) => trial.failure !== null).length : 0
  const recorded = own.filter((trial) => trial.isRecorded).length
  const total = warmups + mostRuns + Math.min(contaminated, planned.maxReruns) + failed + recorded
  if (index >= total) return `at most ${total} are planned`
  if (isRecorded) return null
  if (isWarmup === index < warmups) return null
  return isWarmup ? 'marked as a warm-up, but planned as a counted run' : 'counted, but planned as a warm-up'
}

/** A contaminated run needs telemetry that shows it. */
function findClaimProblem(trial: Trial, { tool }: PlannedCase, config: Config): string | null {
  if (isContaminated(trial) && trial.telemetry === null) return 'marked as contaminated without telemetry'
  if (trial.origin) return 'read from files instead of measured'
  return trial.failure !== null || isContaminated(trial) ? null : findCountedProblem(trial, tool, config)
}

/** A counted run needs a wall time, a successful exit (see `classifyEnding`) and the proof of work. */
function findCountedProblem(trial: Trial, tool: PlannedCase['tool'], { pipeline }: Config): string | null {
  const ended = findEndingProblem(trial, tool ? { '0': 'success' } : pipeline.exitCodes)
  if (ended !== null) return ended
  if (tool) return trial.readings?.benchmarks.length ? null : 'counted without a benchmark figure'
  return pipeline.proof?.results ? findRowProblem(trial.resultRows ?? 0, pipeline.proof.results) : null
}

function findEndingProblem(
  { wallSeconds, exitCode, signal }: Trial,
  meaning: Readonly<Record<string, string>>,
): string | null {
  if (wallSeconds === null || wallSeconds <= 0) return `counted with a time of ${wallSeconds ?? 'none'}`
  const isSuccess = exitCode !== null && signal === null && meaning[exitCode] === 'success'
  return isSuccess ? null : `counted although its exit code was ${exitCode ?? 'none'}`
}

/**
 * Allows code of a fork only when the workflow permits it and the job has no token or secret, because a child process
 * can read everything that its user can read. Events with privileged jobs never measure a pull request.
 *
 * @param policy `secretsAtHand`: secrets that the code could read, as descriptions of their location
 * @throws UserError with the setting to change
 */
export function refuseForkCode(
  { event, trust, measuredBy, pullRequest }: RunContext,
  policy: { readonly mayMeasureForks: boolean; readonly hasToken: boolean; readonly secretsAtHand: readonly string[] },
): void {
  const isStranger = trust === 'stranger'
  // Jobs of these events have a write token, secrets and the cache of the default branch.
  const isPrivileged =
    event === 'pull_request_target' ? isStranger : event === 'workflow_run' && hasPullRequestCode(measuredBy)
  const [secret] = policy.secretsAtHand
  if (isPrivileged)
    throw new UserError(
      `${event} jobs have the secrets of this repository, so they do not measure code of a pull request`,
      'Measure on pull_request in a job without a token, and publish its run folder with mode: publish on workflow_run (see docs/security.md).',
    )
  if (isStranger && !policy.mayMeasureForks)
    throw new UserError(
      `pull request ${pullRequest ?? ''} comes from a fork; its code does not run on this machine`,
      'After review, push its commit to a branch of this repository, or set allow-forks: true in a job without a token and publish from a second workflow (see docs/security.md).',
    )
  if (isStranger && policy.hasToken)
    throw new UserError(
      'this job runs code of a fork and has a token',
      'Remove the input token from the measuring job and publish from a workflow_run job instead (see docs/security.md).',
    )
  if (isStranger && secret !== undefined)
    throw new UserError(
      `this job runs code of a fork, which could read a secret: ${secret}`,
      'Set persist-credentials: false on actions/checkout, and take tokens out of env: of this job (see docs/security.md).',
    )
}

/** Merge groups and branches that a bot copied can contain commits of a fork too. */
function hasPullRequestCode(measuredBy: MeasuredBy | null): boolean {
  if (measuredBy === null) return false
  const { event, headBranch } = measuredBy
  return event.startsWith('pull_request') || event === 'merge_group' || parseCopiedPull(headBranch) !== null
}

/**
 * Stops a run before it starts when the minimum effect is below the noise floor and `comparison.whenBelowFloor` is
 * `refuse`. A metric without known noise has no floor, and is not refused.
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
