import type { NextTrial } from './schedule.ts'
import type { Trial } from '../trial/trial.ts'

/** How far a run is. */
export type ProgressState = {
  readonly total: number
  readonly cases: number
  /** Trials on record, those of an earlier, resumed run included. */
  readonly done: number
  /** Trials of this process alone, which the rate is computed from. */
  readonly doneHere: number
  readonly failed: number
  readonly startedMs: number
  readonly current: NextTrial | null
}

export type ProgressStart = {
  readonly total: number
  readonly done: number
  readonly cases: number
  readonly nowMs: number
}

export function startProgress({ total, done, cases, nowMs }: ProgressStart): ProgressState {
  return { total, done, cases, doneHere: 0, failed: 0, startedMs: nowMs, current: null }
}

export function withStartedTrial(state: ProgressState, current: NextTrial): ProgressState {
  return { ...state, current }
}

export function withEndedTrial(state: ProgressState, trial: Trial): ProgressState {
  const failed = state.failed + (trial.failure ? 1 : 0)
  // A contaminated run is made again, which nobody could plan.
  const total = Math.max(state.total, state.done + 1)
  return { ...state, total, done: state.done + 1, doneHere: state.doneHere + 1, failed, current: null }
}

/** Seconds that the remaining trials will take at the rate so far; null before the first trial has ended. */
export function estimateSecondsLeft(state: ProgressState, nowMs: number): number | null {
  if (state.doneHere === 0) return null
  return (((nowMs - state.startedMs) / state.doneHere) * Math.max(0, state.total - state.done)) / 1000
}
