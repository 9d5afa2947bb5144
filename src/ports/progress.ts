import type { NextTrial } from '../domain/plan/schedule.ts'
import type { Trial } from '../domain/trial/trial.ts'

/** Someone watching a run go by. */
export interface Progress {
  started(totalTrials: number, doneTrials: number, cases: number): void
  trialStarted(next: NextTrial): void
  trialEnded(trial: Trial): void
  /** Live figures of a run of hours, as one line; at most every half minute. */
  live?(line: string): void
  /** How the comparisons look so far, after a trial; whoever does not ask is not told, since it takes a moment to know. */
  standing?(sentence: string): void
  ended(): void
}
