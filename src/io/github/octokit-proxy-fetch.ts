import { defaults } from '@actions/github/lib/utils'

/** The toolkit's fetch, which uses the proxy of the environment. Slow to load. */
export const proxyFetch: typeof globalThis.fetch = defaults.request?.fetch ?? globalThis.fetch
