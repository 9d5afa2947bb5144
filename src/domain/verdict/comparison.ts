import type { Axes } from '../core/case.ts'
import { weighMetric } from '../detection/pair/judge-metric.ts'
import type { AnswerTerms, PairAnswer, PairRules } from '../detection/pair/pair.ts'
import type { WorkCause } from '../telemetry/gpu-work-cause.ts'
import type { Metric } from '../core/metric.ts'
import { summarize, type Interval, type Summary } from '../core/statistics.ts'

/** Thresholds of a comparison. */
export type ComparisonPolicy = {
  /** Minimum relative change to report, for example 0.03. */
  readonly minEffect: number
  /** Confidence level of the intervals of derived values, for example 0.95; comparisons always use 95 %. */
  readonly confidence: number
  /**
   * Minimum cost of a slowdown of a part, as a share of the run, that fails the check; for gates that `auto`
   * selected. Absent: any slowdown fails.
   */
  readonly minCost?: number
  /** Fixed limit, as a share, for comparisons with committed samples; absent: statistical decision. */
  readonly storedLimit?: number | undefined
}

/** Verdict of one comparison. `not comparable`: unusable samples. `missing`: no samples on a side. */
export type ComparisonVerdict =
  | 'regression'
  | 'improvement'
  | 'unchanged'
  | 'inconclusive'
  | 'not comparable'
  | 'missing'

/** Comparison of the head with a reference for one case and metric. */
export type Comparison = {
  readonly suite: string
  readonly benchmark: string
  readonly axes: Axes
  readonly metric: string
  readonly unit: string
  readonly betterWhen: Metric['betterWhen']
  /** Name of the reference: `baseline 1a2b3c4`, `v1.0`. */
  readonly reference: string
  /** Whether a regression fails the run; other metrics only explain. */
  readonly isGate: boolean
  /**
   * Effect of a part (GPU busy time, a stage) on the run: its effect times its share of the wall time of the
   * reference. For slower GPU busy time the GPU with the largest cost counts. Absent: not a part.
   */
  readonly cost?: number
  /** Why a regression of this gate does not fail the check; absent: it does. */
  readonly toleratedBecause?: string
  /** Cause of a change of GPU busy time: more work or lower clocks. Absent: no change, or not from interleaved runs. */
  readonly workCause?: WorkCause
  readonly verdict: ComparisonVerdict
  /** head / base − 1; null without samples on both sides. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect; null if unknown. */
  readonly interval: Interval | null
  /** Minimum detectable effect of these samples; null if unknown. */
  readonly resolution: number | null
  /** The smallest slowdown that these samples exclude, as a share of the time; null if unknown. */
  readonly excluded: number | null
  /** Null, as for the head: no usable samples. */
  readonly base: Summary | null
  readonly head: Summary | null
  /** Explains the verdict in one sentence. */
  readonly reason: string
}

/** Whether a comparison fails the check. */
export function doesFailCheck({ isGate, verdict, toleratedBecause }: Comparison): boolean {
  return isGate && verdict === 'regression' && toleratedBecause === undefined
}

/** The part of a comparison that depends on the samples only. */
export type Decision = Pick<
  Comparison,
  'verdict' | 'effect' | 'interval' | 'resolution' | 'excluded' | 'base' | 'head' | 'reason'
>

/**
 * Assumed standard deviation between sessions if too few are known: wall times on one machine changed by 1 to 5 %
 * between sessions.
 */
export const unknownSessionDeviation = 0.05

/** Samples of both sides, in chronological order. */
export type SideSamples = { readonly base: readonly number[]; readonly head: readonly number[] }

/** Compares the samples of one metric. Unusable samples give `not comparable` or `missing`. */
export function compareSamples(metric: Metric, samples: SideSamples, rules: PairRules): Decision {
  return weighSamples(metric, samples, rules)(rules)
}

/**
 * Prepares the comparison of one metric: the returned function decides under terms that depend on other metrics, without
 * a second computation.
 */
export function weighSamples(metric: Metric, samples: SideSamples, rules: PairRules): (terms: AnswerTerms) => Decision {
  const refused = refuseUnfit(samples)
  if (refused) return () => refused
  const { answer } = weighMetric(metric, { ...samples, ...rules })
  return (terms) => buildDecision(answer(terms), samples)
}

/** Combines an answer with the unadjusted samples. */
export function buildDecision(answer: PairAnswer, { base, head }: SideSamples): Decision {
  return { ...answer, base: summarize(base), head: summarize(head) }
}

type Decided = { readonly decision: Decision }

/** A reason to change a verdict, or to say more about it. Tables of these, applied in order, alone change verdicts. */
export type Adjustment<Subject extends Decided, Facts = unknown> = {
  /** Absent: always. */
  readonly when?: (subject: Subject, facts: Facts) => boolean
  /** The new verdict; `not comparable` removes the figures. Absent: the verdict stays. */
  readonly verdict?: 'inconclusive' | 'not comparable'
  /** Added to the reason; null: it does not apply. */
  readonly because: (subject: Subject, facts: Facts) => string | null
  /** New figures, and a reason that replaces the earlier one. */
  readonly figures?: (subject: Subject, facts: Facts) => Partial<Decision>
  /** What else it records. */
  readonly mark?: (subject: Subject, facts: Facts) => Partial<Subject>
}

/** Applies a table of adjustments in its order. */
export function adjust<Subject extends Decided, Facts>(
  subject: Subject,
  table: readonly Adjustment<Subject, Facts>[],
  facts: Facts,
): Subject {
  return table.reduce((item, { when = () => true, verdict, because, figures, mark }) => {
    const reason = when(item, facts) ? because(item, facts) : null
    if (reason === null) return item
    if (verdict === 'not comparable') return { ...item, decision: createUndecided(verdict, reason) }
    const before = item.decision
    const own = { verdict: verdict ?? before.verdict, reason: `${before.reason}; ${reason}` }
    const decision = { ...before, ...own, ...figures?.(item, facts) }
    return { ...item, ...mark?.(item, facts), decision }
  }, subject)
}

/** Whether a decision reports a change. */
export function isChange({ decision: { verdict } }: Decided): boolean {
  return verdict === 'regression' || verdict === 'improvement'
}

/** The decision for samples that cannot be compared; null if they can be. */
export function refuseUnfit({ base, head }: SideSamples): Decision | null {
  const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value < 0)
  if (unusable !== undefined)
    return createUndecided('not comparable', `a sample is ${unusable}; only positive numbers can be compared`)
  if (base.length > 0 && head.length > 0) return null
  return createUndecided('missing', `no samples on the ${base.length === 0 ? 'reference' : 'head'} side`)
}

/** The decision for metrics of one name with different units or directions; null if they agree, or a side has none. */
export function refuseOtherMetric(base: Metric | undefined, head: Metric | undefined): Decision | null {
  if (!base || !head) return null
  const units = [base, head].map(({ unit }) => unit || 'none')
  const changes = [
    ...(base.unit === head.unit ? [] : [`the unit changed from ${units.join(' to ')}`]),
    ...(base.betterWhen === head.betterWhen
      ? []
      : [`the wanted direction changed from ${base.betterWhen} to ${head.betterWhen}`]),
  ]
  return changes.length === 0 ? null : createUndecided('not comparable', changes.join('; '))
}

/** Creates a decision without numbers. */
export function createUndecided(verdict: 'not comparable' | 'missing' | 'inconclusive', reason: string): Decision {
  return { verdict, reason, effect: null, interval: null, resolution: null, excluded: null, base: null, head: null }
}
