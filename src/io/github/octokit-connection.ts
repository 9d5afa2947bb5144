import type { Logger } from '../../ports/logger.ts'
import { createClient, type ClientOptions, type GitHubClient } from './octokit-client.ts'
import { isRequestFailure, translateErrors } from './octokit-error.ts'
import { callOnce } from './octokit-retry-policy.ts'

export type ConnectionOptions = ClientOptions & { readonly owner: string; readonly repo: string }

/** One repository and its API client. */
export type Connection = {
  readonly client: GitHubClient
  readonly place: { readonly owner: string; readonly repo: string }
  readonly logger: Logger
  readonly retryDelayMs: number
  /** Runs a call; a refusal becomes an EnvironmentError that names the missing permission. */
  readonly ask: <T>(action: string, permission: string, call: () => Promise<T>) => Promise<T>
}

/** Sends no request before the first call. */
export function connectTo(options: ConnectionOptions): Connection {
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

/** Returns the result of a call, or null for 404 and 410. */
export async function returnNullIfMissing<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (isRequestFailure(error) && (error.status === 404 || error.status === 410)) return null
    throw error
  }
}
