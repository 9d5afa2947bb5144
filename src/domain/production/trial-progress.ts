import type { ProgressCurve } from './progress-curve.ts'

/** One execution that ended early, because its runner was lost or the job was cancelled. */
export type LostAttempt = {
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /** Seconds from its start to the last heartbeat; later activity is unknown. */
  readonly seconds: number
}

/** Recorded progress of a long run. */
export type TrialProgress = {
  /** One curve per stage, in time order. */
  readonly curves: readonly ProgressCurve[]
  readonly tokens: number
  readonly tokenBudget: number
  readonly waits: number
  readonly starved: number
  /** Earlier attempts whose work this one resumed. */
  readonly lostAttempts: readonly LostAttempt[]
  /** Longest time between two heartbeats, in seconds. */
  readonly heartbeatSeconds: number
}

/** Maximum number of curves. */
export const mostCurves = 64
/** Maximum number of stored lost attempts. */
export const mostAttempts = 100
