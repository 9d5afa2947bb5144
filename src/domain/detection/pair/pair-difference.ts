import { computeMean, normalPerMad } from '../../core/statistics.ts'
import { computeMedian, computeResiduals, sumSquaresAboutMean, interpolateQuantile } from '../noise/order-statistics.ts'
import type { PairDesign } from './pair.ts'
import { computeVarianceRatioProbability } from '../noise/probabilities.ts'

/** Difference between head and base on the judging scale, with its precision. */
export type PairDifference = {
  readonly estimate: number
  readonly standardError: number
  readonly degreesOfFreedom: number
}

/** Components of the precision, for projecting it to other numbers of runs. */
export type Precision = {
  /** Variance of one run. */
  readonly runVariance: number
  /** Variance that more runs do not reduce: between two sessions, if the base is from another session. */
  readonly sessionVariance: number
  /** Degrees of freedom from these runs, and from the prior. */
  readonly ownDegrees: number
  readonly priorDegrees: number
  /** Whether the spread is that of differences between neighboring runs. */
  readonly isPaired: boolean
}

type Spread = { readonly isPaired: boolean; readonly squares: number; readonly degreesOfFreedom: number }

const winsorDeviations = 3
const fewestPairs = 5
// Paired differences have half the degrees of freedom, so they must be clearly tighter to gain power.
const pairingGain = 0.6
/** A history is ignored if a spread so much larger, or so much smaller, has a lower probability than these levels. */
const noisierLevel = 0.15
const quieterLevel = 0.002
/** With fewer runs per side a low spread is often chance. */
const fewestQuieter = 5
// Smaller variances are rounding of logarithms, which depends on the unit.
const roundingVariance = 1e-24

/**
 * Difference of winsorized means on the judging scale (logs, or points), at least two values per side. The variance
 * combines the observed spread with the prior as a scaled inverse chi-square prior does: (d₀ v₀ + Σ squares) / (d₀ + ν)
 * (Smyth, Statistical Applications in Genetics and Molecular Biology 3, 2004). A history is ignored if the runs
 * contradict it: they spread far more, or with at least five runs per side far less.
 */
export function estimateDifference(
  base: readonly number[],
  head: readonly number[],
  design: PairDesign,
  history: NoisePrior,
): PairDifference & Precision {
  const seen = chooseSpread(base, head, design)
  const ratio = Math.max(0, computeVariance(seen) - roundingVariance) / history.variance
  // Under the prior the ratio of the two variances follows F(ν, d₀) (Smyth 2004).
  const probability = computeVarianceRatioProbability(ratio, seen.degreesOfFreedom, history.weight)
  const mayBeQuieter = Math.min(base.length, head.length) >= fewestQuieter
  const isContradicted = probability < noisierLevel || (mayBeQuieter && 1 - probability < quieterLevel)
  const prior = isContradicted ? withoutHistory(history) : history
  const [trimmedBase, trimmedHead] = winsorizeSides(base, head, prior)
  const spread = chooseSpread(trimmedBase, trimmedHead, design)
  const degreesOfFreedom = spread.degreesOfFreedom + prior.weight
  const runVariance = (prior.weight * prior.variance + spread.squares) / degreesOfFreedom
  const sessionVariance = design === 'stored' ? 2 * prior.sessionVariance : 0
  return {
    estimate: computeMean(trimmedHead) - computeMean(trimmedBase),
    standardError: Math.sqrt(runVariance * (1 / base.length + 1 / head.length) + sessionVariance),
    degreesOfFreedom,
    runVariance,
    sessionVariance,
    ownDegrees: spread.degreesOfFreedom,
    priorDegrees: prior.weight,
    isPaired: spread.isPaired,
  }
}

/**
 * Clips each side to three deviations around its median. The deviation is the pooled one, or the side's own if that is
 * larger: an outlier of a quiet side may be ordinary in a noisy one. If each side has an outlier near the level of the
 * other, processes run at one of two speeds, and nothing is clipped.
 */
function winsorizeSides(base: readonly number[], head: readonly number[], prior: NoisePrior): [number[], number[]] {
  const residuals = [base, head].map((values) => computeResiduals(values, computeMedian(values)))
  const pooled = computeRobustVariance(residuals.flat(), 2)
  const free = base.length + head.length - 2
  const [ofBase, ofHead] = residuals.map((own) => {
    const variance = Math.max(pooled, computeRobustVariance(own, 1))
    return winsorDeviations * Math.sqrt((prior.weight * prior.variance + free * variance) / (prior.weight + free))
  }) as [number, number]
  const isMixed = hasOutlierNear(base, ofBase, computeMedian(head)) && hasOutlierNear(head, ofHead, computeMedian(base))
  return isMixed ? [[...base], [...head]] : [winsorize(base, ofBase), winsorize(head, ofHead)]
}

/** Whether a value that would be clipped lies closer to the other side's median than to its own. */
function hasOutlierNear(values: readonly number[], limit: number, other: number): boolean {
  const own = computeMedian(values)
  return values.some((value) => Math.abs(value - own) > limit && Math.abs(value - other) < Math.abs(value - own))
}

