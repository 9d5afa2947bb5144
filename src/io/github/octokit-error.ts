import { setTimeout as delay } from 'node:timers/promises'
import { EnvironmentError, OutageError } from '../../domain/core/errors.ts'
import type { Logger } from '../../ports/logger.ts'

/** The fields of Octokit's RequestError. Without a `response` the network failed, and the status is a synthetic 500. */
type RequestFailure = Error & {
  readonly status: number
  readonly request: { readonly method: string; readonly url: string }
  readonly response?: { readonly headers: Readonly<Record<string, string | number | undefined>> }
}

/** The attempted action, for the message, and the required permission, for the hint. */
export type Attempt = { readonly action: string; readonly permission: string; readonly repository: string }

export function isRequestFailure(error: unknown): error is RequestFailure {
  return error instanceof Error && 'status' in error && 'request' in error
}

/** Runs a call to GitHub; a refusal becomes an EnvironmentError that names the permission and the next step. */
export async function translateErrors<T>(attempt: Attempt, call: () => Promise<T>): Promise<T> {
  try {
    return await call()
  } catch (error) {
    throw isRequestFailure(error) ? translate(error, attempt) : error
  }
}

const createAttempts = 3

/**
 * Retries a write that creates something when its response is lost (5xx, connection reset). `write` must search before
 * it creates. At most three attempts.
 */
export async function repeatLostCreate<T>(write: () => Promise<T>, delayMs: number, logger: Logger): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await write()
    } catch (error) {
      if (!isLostCreate(error) || attempt === createAttempts) throw error
      logger.debug(`The response to a create was lost (${error.message}); checking whether it took effect.`)
      await delay(delayMs * attempt)
    }
  }
}

function isLostCreate(error: unknown): error is RequestFailure {
  return isRequestFailure(error) && error.request.method === 'POST' && error.status >= 500
}

function translate(failure: RequestFailure, attempt: Attempt): EnvironmentError {
  const { host } = new URL(failure.request.url)
  const reason = failure.message.replace(/ - https:\/\/docs\.\S*$/u, '')
  const could = `Could not ${attempt.action} in ${attempt.repository}`
  const options = { cause: failure }
  if (failure.response === undefined) {
    const hint = `Check that this machine reaches ${host} (network, proxy variables, certificate), then run the job again.`
    return new OutageError(`${could}: no answer from ${host}: ${reason}.`, hint, {
      ...options,
      retryAfterSeconds: null,
    })
  }
  const described = [`${could}: GitHub answered ${failure.status}: ${reason}`, chooseHint(failure, attempt)] as const
  if (!isLimited(failure) && failure.status < 500) return new EnvironmentError(...described, options)
  return new OutageError(...described, {
    ...options,
    retryAfterSeconds: readRetryAfterSeconds(failure.response.headers),
  })
}

/** A 403 means a missing permission or a rate limit; only the message distinguishes them. */
function isLimited({ status, message }: RequestFailure): boolean {
  return status === 429 || /rate limit|abuse detection/iu.test(message)
}

function readRetryAfterSeconds(headers: NonNullable<RequestFailure['response']>['headers']): number | null {
  const after = Number(headers['retry-after'] ?? Number.NaN)
  if (Number.isFinite(after)) return Math.max(0, after)
  if (String(headers['x-ratelimit-remaining']) !== '0') return null
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN)
  return Number.isFinite(reset) ? Math.max(0, reset - Date.now() / 1000) : null
}

/** Refusals that no permission of the token changes. */
const statedReasons = [
  { when: /is locked/iu, hint: 'Unlock the conversation to get comments there; the verdict is in the check.' },
  { when: /commenting is disabled/iu, hint: 'GitHub takes no more comments there; the verdict is in the check.' },
  { when: /was archived/iu, hint: 'Unarchive the repository, or stop its workflows.' },
  { when: /rule violations/iu, hint: 'A ruleset forbids this write: exempt the branch, or the app of the token.' },
]

function chooseHint(failure: RequestFailure, { permission, repository }: Attempt): string {
  if (isLimited(failure)) {
    return 'Wait until the rate limit of this token resets, then run the job again; run fewer jobs at the same time.'
  }
  if (/not permitted to create or approve/iu.test(failure.message)) {
    return 'Turn on Settings, Actions, General, "Allow GitHub Actions to create and approve pull requests" (in the organization first), or pass the token of an app.'
  }
  const stated = statedReasons.find(({ when }) => when.test(failure.message))
  if (stated) return stated.hint
  const grant = `Give the job \`permissions: ${permission}\``
  switch (failure.status) {
    case 401:
      return `${describeValidToken(permission)} A long run can outlive its token: upload its run folder as an artifact and publish it from another job with mode: publish (docs/interruptions.md).`
    case 403:
      return `${grant}; a run for a fork or of Dependabot has a read-only token, so publish it from a workflow_run workflow.`
    case 404:
      return `Check that ${repository} and the requested item exist, and ${toLowerFirst(grant)}: GitHub returns 404 for what a token cannot read.`
    case 422:
      return `Check that the commit was pushed to ${repository} and that the text is within GitHub's limits, and ${toLowerFirst(grant)}.`
    default:
      return 'Look at https://www.githubstatus.com, then run the job again.'
  }
}

function describeValidToken(permission: string): string {
  return `Pass a valid token: GITHUB_TOKEN of the running job with \`${permission}\`; tokens of ended jobs are invalid, and tokens of an app expire after one hour.`
}

function toLowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1)
}
