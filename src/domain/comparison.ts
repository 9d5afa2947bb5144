import { relativeEffect, relativeEffectInterval } from './bootstrap.ts'
import type { Axes } from './case.ts'
import type { Metric } from './metric.ts'
import { summarize, type Interval, type Summary } from './statistics.ts'

/** When a difference counts. */
export type ComparisonPolicy = {
  /** The smallest relative change worth reporting, e.g. 0.03. */
  readonly minEffect: number
  /** Confidence of the intervals, e.g. 0.95. */
  readonly confidence: number
}

export type ComparisonVerdict =
  | 'regression'
  | 'improvement'
  | 'unchanged'
  | 'inconclusive'
  | 'not comparable'
  | 'missing'

/** Head against a reference for one case and metric. */
export type Comparison = {
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly metric: string
  readonly unit: string
  readonly betterWhen: Metric['betterWhen']
  /** What the head was compared with: `baseline 1a2b3c4`, `v1.0`. */
  readonly reference: string
  /** Whether a regression here fails the run; other metrics only explain. */
  readonly isGate: boolean
  readonly verdict: ComparisonVerdict
  /** head / base − 1; null when there was nothing to compare. */
  readonly effect: number | null
  readonly interval: Interval | null
  /** The smallest relative change these samples could have shown; null when unknown. */
  readonly resolution: number | null
  readonly base: Summary | null
  readonly head: Summary | null
  /** One sentence: why this verdict. */
  readonly reason: string
}

/** The part of a comparison that follows from the numbers alone. */
export type Decision = Pick<Comparison, 'verdict' | 'effect' | 'interval' | 'resolution' | 'base' | 'head' | 'reason'>

/**
 * Compares positive samples of one metric, taken under comparable conditions.
 *
 * Regression or improvement: the whole interval lies on one side of zero and the effect reaches the minimum.
 * Unchanged: the interval excludes a change of the minimum effect for the worse. Otherwise inconclusive.
 */
export function compareSamples(
  metric: Metric,
  base: readonly number[],
  head: readonly number[],
  policy: ComparisonPolicy,
): Decision {
  const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value <= 0)
  if (unusable !== undefined)
    return undecided('not comparable', `a sample is ${unusable}; only positive numbers can be compared`)
  if (base.length === 0 || head.length === 0)
    return undecided('missing', `no samples on the ${base.length === 0 ? 'reference' : 'head'} side`)
  const effect = relativeEffect(base, head)
  const interval = relativeEffectInterval(base, head, policy.confidence)
  const summaries = { base: summarize(base), head: summarize(head), effect, interval }
  if (!interval)
    return {
      ...summaries,
      verdict: 'inconclusive',
      resolution: null,
      reason: 'single run: without a second sample there is no spread to judge by',
    }
  const resolution = Math.max(interval[1] - effect, effect - interval[0])
  const verdict = decide(worsening(metric, effect), worseningInterval(metric, interval), policy.minEffect)
  return {
    ...summaries,
    resolution,
    verdict,
    reason: explain(verdict, interval, policy, `${base.length} against ${head.length} runs`),
  }
}

/** A decision without numbers, for what could not be compared. */
export function undecided(verdict: 'not comparable' | 'missing' | 'inconclusive', reason: string): Decision {
  return { verdict, reason, effect: null, interval: null, resolution: null, base: null, head: null }
}

function decide(worse: number, [low, high]: Interval, minEffect: number): ComparisonVerdict {
  if (low > 0 && worse >= minEffect) return 'regression'
  if (high < 0 && -worse >= minEffect) return 'improvement'
  if (high < minEffect) return 'unchanged'
  return 'inconclusive'
}

/** Positive means worse, whatever the direction of the metric. A rate that falls to 1/(1+w) is worse by w. */
function worsening(metric: Metric, effect: number): number {
  return metric.betterWhen === 'lower' ? effect : 1 / (1 + effect) - 1
}

function worseningInterval(metric: Metric, [low, high]: Interval): Interval {
  return metric.betterWhen === 'lower' ? [low, high] : [worsening(metric, high), worsening(metric, low)]
}

function explain(
  verdict: ComparisonVerdict,
  interval: Interval,
  { minEffect }: ComparisonPolicy,
  runs: string,
): string {
  const limit = percent(minEffect)
  const range = `${percent(interval[0])} to ${percent(interval[1])}`
  if (verdict === 'unchanged') return `a change for the worse of ${limit} is ruled out (${range}, ${runs})`
  if (verdict === 'inconclusive')
    return `the interval ${range} does not settle whether it changed by ${limit} (${runs})`
  return `the interval ${range} excludes no change, and the effect reaches the minimum of ${limit} (${runs})`
}

function percent(share: number): string {
  return `${share > 0 ? '+' : ''}${(share * 100).toFixed(1)} %`
}
