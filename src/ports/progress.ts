import type { NextTrial } from '../domain/plan/schedule.ts'
import type { Trial } from '../domain/trial/trial.ts'

/** Someone watching a run go by. */
export interface Progress {
  onStart(totalTrials: number, doneTrials: number, cases: number): void
  onTrialStart(next: NextTrial): void
  onTrialEnd(trial: Trial): void
  /** Live figures of a run of hours, as one line; at most every half minute. */
  onLiveLine?(line: string): void
  /** How the comparisons look so far, after a trial; whoever does not ask is not told, since it takes a moment to know. */
  onStanding?(sentence: string): void
  onEnd(): void
}
