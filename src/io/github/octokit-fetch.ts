type Fetch = typeof globalThis.fetch
type RequestOptions = NonNullable<Parameters<Fetch>[1]>

const versionHeader = 'x-github-api-version'

/**
 * `fetch` as Octokit should have it: an answer counts only when all of it has arrived (Octokit takes a body that was
 * cut off for an empty one), and a server that says nothing is given up when the signal that `limit` makes aborts.
 */
export function createOctokitFetch(limit: () => AbortSignal): (url: string, init: RequestOptions) => Promise<Response> {
  return async (url, init) => {
    const response = await fetchCompletely(url, init, limit())
    const headers = new Headers(init.headers)
    if (response.status !== 400 || !headers.has(versionHeader)) return response
    // An Enterprise Server may not know the version; 400 means that nothing was done, so asking again is safe.
    headers.delete(versionHeader)
    return await fetchCompletely(url, { ...init, headers }, limit())
  }
}

async function fetchCompletely(url: string, init: RequestOptions, signal: AbortSignal): Promise<Response> {
  const fetch = await fetchFor(url)
  const response = await fetch(url, { ...init, signal })
  const bytes = await response.arrayBuffer()
  const isBodyless = [204, 205, 304].includes(response.status)
  const whole = new Response(isBodyless ? null : bytes, { status: response.status, headers: [...response.headers] })
  // Octokit's pagination reads the address, which a response made by hand does not have.
  return Object.defineProperty(whole, 'url', { value: response.url })
}

/** Node's own fetch ignores the proxy variables of a self-hosted runner; the toolkit's is loaded only when they are set. */
async function fetchFor(url: string): Promise<Fetch> {
  const name = new URL(url).protocol === 'https:' ? 'https_proxy' : 'http_proxy'
  if (!(process.env[name] ?? process.env[name.toUpperCase()])) return globalThis.fetch
  return (await import('./octokit-proxy-fetch.ts')).proxyFetch
}
