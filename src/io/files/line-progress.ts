import type { Progress } from '../../ports/progress.ts'
import { failureText, progressText } from '../../domain/plan/progress-text.ts'
import {
  startProgress,
  withStartedTrial,
  withEndedTrial,
  type ProgressState,
} from '../../domain/plan/progress-state.ts'

const intervalMs = 5000

/** A plain line every few seconds, for logs: what is done, what runs, the rate and the time left. */
export function lineProgress(say: (line: string) => void, clockMs: () => number = () => performance.now()): Progress {
  let state: ProgressState | null = null
  let timer: NodeJS.Timeout | null = null
  const speak = (): void => {
    if (state) say(progressText(state, clockMs()))
  }
  return {
    started(total, done, cases) {
      state = startProgress({ total, done, cases, nowMs: clockMs() })
      speak()
      timer = setInterval(speak, intervalMs)
      timer.unref()
    },
    trialStarted(next) {
      if (state) state = withStartedTrial(state, next)
    },
    trialEnded(trial) {
      if (!state) return
      state = withEndedTrial(state, trial)
      const failure = failureText(trial)
      if (failure !== null) say(failure)
    },
    live: say,
    ended() {
      if (timer) clearInterval(timer)
      speak()
      state = null
    },
  }
}
