import type { NextTrial } from './schedule.ts'
import { isContaminated, type Trial } from '../trial/trial.ts'

/** Progress of a run. */
export type ProgressState = {
  /** Constant, unless failed runs are repeated. */
  readonly total: number
  /** Whether the run may end with fewer trials than `total`. */
  readonly isMaximum: boolean
  readonly cases: number
  /** Recorded trials that are not excluded, including those of a resumed run. */
  readonly done: number
  /** Trials of this process only; the rate is computed from them. */
  readonly doneHere: number
  readonly failed: number
  /** Trials of this process that were excluded because of the machine state. */
  readonly excluded: number
  readonly startedMs: number
  readonly current: NextTrial | null
}

/** Initial values of the progress. */
export type ProgressStart = {
  readonly total: number
  readonly isMaximum: boolean
  readonly done: number
  readonly cases: number
  readonly nowMs: number
}

/** Creates the progress of a run that starts or resumes. */
export function startProgress({ nowMs, ...size }: ProgressStart): ProgressState {
  return { ...size, doneHere: 0, failed: 0, excluded: 0, startedMs: nowMs, current: null }
}

/** Returns the progress after the start of a trial. */
export function withStartedTrial(state: ProgressState, current: NextTrial): ProgressState {
  return { ...state, current }
}

/** Returns the progress after the end of a trial. */
export function withEndedTrial(state: ProgressState, trial: Trial): ProgressState {
  const ended = { ...state, doneHere: state.doneHere + 1, current: null }
  if (isContaminated(trial)) return { ...ended, excluded: state.excluded + 1 }
  const failed = state.failed + (trial.failure ? 1 : 0)
  const done = state.done + 1
  // The plan does not include repetitions of failed runs.
  return { ...ended, total: Math.max(state.total, done), done, failed }
}

/** Estimates the seconds of the remaining trials, at most `total`, at the current rate; null before the first has ended. */
export function estimateSecondsLeft(state: ProgressState, nowMs: number): number | null {
  if (state.doneHere === 0) return null
  return (((nowMs - state.startedMs) / state.doneHere) * Math.max(0, state.total - state.done)) / 1000
}
