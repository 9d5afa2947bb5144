import type { NextTrial } from '../domain/plan/schedule.ts'
import type { Trial } from '../domain/trial/trial.ts'

/** Receives the progress of a run. */
export interface Progress {
  onStart(totalTrials: number, doneTrials: number, cases: number): void
  onTrialStart(next: NextTrial): void
  onTrialEnd(trial: Trial): void
  /** Live figures of a long run as one line, at most every 30 s. */
  onLiveLine?(line: string): void
  /** The comparisons so far, after each trial. Optional, because computing them takes time. */
  onStanding?(sentence: string): void
  onEnd(): void
}
