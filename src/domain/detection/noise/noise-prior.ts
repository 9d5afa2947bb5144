import { computeMean } from '../../core/statistics.ts'
import { computeMedian, computeResiduals, sumSquaresAboutMean } from './center.ts'
import { interpolateQuantile } from './order-statistics.ts'

/** What is known of a metric's noise before the pair is seen, on the scale of judging: in logs of the metric, or in points. */
export type NoisePrior = {
  /** Variance from run to run inside a session. */
  readonly variance: number
  /** How much that is worth, in degrees of freedom. */
  readonly weight: number
  /** Variance of the level from session to session. */
  readonly sessionVariance: number
  /** Variance from run to run that is assumed where no history tells of it. */
  readonly guessedVariance: number
}

/** Turns the median absolute deviation of normal values into their standard deviation: 1 / Φ⁻¹(¾). */
export const normalPerMad = 1.4826

// A guess of 1 % (or one point) worth half a run only keeps the first two or three runs from claiming a spread of nothing.
const guessedDeviation = 0.01
const guessWeight = 0.5
// Median night-to-night steps of unchanged programs are a few tenths of a percent.
const guessedSessionVariance = 0.004 ** 2
const fewestDegreesOfFreedom = 4
const fewestSessions = 3
// History describes other days: half of what it counts, and never more than a well measured pair itself.
const historyShare = 0.5
const largestWeight = 12
const clipDeviations = 4
// What every fifth run does is the noise of the machine and no outlier, however close together the others lie.
const ordinaryShare = 0.8
// Variance of a median over that of a mean, large normal samples.
const medianInefficiency = Math.PI / 2

/**
 * Pools the spread inside the sessions, robustly, and takes the rest between their medians as session noise. `placeOf`
 * puts a value on the scale of judging; what has no place there is left out. `guess` is the standard deviation assumed
 * without a history.
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
  const variance = degreesOfFreedom >= fewestDegreesOfFreedom ? computePooledVariance(sessions, degreesOfFreedom) : 0
  if (!(variance > 0)) return withoutHistory({ sessionVariance: guessedSessionVariance, guessedVariance })
  return {
    variance,
    weight: computeHistoryWeight(degreesOfFreedom),
    sessionVariance: estimateSessionVariance(sessions, variance),
    guessedVariance,
  }
}

/** Of runs that nothing is known of; how far sessions lie apart is kept. */
export function withoutHistory({
  sessionVariance,
  guessedVariance,
}: Pick<NoisePrior, 'sessionVariance' | 'guessedVariance'>): NoisePrior {
  return { variance: guessedVariance, weight: guessWeight, sessionVariance, guessedVariance }
}

/** What a history with so many degrees of freedom inside its sessions is worth. */
export function computeHistoryWeight(degreesOfFreedom: number): number {
  return Math.min(largestWeight, historyShare * degreesOfFreedom)
}

function computePooledVariance(sessions: readonly (readonly number[])[], degreesOfFreedom: number): number {
  const residuals = sessions.flatMap((session) => computeResiduals(session, computeMedian(session)))
  const distances = Float64Array.from(residuals, Math.abs).toSorted()
  const correction = Math.sqrt(residuals.length / degreesOfFreedom)
  const limit = Math.max(
    clipDeviations * normalPerMad * interpolateQuantile(distances, 0.5) * correction,
    interpolateQuantile(distances, ordinaryShare),
  )
  return distances.reduce((sum, distance) => sum + Math.min(limit, distance) ** 2, 0) / degreesOfFreedom
}

function estimateSessionVariance(sessions: readonly (readonly number[])[], variance: number): number {
  if (sessions.length < fewestSessions) return guessedSessionVariance
  const medians = sessions.map((session) => computeMedian(session))
  const spread = sumSquaresAboutMean(medians) / (medians.length - 1)
  const runs = computeMean(sessions.map((session) => session.length))
  return Math.max(0, spread - (medianInefficiency * variance) / runs)
}
