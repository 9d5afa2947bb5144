import { computeMean, computeMedian } from '../core/statistics.ts'

/** How much runs of unchanged code differ, as shares of their level. */
export type NoiseFloor = {
  readonly runs: number
  readonly sessions: number
  /** Coefficient of variation inside a session, all runs counted alike: a slow tail is part of what decides. */
  readonly cv: number
  /** The same from the median absolute deviation: what remains when the outliers are set aside. */
  readonly robustCv: number
  /** Standard deviation of the medians of sessions; null with fewer than three. */
  readonly sessionDeviation: number | null
}

/** A spread from fewer runs beyond their session means is off by a factor of two too often to decide anything by. */
const fewestDegreesOfFreedom = 6
/** Fewer sessions say nothing of how far apart they lie. */
const fewestSessions = 3
/**
 * Recorded on an H200: synchronised GPU-bound regions scatter by 0.1 to 0.3 % and their sessions by as little, process
 * wall time by 2 % and more. Only the former were judged by stored samples without false alarms; 1 % tells them apart.
 */
const quietCv = 0.01
const quietSessionDeviation = 0.01

/** Turns the median absolute deviation of normal values into their standard deviation: 1 / Φ⁻¹(¾). */
const normalPerMad = 1.4826

/** The noise that sessions show; null when no session has two positive samples. */
export function estimateNoiseFloor(sessions: readonly (readonly number[])[]): NoiseFloor | null {
  const usable = sessions
    .map((session) => session.filter((value) => Number.isFinite(value) && value > 0))
    .filter((session) => session.length > 0)
  const runs = usable.reduce((sum, session) => sum + session.length, 0)
  const degreesOfFreedom = runs - usable.length
  if (degreesOfFreedom < 1) return null
  const squares = usable
    .flatMap((session) => computeShares(session, computeMean(session)))
    .reduce((sum, x) => sum + x * x, 0)
  return {
    runs,
    sessions: usable.length,
    cv: Math.sqrt(squares / degreesOfFreedom),
    robustCv: computeRobustDeviation(usable, runs / degreesOfFreedom),
    sessionDeviation: computeMedianDeviation(usable),
  }
}

/** True when the spread rests on enough runs to decide by it. */
export function isWellKnown(floor: NoiseFloor | null): floor is NoiseFloor {
  return floor !== null && floor.runs - floor.sessions >= fewestDegreesOfFreedom
}

/** Whether committed samples of another session may clear a run: little noise, inside sessions and between them. */
export function isQuiet(floor: NoiseFloor | null): boolean {
  if (!isWellKnown(floor) || floor.sessions < fewestSessions || floor.sessionDeviation === null) return false
  return floor.cv <= quietCv && floor.sessionDeviation <= quietSessionDeviation
}

function computeShares(session: readonly number[], centre: number): number[] {
  return session.map((value) => value / centre - 1)
}

/** Sessions of one run have no deviation from themselves and would pull the median to zero. */
function computeRobustDeviation(sessions: readonly (readonly number[])[], correction: number): number {
  const several = sessions.filter((session) => session.length > 1)
  const deviations = several.flatMap((session) => computeShares(session, computeMedian(session)).map(Math.abs))
  return normalPerMad * computeMedian(deviations) * Math.sqrt(correction)
}

function computeMedianDeviation(sessions: readonly (readonly number[])[]): number | null {
  if (sessions.length < fewestSessions) return null
  const medians = sessions.map((session) => computeMedian(session))
  const squares = computeShares(medians, computeMean(medians)).reduce((sum, x) => sum + x * x, 0)
  return Math.sqrt(squares / (medians.length - 1))
}
