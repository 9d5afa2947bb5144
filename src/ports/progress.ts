import type { NextTrial } from '../domain/plan/schedule.ts'
import type { Trial } from '../domain/trial/trial.ts'

/** Number of trials of a run at its start. */
export type RunSize = {
  readonly totalTrials: number
  /** Whether the run may end with fewer trials, as with adaptive repeats. */
  readonly isMaximum: boolean
  /** Trials that a resumed run already has; 0 otherwise. */
  readonly doneTrials: number
  readonly cases: number
}

/** Receives the progress of a run. */
export interface Progress {
  onStart(size: RunSize): void
  onTrialStart(next: NextTrial): void
  onTrialEnd(trial: Trial): void
  /** Live figures of a long run as one line, at most every 30 s. */
  onLiveLine?(line: string): void
  /** The comparisons so far, after each trial. Optional, because computing them takes time. */
  onStanding?(sentence: string): void
  /** Called once, also when the run fails. */
  onEnd(): void
}
