import { EnvironmentError, OutageError } from '../../domain/core/errors.ts'
import type { Clock } from '../machine/system-clock.ts'
import type { Logger } from '../../ports/logger.ts'

/** The fields of Octokit's RequestError. Without a `response` the network failed, and the status is a synthetic 500. */
type RequestFailure = Error & {
  readonly status: number
  readonly request: { readonly method: string; readonly url: string }
  readonly response?: { readonly headers: Readonly<Record<string, string | number | undefined>> }
}

/** The attempted action, for the message, and the required permission, for the hint. */
type Attempt = { readonly action: string; readonly permission: string; readonly repository: string }

export function isRequestFailure(error: unknown): error is RequestFailure {
  return error instanceof Error && 'status' in error && 'request' in error
}

/** Whether the request only read, or did not reach GitHub. */
export function hasNoEffect(error: RequestFailure): boolean {
  if (error.request.method === 'GET') return true
  return /ECONNREFUSED|ENOTFOUND|EAI_AGAIN/u.test(collectErrorCodes(error))
}

/** The codes of an error and its causes: `fetch` nests the reason. */
function collectErrorCodes(error: unknown): string {
  if (!(error instanceof Error)) return ''
  const inner = error instanceof AggregateError ? error.errors.map(collectErrorCodes).join(' ') : ''
  return `${'code' in error ? String(error.code) : ''} ${collectErrorCodes(error.cause)} ${inner}`
}

/** A refusal as an error that names the permission and the next step; an OutageError for what passes by itself. */
export function translateFailure(failure: RequestFailure, attempt: Attempt): EnvironmentError {
  const { host } = new URL(failure.request.url)
  const reason = failure.message.replace(/ - https:\/\/docs\.\S*$/u, '')
  const could = `Could not ${attempt.action} in ${attempt.repository}`
  const options = { cause: failure }
  if (failure.response === undefined) {
    const hint = `Check that this machine reaches ${host} (network, proxy variables, certificate), then run the job again.`
    return new OutageError(`${could}: no answer from ${host}: ${reason}.`, hint, {
      ...options,
      retryAfterSeconds: null,
    })
  }
  const described = [`${could}: GitHub answered ${failure.status}: ${reason}`, chooseHint(failure, attempt)] as const
  if (!isLimited(failure) && failure.status < 500) return new EnvironmentError(...described, options)
  return new OutageError(...described, {
    ...options,
    retryAfterSeconds: readRetryAfterSeconds(failure.response.headers),
  })
}

/** A 403 means a missing permission or a rate limit; only the message distinguishes them. */
function isLimited({ status, message }: RequestFailure): boolean {
  return status === 429 || /rate limit|abuse detection/iu.test(message)
}

function readRetryAfterSeconds(headers: NonNullable<RequestFailure['response']>['headers']): number | null {
  const after = Number(headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(after)) return Math.max(0, after)
  if (String(headers['x-ratelimit-remaining']) !== '0') return null
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
  return Number.isFinite(reset) ? Math.max(0, reset - Date.now() / 1000) : null
}

/** Refusals that no permission of the token changes. */
const statedReasons = [
  { when: /is locked/iu, hint: 'Unlock the conversation to get comments there; the verdict is in the check.' },
  { when: /commenting is disabled/iu, hint: 'GitHub takes no more comments there; the verdict is in the check.' },
  { when: /was archived/iu, hint: 'Unarchive the repository, or stop its workflows.' },
  { when: /saml/iu, hint: 'Authorize the token for the single sign-on of the organization, or use that of an app.' },
  { when: /ip allow list/iu, hint: 'Add the address of this machine to the IP allow list of the organization.' },
  { when: /rule violations/iu, hint: 'A ruleset forbids this write: exempt the branch, or the app of the token.' },
]

function chooseHint(failure: RequestFailure, { permission, repository }: Attempt): string {
  if (isLimited(failure)) {
    return 'Wait until the rate limit of this token resets, then run the job again; run fewer jobs at the same time.'
  }
  if (/not permitted to create or approve/iu.test(failure.message)) {
    return 'Turn on Settings, Actions, General, "Allow GitHub Actions to create and approve pull requests" (in the organization first), or pass the token of an app.'
  }
  const stated = statedReasons.find(({ when }) => when.test(failure.message))
  if (stated) return stated.hint
  const grant = `Give the job \`permissions: ${permission}\``
  switch (failure.status) {
    case 401:
      return `${describeValidToken(permission)} A long run can outlive its token: upload its run folder as an artifact and publish it from another job with mode: publish (docs/interruptions.md).`
    case 403:
      return `${grant}; a run for a fork or of Dependabot has a read-only token, so publish it from a workflow_run workflow.`
    case 404:
      return `Check that ${repository} and the requested item exist, and ${toLowerFirst(grant)}: GitHub returns 404 for what a token cannot read.`
    case 422:
      return `Check that the commit was pushed to ${repository} and that the text is within GitHub's limits, and ${toLowerFirst(grant)}.`
    default:
      return 'Look at https://www.githubstatus.com, then run the job again.'
  }
}

function describeValidToken(permission: string): string {
  return `Pass a valid token: GITHUB_TOKEN of the running job with \`${permission}\`; tokens of ended jobs are invalid, and tokens of an app expire after one hour.`
}

function toLowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}

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
        if (!(error instanceof OutageError) || !(isRepeatable || isHarmless(error))) throw error
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

function isHarmless({ cause }: OutageError): boolean {
  return isRequestFailure(cause) && hasNoEffect(cause)
}
