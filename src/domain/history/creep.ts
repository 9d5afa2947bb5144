import { type PairVerdict, toFiniteShare } from '../detection/pair/pair.ts'
import type { Interval } from '../core/statistics.ts'
import { findChangePoints, selectFiniteValues } from '../detection/series/change-points.ts'
import { describeChanges, type Estimate } from '../detection/series/describe-changes.ts'
import {
  computeRangeMedian,
  computeMedian,
  computeResiduals,
  sumSquaresAboutMean,
} from '../detection/noise/order-statistics.ts'
import { computeStudentQuantile } from '../detection/noise/probabilities.ts'
import type { Metric } from '../core/metric.ts'
import { formatCounted, formatPercent } from '../core/numbers.ts'
import {
  computeMeanVarianceFactor,
  type AutocorrelatedNoise,
  estimateSeriesNoise,
} from '../detection/series/series-noise.ts'
import { computePointValue, type AnchorRecord, collectMetricHistories, type MetricHistory } from './history-records.ts'
import { isSharp, computeWorsening, type Shift, type ShiftRules } from './shift.ts'

/**
 * Change of a series since a fixed anchor, such as the samples of tag v1.0. A creep is a slow drift: steps that are too
 * small to be found one by one, but add up.
 */
export type Creep = {
  readonly verdict: PairVerdict
  /** Current level / anchor − 1, of the metric as given; null when no ratio exists. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect; null when the noise is unknown. */
  readonly interval: Interval | null
  /** The largest step in the direction of the effect; null when there is none. */
  readonly largestStep: {
    /** Index of the first value after the step; null: before the first value, if the anchor is older than the history. */
    readonly at: number | null
    readonly effect: number
  } | null
  /** No step explains half of the change: a drift or many small steps, hidden from comparisons with the parent. */
  readonly isGradual: boolean
  /** Reason for the verdict in one sentence. */
  readonly reason: string
}

/** Options of the comparison with an anchor. */
export type CreepOptions = {
  /** The smallest change worth reporting, as a share of the anchor. */
  readonly minEffect: number
  readonly betterWhen: Metric['betterWhen']
}

const confidence = 0.95
const fewestValues = 8

/** A fixed reference that later measurements do not move: the samples of one session, in the unit of the values. */
type Anchor = { readonly label: string; readonly samples: readonly number[] }

const nothing = { effect: null, interval: null, largestStep: null, isGradual: false } as const

/**
 * Measures the change of the current level since a fixed anchor, whatever steps led to it; a baseline that follows the
 * values would have accepted each of them. A regression or an improvement needs an interval that excludes the anchor
 * and an effect of at least `minEffect`; unchanged needs an interval that rules out a regression of `minEffect`. Values
 * belong to one testbed, in order; values that are not finite are gaps.
 */
export function measureCreep(values: readonly number[], anchor: Anchor, options: CreepOptions): Creep {
  const { minEffect, betterWhen } = options
  const { places, finite } = selectFiniteValues(values)
  const problem = findProblem(finite, anchor)
  if (problem !== null) return { verdict: 'inconclusive', ...nothing, reason: problem }
  const logs = finite.map(Math.log)
  const starts = findChangePoints([...finite], null)
  const steps = describeChanges([...finite], starts).filter(({ isLikeALine }) => !isLikeALine)
  const noise = estimateDriftingNoise(logs)
  const [now, then] = [estimateCurrentLevel(logs, noise, steps.at(-1)?.at ?? 0), estimateAnchorLevel(anchor, noise)]
  const gap = now.value - then.value
  const quantile = computeStudentQuantile((1 + confidence) / 2, Math.floor(noise.degreesOfFreedom))
  const margin = quantile * Math.sqrt(now.variance + then.variance)
  const verdict = chooseVerdict(betterWhen === 'lower' ? gap : -gap, margin, Math.log1p(minEffect))
  const [largest] = [
    { at: null, way: computeRangeMedian(logs, 0, starts[0]) - then.value },
    ...steps.map(({ at, before, after }) => ({ at: places[at] ?? at, way: Math.log(after.level / before.level) })),
  ]
    .filter(({ way }) => way * Math.sign(gap) > 0)
    .toSorted((one, other) => Math.abs(other.way) - Math.abs(one.way))
  const isMoved = verdict === 'regression' || verdict === 'improvement'
  const creep = {
    verdict,
    effect: toFiniteShare(gap),
    interval: [toFiniteShare(gap - margin), toFiniteShare(gap + margin)] as const,
    largestStep: largest ? { at: largest.at, effect: toFiniteShare(largest.way) } : null,
    isGradual: isMoved && Math.abs(largest?.way ?? 0) < Math.abs(gap) / 2,
  }
  return { ...creep, reason: explainCreep(creep, anchor.label, minEffect) }
}

