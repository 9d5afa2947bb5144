import { setTimeout as delay } from 'node:timers/promises'
import { EnvironmentError, OutageError } from '../../domain/core/errors.ts'
import type { Logger } from '../../ports/logger.ts'
import type { Clock } from '../machine/system-clock.ts'
import { createClient, type ClientOptions, type GitHubClient } from './octokit.ts'

/** The repository, and how requests are repeated. */
export type GitHubOptions = ClientOptions & {
  readonly owner: string
  readonly repo: string
  /** Pause before a lost request is sent again, in ms; twice as long before the last time. Default: 1000. */
  readonly retryDelayMs?: number
  /** How calls are repeated during an outage; absent: they are not. */
  readonly patience?: RetryPolicy
}

/** How a call may be repeated. */
export type CallOptions = {
  /** The call finds what it wrote before, so it is repeated whatever was lost. Default: only what had no effect. */
  readonly repeat?: boolean
  /** False: does not wait for the end of an outage. */
  readonly waits?: boolean
  /** A failure is final, because the next call follows soon. */
  readonly isFleeting?: boolean
}

/** Once, and twice more when the answer was lost. */
const maxAttempts = 3

/** One repository and its API client. Sends no request before the first call. */
export class Connection {
  protected readonly client: GitHubClient
  /** Owner and name, as Octokit's parameters have them. */
  protected readonly place: { readonly owner: string; readonly repo: string }
  readonly #options: GitHubOptions

  constructor(options: GitHubOptions) {
    this.#options = options
    this.client = createClient(options)
    this.place = { owner: options.owner, repo: options.repo }
  }

  /**
   * Every request to GitHub is sent in here. A refusal becomes an EnvironmentError that names the permission. A lost
   * request is sent again within seconds, then, during an outage, as long as the policy of the step permits. `mayExist`:
   * an earlier create was lost and may have taken effect.
   */
  protected async call<T>(
    action: string,
    permission: string,
    send: (mayExist: boolean) => Promise<T>,
    { repeat = false, waits = true, isFleeting = false }: CallOptions = {},
  ): Promise<T> {
    const { owner, repo, patience, hurry, logger, retryDelayMs = 1000 } = this.#options
    const attempt = { action, permission, repository: `${owner}/${repo}` }
    const mostAttempts = isFleeting ? 1 : maxAttempts
    let mayExist = false
    const sendSoon = async (): Promise<T> => {
      for (let count = 1; ; count += 1) {
        try {
          return await send(mayExist)
        } catch (error) {
          if (!isRequestFailure(error)) throw error
          const isLost = error.status >= 500
          mayExist ||= isLost && error.request.method === 'POST'
          const isSentAgain = isLost && (repeat || hasNoEffect(error)) && count < mostAttempts
          if (!isSentAgain || hurry?.aborted) throw translateFailure(error, attempt)
          logger.debug(`${error.request.method} ${error.request.url} was lost (${error.message}); sending it again.`)
          await delay(retryDelayMs * count)
        }
      }
    }
    return await (patience && waits && !isFleeting ? patience(sendSoon, repeat) : sendSoon())
  }
}

/** Returns the result of a call, or `instead` after an expected refusal. */
export async function acceptRefusal<T, U>(
  instead: U,
  isExpected: (failure: RequestFailure) => boolean,
  send: () => Promise<T>,
): Promise<T | U> {
  try {
    return await send()
  } catch (error) {
    if (isRequestFailure(error) && isExpected(error)) return instead
    throw error
  }
}

/** Returns the result of a call, or null for 404 and 410. */
export function returnNullIfMissing<T>(send: () => Promise<T>): Promise<T | null> {
  return acceptRefusal(null, ({ status }) => status === 404 || status === 410, send)
}

/** The fields of Octokit's RequestError. Without a `response` the network failed, and the status is a synthetic 500. */
export type RequestFailure = Error & {
  readonly status: number
  readonly request: { readonly method: string; readonly url: string }
  readonly response?: { readonly headers: Readonly<Record<string, string | number | undefined>> }
}

/** `action`: for the message. `permission`: for the hint. */
type Attempt = Readonly<Record<'action' | 'permission' | 'repository', string>>

