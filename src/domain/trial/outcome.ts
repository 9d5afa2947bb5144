import { findReportedErrors } from './reported-errors.ts'
import { hasGivenUp } from '../plan/interleaved-runs.ts'
import { isIdle, isLoss, notObserved } from './contamination.ts'
import { collectGpuMeasurements } from '../telemetry/gpu-work-measurements.ts'
import { collectSamples, cpuTime, createStageMetric, type Measurement, wallTime } from '../core/metric.ts'
import { collectObservedMeasurements, collectReadingMeasurements, collectThroughput } from './measurements.ts'
import type { PlannedCase, PlannedComparison } from '../plan/plan.ts'
import { classifyTrial, isContaminated, type Trial } from './trial.ts'
import { computeCompleteSum } from '../core/statistics.ts'
import type { TrialFailure } from '../../record/plan.ts'
import type { WorkerReading } from '../../record/pipeline.ts'
import type { GpuUse, TrialHost } from '../../record/telemetry.ts'

export type { Measurement } from '../core/metric.ts'

/** What the trials of one planned case gave: samples, or why there are none. */
export type CaseOutcome =
  | {
      readonly status: 'measured'
      readonly planned: PlannedCase
      /** Only runs that count. */
      readonly trials: readonly Trial[]
      /** Warm-ups included. */
      readonly failures: readonly Trial[]
      /** Runs that do not count because the machine was not fit. */
      readonly contaminated: readonly Trial[]
      readonly measurements: readonly Measurement[]
      /** Null: not counted. */
      readonly resultRows: number | null
    }
  | {
      readonly status: 'failed'
      readonly planned: PlannedCase
      readonly failures: readonly Trial[]
      /** How the last trial failed; null: all together show it, by different numbers of rows or idle GPUs. */
      readonly failureKind: TrialFailure['kind'] | null
      readonly reason: string
    }
  | {
      /** Too few clean runs after the allowed repetitions; inconclusive. */
      readonly status: 'contaminated'
      readonly planned: PlannedCase
      readonly failures: readonly Trial[]
      readonly reason: string
    }
  | { readonly status: 'missing'; readonly planned: PlannedCase; readonly reason: string }

/** An outcome with counted trials. */
export type MeasuredOutcome = Extract<CaseOutcome, { status: 'measured' }>

/** Whether the case has counted trials; false for an absent case. */
export function isMeasured(outcome: CaseOutcome | undefined): outcome is MeasuredOutcome {
  return outcome?.status === 'measured'
}

/** Samples of one metric in its unit; empty when the case does not have it. */
export function getSamples({ measurements }: Pick<MeasuredOutcome, 'measurements'>, metricName: string) {
  return measurements.find(({ metric }) => metric.name === metricName)?.samples ?? []
}

/** Summarizes the trials of a case. A case whose trials wrote different numbers of rows has failed. */
export function summarizeOutcome(planned: PlannedCase, trials: readonly Trial[]): CaseOutcome {
  const all = trials.filter((trial) => trial.caseId === planned.id)
  const own = all.filter((trial) => !trial.isWarmup)
  const counted = own.filter((trial) => classifyTrial(trial) === 'measured')
  const failures = all.filter((trial) => ['failed', 'not proven'].includes(classifyTrial(trial)))
  const contaminated = own.filter(isContaminated)
  const hasOnlyFailed = failures.length > 0 && (counted.length === 0 || hasGivenUp(all))
  if (contaminated.length > 0 && own.length - contaminated.length < planned.repeats && !hasOnlyFailed)
    return { status: 'contaminated', planned, failures, reason: describeContamination(contaminated) }
  if (counted.length > 0) return buildMeasuredOutcome(planned, counted, { failures, contaminated })
  const last = failures.at(-1)?.failure
  if (last)
    return { status: 'failed', planned, failures, failureKind: last.kind, reason: `${last.kind}: ${last.detail}` }
  const reason = own.length > 0 ? 'its trials ended well, but gave no time' : 'no trial of this case was recorded'
  return { status: 'missing', planned, reason }
}

/**
 * Summarizes the trials of all cases. A head that leaves idle the GPUs on which its base works has failed, such as one
 * that falls back to the CPU: the machine is fit for the base. `storedWork`: cases that worked on every GPU of this
 * testbed when their baseline was measured.
 */
