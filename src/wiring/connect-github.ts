import type { RunContext } from '../domain/core/run-context.ts'
import { sleepUntilAborted } from '../io/process/abortable-sleep.ts'
import { createCommandAuthority } from '../io/github/octokit-command-authority.ts'
import { createCommitTrees } from '../io/github/octokit-commit-trees.ts'
import { createIssueComments } from '../io/github/octokit-issue-comments.ts'
import { connectTo } from '../io/github/octokit-connection.ts'
import { createGitHub } from '../io/github/octokit-github.ts'
import { createRetryPolicy, type RetryPolicy } from '../io/github/octokit-retry-policy.ts'
import { systemClock } from '../io/machine/system-clock.ts'
import type { GitHub } from '../ports/github.ts'
import type { Logger } from '../ports/logger.ts'
import type { AcceptancePorts } from '../steps/commands/find-acceptance.ts'
import type { DecisionPorts } from '../steps/paths/decide-measurement.ts'

type Repository = NonNullable<RunContext['repository']>

/**
 * Connects to GitHub for the repository of this run; the runner supplies the address of GitHub Enterprise. Waits out an
 * outage until `signal` aborts.
 */
export function connectGitHub(token: string, repository: Repository, logger: Logger, signal?: AbortSignal): GitHub {
  return createGitHub(buildConnectionOptions(token, repository, logger, signal))
}

/** Connects to what the decision about a measurement reads. */
export function connectDecision(
  token: string,
  repository: Repository,
  logger: Logger,
  signal: AbortSignal,
): DecisionPorts {
  const options = buildConnectionOptions(token, repository, logger, signal)
  return { gitHub: createGitHub(options), trees: createCommitTrees(connectTo(options)) }
}

/** Longest wait in minutes: a measurement takes hours, other modes can be repeated. */
const longestMinutes = { measuring: 15, other: 5 }
const retryPolicies = new WeakMap<AbortSignal, RetryPolicy>()

/** Shares one wait budget between all connections of a process. */
function shareRetryPolicy(signal: AbortSignal, logger: Logger, kind: keyof typeof longestMinutes): RetryPolicy {
  const known = retryPolicies.get(signal)
  if (known) return known
  const options = { clock: systemClock, sleep: sleepUntilAborted, signal, logger, longestMinutes: longestMinutes[kind] }
  const policy = createRetryPolicy(options)
  retryPolicies.set(signal, policy)
  return policy
}

/** Sets the longer wait of measuring runs for all later connections of this process. */
export function extendRetries(signal: AbortSignal, logger: Logger): void {
  shareRetryPolicy(signal, logger, 'measuring')
}

/** Creates the ports for finding acceptances of a failed check. */
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

/** Builds the options of a GitHub connection. */
export function buildConnectionOptions(
  token: string,
  { owner, name }: Repository,
  logger: Logger,
  signal = new AbortController().signal,
) {
  const apiUrl = process.env['GITHUB_API_URL'] ?? 'https://api.github.com'
  const policy = shareRetryPolicy(signal, logger, 'other')
  return { token, apiUrl, owner, repo: name, logger, patience: policy, hurry: signal }
}
