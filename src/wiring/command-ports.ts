import type { RunContext } from '../domain/core/run-context.ts'
import { createCommandAuthority } from '../io/github/octokit-command-authority.ts'
import { createIssueComments } from '../io/github/octokit-issue-comments.ts'
import { connectTo } from '../io/github/octokit-connection.ts'
import { createGitHub } from '../io/github/octokit-github.ts'
import { createWorkflowRuns } from '../io/github/octokit-workflow-runs.ts'
import { systemClock } from '../io/machine/system-clock.ts'
import type { CommandModePorts } from '../modes/command.ts'
import { buildConnectionOptions, type ConnectingStep } from './connect-github.ts'

/** Opens the ports of the mode `command`. */
export function openCommandPorts(
  token: string,
  repository: NonNullable<RunContext['repository']>,
  step: ConnectingStep,
): CommandModePorts {
  const options = buildConnectionOptions(token, repository, step)
  const connection = connectTo(options)
  return {
    gitHub: createGitHub(options),
    comments: createIssueComments(connection),
    authority: createCommandAuthority(connection),
    workflows: createWorkflowRuns(connection),
    clock: systemClock,
    logger: step.logger,
  }
}
