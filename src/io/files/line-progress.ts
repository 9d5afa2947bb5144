import type { Progress } from '../../ports/progress.ts'
import {
  formatFailure,
  formatProgress,
  type ProgressState,
  startProgress,
  withEndedTrial,
  withStartedTrial,
} from '../../domain/plan/progress.ts'

const intervalMs = 5000

/** Prints a progress line every few seconds: completed trials, current trial, rate and remaining time. */
export function createLineProgress(
  print: (line: string) => void,
  clockMs: () => number = () => performance.now(),
): Progress {
  let state: ProgressState | null = null
  let timer: NodeJS.Timeout | null = null
  const printProgress = (): void => {
    if (state) print(formatProgress(state, clockMs()))
  }
  return {
    onStart({ totalTrials: total, doneTrials: done, isMaximum, cases }) {
      state = startProgress({ total, isMaximum, done, cases, nowMs: clockMs() })
      printProgress()
      timer = setInterval(printProgress, intervalMs)
      timer.unref()
    },
    onTrialStart(next) {
      if (state) state = withStartedTrial(state, next)
    },
    onTrialEnd(trial) {
      if (!state) return
      state = withEndedTrial(state, trial)
      const failure = formatFailure(trial)
      if (failure !== null) print(failure)
    },
    onLiveLine: print,
    onEnd() {
      if (timer) clearInterval(timer)
      printProgress()
      state = null
    },
  }
}
