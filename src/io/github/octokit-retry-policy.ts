import { OutageError } from '../../domain/core/errors.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Logger } from '../../ports/logger.ts'
import { isRequestFailure } from './octokit-error.ts'

/** Retries a call during a GitHub outage. `isRepeatable`: the call finds what it wrote before. */
export type RetryPolicy = <T>(call: () => Promise<T>, isRepeatable: boolean) => Promise<T>

export type RetryPolicyOptions = {
  readonly clock: Pick<Clock, 'readMonotonicMs'>
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted: stop waiting. */
  readonly signal: AbortSignal
  readonly logger: Pick<Logger, 'warning' | 'info'>
  /** Total waiting time over all outages of this process, in minutes. Default: 5. */
  readonly longestMinutes?: number
}

/** Short, because a publish job can be run again and must end before GitHub cancels it. */
const defaultMinutes = 5
const firstPauseMs = 2000
const maxPauseMs = 60_000

/**
 * Retries with exponential back-off for at most `longestMinutes` in total; afterwards each call is tried once. The
 * duration of failing calls counts as well.
 *
 * @throws OutageError of the last attempt
 */
export function createRetryPolicy(options: RetryPolicyOptions): RetryPolicy {
  const { clock, sleep, signal, logger, longestMinutes = defaultMinutes } = options
  let downSinceMs: number | null = null
  let earlierMs = 0
  let isSpent = false
  const pauseAfter = (error: OutageError, attempt: number): number | null => {
    const nowMs = clock.readMonotonicMs()
    downSinceMs ??= nowMs
    const ownMs = Math.min(maxPauseMs, firstPauseMs * 2 ** attempt)
    const pauseMs = Math.max(ownMs, (error.retryAfterSeconds ?? 0) * 1000)
    const waitedMs = earlierMs + nowMs + pauseMs - downSinceMs
    isSpent ||= waitedMs > longestMinutes * 60_000
    return signal.aborted || isSpent ? null : pauseMs
  }
  const endOutage = (attempt: number): void => {
    if (attempt > 0) logger.info('GitHub is available again.')
    earlierMs += downSinceMs === null ? 0 : clock.readMonotonicMs() - downSinceMs
    downSinceMs = null
    isSpent = false
  }
  return async (call, isRepeatable) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const result = await call()
        endOutage(attempt)
        return result
      } catch (error) {
        if (!(error instanceof OutageError) || !(isRepeatable || hasNoEffect(error))) throw error
        const pauseMs = pauseAfter(error, attempt)
        if (pauseMs === null && attempt > 0 && !signal.aborted)
          logger.warning(`GitHub was unavailable for the maximum waiting time of ${longestMinutes} minutes; giving up.`)
        if (pauseMs === null) throw error
        if (attempt === 0) logger.warning(`${error.message} Retrying for up to ${longestMinutes} minutes.`)
        await sleep(pauseMs, signal)
      }
    }
  }
}

/** Calls once, without a retry. */
export const callOnce: RetryPolicy = (call) => call()

/** The call only read, or the request did not reach GitHub. */
function hasNoEffect({ cause }: OutageError): boolean {
  if (!isRequestFailure(cause)) return false
  if (cause.request.method === 'GET') return true
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/u.test(collectErrorCodes(cause))
}

/** The codes of an error and its causes: `fetch` nests the reason. */
function collectErrorCodes(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const inner = error instanceof AggregateError ? error.errors.map(collectErrorCodes).join(' ') : ''
  return `${'code' in error ? String(error.code) : ''} ${collectErrorCodes(error.cause)} ${inner}`
}
