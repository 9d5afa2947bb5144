import { OutageError } from '../domain/errors.ts'
import type { Clock } from '../ports/clock.ts'
import type { Logger } from '../ports/logger.ts'
import { isRequestFailure } from './octokit-error.ts'

/** Performs a call again while GitHub is out of order. `isRepeatable`: the call finds what it wrote before. */
export type Patience = <T>(call: () => Promise<T>, isRepeatable: boolean) => Promise<T>

export type PatienceOptions = {
  readonly clock: Pick<Clock, 'monotonicMs'>
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Aborted: nothing is waited for any more. */
  readonly signal: AbortSignal
  readonly logger: Pick<Logger, 'warning' | 'info'>
}

/** Most outages of GitHub's API are shorter; what was measured for hours is worth a quarter of an hour of waiting. */
const longestOutageMs = 15 * 60_000
const firstPauseMs = 2000
const longestPauseMs = 60_000

/**
 * Waits for the end of an outage with growing pauses, at most 15 minutes for all calls together that an outage hits: who
 * has waited that long fails, and the calls after it try only once until one succeeds.
 *
 * @throws OutageError of the last attempt
 */
export function createPatience({ clock, sleep, signal, logger }: PatienceOptions): Patience {
  let downSinceMs: number | null = null
  let isSpent = false
  const pauseAfter = (error: OutageError, attempt: number): number | null => {
    const nowMs = clock.monotonicMs()
    downSinceMs ??= nowMs
    const ownMs = Math.min(longestPauseMs, firstPauseMs * 2 ** attempt)
    const pauseMs = Math.max(ownMs, (error.retryAfterSeconds ?? 0) * 1000)
    isSpent ||= nowMs + pauseMs - downSinceMs > longestOutageMs
    return signal.aborted || isSpent ? null : pauseMs
  }
  return async (call, isRepeatable) => {
    for (let attempt = 0; ; attempt += 1) {
      try {
        const result = await call()
        if (attempt > 0) logger.info('GitHub answers again.')
        downSinceMs = null
        isSpent = false
        return result
      } catch (error) {
        if (!(error instanceof OutageError) || !(isRepeatable || hasNoEffect(error))) throw error
        const pauseMs = pauseAfter(error, attempt)
        if (pauseMs === null) throw error
        if (attempt === 0) logger.warning(`${error.message} Trying again for up to 15 minutes.`)
        await sleep(pauseMs, signal)
      }
    }
  }
}

/** No patience at all. */
export const impatient: Patience = (call) => call()

/** It only read, or nobody heard it. */
function hasNoEffect({ cause }: OutageError): boolean {
  if (!isRequestFailure(cause)) return false
  if (cause.request.method === 'GET') return true
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/u.test(codesOf(cause))
}

/** The codes of an error and of what caused it: `fetch` hides the reason below. */
function codesOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const inner = error instanceof AggregateError ? error.errors.map(codesOf).join(' ') : ''
  return `${'code' in error ? String(error.code) : ''} ${codesOf(error.cause)} ${inner}`
}
