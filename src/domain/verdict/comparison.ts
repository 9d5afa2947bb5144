import type { Axes } from '../core/case.ts'
import { judgeMetric, type MetricRequest } from '../detection/pair/judge-metric.ts'
import type { PairAnswer, PairDesign } from '../detection/pair/pair.ts'
import type { WorkCause } from '../telemetry/gpu-work-cause.ts'
import type { Metric } from '../core/metric.ts'
import { summarize, type Interval, type Summary } from '../core/statistics.ts'

/** When a difference counts. */
export type ComparisonPolicy = {
  /** The smallest relative change worth reporting, e.g. 0.03. */
  readonly minEffect: number
  /** Confidence of the intervals of derived figures, e.g. 0.95; comparisons are always told at 95 %. */
  readonly confidence: number
  /** What a slowdown of a part must cost of the run to fail the check, for gates that `auto` selected. Absent: any. */
  readonly minCost?: number
}

/** How one metric is judged: what counts, how the samples were taken, what is known of their noise. */
export type ComparisonRules = Pick<ComparisonPolicy, 'minEffect'> & {
  readonly design: PairDesign
  /** Earlier runs of unchanged code on this testbed, one list per session. */
  readonly sessions: readonly (readonly number[])[]
  /** Least standard deviation between sessions to reckon with where the base is of another one; null: as the sessions say. */
  readonly sessionDeviation: number | null
  /** Most runs per side when the samples were looked at as they grew; null: their number was settled beforehand. */
  readonly maxRuns: number | null
  /** How many gate metrics are judged at once: each may alarm less easily the more there are. */
  readonly gates: number
  /** A slowdown of this size must be ruled out; at least `minEffect`. Absent: `minEffect`. */
  readonly clearEffect?: number
  /** Whether it is enough that nothing speaks for a slowdown, as in `PairRequest.widen`. Absent: no. */
  readonly mayWiden?: boolean | undefined
  /** Fewest runs per side from which a change is reported where the noise is not known. Absent: any number. */
  readonly leastRuns?: number | undefined
  /** Standard deviation between runs that is assumed without a history. Absent: 0.01. */
  readonly guessedNoise?: number | undefined
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
  /**
   * What the change of a part (GPU busy time, a stage) means for the run: its effect times the part's share of the wall
   * time of the reference. Absent: not known to be a part.
   */
  readonly cost?: number
  /** Why a regression of this gate does not fail the check; absent: it does. */
  readonly toleratedBecause?: string
  /** Of a change of the GPU busy time: more work or lower clocks. Absent: no change, or not of runs side by side. */
  readonly workCause?: WorkCause
  readonly verdict: ComparisonVerdict
  /** head / base − 1; null when there was nothing to compare. */
  readonly effect: number | null
  readonly interval: Interval | null
  /** The smallest relative change these samples could have shown; null when unknown. */
  readonly resolution: number | null
  /** The smallest slowdown that these samples rule out, as a share of time; null when unknown. */
  readonly excluded: number | null
  readonly base: Summary | null
  readonly head: Summary | null
  /** One sentence: why this verdict. */
  readonly reason: string
}

/** Whether a comparison fails the check. */
export function doesFailCheck({ isGate, verdict, toleratedBecause }: Comparison): boolean {
  return isGate && verdict === 'regression' && toleratedBecause === undefined
}

/** The part of a comparison that follows from the numbers alone. */
export type Decision = Pick<
  Comparison,
  'verdict' | 'effect' | 'interval' | 'resolution' | 'excluded' | 'base' | 'head' | 'reason'
>

/**
 * How far apart the levels of two sessions may lie where too few are known to say: process wall time on one machine was
 * seen to step by 1 to 5 % between sessions.
 */
export const unknownSessionDeviation = 0.05

/** The samples of both sides, in the order in which they were taken. */
export type SideSamples = { readonly base: readonly number[]; readonly head: readonly number[] }

/** The rules for samples taken in turn, whose number was settled beforehand, without earlier knowledge. */
export function createPlainRules({ minEffect }: Pick<ComparisonPolicy, 'minEffect'>): ComparisonRules {
  return { minEffect, design: 'interleaved', sessions: [], sessionDeviation: null, maxRuns: null, gates: 1 }
}

/** Compares the samples of one metric; what cannot be compared is said, never guessed. */
export function compareSamples(metric: Metric, samples: SideSamples, rules: ComparisonRules): Decision {
  return refuseUnfit(samples) ?? buildDecision(judgeMetric(metric, buildRequest(samples, rules)), samples)
}

/** The question in the form in which it is judged. */
export function buildRequest({ base, head }: SideSamples, rules: ComparisonRules): MetricRequest {
  return {
    base,
    head,
    min_effect: rules.minEffect,
    design: rules.design,
    history: rules.sessions,
    session_deviation: rules.sessionDeviation ?? undefined,
    max_runs: rules.maxRuns ?? undefined,
    gates: rules.gates,
    clear_effect: rules.clearEffect,
    widen: rules.mayWiden,
    least_runs: rules.leastRuns,
    guessed_noise: rules.guessedNoise,
  }
}

/** An answer with the samples it was made from, before anything was taken out of them. */
export function buildDecision(answer: PairAnswer, { base, head }: SideSamples): Decision {
  return { ...answer, base: summarize(base), head: summarize(head) }
}

/** Why these samples allow no comparison at all; null when they do. */
export function refuseUnfit({ base, head }: SideSamples): Decision | null {
  const unusable = [...base, ...head].find((value) => !Number.isFinite(value) || value < 0)
  if (unusable !== undefined)
    return createUndecided('not comparable', `a sample is ${unusable}; only positive numbers can be compared`)
  if (base.length > 0 && head.length > 0) return null
  return createUndecided('missing', `no samples on the ${base.length === 0 ? 'reference' : 'head'} side`)
}

/** A decision without numbers, for what could not be compared. */
export function createUndecided(verdict: 'not comparable' | 'missing' | 'inconclusive', reason: string): Decision {
  return { verdict, reason, effect: null, interval: null, resolution: null, excluded: null, base: null, head: null }
}
