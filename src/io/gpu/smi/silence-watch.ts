import { performance } from 'node:perf_hooks'

/** Notices that something has gone silent. */
export type SilenceWatch = Disposable & {
  /** It has just been heard; from now on it may be silent for `limitMs`. */
  reset(limitMs: number): void
}

/**
 * Calls `onSilence` once when nothing was heard for the limit. A busy event loop is not silence: what has arrived in the
 * meantime is read first.
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