function findProblem(finite: Float64Array, { label, samples }: Anchor): string | null {
  if (samples.length === 0) return `${label} has no samples`
  const unusable = samples.find((sample) => !Number.isFinite(sample) || sample <= 0)
  if (unusable !== undefined) return `a sample of ${label} is ${unusable}; only positive numbers have a ratio`
  const notPositive = finite.find((value) => value <= 0)
  if (notPositive !== undefined) return `a value is ${notPositive}; only positive numbers have a ratio`
  const count = formatCounted(finite.length, 'value')
  return finite.length < fewestValues ? `${count}; ${fewestValues} are needed to estimate the noise` : null
}

function chooseVerdict(worse: number, margin: number, minEffect: number): PairVerdict {
  if (worse >= minEffect && worse > margin) return 'regression'
  if (-worse >= minEffect && -worse > margin) return 'improvement'
  return worse + margin < minEffect ? 'unchanged' : 'inconclusive'
}

const recentValues = 8
const clipDeviations = 3
/**
 * The median of absolute differences has about a third of the degrees of freedom of a variance from the same values.
 */
const valuesPerDegreeOfFreedom = 3

/** Estimates the noise from differences between values, which neither a drift nor a few steps inflate. */
function estimateDriftingNoise(logs: Float64Array): AutocorrelatedNoise {
  const { sigma, longRunFactor } = estimateSeriesNoise(logs)
  return {
    variance: sigma ** 2,
    correlation: (longRunFactor - 1) / (longRunFactor + 1),
    degreesOfFreedom: Math.max(2, logs.length / valuesPerDegreeOfFreedom),
  }
}

/** Mean of the last 8 values, or of those since the last step; outliers are clipped. */
function estimateCurrentLevel(logs: Float64Array, noise: AutocorrelatedNoise, lastStep: number): Estimate {
  const recent = [...logs.subarray(Math.max(lastStep, logs.length - recentValues))]
  const center = computeMedian(recent)
  const clip = clipDeviations * Math.sqrt(noise.variance)
  const trimmed = computeResiduals(recent, center).map((residual) => Math.min(clip, Math.max(-clip, residual)))
  const factor = computeMeanVarianceFactor(recent.length, noise.correlation)
  return {
    value: center + trimmed.reduce((sum, residual) => sum + residual, 0) / recent.length,
    variance: (noise.variance * factor) / recent.length,
  }
}

/**
 * An anchor is one session: whatever its number of samples, its variance is at least that of one value of the history.
 */
function estimateAnchorLevel({ samples }: Anchor, noise: AutocorrelatedNoise): Estimate {
  const logs = samples.map(Math.log)
  const ownVariance = logs.length < 2 ? 0 : sumSquaresAboutMean(logs) / (logs.length - 1) / logs.length
  return { value: computeMedian(logs), variance: Math.max(noise.variance, (Math.PI / 2) * ownVariance) }
}

/** One sentence about the change of a series since its anchor. */
export function explainCreep(
  { verdict, effect, interval, largestStep, isGradual }: Omit<Creep, 'reason'>,
  label: string,
  minEffect: number,
): string {
  const [low, high] = interval ?? [0, 0]
  const summary = `${formatSigned(effect ?? 0)} against ${label} (95 % interval ${formatSigned(low)} to ${formatSigned(high)})`
  if (verdict === 'unchanged') return `${summary}: a change for the worse of ${formatPercent(minEffect)} is ruled out`
  if (verdict === 'inconclusive') return `${summary}: undecided whether it is worse by ${formatPercent(minEffect)}`
  const size = `${verdict === 'regression' ? 'worse' : 'better'} by at least ${formatPercent(minEffect)}`
  if (isGradual) return `${summary}: ${size}, and no single step explains half of it`
  const place = largestStep?.at === null ? 'before the first value' : `at value ${largestStep?.at}`
  return `${summary}: ${size}, most of it in one step ${place} (${formatSigned(largestStep?.effect ?? 0)})`
}