export function summarizeOutcomes(
  cases: readonly PlannedCase[],
  comparisons: readonly Pick<PlannedComparison, 'head' | 'base'>[],
  trials: readonly Trial[],
  storedWork: ReadonlySet<string> = new Set(),
): CaseOutcome[] {
  const outcomes = cases.map((planned) => summarizeOutcome(planned, trials))
  const measured = new Set(outcomes.flatMap(({ status, planned }) => (status === 'measured' ? [planned.id] : [])))
  return outcomes.map((outcome) => {
    const { status, planned } = outcome
    const base = comparisons.find(({ head }) => head === planned.id)?.base
    const isBaseMeasured = base !== undefined && measured.has(base)
    if (status !== 'contaminated' || !(isBaseMeasured || storedWork.has(planned.id))) return outcome
    const own = trials.filter(({ caseId, isWarmup }) => caseId === planned.id && !isWarmup)
    if (own.length < 2 || !own.every(isCertainlyIdle)) return outcome
    const runs = own.length === 2 ? 'both' : `all ${own.length}`
    const worker = isBaseMeasured ? 'the base works on it' : 'it worked on it when its baseline was measured'
    const reason = `GPU idle in ${runs} runs, although ${worker}, as in a fallback to the CPU`
    return { status: 'failed', planned, failures: outcome.failures, failureKind: null, reason }
  })
}

/**
 * Whether the only fault of a trial is that a GPU did nothing, by the samples of its driver and without memory of the
 * program. Polls of a tool miss the work of a run that became short.
 */
function isCertainlyIdle({ contamination, telemetry, gpus = [] }: Trial): boolean {
  const isUnused = ({ gpu, work, ownMemoryPeakBytes }: GpuUse): boolean =>
    gpus.includes(gpu) &&
    work?.busySource === 'driver-samples' &&
    work.busySeconds === 0 &&
    (ownMemoryPeakBytes ?? 0) === 0
  return isIdle(contamination) && (telemetry?.gpus ?? []).some(isUnused)
}

/** Runs that were not observed come first, because nothing is known of them. */
function describeContamination(contaminated: readonly Trial[]): string {
  const groups = (['not observed', 'contaminated'] as const).map((state) => {
    const group = contaminated.filter((trial) => classifyTrial(trial) === state)
    const isUnobserved = state === 'not observed'
    const all = group.flatMap((trial) => trial.contamination)
    const unseen = all.filter((reason) => reason.startsWith(notObserved))
    const own = isUnobserved ? [...all.filter(isLoss), ...unseen] : all
    const reasons = formatReasons(own.map((reason) => reason.replace(notObserved, '')))
    const runs = group.length === 1 ? '1 run was' : `${group.length} runs were`
    return group.length === 0 ? [] : [`${runs} ${state}: ${reasons}`]
  })
  return groups.flat().join('; ')
}

/** Formats different reasons in one line: the first three, and the number of the others. */
export function formatReasons(reasons: readonly string[]): string {
  const different = [...new Set(reasons)]
  const more = different.length > 3 ? [`and ${different.length - 3} more`] : []
  return [...different.slice(0, 3), ...more].join('; ')
}

function buildMeasuredOutcome(
  planned: PlannedCase,
  trials: readonly Trial[],
  uncounted: { readonly failures: readonly Trial[]; readonly contaminated: readonly Trial[] },
): CaseOutcome {
  const rows = [...new Set(trials.map((trial) => trial.resultRows))]
  if (rows.length > 1) {
    const reason = `trials of one case wrote different numbers of result rows: ${rows.join(', ')}`
    return { status: 'failed', planned, failures: uncounted.failures, failureKind: null, reason }
  }
  const resultRows = rows[0] ?? null
  return { status: 'measured', planned, trials, ...uncounted, resultRows, measurements: collectMeasurements(trials) }
}

/** Collects the samples of every metric that all trials have. */
export function collectMeasurements(trials: readonly Trial[]): Measurement[] {
  return [
    ...collectSamples(wallTime, trials, ({ wallSeconds }) => wallSeconds, isPositive),
    ...collectThroughput(trials),
    ...collectSamples(cpuTime, trials, computeCpuSeconds, isPositive),
    ...collectStageTimes(trials),
    ...collectGpuMeasurements(trials),
    ...collectObservedMeasurements(trials),
    ...collectReadingMeasurements(trials),
  ]
}

function computeCpuSeconds({ host }: Trial): number | null {
  return computeCompleteSum([host?.userCpuSeconds, host?.systemCpuSeconds])
}

