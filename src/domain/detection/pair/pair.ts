import { inferMetricKind, type Metric } from '../../core/metric.ts'

/** Order of the runs in time. `blocked`: one side after the other. `stored`: the base comes from another session. */
export type PairDesign = 'interleaved' | 'blocked' | 'stored'

/** Two sides of one metric. */
export type PairRequest = {
  /** One value per run, in run order. */
  readonly base: readonly number[]
  readonly head: readonly number[]
  /** False for rates. Default: true. */
  readonly isLowerBetter?: boolean | undefined
  /**
   * The smallest slowdown worth reporting, as a share of time (for shares: in points, 0.03 for three). Default: 0.03.
   */
  readonly minEffect?: number | undefined
  /**
   * `unchanged` means that a slowdown of this size is ruled out, on the scale of `minEffect`. Default and minimum:
   * `minEffect`, which remains the threshold of regressions and improvements. While more runs are allowed, an estimate
   * of at least half of `minEffect` is measured further until that is ruled out as well.
   */
  readonly clearEffect?: number | undefined
  /**
   * Allows a weaker `unchanged` that rules out only a slowdown of `excluded`: while more runs are allowed, if the
   * estimate is below `minEffect` and a slowdown of `unseen` is ruled out; at the last look, if the 95 % interval
   * includes no slowdown. Default: false.
   */
  readonly widen?: boolean | undefined
  /**
   * The slowdown that `widen` rules out while more runs are allowed; then an estimate above `minEffect` may be within the
   * noise. Default: 0.15, without that.
   */
  readonly unseen?: number | undefined
  /** `stored`: the base comes from another session. Default: interleaved. */
  readonly design?: PairDesign | undefined
  /** Earlier runs of unchanged code on the same runner type, one list per session. */
  readonly history?: readonly (readonly number[])[] | undefined
  /**
   * Minimum standard deviation of the level between sessions, as a share, if the base is from another session. Default:
   * estimated from the history.
   */
  readonly sessionDeviation?: number | undefined
  /** Maximum number of runs per side. If present, the pair is judged repeatedly as it grows. */
  readonly maxRuns?: number | undefined
  /**
   * `exact`: a regression or an improvement needs a sign-flip test of at least seven pairs, whose sides ran in an order
   * drawn at random for each pair. Default: default.
   */
  readonly confirm?: 'default' | 'exact' | undefined
  /**
   * Minimum runs per side before a change below 30 % is reported while the noise is unknown and more runs are allowed,
   * because processes of one program may run at two speeds. Default: no minimum.
   */
  readonly minRuns?: number | undefined
  /**
   * Standard deviation between runs, as a share, that is assumed without a history, with the weight of half a run.
   * Default: 0.01.
   */
  readonly guessedNoise?: number | undefined
  /** Nominal confidence of the interval, higher where it must be to hold the truth in 95 %. Default: 0.95. */
  readonly confidence?: number | undefined
  /** Number of metrics that can fail the run; more gates need stronger evidence for each. Default: 1. */
  readonly gates?: number | undefined
}

/** How the samples of a metric are judged; the direction comes from the metric. */
export type PairRules = Omit<PairRequest, 'base' | 'head' | 'isLowerBetter'>

/** Two sides of a metric. */
export type MetricRequest = Omit<PairRequest, 'isLowerBetter'>

/** Terms that an answer may have in addition, once it is known what other metrics show. */
export type AnswerTerms = Pick<PairRequest, 'widen' | 'minRuns'>

/** Verdict on a pair; a regression is always a change for the worse. */
export type PairVerdict = 'regression' | 'improvement' | 'unchanged' | 'inconclusive'

