import { throttling } from '@octokit/plugin-throttling'
import { Octokit } from '@octokit/rest'
import { attempt } from '../../domain/core/errors.ts'
import type { Logger } from '../../ports/logger.ts'

export type ClientOptions = {
  readonly token: string
  /** Base URL of the REST API: GITHUB_API_URL, with `/api/v3` on an Enterprise Server. */
  readonly apiUrl: string
  readonly logger: Logger
  /** Request pacing; the defaults follow GitHub's published limits. */
  readonly throttle?: {
    /** Waits one second between writes and three between comments, as GitHub recommends. */
    readonly isPaced?: boolean
    /** Length of one second of `retry-after` in milliseconds; shorter in tests. */
    readonly secondMs?: number
    /** Clients with the same one wait for each other. Default: one for this process. */
    readonly queue?: string
  }
  /** Time-out of one request in ms. Default: 30,000. */
  readonly requestTimeoutMs?: number
  /** Aborted when the process is about to be killed: no retries, 2 s per request, and 3 s for all of them. */
  readonly hurry?: AbortSignal
}

const Client = Octokit.plugin(throttling)

export type GitHubClient = InstanceType<typeof Client>

/** The runner stops waiting for a cancelled step after 7.5 s, which must cover all requests and the end of a trial. */
const hurriedTimeoutMs = 2000
const allHurriedMs = 3000
const maxLimitRetries = 2
/** Longer waits are left to the retry policy, which knows the time budget of the job. */
const maxWaitSeconds = 60
const versionHeader = 'x-github-api-version'

/** Creates an Octokit client that paces writes and waits out short rate limits. It repeats nothing else. */
export function createClient(options: ClientOptions): GitHubClient {
  const { logger, token, apiUrl, requestTimeoutMs = 30_000, hurry } = options
  const debug = (message: string): void => logger.debug(message)
  const client = new Client({
    auth: token,
    baseUrl: apiUrl.replace(/\/+$/u, ''),
    userAgent: 'warpgauge',
    log: { debug, info: debug, warn: debug, error: debug },
    request: { fetch: createFetch(createLimit(requestTimeoutMs, hurry)) },
    throttle: buildThrottleOptions(options),
  })
  client.hook.before('request', (request) => {
    request.headers[versionHeader] = '2022-11-28'
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
  const abort = (): void => deadline.abort(new Error('the time limit was reached'))
  hurry.addEventListener('abort', () => setTimeout(abort, hurriedTimeoutMs).unref(), { once: true })
  let hurriedUntilMs: number | null = null
  return () => {
    if (!hurry.aborted) return AbortSignal.any([AbortSignal.timeout(timeoutMs), deadline.signal])
    const nowMs = performance.now()
    hurriedUntilMs ??= nowMs + allHurriedMs
    return AbortSignal.timeout(Math.max(0, Math.min(hurriedTimeoutMs, Math.round(hurriedUntilMs - nowMs))))
  }
}

function buildThrottleOptions({ logger, hurry, throttle = {} }: ClientOptions) {
  const { isPaced = true, secondMs = 1000, queue: id = 'all' } = throttle
  type Limited = Readonly<Record<'method' | 'url', string>>
  const onLimit = (limit: string) => (seconds: number, request: Limited, _client: unknown, retries: number) => {
    const mayRetry = retries < maxLimitRetries && seconds <= maxWaitSeconds && !hurry?.aborted
    const what = `${request.method} ${request.url} reached GitHub's ${limit} (retry after ${seconds} s)`
    logger.warning(`${what}: ${mayRetry ? 'waiting' : 'giving up'}.`)
    return mayRetry
  }
  const handlers = { onRateLimit: onLimit('rate limit'), onSecondaryRateLimit: onLimit('secondary rate limit') }
  // Replaces the limiters of the throttling plugin and passes every call through.
  const unpaced = { key: () => ({ schedule: <T>(_options: unknown, job: () => T): T => job() }) }
  const pacing: object = isPaced ? {} : { write: unpaced, notifications: unpaced }
  return Object.assign({ ...handlers, retryAfterBaseValue: secondMs, id }, pacing)
}

type Fetch = typeof globalThis.fetch
type RequestOptions = NonNullable<Parameters<Fetch>[1]>

/** Reads the complete body: Octokit treats a truncated one as empty. Aborts with the signal of `limit`. */
function createFetch(limit: () => AbortSignal): (url: string, init: RequestOptions) => Promise<Response> {
  return async (url, init) => {
    const response = await fetchCompletely(url, init, limit())
    const headers = new Headers(init.headers)
    if (response.status !== 400 || !headers.has(versionHeader)) return response
    // An Enterprise Server may reject the API version with 400. Nothing was executed, so a retry is safe.
    headers.delete(versionHeader)
    return await fetchCompletely(url, { ...init, headers }, limit())
  }
}

async function fetchCompletely(url: string, init: RequestOptions, signal: AbortSignal): Promise<Response> {
  const fetch = await chooseFetch(url)
  const response = await fetch(url, { ...init, signal })
  const bytes = await response.arrayBuffer()
  const isBodyless = [204, 205, 304].includes(response.status)
  const headers = new Headers(response.headers)
  // Only files are requested in another form than JSON.
  const wantsText = new Headers(init.headers).get('accept')?.includes('raw') ?? false
  if (response.ok && !isBodyless) {
    refuseForeignBody(response, bytes, wantsText)
    if (!wantsText) headers.set('content-type', 'application/json')
  }
  const complete = new Response(isBodyless ? null : bytes, { status: response.status, headers: [...headers] })
  // Octokit's pagination needs the URL, which a constructed response lacks.
  return Object.defineProperty(complete, 'url', { value: response.url })
}

/** Octokit returns a web page, such as that of a proxy, and broken JSON as text, and an empty body as an empty list. */
function refuseForeignBody({ headers, status }: Response, bytes: ArrayBuffer, wantsText: boolean): void {
  const type = headers.get('content-type') ?? 'no content-type'
  const isData = wantsText
    ? !type.startsWith('text/html')
    : attempt(() => JSON.parse(new TextDecoder().decode(bytes)) ?? '') !== null
  if (!isData) throw new Error(`status ${status} with a body that is not JSON (${type})`)
}

/** Node's fetch ignores proxy variables. The toolkit's fetch, which is slow to load, is used only when they are set. */
async function chooseFetch(url: string): Promise<Fetch> {
  const name = new URL(url).protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  if (!(process.env[name] ?? process.env[name.toUpperCase()])) return globalThis.fetch
  return (await import('./octokit-proxy-fetch.ts')).proxyFetch
}
