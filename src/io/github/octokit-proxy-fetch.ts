import { defaults } from '@actions/github/lib/utils'

/** The toolkit's fetch: through the proxy that the variables of this machine name. Loading it takes as long as all else. */
export const proxyFetch: typeof globalThis.fetch = defaults.request?.fetch ?? globalThis.fetch
