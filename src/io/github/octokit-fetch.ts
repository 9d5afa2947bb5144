type Fetch = typeof globalThis.fetch
type RequestOptions = NonNullable<Parameters<Fetch>[1]>

const versionHeader = 'x-github-api-version'

/**
 * A `fetch` for Octokit that reads the complete body (Octokit treats a truncated body as empty) and aborts with the
 * signal of `limit`.
 */
export function createOctokitFetch(limit: () => AbortSignal): (url: string, init: RequestOptions) => Promise<Response> {
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
  const fetch = await fetchFor(url)
  const response = await fetch(url, { ...init, signal })
  const bytes = await response.arrayBuffer()
  const isBodyless = [204, 205, 304].includes(response.status)
  const complete = new Response(isBodyless ? null : bytes, { status: response.status, headers: [...response.headers] })
  // Octokit's pagination needs the URL, which a constructed response lacks.
  return Object.defineProperty(complete, 'url', { value: response.url })
}

/** Node's fetch ignores proxy variables. The toolkit's fetch is loaded only when they are set. */
async function fetchFor(url: string): Promise<Fetch> {
  const name = new URL(url).protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  if (!(process.env[name] ?? process.env[name.toUpperCase()])) return globalThis.fetch
  return (await import('./octokit-proxy-fetch.ts')).proxyFetch
}
