import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { Axes } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import { computeLivePacking, computeStarvedShare } from '../../domain/production/live-figures.ts'
import { projectFinish } from '../../domain/production/project-finish.ts'
import { computeWindowRates, type ProgressCurve } from '../../domain/production/progress-curve.ts'
import type { PackingReading } from '../../domain/trial/pipeline-reading.ts'
import type { TrialProgress } from '../../domain/production/trial-progress.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { computeMedian, type Interval } from '../../domain/core/statistics.ts'
import { isContaminated, type Trial } from '../../domain/trial/trial.ts'
import { isMeasured, explainAbsence } from '../outcomes.ts'
import type { JudgeInput } from '../suite.ts'

type ProductionConfig = SuiteConfig<'production'>
type ProductionInput = JudgeInput<ProductionConfig>

/** Number of equal time windows that a run is divided into to compare its pace. */
const paceWindows = 10

/** Derives total time, rate, packing, starvation and the pace ratio; an unknown value is null with a reason. */
export function deriveProductionFigures(input: ProductionInput): DerivedValue[] {
  const [outcome] = input.outcomes
  const benchmark = input.config.pipeline.name
  const axes = outcome?.planned.key.axes ?? buildAxes(input.suite)
  const buildFigure = (name: string, unit: string, result: FigureValue): DerivedValue => ({
    suite: 'production',
    benchmark,
    axes,
    name,
    unit,
    interval: null,
    isSuspicious: false,
    isDeclared: false,
    ...result,
  })
  const trial = outcome ? findLastTrial(outcome) : null
  const hours = checkDatasetSize(computeTotalHours(outcome, input), input)
  const progress = trial?.progress ?? null
  return [
    buildFigure('total_hours', 'h', hours),
    buildFigure('sequences_per_hour', '1/h', computeRatePerHour(hours, input)),
    buildFigure('packing_efficiency', 'share', computePacking(trial)),
    buildFigure('starved_share', 'share', findStarvedShare(trial)),
    buildFigure('pace_held', 'share', computePaceRatio(progress)),
  ]
}

/** Axes of the case of this suite. */
export function buildAxes({ gpus, dataset }: Pick<ProductionConfig, 'gpus' | 'dataset'>): Axes {
  return { gpus, ...(dataset !== undefined && { dataset }) }
}

/** A value, or null with the reason; an interval where there is one. */
export type FigureValue = Pick<DerivedValue, 'value' | 'reason'> &
  Partial<Pick<DerivedValue, 'interval' | 'isSuspicious'>>

/** Finds the last counted trial, otherwise the last failed one on a fit machine, such as a stopped or resumed run. */
export function findLastTrial(outcome: CaseOutcome): Trial | null {
  if (outcome.status === 'measured') return outcome.trials.at(-1) ?? null
  return outcome.status === 'missing' ? null : (outcome.failures.findLast((trial) => !isContaminated(trial)) ?? null)
}

/** Selects the progress curve of the longest stage. */
export function selectMainCurve(progress: TrialProgress | null): ProgressCurve | null {
  return (progress?.curves ?? []).toSorted((a, b) => computeSpan(b) - computeSpan(a))[0] ?? null
}

function computeSpan({ points }: ProgressCurve): number {
  return (points.at(-1)?.seconds ?? 0) - (points[0]?.seconds ?? 0)
}

function computeTotalHours(outcome: CaseOutcome | undefined, input: ProductionInput): FigureValue {
  if (isMeasured(outcome)) {
    const hours = outcome.trials.map(({ wallSeconds }) => (wallSeconds ?? 0) / 3600)
    return { value: computeMedian(hours), reason: null }
  }
  const trial = outcome ? findLastTrial(outcome) : null
  if (trial?.failure?.kind === 'stopped') return projectTotalHours(trial, input)
  if (trial?.failure?.kind === 'resumed') return sumAttemptHours(trial, input)
  return { value: null, reason: explainAbsence(outcome) }
}

/** Projects the total time of a stopped run from its progress curve. A projection can miss the goal, never meet it. */
function projectTotalHours({ progress }: Trial, { suite }: ProductionInput): FigureValue {
  const curve = progress?.curves.at(-1)
  const found = curve ? projectFinish(curve, suite.stopConfidence) : null
  if (!curve || !found?.projection) return { value: null, reason: found?.reason ?? 'stopped without recorded progress' }
  const lost = sumLostSeconds(progress ?? null)
  const { seconds, interval, windows } = found.projection
  const reached = (curve.points.at(-1)?.seconds ?? 0) / 60
  const part = curve.stage === null ? '' : ` for the end of stage ${curve.stage}, without later stages`
  const value = (seconds + lost) / 3600
  return {
    value,
    isSuspicious: value <= computeLimitHours(suite),
    interval: [(interval[0] + lost) / 3600, toFiniteHours(interval, lost)],
    reason: `not measured: projected from ${windows} windows of the first ${reached.toPrecision(3)} min${part}; the run was stopped`,
  }
}