/** A stage counts only if every trial ran it. */
function collectStageTimes(trials: readonly Trial[]): Measurement[] {
  const names = trials[0]?.stages.map((stage) => stage.stage) ?? []
  return names.flatMap((name) => {
    const read = ({ stages }: Trial) => stages.find(({ stage }) => stage === name)?.seconds
    return collectSamples(createStageMetric(name), trials, read, (seconds) => seconds >= 0)
  })
}

/** Lists the known times of every stage, also of one that some trials lack: it may be a gate, and is then missing. */
export function listStageTimes(
  trials: readonly Trial[],
): { readonly name: string; readonly samples: readonly number[] }[] {
  const times = Map.groupBy(
    trials.flatMap(({ stages }) => stages),
    ({ stage }) => createStageMetric(stage).name,
  )
  return [...times].map(([name, all]) => ({ name, samples: all.flatMap(({ seconds }) => seconds ?? []) }))
}

function isPositive(value: number): boolean {
  return value > 0
}

/** Begins the output in the detail of a failure. */
const start = '; last output:\n'

/** What Open MPI says, between two lines, about a rank that failed or why it did not start. */
const launcherNotes = /^-{60,}\n[^]*?^-{60,}$/gm
/** The exceptions by which torchrun reports a rank that failed. */
const launcherError = /^torch\.distributed\.elastic\./

/**
 * Appends the last output lines, which usually state the cause. Behind the words of a launcher, which can be longer, the
 * error of the program comes first; without output of the program, the last of these notes becomes one line.
 */
export function addOutput(summary: string, output: string): string {
  const text = output.replaceAll(/^│ ?/gm, '')
  const own = text.replaceAll(launcherNotes, '')
  const note = text.match(launcherNotes)?.at(-1)?.replaceAll(/^-+$/gm, '').replaceAll(/\s+/g, ' ').trim().slice(0, 1000)
  const lines = (own.trim() === '' ? (note ?? text) : own).split('\n').filter((line) => line.trim() !== '')
  const last = lines.slice(-10)
  const error = findReportedErrors(lines).findLast((line) => !launcherError.test(line))
  const isShown = error === undefined || last.some((line) => line.includes(error))
  const end = last.slice(isShown ? 0 : 1).join('\n')
  const shown = isShown ? end.slice(-1500) : `${error}\n${end.slice(-1200)}`
  return last.length === 0 ? summary : `${summary}${start}${shown}`
}

/** Shortens the output of a failure to the line that states the error, otherwise its last line. */
export function shortenFailure(text: string): string {
  const [summary = '', output] = text.split(start)
  if (output === undefined) return text
  const lines = output.split('\n').map((line) => line.trim())
  const error =
    lines.findLast((line) => /^[\w.:]*(?:Error|Exception)\b/.test(line) && !launcherError.test(line)) ??
    lines.at(-1) ??
    ''
  return `${summary}; last output: ${error.slice(0, 200)}`
}

/**
 * Adds the errors of failed workers to a failure. The main process of a pipeline often reports only how many workers
 * failed; memory that ran out in a worker is the cause even if the exit code does not say so. Null, no failure, stays.
 */
export function addWorkerErrors(failure: TrialFailure | null, workers: readonly WorkerReading[]): TrialFailure | null {
  const errors = workers.flatMap(({ worker, error }) => (error === null ? [] : [`worker ${worker}: ${error}`]))
  if (failure === null || errors.length === 0) return failure
  const isExhausted = failure.kind === 'exit-code' && errors.some((error) => error.includes('CUDA OOM error'))
  const more = errors.length > 3 ? `; and ${errors.length - 3} more workers` : ''
  const [summary = '', ...output] = failure.detail.split(start)
  const detail = [`${summary}; ${errors.slice(0, 3).join('; ')}${more}`, ...output].join(start)
  return { kind: isExhausted ? 'out-of-memory' : failure.kind, detail }
}

/**
 * Adds the processes that the kernel killed because memory ran out: to the failure of the trial, or as the failure of
 * one that ended well without them.
 */
export function addKills(failure: TrialFailure | null, host: TrialHost | null): TrialFailure | null {
  const kills = host?.outOfMemoryKills ?? 0
  if (kills === 0) return failure
  const processes = kills === 1 ? 'a process' : `${kills} processes`
  const reason = `the kernel killed ${processes} of its control group because memory ran out`
  if (failure === null) return { kind: 'partial', detail: `${reason}, although it ended with exit code 0` }
  const [summary = '', ...output] = failure.detail.split(start)
  const sure = summary.replace(', possibly because the host ran out of memory', '')
  return { ...failure, detail: [`${sure}; ${reason}`, ...output].join(start) }
}
