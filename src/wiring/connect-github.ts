import { randomUUID } from 'node:crypto'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'
import { UserError } from '../domain/core/errors.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { sleepUntilAborted, systemClock } from '../io/machine/system-clock.ts'
import { GitHub } from '../io/github/github.ts'
import { createRetryPolicy, type RetryPolicy } from '../io/github/connection.ts'
import type { Logger } from '../ports/logger.ts'

/** The step that connects; without a signal it waits out an outage whatever happens. */
type ConnectingStep = { readonly env: EnvironmentVariables; readonly logger: Logger; readonly signal?: AbortSignal }

/**
 * Creates the client for the repository of this run, without a request; the runner supplies the address of GitHub
 * Enterprise. The client waits out an outage until `signal` aborts.
 */
export function connectGitHub(
  token: string,
  { owner, name }: NonNullable<RunContext['repository']>,
  { env, logger, signal = new AbortController().signal }: ConnectingStep,
): GitHub {
  const apiUrl = env['GITHUB_API_URL'] ?? 'https://api.github.com'
  const waiting = shareWaiting(signal, logger, 'other')
  return new GitHub({ token, apiUrl, owner, repo: name, logger, hurry: signal, ...waiting })
}

/** What the token of a mode needs that does not work without GitHub. */
const permissions = {
  publish: 'checks: write and pull-requests: write',
  record: 'contents: write, issues: write and checks: write',
  refresh: 'contents: write and pull-requests: write',
  command: 'of examples/workflows/commands.yml',
} as const

/** Connects as `connectGitHub` does; throws a UserError without a token or repository. */
export function requireGitHub(
  mode: keyof typeof permissions,
  { token }: { readonly token: string | null },
  { repository }: Pick<RunContext, 'repository'>,
  step: ConnectingStep,
): GitHub {
  if (token === null)
    throw new UserError(
      `${mode} needs a token`,
      `Add \`token: \${{ github.token }}\` and the permissions ${permissions[mode]}.`,
    )
  if (!repository) throw new UserError('GITHUB_REPOSITORY is not set', 'Run this inside GitHub Actions.')
  return connectGitHub(token, repository, step)
}

/** Longest wait in minutes: a measurement takes hours, other modes can be repeated. */
const longestMinutes = { measuring: 15, other: 5 }
/** What all connections of a step share: the wait budget, and the queue of their requests. */
const shared = new WeakMap<
  AbortSignal,
  { readonly patience: RetryPolicy; readonly throttle: { readonly queue: string } }
>()

function shareWaiting(signal: AbortSignal, logger: Logger, kind: keyof typeof longestMinutes) {
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
