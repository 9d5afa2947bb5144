import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { Octokit } from '@octokit/rest'
import type { Logger } from '../../ports/logger.ts'
import { createOctokitFetch } from './octokit-fetch.ts'
import type { RetryPolicy } from './octokit-retry-policy.ts'

/** Owner and name of a repository, as Octokit's parameters have them. */
export type RepositoryName = { readonly owner: string; readonly repo: string }

/** Request pacing; the defaults follow GitHub's published limits. */
export type ThrottleOptions = {
  /** Waits one second between writes and three between comments, as GitHub recommends. */
  readonly isPaced: boolean
  /** Length of one second of `retry-after` in milliseconds; shorter in tests. */
  readonly secondMs: number
  /** Clients with the same one wait for each other. Default: one for this process. */
  readonly queue: string
}

export type ClientOptions = {
  readonly token: string
  /** Base URL of the REST API: GITHUB_API_URL, with `/api/v3` on an Enterprise Server. */
  readonly apiUrl: string
  readonly logger: Logger
  readonly throttle?: Partial<ThrottleOptions>
  /** Delay before the first retry of a read, in ms; grows with the square of the attempt. Default: 1000. */
  readonly retryDelayMs?: number
  /** Time-out of one request in ms. Default: 30,000. */
  readonly requestTimeoutMs?: number
  /** How calls are retried during an outage; absent: they are not. */
  readonly patience?: RetryPolicy
  /** Aborted when the process is about to be killed: no retries, 2 s per request, and 3 s for all of them. */
  readonly hurry?: AbortSignal
}

const Client = Octokit.plugin(retry, throttling)

export type GitHubClient = InstanceType<typeof Client>

/** The runner stops waiting for a cancelled step after 7.5 s, which must cover all requests and the end of a trial. */
const hurriedTimeoutMs = 2000
const allHurriedMs = 3000
const maxLimitRetries = 2
/** Longer waits are left to the retry policy, which knows the time budget of the job. */
const maxWaitSeconds = 60

/** Creates an Octokit client that retries reads, paces writes and respects rate limits. */
export function createClient(options: ClientOptions): GitHubClient {
  const { logger, token, apiUrl, retryDelayMs = 1000, requestTimeoutMs = 30_000, hurry, patience } = options
  const debug = (message: string): void => logger.debug(message)
  const client = new Client({
    auth: token,
    baseUrl: apiUrl.replace(/\/+$/u, ''),
    userAgent: 'warpgauge',
    log: { debug, info: debug, warn: debug, error: debug },
    request: { fetch: createOctokitFetch(createLimit(requestTimeoutMs, hurry)) },
    // The throttling plugin handles 429, because it reads `retry-after`.
    retry: {
      doNotRetry: [400, 401, 403, 404, 409, 410, 422, 429, 451],
      retryAfterBaseValue: retryDelayMs,
      // The retry policy handles outages and logs them.
      retries: patience ? 1 : 3,
    },
    throttle: buildThrottleOptions(options),
  })
  client.hook.before('request', (request) => {
    request.headers['x-github-api-version'] = '2022-11-28'
    // A failed create may have taken effect; its caller checks before it retries.
    if (request.method === 'POST' || hurry?.aborted) request.request = { ...request.request, retries: 0 }
  })
  return client
}

/**
 * Creates a signal for each request. It aborts after `timeoutMs`. Once `hurry` aborts, each request has 2 s, and those
 * that start later have 3 s together, because a second request to a silent server is not worth the same wait.
 */
function createLimit(timeoutMs: number, hurry: AbortSignal | undefined): () => AbortSignal {
  if (!hurry) return () => AbortSignal.timeout(timeoutMs)
  const deadline = new AbortController()
  const onHurry = (): void => {
    setTimeout(() => deadline.abort(new Error('the time limit was reached')), hurriedTimeoutMs).unref()
  }
  hurry.addEventListener('abort', onHurry, { once: true })
  let hurriedUntilMs: number | null = null
  const limitHurried = (): AbortSignal => {
    const nowMs = performance.now()
    hurriedUntilMs ??= nowMs + allHurriedMs
    return AbortSignal.timeout(Math.max(0, Math.min(hurriedTimeoutMs, Math.round(hurriedUntilMs - nowMs))))
  }
  return () => (hurry.aborted ? limitHurried() : AbortSignal.any([AbortSignal.timeout(timeoutMs), deadline.signal]))
}

type LimitedRequest = { readonly method: string; readonly url: string }

function buildThrottleOptions({ logger, hurry, throttle = {} }: ClientOptions) {
  const { isPaced = true, secondMs = 1000, queue: id = 'all' } = throttle
  const onLimit =
    (limit: string) => (seconds: number, request: LimitedRequest, _client: unknown, retryCount: number) => {
      const mayRetry = retryCount < maxLimitRetries && seconds <= maxWaitSeconds && !hurry?.aborted
      const what = `${request.method} ${request.url}`
      logger.warning(
        `${what} reached GitHub's ${limit} (retry after ${seconds} s): ${mayRetry ? 'waiting' : 'giving up'}.`,
      )
      return mayRetry
    }
  const handlers = { onRateLimit: onLimit('rate limit'), onSecondaryRateLimit: onLimit('secondary rate limit') }
  const pacing: object = isPaced ? {} : { write: unpaced, notifications: unpaced }
  return Object.assign({ ...handlers, retryAfterBaseValue: secondMs, id }, pacing)
}

/** Replaces the limiters of the throttling plugin and passes every call through. */
const unpaced = {
  key: () => ({ schedule: <T>(_options: unknown, job: () => T): T => job() }),
}