/** Result of judging a pair. */
export type PairAnswer = {
  readonly verdict: PairVerdict
  /** head / base − 1 of the metric as given (a falling rate is negative); null when no ratio exists. */
  readonly effect: number | null
  /** 95 % confidence interval of the effect for a single look; null when there is no spread. */
  readonly interval: readonly [low: number, high: number] | null
  /** The smallest slowdown that these runs could have detected, as a share of time like `minEffect`; null: none. */
  readonly resolution: number | null
  /**
   * The smallest slowdown that these runs rule out by the rule in use, as a share of time; 0: any. Null when the runs
   * rule out nothing, or are not judged by their noise.
   */
  readonly excluded: number | null
  /** Reason for the verdict in one sentence. */
  readonly reason: string
}

/** A judging scale: a change is a difference on it, and the spread does not grow with the level. */
export type PairScale = {
  /** NaN or infinite for a value that is not valid on the scale. */
  readonly toScale: (value: number) => number
  /** Effect that is reported for a difference on the scale. */
  readonly toEffect: (difference: number) => number
  readonly toDifference: (effect: number) => number
  /** Unit of a hundredth of an effect. */
  readonly hundredth: '%' | 'points'
}

/** Logarithmic scale: effects are relative to the base. */
export const ratioScale: PairScale = {
  toScale: Math.log,
  toEffect: toFiniteShare,
  toDifference: Math.log1p,
  hundredth: '%',
}

/**
 * Linear scale for shares: effects are differences, 0.05 for five points. Ratios and logarithms mislead near 0 and near
 * the maximum, where one step is a multiple or almost nothing. `fullValue` is 1 for fractions, 100 for percentages.
 */
export function createPointScale(fullValue: number): PairScale {
  return {
    toScale: (value) => (isPart(value, fullValue) ? value / fullValue : Number.NaN),
    toEffect: (difference) => Math.max(-1, Math.min(1, difference)),
    toDifference: (effect) => effect,
    hundredth: 'points',
  }
}

/** Tolerance for counters that are read in sequence and may add up to slightly more than the total. */
const rounding = 1e-6

/** Whether a value lies between 0 and the full share, within rounding. */
export function isPart(value: number, fullValue: number): boolean {
  return value >= 0 && value <= fullValue * (1 + rounding)
}

/** Converts the log of a ratio to a relative change. Clamped to a finite number, because JSON has no infinity. */
export function toFiniteShare(logRatio: number): number {
  return Math.min(Number.MAX_VALUE, Math.expm1(logRatio))
}

/** Terms for a change of a metric. */
export type PairTerms = {
  readonly worse: string
  readonly better: string
  /** Noun phrase before "of 3.0 %". */
  readonly loss: string
}

/** Terms for times and speeds. */
export const speedTerms: PairTerms = { worse: 'slower', better: 'faster', loss: 'a slowdown' }

const fallTerms: PairTerms = { worse: 'lower', better: 'higher', loss: 'a decrease' }
const riseTerms: PairTerms = { worse: 'higher', better: 'lower', loss: 'an increase' }

/** Chooses "slower" for times and rates with the usual direction, "higher" or "lower" for all other metrics. */
export function chooseTerms(metric: Pick<Metric, 'kind' | 'unit' | 'betterWhen'>): PairTerms {
  const usual = { duration: 'lower', rate: 'higher' } as const
  const kind = inferMetricKind(metric)
  if ((kind === 'duration' || kind === 'rate') && metric.betterWhen === usual[kind]) return speedTerms
  return metric.betterWhen === 'lower' ? riseTerms : fallTerms
}

/** An answer without an estimate. */
export function createUnjudgedAnswer(verdict: PairVerdict, effect: number | null, reason: string): PairAnswer {
  return {
    verdict,
    effect: effect === null ? null : effect + 0,
    interval: null,
    resolution: null,
    excluded: null,
    reason,
  }
}

/** The answer for a side without runs; null when both sides have runs. */
export function answerWithoutRuns(base: readonly number[], head: readonly number[]): PairAnswer | null {
  if (base.length > 0 && head.length > 0) return null
  return createUnjudgedAnswer('inconclusive', null, `no runs on the ${base.length === 0 ? 'base' : 'head'} side`)
}

/** Reason for an inconclusive pair with a single run on a side. */
export const singleRunReason = 'a single run on a side has no spread; run it again'