/** Variance from the median absolute residual; `sides` is the number of medians that were subtracted. */
function computeRobustVariance(residuals: readonly number[], sides: number): number {
  const deviation = normalPerMad * computeMedian(residuals.map(Math.abs))
  return deviation ** 2 * (residuals.length / (residuals.length - sides))
}

function winsorize(values: readonly number[], limit: number): number[] {
  const center = computeMedian(values)
  return values.map((value) => center + Math.max(-limit, Math.min(limit, value - center)))
}

/**
 * Neighboring runs share drift. If their differences are clearly tighter than the pooled spread, the differences are
 * the noise.
 */
function chooseSpread(base: readonly number[], head: readonly number[], design: PairDesign): Spread {
  const pooled = {
    isPaired: false,
    squares: sumSquaresAboutMean(base) + sumSquaresAboutMean(head),
    degreesOfFreedom: base.length + head.length - 2,
  }
  if (design !== 'interleaved' || base.length !== head.length || base.length < fewestPairs) return pooled
  const paired = {
    isPaired: true,
    squares: sumSquaresAboutMean(head.map((value, index) => value - (base[index] as number))) / 2,
    degreesOfFreedom: base.length - 1,
  }
  return computeVariance(paired) < pairingGain * computeVariance(pooled) - roundingVariance ? paired : pooled
}

function computeVariance(spread: Spread): number {
  return spread.squares / spread.degreesOfFreedom
}

/** Noise of a metric known before the pair is measured, on the judging scale (logs, or points). */
export type NoisePrior = {
  /** Variance between runs inside a session. */
  readonly variance: number
  /** Weight of that variance in degrees of freedom. */
  readonly weight: number
  /** Variance of the level between sessions. */
  readonly sessionVariance: number
  /** Variance between runs that is assumed without a history. */
  readonly guessedVariance: number
}

// Without this guess of 1 % (or one point), worth half a run, the first two or three runs could show a spread of zero.
const guessedDeviation = 0.01
const guessWeight = 0.5
// Median differences between nights of unchanged programs are a few tenths of a percent.
const guessedSessionVariance = 0.004 ** 2
const fewestDegreesOfFreedom = 4
const fewestSessions = 3
// History comes from other days: weigh it by half its degrees of freedom, at most as much as a well measured pair.
const historyShare = 0.5
const largestWeight = 12
const clipDeviations = 4
// A deviation that every fifth run reaches is ordinary noise, not an outlier, even if the other runs are close
// together.
const ordinaryShare = 0.8
// Variance of a median divided by that of a mean, for large normal samples.
const medianInefficiency = Math.PI / 2

/**
 * Estimates the noise of a metric from earlier sessions: a robust pooled variance inside sessions, and the remaining
 * variance between session medians. `placeOf` maps a value to the judging scale; values without a finite position are
 * ignored. `guess` is the standard deviation that is assumed without a history.
 */
export function estimateNoisePrior(
  history: readonly (readonly number[])[],
  placeOf: (value: number) => number = Math.log,
  guess: number = guessedDeviation,
): NoisePrior {
  const guessedVariance = guess ** 2
  const sessions = history
    .map((session) => session.map((value) => placeOf(value)).filter(Number.isFinite))
    .filter((session) => session.length >= 2)
  const degreesOfFreedom = sessions.reduce((sum, session) => sum + session.length - 1, 0)
  const medians = sessions.map((session) => computeMedian(session))
  const residuals = sessions.flatMap((session, index) => computeResiduals(session, medians[index] ?? Number.NaN))
  const variance = degreesOfFreedom >= fewestDegreesOfFreedom ? computeClippedVariance(residuals, degreesOfFreedom) : 0
  if (!(variance > 0)) return withoutHistory({ sessionVariance: guessedSessionVariance, guessedVariance })
  const runs = computeMean(sessions.map((session) => session.length))
  const spread = sumSquaresAboutMean(medians) / (medians.length - 1)
  return {
    variance,
    weight: computeHistoryWeight(degreesOfFreedom),
    sessionVariance:
      sessions.length < fewestSessions
        ? guessedSessionVariance
        : Math.max(0, spread - (medianInefficiency * variance) / runs),
    guessedVariance,
  }
}

function computeClippedVariance(residuals: readonly number[], degreesOfFreedom: number): number {
  const distances = Float64Array.from(residuals, Math.abs).toSorted()
  const correction = Math.sqrt(residuals.length / degreesOfFreedom)
  const limit = Math.max(
    clipDeviations * normalPerMad * interpolateQuantile(distances, 0.5) * correction,
    interpolateQuantile(distances, ordinaryShare),
  )
  return distances.reduce((sum, distance) => sum + Math.min(limit, distance) ** 2, 0) / degreesOfFreedom
}

/** A prior without knowledge of the run variance; the session variance is kept. */
export function withoutHistory({
  sessionVariance,
  guessedVariance,
}: Pick<NoisePrior, 'sessionVariance' | 'guessedVariance'>): NoisePrior {
  return { variance: guessedVariance, weight: guessWeight, sessionVariance, guessedVariance }
}

/** Weight, in degrees of freedom, of a history with so many degrees of freedom inside its sessions. */
export function computeHistoryWeight(degreesOfFreedom: number): number {
  return Math.min(largestWeight, historyShare * degreesOfFreedom)
}
