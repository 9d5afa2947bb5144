import { performance } from 'node:perf_hooks'

/** Detects missing output. */
export type SilenceWatch = Disposable & {
  /** Output has arrived; restarts the time-out with `limitMs`. */
  reset(limitMs: number): void
}

/**
 * Calls `onSilence` once after the time-out. Buffered output is read first, so a busy event loop does not count as
 * silence.
 */
export function watchSilence(firstLimitMs: number, onSilence: (silentMs: number) => void): SilenceWatch {
  let heardAt = performance.now()
  let limitMs = firstLimitMs
  let immediate: NodeJS.Immediate | undefined
  let timer = setTimeout(checkAfterReading, limitMs)
  function checkAfterReading(): void {
    immediate = setImmediate(() => {
      const restMs = heardAt + limitMs - performance.now()
      if (restMs <= 0) onSilence(performance.now() - heardAt)
      else timer = setTimeout(checkAfterReading, Math.ceil(restMs))
    })
  }
  return {
    reset(nextLimitMs) {
      heardAt = performance.now()
      limitMs = nextLimitMs
    },
    [Symbol.dispose]() {
      clearTimeout(timer)
      clearImmediate(immediate)
    },
  }
}
