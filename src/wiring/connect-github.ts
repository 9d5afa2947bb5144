import { randomUUID } from 'node:crypto'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'
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

/** The step that connects; without a signal it waits out an outage whatever happens. */
export type ConnectingStep = {
  readonly env: EnvironmentVariables
  readonly logger: Logger
  readonly signal?: AbortSignal
}

/**
 * Connects to GitHub for the repository of this run; the runner supplies the address of GitHub Enterprise. Waits out an
 * outage until `signal` aborts.
 */
export function connectGitHub(token: string, repository: Repository, step: ConnectingStep): GitHub {
  return createGitHub(buildConnectionOptions(token, repository, step))
}

/** Connects to what the decision about a measurement reads. */
export function connectDecision(token: string, repository: Repository, step: ConnectingStep): DecisionPorts {
  const options = buildConnectionOptions(token, repository, step)
  return { gitHub: createGitHub(options), trees: createCommitTrees(connectTo(options)) }
}

/** Longest wait in minutes: a measurement takes hours, other modes can be repeated. */
const longestMinutes = { measuring: 15, other: 5 }
const shared = new WeakMap<AbortSignal, Waiting>()

/** What all connections of a step share: the wait budget, and the queue of their requests. */
type Waiting = { readonly patience: RetryPolicy; readonly throttle: { readonly queue: string } }

function shareWaiting(signal: AbortSignal, logger: Logger, kind: keyof typeof longestMinutes): Waiting {
  const known = shared.get(signal)
  if (known) return known
  const options = { clock: systemClock, sleep: sleepUntilAborted, signal, logger, longestMinutes: longestMinutes[kind] }
  const waiting = { patience: createRetryPolicy(options), throttle: { queue: randomUUID() } }
  shared.set(signal, waiting)
  return waiting
}

/** Sets the longer wait of measuring runs for all later connections of this step. */
export function extendRetries(signal: AbortSignal, logger: Logger): void {
  shareWaiting(signal, logger, 'measuring')
}

/** Creates the ports for finding acceptances of a failed check. */
export function createAcceptancePorts(token: string, repository: Repository, step: ConnectingStep): AcceptancePorts {
  const connection = connectTo(buildConnectionOptions(token, repository, step))
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
  { env, logger, signal = new AbortController().signal }: ConnectingStep,
) {
  const apiUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com'
  return { token, apiUrl, owner, repo: name, logger, hurry: signal, ...shareWaiting(signal, logger, 'other') }
}
