import type { LocalNames } from '../io/git/git-resolve.ts'

/**
 * With a token, the remote resolves tags. Without one the remote may be private, so the fetched tags count, and
 * publishing verifies them with GitHub.
 */
export function chooseLocalNames(token: string | null): LocalNames {
  return token === null ? 'fetched' : 'none'
}
