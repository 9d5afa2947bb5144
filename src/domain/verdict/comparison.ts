import type { Axes } from '../core/case.ts'
import { judgeMetric, type MetricRequest } from '../detection/pair/judge-metric.ts'
import type { PairAnswer, PairDesign } from '../detection/pair/pair.ts'
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

/** Rules for the judgment of one metric: thresholds, sampling design and known noise. */
export type ComparisonRules = Pick<ComparisonPolicy, 'minEffect'> & {
  readonly design: PairDesign
  /** Earlier runs of unchanged code on this testbed, one list per session. */
  readonly sessions: readonly (readonly number[])[]
  /** Minimum standard deviation between sessions if the base is from another session; null: from the sessions only. */
  readonly sessionDeviation: number | null
  /** Maximum runs per side if the samples were tested as they grew (sequential testing); null: fixed number of runs. */
  readonly maxRuns: number | null
  /** Number of gate metrics that are judged together, for the correction for multiple tests. */
  readonly gates: number
  /** A pass must exclude a slowdown of this size; at least `minEffect`. Absent: `minEffect`. */
  readonly clearEffect?: number
  /** Whether a pass only needs the absence of evidence for a slowdown, as in `PairRequest.widen`. Absent: no. */
  readonly mayWiden?: boolean | undefined
  /** Minimum runs per side to report a change if the noise is unknown. Absent: any number. */
  readonly leastRuns?: number | undefined
  /** Assumed standard deviation between runs without a history. Absent: 0.01. */
  readonly guessedNoise?: number | undefined
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
  readonly interval: Interval | null
  /** Minimum detectable effect of these samples; null if unknown. */
  readonly resolution: number | null
  /** The smallest slowdown that these samples exclude, as a share of the time; null if unknown. */
  readonly excluded: number | null
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

/** Creates the rules for interleaved samples with a fixed number of runs and without prior knowledge. */
export function createPlainRules({ minEffect }: Pick<ComparisonPolicy, 'minEffect'>): ComparisonRules {
  return { minEffect, design: 'interleaved', sessions: [], sessionDeviation: null, maxRuns: null, gates: 1 }
}

/** Compares the samples of one metric. Unusable samples give `not comparable` or `missing`. */
export function compareSamples(metric: Metric, samples: SideSamples, rules: ComparisonRules): Decision {
  return refuseUnfit(samples) ?? buildDecision(judgeMetric(metric, buildRequest(samples, rules)), samples)
}

/** Converts samples and rules to the input of the judgment. */
export function buildRequest({ base, head }: SideSamples, rules: ComparisonRules): MetricRequest {
  return {
    base,
    head,
    minEffect: rules.minEffect,
    design: rules.design,
    history: rules.sessions,
    sessionDeviation: rules.sessionDeviation ?? undefined,
    maxRuns: rules.maxRuns ?? undefined,
    gates: rules.gates,
    clearEffect: rules.clearEffect,
    widen: rules.mayWiden,
    minRuns: rules.leastRuns,
    guessedNoise: rules.guessedNoise,
  }
}

/** Combines an answer with the unadjusted samples. */
export function buildDecision(answer: PairAnswer, { base, head }: SideSamples): Decision {
  return { ...answer, base: summarize(base), head: summarize(head) }
}

/** Rejects samples that cannot be compared; null if they can. */
export function refuseUnfit({ base, head }: SideSamples): Decision | null {
  const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value < 0)
  if (unusable !== undefined)
    return createUndecided('not comparable', `a sample is ${unusable}; only positive numbers can be compared`)
  if (base.length > 0 && head.length > 0) return null
  return createUndecided('missing', `no samples on the ${base.length === 0 ? 'reference' : 'head'} side`)
}

/** Rejects two metrics of one name with other units or directions; null if they agree, or a side has none. */
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
