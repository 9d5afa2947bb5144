import type { ProgressCurve } from './progress-curve.ts'

/** One execution that ended before its work was done, because its runner was lost or the job was cancelled. */
export type LostAttempt = {
  /** ISO 8601, UTC. */
  readonly startedAt: string
  /** From its start to the last sign of life: what came after that is not known. */
  readonly seconds: number
}

/** How a run of hours came along, as far as it was watched. */
export type TrialProgress = {
  /** By stage, in the order of time. */
  readonly curves: readonly ProgressCurve[]
  readonly tokens: number
  readonly tokenBudget: number
  readonly waits: number
  readonly starved: number
  /** Those before this one, whose work it went on with. */
  readonly lostAttempts: readonly LostAttempt[]
  /** Longest time between two signs of life, in seconds. */
  readonly heartbeatSeconds: number
}

/** Most stages that are kept. */
export const mostCurves = 64
export const mostAttempts = 100
