import type { LocalNames } from '../io/git/git-resolve.ts'

/**
 * With a token the remote can be asked what a tag is. Without one it may be private: then what the checkout fetched counts,
 * and publishing asks GitHub again.
 */
export function chooseLocalNames(token: string | null): LocalNames {
  return token === null ? 'fetched' : 'none'
}
