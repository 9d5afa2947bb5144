import { retry } from '@octokit/plugin-retry'
import { throttling } from '@octokit/plugin-throttling'
import { Octokit } from '@octokit/rest'
import type { Logger } from '../../ports/logger.ts'
import { createOctokitFetch } from './octokit-fetch.ts'
import type { RetryPolicy } from './octokit-retry-policy.ts'

/** Owner and name of a repository, as Octokit's parameters have them. */
export type RepositoryName = { readonly owner: string; readonly repo: string }

/** How fast GitHub is asked; the defaults keep its published rules. */
export type ThrottleOptions = {
  /** True keeps a second between writes and three between comments, as GitHub asks. */
  readonly isPaced: boolean
  /** How long a second of `retry-after` lasts, in milliseconds. */
  readonly secondMs: number
}

export type ClientOptions = {
  readonly token: string
  /** Base address of the REST API: GITHUB_API_URL, with `/api/v3` on an Enterprise Server. */
  readonly apiUrl: string
  readonly logger: Logger
  readonly throttle?: Partial<ThrottleOptions>
  /** Pause before the first repetition of a read; it grows with the square of the attempt. 1,000 when absent. */
  readonly retryDelayMs?: number
  /** How long one request may take. 30,000 when absent. */
  readonly requestTimeoutMs?: number
  /** How an outage is borne; not at all when absent. */
  readonly patience?: RetryPolicy
  /** Aborted: the process is about to be killed, so that nothing is repeated and a request gets 2 s. */
  readonly hurry?: AbortSignal
}

const Client = Octokit.plugin(retry, throttling)

export type GitHubClient = InstanceType<typeof Client>

/** The runner kills a cancelled step after 7.5 s; two requests and the end of a trial must fit in. */
const hurriedTimeoutMs = 2000
const maxLimitRetries = 2
/** Longer waits are those of `patience`, which knows how much time the job has. */
const longestWaitSeconds = 60

/** Octokit with repetition of reads, pacing of writes and the limits of GitHub kept. */
export function createClient(options: ClientOptions): GitHubClient {
  const { logger, token, apiUrl, retryDelayMs = 1000, requestTimeoutMs = 30_000, hurry, patience } = options
  const debug = (message: string): void => logger.debug(message)
  const client = new Client({
    auth: token,
    baseUrl: apiUrl.replace(/\/+$/u, ''),
    userAgent: 'warpgauge',
    log: { debug, info: debug, warn: debug, error: debug },
    request: { fetch: createOctokitFetch(createLimit(requestTimeoutMs, hurry)) },
    // 429 belongs to the throttle, which knows `retry-after`.
    retry: {
      doNotRetry: [400, 401, 403, 404, 409, 410, 422, 429, 451],
      retryAfterBaseValue: retryDelayMs,
      // Who has patience waits by its own rule, and says so.
      retries: patience ? 1 : 3,
    },
    throttle: throttleOptions(options),
  })
  client.hook.before('request', (request) => {
    request.headers['x-github-api-version'] = '2022-11-28'
    // A create that failed may have taken effect: only its caller can find out before trying again.
    if (request.method === 'POST' || hurry?.aborted) request.request = { ...request.request, retries: 0 }
  })
  return client
}

/** Makes a signal for each request: it aborts after `timeoutMs`, and 2 s after everything has become urgent. */
function createLimit(timeoutMs: number, hurry: AbortSignal | undefined): () => AbortSignal {
  if (!hurry) return () => AbortSignal.timeout(timeoutMs)
  const deadline = new AbortController()
  const onHurry = (): void => {
    setTimeout(() => deadline.abort(new Error('there was no time left')), hurriedTimeoutMs).unref()
  }
  hurry.addEventListener('abort', onHurry, { once: true })
  return () =>
    hurry.aborted
      ? AbortSignal.timeout(hurriedTimeoutMs)
      : AbortSignal.any([AbortSignal.timeout(timeoutMs), deadline.signal])
}

type LimitedRequest = { readonly method: string; readonly url: string }

function throttleOptions({ logger, hurry, throttle: { isPaced = true, secondMs = 1000 } = {} }: ClientOptions) {
  const onLimit =
    (limit: string) => (seconds: number, request: LimitedRequest, _client: unknown, retryCount: number) => {
      const mayRetry = retryCount < maxLimitRetries && seconds <= longestWaitSeconds && !hurry?.aborted
      const what = `${request.method} ${request.url}`
      logger.warning(
        `${what} reached GitHub's ${limit}, which asks for ${seconds} s: ${mayRetry ? 'waiting' : 'giving up'}.`,
      )
      return mayRetry
    }
  const handlers = { onRateLimit: onLimit('rate limit'), onSecondaryRateLimit: onLimit('secondary rate limit') }
  const pacing: object = isPaced ? {} : { write: unpaced, notifications: unpaced }
  return Object.assign({ ...handlers, retryAfterBaseValue: secondMs }, pacing)
}

/** Stands where the throttle has its limiters and lets everything through at once. */
const unpaced = {
  key: () => ({ schedule: <T>(_options: unknown, job: () => T): T => job() }),
}