/** Whether GitHub answered a request with an error, or did not answer. */
export function isRequestFailure(error: unknown): error is RequestFailure {
  return error instanceof Error && 'status' in error && 'request' in error
}

/** Whether the request only read, or did not reach GitHub. */
function hasNoEffect(error: RequestFailure): boolean {
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
    const message = `${could}: no answer from ${host}: ${reason}.`
    return new OutageError(message, hint, { ...options, retryAfterSeconds: null })
  }
  const described = [`${could}: GitHub answered ${failure.status}: ${reason}`, chooseHint(failure, attempt)] as const
  if (!isLimited(failure) && failure.status < 500) return new EnvironmentError(...described, options)
  const retryAfterSeconds = readRetryAfterSeconds(failure.response.headers)
  return new OutageError(...described, { ...options, retryAfterSeconds })
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
  {
    when: /not permitted to create or approve/iu,
    hint: 'Turn on Settings, Actions, General, "Allow GitHub Actions to create and approve pull requests" (in the organization first), or pass the token of an app.',
  },
  { when: /is locked/iu, hint: 'Unlock the conversation to get comments there; the verdict is in the check.' },
  { when: /commenting is disabled/iu, hint: 'GitHub takes no more comments there; the verdict is in the check.' },
  { when: /was archived/iu, hint: 'Unarchive the repository, or stop its workflows.' },
  {
    // The router of Gitea; GitHub says "Not Found".
    when: /page not found/iu,
    hint: 'This server lacks this part of the API of GitHub, as Gitea does. Use mode: check without token: the result of the job is the verdict (docs/runners.md).',
  },
  { when: /saml/iu, hint: 'Authorize the token for the single sign-on of the organization, or use that of an app.' },
  { when: /ip allow list/iu, hint: 'Add the address of this machine to the IP allow list of the organization.' },
  { when: /rule violations/iu, hint: 'A ruleset forbids this write: exempt the branch, or the app of the token.' },
]

function chooseHint(failure: RequestFailure, { permission, repository }: Attempt): string {
  if (isLimited(failure))
    return 'Wait until the rate limit of this token resets, then run the job again; run fewer jobs at the same time.'
  const stated = statedReasons.find(({ when }) => when.test(failure.message))
  if (stated) return stated.hint
  const grant = `give the job \`permissions: ${permission}\``
  switch (failure.status) {
    case 401:
      return `Pass a valid token: GITHUB_TOKEN of the running job with \`${permission}\`; tokens of ended jobs are invalid, and tokens of an app expire after one hour. A long run can outlive its token: upload its run folder as an artifact and publish it from another job with mode: publish (docs/interruptions.md).`
    case 403:
      return `Give the job \`permissions: ${permission}\`; a run for a fork or of Dependabot has a read-only token, so publish it from a workflow_run workflow.`
    case 404:
      return `Check that ${repository} and the requested item exist, and ${grant}: GitHub returns 404 for what a token cannot read.`
    case 422:
      return `Check that the commit was pushed to ${repository} and that the text is within GitHub's limits, and ${grant}.`
    default:
      return 'Look at https://www.githubstatus.com, then run the job again.'
  }
}

/** Retries a call during a GitHub outage. `isRepeatable`: the call finds what it wrote before. */
export type RetryPolicy = <T>(call: () => Promise<T>, isRepeatable: boolean) => Promise<T>

const firstPauseMs = 2000
const maxPauseMs = 60_000

/**
 * Retries with exponential back-off until `signal` aborts, and for at most `longestMinutes` over all outages of this
 * process; afterwards each call is tried once. The duration of failing calls counts as well.
 *
 * @throws OutageError of the last attempt
 */
export function createRetryPolicy({
  clock,
  sleep,
  signal,
  logger,
  // Short, because a publish job can be run again and must end before GitHub cancels it.
  longestMinutes = 5,
}: {
  readonly clock: Pick<Clock, 'readMonotonicMs'>
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly signal: AbortSignal
  readonly logger: Pick<Logger, 'warning' | 'info'>
  readonly longestMinutes?: number
}): RetryPolicy {
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
        if (!(error instanceof OutageError)) throw error
        if (!isRepeatable && !(isRequestFailure(error.cause) && hasNoEffect(error.cause))) throw error
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