/** Replaces an infinite time by a very large number, because JSON has no infinity. */
function toFiniteHours([, latest]: Interval, lost: number): number {
  return Number.isFinite(latest) ? (latest + lost) / 3600 : Number.MAX_SAFE_INTEGER
}

/**
 * Sums the time of several attempts of a resumed run. The sum is an upper bound for one uninterrupted run, because work
 * after the last checkpoint and the start-up are repeated. It can show that a goal was met, never that it was missed.
 */
function sumAttemptHours({ progress, wallSeconds }: Trial, { suite }: ProductionInput): FigureValue {
  const lost = progress?.lostAttempts ?? []
  if (lost.length === 0 || wallSeconds === null)
    return { value: null, reason: 'resumed, and the earlier run time was not recorded' }
  const unseen = lost.length * (progress?.heartbeatSeconds ?? 0)
  const hours = (sumLostSeconds(progress ?? null) + wallSeconds + unseen) / 3600
  return {
    value: hours,
    isSuspicious: hours >= computeLimitHours(suite),
    reason: `sum of ${lost.length + 1} attempts, including up to ${unseen} s that were not observed: an upper bound for an uninterrupted run`,
  }
}

/** Time limit in hours; infinite without a goal. */
function computeLimitHours({ goal }: ProductionConfig): number {
  return goal ? goal.hours * (1 + goal.tolerance) : Number.POSITIVE_INFINITY
}

function sumLostSeconds(progress: TrialProgress | null): number {
  return (progress?.lostAttempts ?? []).reduce((sum, { seconds }) => sum + seconds, 0)
}

/** Marks the time of a dataset below the goal size as suspicious, so that it neither meets nor misses the goal. */
function checkDatasetSize(hours: FigureValue, { suite, datasets }: ProductionInput): FigureValue {
  if (hours.value === null || suite.dataset === undefined) return hours
  const found = datasets.find(({ name }) => name === suite.dataset)
  if (found?.sequences === null && !suite.goal) return hours
  const sequences = found?.sequences ?? 0
  const minSequences = Math.max(suite.minSequences, suite.goal?.sequences ?? 0)
  if (sequences >= minSequences) return hours
  const reason = `${sequences} sequences are fewer than the ${minSequences} of the goal`
  return { ...hours, isSuspicious: true, reason: hours.reason === null ? reason : `${hours.reason}; ${reason}` }
}

function computeRatePerHour({ value, reason }: FigureValue, { suite, datasets }: ProductionInput): FigureValue {
  const sequences = datasets.find(({ name }) => name === suite.dataset)?.sequences ?? 0
  if (value === null || value <= 0 || sequences === 0)
    return { value: null, reason: reason ?? 'the size of the dataset is unknown' }
  return { value: sequences / value, reason }
}

/** Packing followed during the run, else that of the complete log, as in an ingested run. */
function computePacking(trial: Trial | null): FigureValue {
  const progress = trial?.progress
  if (!progress || progress.tokenBudget === 0) return readLoggedPacking(trial?.pipeline?.packing ?? null)
  const value = computeLivePacking(progress)
  return {
    value,
    reason: value === null ? 'more tokens than the token budget allows: the two values do not match' : null,
  }
}

/** A range from rounded rates is no value. */
function readLoggedPacking(packing: PackingReading | null): FigureValue {
  const value = packing?.bounds ? null : (packing?.efficiency ?? null)
  if (value !== null) return { value, reason: null }
  return { value, reason: packing?.reason ?? 'no batch reported its tokens and token budget' }
}

/** As for packing: followed during the run, else of the complete log. */
function findStarvedShare(trial: Trial | null): FigureValue {
  const live = trial?.progress ? computeStarvedShare(trial.progress) : null
  const value = live ?? trial?.pipeline?.dataLoader?.starvedShare ?? null
  return { value, reason: value === null ? 'no batch reported its wait time' : null }
}

/** Rate in the last tenth of the longest stage divided by the second tenth; the first tenth is warm-up. */
function computePaceRatio(progress: TrialProgress | null): FigureValue {
  const curve = selectMainCurve(progress)
  const rates = curve ? computeWindowRates(curve, paceWindows) : new Float64Array()
  const [, early] = rates
  const late = rates.at(-1)
  if (!early || late === undefined) return { value: null, reason: 'the pipeline reported its progress too rarely' }
  return { value: late / early, reason: null }
}
