import type { Logger } from '../../ports/logger.ts'
import { createClient, type ClientOptions, type GitHubClient } from './octokit-client.ts'
import { isRequestFailure, translateErrors } from './octokit-error.ts'
import { callOnce } from './octokit-retry-policy.ts'

export type PlaceOptions = ClientOptions & { readonly owner: string; readonly repo: string }

/** One repository and how it is asked. */
export type Connection = {
  readonly client: GitHubClient
  readonly place: { readonly owner: string; readonly repo: string }
  readonly logger: Logger
  readonly retryDelayMs: number
  /** Performs a call; a refusal becomes an EnvironmentError that names what the token lacks. */
  readonly ask: <T>(action: string, permission: string, call: () => Promise<T>) => Promise<T>
}

/** Nothing is asked before the first call. */
export function connectTo(options: PlaceOptions): Connection {
  const { owner, repo, logger, retryDelayMs = 1000, patience = callOnce } = options
  const repository = `${owner}/${repo}`
  return {
    client: createClient(options),
    place: { owner, repo },
    logger,
    retryDelayMs,
    ask: (action, permission, call) => patience(() => translateErrors({ action, permission, repository }, call), false),
  }
}

/** What a call gives, or null when GitHub answers that there is no such thing. */
export async function returnNullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (isRequestFailure(error) && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}