function formatSigned(value: number): string {
  return `${value > 0 ? '+' : ''}${formatPercent(value)}`
}

/** Change of one metric since an anchor. */
export type CreepDistance = {
  readonly history: MetricHistory
  /** Its level at the anchor. */
  readonly from: { readonly label: string; readonly order: number; readonly good: number }
  readonly creep: Creep
  /** How much worse it is than its steps since the anchor explain, as a share. */
  readonly beyond: number
}

/**
 * Measures the change of every metric since every anchor of this testbed, with and without the steps (`shifts`) since.
 * Leaves out anchors without a run, and metrics without values at the anchor or after it.
 */
export function measureCreepDistances(
  histories: readonly MetricHistory[],
  shifts: readonly Shift[],
  anchors: readonly AnchorRecord[],
  rules: ShiftRules,
): CreepDistance[] {
  return anchors.flatMap(({ label, record, around }) => {
    if (!record) return []
    const levels = new Map(collectMetricHistories(around, () => true).map((item) => [item.id, item]))
    return histories.flatMap((history) => {
      const values = (levels.get(history.id)?.points ?? []).map(computePointValue).filter(Number.isFinite)
      if (values.length === 0) return []
      const from = { label, order: record.order, good: computeRangeMedian(Float64Array.from(values)) }
      return measureDistance(history, shifts, from, rules) ?? []
    })
  })
}

/**
 * Selects the changes that deserve an issue. With `needsConfirmation` a metric must have been as far away several runs
 * ago too, because one of many metrics is always off by chance.
 */
export function selectCreepFindings(
  distances: readonly CreepDistance[],
  shifts: readonly Shift[],
  rules: ShiftRules,
  needsConfirmation: boolean,
): CreepDistance[] {
  const isFar = (distance: CreepDistance | null): boolean =>
    distance?.creep.verdict === 'regression' && distance.beyond >= rules.minEffect
  return distances.filter((distance) => {
    const { history, from } = distance
    const before = { ...history, points: history.points.slice(0, -rules.settledAfter) }
    return isFar(distance) && (!needsConfirmation || isFar(measureDistance(before, shifts, from, rules)))
  })
}

/** Null without a run after the anchor. */
function measureDistance(
  history: MetricHistory,
  shifts: readonly Shift[],
  from: CreepDistance['from'],
  { minEffect }: ShiftRules,
): CreepDistance | null {
  const { betterWhen } = history.metric
  const later = history.points.filter(({ order }) => order > from.order)
  if (later.length === 0) return null
  const anchor = { label: from.label, samples: [from.good] }
  const creep = measureCreep(later.map(computePointValue), anchor, { minEffect, betterWhen })
  if (creep.effect === null) return { history, from, creep, beyond: 0 }
  // Removes steps in both directions: an improvement elsewhere must not hide a creep, and a step has its own report.
  const steps = shifts.filter(
    (shift) =>
      shift.history.id === history.id &&
      shift.bad.order > from.order &&
      shift.change.at < history.points.length &&
      isSharp(shift),
  )
  const explained = steps.reduce((ratio, { change }) => ratio * computeJump(history, change.at), 1)
  // A later improvement may have ended the creep, hence the change since the anchor too.
  const levels = [1, explained].map((level) => computeWorsening(1 + (creep.effect ?? 0), level, betterWhen))
  return { history, from, creep, beyond: Math.min(...levels) }
}

/**
 * Number of values on each side of a step that define its size. In a drift the difference of complete levels would be
 * larger.
 */
const valuesAroundStep = 8

function computeJump({ points }: MetricHistory, at: number): number {
  const computeValuesMedian = (from: number, to: number): number =>
    computeRangeMedian(
      Float64Array.from(points.slice(Math.max(0, from), to).map(computePointValue).filter(Number.isFinite)),
    )
  const ratio = computeValuesMedian(at, at + valuesAroundStep) / computeValuesMedian(at - valuesAroundStep, at)
  return Number.isFinite(ratio) && ratio > 0 ? ratio : 1
}
