import { computeMean, normalPerMad } from '../../core/statistics.ts'
import { computeMedian, computeResiduals, sumSquaresAboutMean } from './center.ts'
import { interpolateQuantile } from './order-statistics.ts'

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
  const variance = degreesOfFreedom >= fewestDegreesOfFreedom ? computePooledVariance(sessions, degreesOfFreedom) : 0
  if (!(variance > 0)) return withoutHistory({ sessionVariance: guessedSessionVariance, guessedVariance })
  return {
    variance,
    weight: computeHistoryWeight(degreesOfFreedom),
    sessionVariance: estimateSessionVariance(sessions, variance),
    guessedVariance,
  }
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
