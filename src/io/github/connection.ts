import { setTimeout as delay } from 'node:timers/promises'
import { createClient, type ClientOptions, type GitHubClient } from './octokit.ts'
import {
  hasNoEffect,
  isRequestFailure,
  translateFailure,
  type RequestFailure,
  type RetryPolicy,
} from './request-failure.ts'

export type GitHubOptions = ClientOptions & {
  readonly owner: string
  readonly repo: string
  /** Pause before a lost request is sent again, in ms; twice as long before the last time. Default: 1000. */
  readonly retryDelayMs?: number
  /** How calls are repeated during an outage; absent: they are not. */
  readonly patience?: RetryPolicy
}

/** How a call may be repeated. */
export type CallOptions = {
  /** The call finds what it wrote before, so it is repeated whatever was lost. Default: only what had no effect. */
  readonly repeat?: boolean
  /** False: does not wait for the end of an outage. */
  readonly waits?: boolean
  /** A failure is final, because the next call follows soon. */
  readonly isFleeting?: boolean
}

/** Once, and twice more when the answer was lost. */
const maxAttempts = 3

/** One repository and its API client. Sends no request before the first call. */
export class Connection {
  protected readonly client: GitHubClient
  /** Owner and name, as Octokit's parameters have them. */
  protected readonly place: { readonly owner: string; readonly repo: string }
  readonly #options: GitHubOptions

  constructor(options: GitHubOptions) {
    this.#options = options
    this.client = createClient(options)
    this.place = { owner: options.owner, repo: options.repo }
  }

  /**
   * Every request to GitHub is sent in here. A refusal becomes an EnvironmentError that names the permission. A lost
   * request is sent again within seconds, then, during an outage, as long as the policy of the step permits. `mayExist`:
   * an earlier create was lost and may have taken effect.
   */
  protected async call<T>(
    action: string,
    permission: string,
    send: (mayExist: boolean) => Promise<T>,
    { repeat = false, waits = true, isFleeting = false }: CallOptions = {},
  ): Promise<T> {
    const { owner, repo, patience, hurry, logger, retryDelayMs = 1000 } = this.#options
    const attempt = { action, permission, repository: `${owner}/${repo}` }
    const mostAttempts = isFleeting ? 1 : maxAttempts
    let mayExist = false
    const sendSoon = async (): Promise<T> => {
      for (let count = 1; ; count += 1) {
        try {
          return await send(mayExist)
        } catch (error) {
          if (!isRequestFailure(error)) throw error
          const isLost = error.status >= 500
          mayExist ||= isLost && error.request.method === 'POST'
          const isSentAgain = isLost && (repeat || hasNoEffect(error)) && count < mostAttempts
          if (!isSentAgain || hurry?.aborted) throw translateFailure(error, attempt)
          logger.debug(`${error.request.method} ${error.request.url} was lost (${error.message}); sending it again.`)
          await delay(retryDelayMs * count)
        }
      }
    }
    return await (patience && waits && !isFleeting ? patience(sendSoon, repeat) : sendSoon())
  }
}

/** Returns the result of a call, or `instead` after an expected refusal. */
export async function acceptRefusal<T, U>(
  instead: U,
  isExpected: (failure: RequestFailure) => boolean,
  send: () => Promise<T>,
): Promise<T | U> {
  try {
    return await send()
  } catch (error) {
    if (isRequestFailure(error) && isExpected(error)) return instead
    throw error
  }
}

/** Returns the result of a call, or null for 404 and 410. */
export function returnNullIfMissing<T>(send: () => Promise<T>): Promise<T | null> {
  return acceptRefusal(null, ({ status }) => status === 404 || status === 410, send)
}
