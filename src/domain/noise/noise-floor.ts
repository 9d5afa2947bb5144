import { computeMean, computeMedian, normalPerMad } from '../core/statistics.ts'

/** Spread of runs of unchanged code, as shares of their level. */
export type NoiseFloor = {
  readonly runs: number
  readonly sessions: number
  /** Coefficient of variation inside a session. Includes outliers, because a slow tail affects decisions too. */
  readonly cv: number
  /** Coefficient of variation from the median absolute deviation, which ignores outliers. */
  readonly robustCv: number
  /** Standard deviation of the session medians, as a share; null with fewer than three sessions. */
  readonly sessionDeviation: number | null
}

/** Minimum number of runs minus sessions. A spread from fewer is too often wrong by a factor of two. */
const fewestDegreesOfFreedom = 6
/** Minimum number of sessions for a deviation between sessions. */
const fewestSessions = 3
/**
 * Measured on an H200: synchronized GPU-bound regions vary by 0.1 to 0.3 % inside and between sessions, process wall
 * time by 2 % and more. Only the former could be judged by stored samples without false alarms; 1 % separates them.
 */
const quietCv = 0.01
const quietSessionDeviation = 0.01

/** Estimates the noise floor from sessions; null when no session has two positive samples. */
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

/** Whether the spread is based on enough runs for decisions. */
export function isWellKnown(floor: NoiseFloor | null): floor is NoiseFloor {
  return floor !== null && floor.runs - floor.sessions >= fewestDegreesOfFreedom
}

/** Whether committed samples of another session may clear a run: low noise inside sessions and between them. */
export function isQuiet(floor: NoiseFloor | null): boolean {
  if (!isWellKnown(floor) || floor.sessions < fewestSessions || floor.sessionDeviation === null) return false
  return floor.cv <= quietCv && floor.sessionDeviation <= quietSessionDeviation
}

function computeShares(session: readonly number[], center: number): number[] {
  return session.map((value) => value / center - 1)
}

/** Ignores sessions of one run: their deviation is 0 and would lower the median. */
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
