import type { RunContext } from '../domain/core/run-context.ts'
import { sleepUntilAborted } from '../io/process/abortable-sleep.ts'
import { createCommandAuthority } from '../io/github/octokit-command-authority.ts'
import { createIssueComments } from '../io/github/octokit-issue-comments.ts'
import { connectTo } from '../io/github/octokit-connection.ts'
import { createGitHub } from '../io/github/octokit-github.ts'
import { createRetryPolicy, type RetryPolicy } from '../io/github/octokit-retry-policy.ts'
import { systemClock } from '../io/machine/system-clock.ts'
import type { GitHub } from '../ports/github.ts'
import type { Logger } from '../ports/logger.ts'
import type { AcceptancePorts } from '../steps/commands/find-acceptance.ts'

type Repository = NonNullable<RunContext['repository']>

/**
 * GitHub for the repository of this run. GitHub Enterprise has another address, which the runner tells. An outage is
 * waited out until `signal` aborts.
 */
export function connectGitHub(token: string, repository: Repository, logger: Logger, signal?: AbortSignal): GitHub {
  return createGitHub(buildConnectionOptions(token, repository, logger, signal))
}

/** A run that measured for hours is worth more waiting than one that can be repeated in minutes. */
const longestMinutes = { measuring: 15, other: 5 }
const patiences = new WeakMap<AbortSignal, RetryPolicy>()

/** One for everything that a process asks of GitHub, so that its connections do not each wait as long. */
function sharePatience(signal: AbortSignal, logger: Logger, kind: keyof typeof longestMinutes): RetryPolicy {
  const known = patiences.get(signal)
  if (known) return known
  const options = { clock: systemClock, sleep: sleepUntilAborted, signal, logger, longestMinutes: longestMinutes[kind] }
  const patience = createRetryPolicy(options)
  patiences.set(signal, patience)
  return patience
}

/** Lets every later connection of this process wait for GitHub as long as a run is worth that measures here. */
export function extendPatience(signal: AbortSignal, logger: Logger): void {
  sharePatience(signal, logger, 'measuring')
}

/** Where acceptances of a failed check are looked up. */
export function createAcceptancePorts(
  token: string,
  repository: Repository,
  logger: Logger,
  signal?: AbortSignal,
): AcceptancePorts {
  const connection = connectTo(buildConnectionOptions(token, repository, logger, signal))
  return {
    comments: createIssueComments(connection),
    authority: createCommandAuthority(connection),
    clock: systemClock,
  }
}

/** Whom to ask, and how. */
export function buildConnectionOptions(
  token: string,
  { owner, name }: Repository,
  logger: Logger,
  signal = new AbortController().signal,
) {
  const apiUrl = process.env['GITHUB_API_URL'] ?? 'https://api.github.com'
  const patience = sharePatience(signal, logger, 'other')
  return { token, apiUrl, owner, repo: name, logger, patience, hurry: signal }
}
