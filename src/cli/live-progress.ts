import { logUpdateStderr } from 'log-update'
import { startProgress, withEndedTrial, withStartedTrial, type ProgressState } from '../domain/progress-state.ts'
import { failureText, progressBar, progressText } from '../domain/progress-text.ts'
import { lineProgress } from '../io/line-progress.ts'
import type { Progress } from '../ports/progress.ts'
import { say } from './terminal.ts'

const frameMs = 200

/** A bar with cases, trials, rate and time left on a terminal; a plain line every few seconds anywhere else. */
export function terminalProgress(): Progress {
  return process.stderr.isTTY ? liveProgress() : lineProgress(say)
}

function liveProgress(): Progress {
  let state: ProgressState | null = null
  let timer: NodeJS.Timeout | null = null
  const draw = (): void => {
    if (state) logUpdateStderr(`${progressBar(state, 30)} ${progressText(state, performance.now())}`)
  }
  return {
    started(total, done, cases) {
      state = startProgress({ total, done, cases, nowMs: performance.now() })
      timer = setInterval(draw, frameMs)
      draw()
    },
    trialStarted(next) {
      if (state) state = withStartedTrial(state, next)
      draw()
    },
    trialEnded(trial) {
      if (!state) return
      state = withEndedTrial(state, trial)
      const failure = failureText(trial)
      if (failure !== null) logUpdateStderr.persist(`${failure}\n`)
      draw()
    },
    live(line) {
      logUpdateStderr.persist(`${line}\n`)
      draw()
    },
    ended() {
      if (timer) clearInterval(timer)
      draw()
      logUpdateStderr.done()
      state = null
    },
  }
}
