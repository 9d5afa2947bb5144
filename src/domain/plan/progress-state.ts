import type { NextTrial } from './schedule.ts'
import type { Trial } from '../trial/trial.ts'

/** Progress of a run. */
export type ProgressState = {
  readonly total: number
  readonly cases: number
  /** Recorded trials, including those of a resumed run. */
  readonly done: number
  /** Trials of this process only; the rate is computed from them. */
  readonly doneHere: number
  readonly failed: number
  readonly startedMs: number
  readonly current: NextTrial | null
}

/** Initial values of the progress. */
export type ProgressStart = {
  readonly total: number
  readonly done: number
  readonly cases: number
  readonly nowMs: number
}

/** Creates the progress of a run that starts or resumes. */
export function startProgress({ total, done, cases, nowMs }: ProgressStart): ProgressState {
  return { total, done, cases, doneHere: 0, failed: 0, startedMs: nowMs, current: null }
}

/** Returns the progress after the start of a trial. */
export function withStartedTrial(state: ProgressState, current: NextTrial): ProgressState {
  return { ...state, current }
}

/** Returns the progress after the end of a trial. */
export function withEndedTrial(state: ProgressState, trial: Trial): ProgressState {
  const failed = state.failed + (trial.failure ? 1 : 0)
  // The plan does not include repetitions of contaminated runs.
  const total = Math.max(state.total, state.done + 1)
  return { ...state, total, done: state.done + 1, doneHere: state.doneHere + 1, failed, current: null }
}

/** Estimates the seconds of the remaining trials at the current rate; null before the first trial has ended. */
export function estimateSecondsLeft(state: ProgressState, nowMs: number): number | null {
  if (state.doneHere === 0) return null
  return (((nowMs - state.startedMs) / state.doneHere) * Math.max(0, state.total - state.done)) / 1000
}
