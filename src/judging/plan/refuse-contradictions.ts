import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { isMeasuredThere, listTestbedParts, type TestbedPart } from '../../domain/merge/parts-by-testbed.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import { formatTestbedId } from '../../domain/testbed/testbed.ts'
import { isContaminated, type Trial } from '../../domain/trial/trial.ts'
import { planRun } from './plan-run.ts'
import { findRowProblem } from './find-row-problem.ts'

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
