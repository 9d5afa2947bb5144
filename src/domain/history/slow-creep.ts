import { findChangePoints, selectFiniteValues } from '../detection/series/change-points.ts'
import { describeChanges, type Estimate } from '../detection/series/describe-changes.ts'
import { toFiniteShare, type PairVerdict } from '../detection/pair/pair.ts'
import { computeRangeMedian } from '../detection/noise/order-statistics.ts'
import { computeStudentQuantile } from '../detection/noise/probabilities.ts'
import type { Metric } from '../core/metric.ts'
import { explainCreep } from './creep-reason.ts'
import { estimateAnchorLevel, estimateDriftingNoise, estimateCurrentLevel } from './creep-levels.ts'
import type { Anchor, Creep } from './creep.ts'

/** Options of the comparison with an anchor. */
export type CreepOptions = {
  /** The smallest change worth reporting, as a share of the anchor. */
  readonly minEffect: number
  readonly betterWhen: Metric['betterWhen']
}

const confidence = 0.95
const fewestValues = 8

/**
 * Measures the change of the current level since a fixed anchor, whatever steps led to it; a baseline that follows the
 * values would have accepted each of them. A regression or an improvement needs an interval that excludes the anchor
 * and an effect of at least `minEffect`; unchanged needs an interval that rules out a regression of `minEffect`. Values
 * belong to one testbed, in order; values that are not finite are gaps.
 */
export function measureCreep(values: readonly number[], anchor: Anchor, options: CreepOptions): Creep {
  const { places, finite } = selectFiniteValues(values)
  const problem = findProblem(finite, anchor)
  if (problem !== null) return createUndecidedCreep(problem)
  const logs = finite.map(Math.log)
  const starts = findChangePoints([...finite], null)
  const steps = listSteps(finite, starts)
  const noise = estimateDriftingNoise(logs)
  const [now, then] = [estimateCurrentLevel(logs, noise, steps.at(-1)?.at ?? 0), estimateAnchorLevel(anchor, noise)]
  const gap = { value: now.value - then.value, variance: now.variance + then.variance }
  const before = { at: null, way: computeRangeMedian(logs, 0, starts[0]) - then.value }
  const placed = steps.map(({ at, way }) => ({ at: places[at] ?? at, way }))
  return decideCreep({ gap, degreesOfFreedom: noise.degreesOfFreedom, steps: [before, ...placed] }, anchor, options)
}

/** Size of a step, in logs. */
type LogStep = { readonly at: number | null; readonly way: number }
type AnchorGap = { readonly gap: Estimate; readonly degreesOfFreedom: number; readonly steps: readonly LogStep[] }

function findProblem(finite: Float64Array, { label, samples }: Anchor): string | null {
  if (samples.length === 0) return `${label} has no samples`
  const unusable = samples.find((sample) => !Number.isFinite(sample) || sample <= 0)
  if (unusable !== undefined) return `a sample of ${label} is ${unusable}; only positive numbers have a ratio`
  const notPositive = finite.find((value) => value <= 0)
  if (notPositive !== undefined) return `a value is ${notPositive}; only positive numbers have a ratio`
  const count = `${finite.length} ${finite.length === 1 ? 'value' : 'values'}`
  return finite.length < fewestValues ? `${count}; ${fewestValues} are needed to estimate the noise` : null
}

function listSteps(finite: Float64Array, starts: readonly number[]): { at: number; way: number }[] {
  return describeChanges([...finite], starts).flatMap(({ at, before, after, isLikeALine }) =>
    isLikeALine ? [] : [{ at, way: Math.log(after.level / before.level) }],
  )
}

function decideCreep(
  { gap, degreesOfFreedom, steps }: AnchorGap,
  { label }: Anchor,
  { minEffect, betterWhen }: CreepOptions,
): Creep {
  const quantile = computeStudentQuantile((1 + confidence) / 2, Math.floor(degreesOfFreedom))
  const margin = quantile * Math.sqrt(gap.variance)
  const worse = betterWhen === 'lower' ? gap.value : -gap.value
  const verdict = chooseVerdict(worse, margin, Math.log1p(minEffect))
  const largest = findLargestStep(steps, Math.sign(gap.value))
  const isMoved = verdict === 'regression' || verdict === 'improvement'
  const creep = {
    verdict,
    effect: toFiniteShare(gap.value),
    interval: [toFiniteShare(gap.value - margin), toFiniteShare(gap.value + margin)] as const,
    largestStep: largest && { at: largest.at, effect: toFiniteShare(largest.way) },
    isGradual: isMoved && Math.abs(largest?.way ?? 0) < Math.abs(gap.value) / 2,
  }
  return { ...creep, reason: explainCreep(creep, label, minEffect) }
}

function chooseVerdict(worse: number, margin: number, minEffect: number): PairVerdict {
  if (worse >= minEffect && worse > margin) return 'regression'
  if (-worse >= minEffect && -worse > margin) return 'improvement'
  return worse + margin < minEffect ? 'unchanged' : 'inconclusive'
}

function findLargestStep(steps: readonly LogStep[], direction: number): LogStep | null {
  const along = steps.filter(({ way }) => way * direction > 0)
  return along.toSorted((one, other) => Math.abs(other.way) - Math.abs(one.way))[0] ?? null
}

function createUndecidedCreep(reason: string): Creep {
  return { verdict: 'inconclusive', effect: null, interval: null, largestStep: null, isGradual: false, reason }
}
