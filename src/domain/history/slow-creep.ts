import { changePoints } from '../detection/series/change-points.ts'
import { describeChanges } from '../detection/series/describe-changes.ts'
import type { Estimate } from '../detection/series/fieller.ts'
import { finiteShare } from '../detection/noise/finite-share.ts'
import { rangeMedian } from '../detection/noise/order-statistics.ts'
import type { PairVerdict } from '../detection/pair/pair.ts'
import { finiteValues } from '../detection/series/series-scale.ts'
import { studentQuantile } from '../detection/noise/student-quantile.ts'
import type { Metric } from '../core/metric.ts'
import { explainCreep } from './creep-reason.ts'
import { anchorLevel, driftingNoise, levelNow } from './creep-levels.ts'
import type { Anchor, Creep } from './creep.ts'

export type CreepOptions = {
  /** The smallest distance worth reporting, as a share of the anchor. */
  readonly minEffect: number
  readonly betterWhen: Metric['betterWhen']
}

const confidence = 0.95
const fewestValues = 8

/**
 * How far the level now lies from a fixed anchor, whatever steps led there: a baseline that follows the values would have
 * accepted each of them. A regression or an improvement needs an interval clear of the anchor and an effect of at least
 * `minEffect`; unchanged needs an interval that rules out a regression of `minEffect`. Values of one testbed, in order;
 * those that are not finite are gaps.
 */
export function slowCreep(values: readonly number[], anchor: Anchor, options: CreepOptions): Creep {
  const { places, finite } = finiteValues(values)
  const problem = problemOf(finite, anchor)
  if (problem !== null) return undecided(problem)
  const logs = finite.map(Math.log)
  const starts = changePoints([...finite], null)
  const steps = stepsOf(finite, starts)
  const noise = driftingNoise(logs)
  const [now, then] = [levelNow(logs, noise, steps.at(-1)?.at ?? 0), anchorLevel(anchor, noise)]
  const gap = { value: now.value - then.value, variance: now.variance + then.variance }
  const before = { at: null, way: rangeMedian(logs, 0, starts[0]) - then.value }
  const placed = steps.map(({ at, way }) => ({ at: places[at] ?? at, way }))
  return decided({ gap, degreesOfFreedom: noise.degreesOfFreedom, steps: [before, ...placed] }, anchor, options)
}

/** Distances in logs. */
type Way = { readonly at: number | null; readonly way: number }
type Gap = { readonly gap: Estimate; readonly degreesOfFreedom: number; readonly steps: readonly Way[] }

function problemOf(finite: Float64Array, { label, samples }: Anchor): string | null {
  if (samples.length === 0) return `${label} has no samples`
  const unusable = samples.find((sample) => !Number.isFinite(sample) || sample <= 0)
  if (unusable !== undefined) return `a sample of ${label} is ${unusable}; only positive numbers have a ratio to judge`
  const notPositive = finite.find((value) => value <= 0)
  if (notPositive !== undefined) return `a value is ${notPositive}; only positive numbers have a ratio to judge`
  const count = `${finite.length} ${finite.length === 1 ? 'value' : 'values'}`
  return finite.length < fewestValues ? `${count} of ${fewestValues} that the noise needs to be known` : null
}

function stepsOf(finite: Float64Array, starts: readonly number[]): { at: number; way: number }[] {
  return describeChanges([...finite], starts).flatMap(({ at, before, after, isLikeALine }) =>
    isLikeALine ? [] : [{ at, way: Math.log(after.level / before.level) }],
  )
}

function decided(
  { gap, degreesOfFreedom, steps }: Gap,
  { label }: Anchor,
  { minEffect, betterWhen }: CreepOptions,
): Creep {
  const quantile = studentQuantile((1 + confidence) / 2, Math.floor(degreesOfFreedom))
  const margin = quantile * Math.sqrt(gap.variance)
  const worse = betterWhen === 'lower' ? gap.value : -gap.value
  const verdict = verdictOf(worse, margin, Math.log1p(minEffect))
  const largest = largestOf(steps, Math.sign(gap.value))
  const isMoved = verdict === 'regression' || verdict === 'improvement'
  const creep = {
    verdict,
    effect: finiteShare(gap.value),
    interval: [finiteShare(gap.value - margin), finiteShare(gap.value + margin)] as const,
    largestStep: largest && { at: largest.at, effect: finiteShare(largest.way) },
    isGradual: isMoved && Math.abs(largest?.way ?? 0) < Math.abs(gap.value) / 2,
  }
  return { ...creep, reason: explainCreep(creep, label, minEffect) }
}

function verdictOf(worse: number, margin: number, minEffect: number): PairVerdict {
  if (worse >= minEffect && worse > margin) return 'regression'
  if (-worse >= minEffect && -worse > margin) return 'improvement'
  return worse + margin < minEffect ? 'unchanged' : 'inconclusive'
}

function largestOf(steps: readonly Way[], direction: number): Way | null {
  const along = steps.filter(({ way }) => way * direction > 0)
  return along.toSorted((one, other) => Math.abs(other.way) - Math.abs(one.way))[0] ?? null
}

function undecided(reason: string): Creep {
  return { verdict: 'inconclusive', effect: null, interval: null, largestStep: null, isGradual: false, reason }
}
