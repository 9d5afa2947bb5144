import type { RunContext } from '../domain/core/run-context.ts'
import { createCommandAuthority } from '../io/github/octokit-command-authority.ts'
import { createCommentDesk } from '../io/github/octokit-comment-desk.ts'
import { connectTo } from '../io/github/octokit-connection.ts'
import { createGitHub } from '../io/github/octokit-github.ts'
import { createWorkflowDesk } from '../io/github/octokit-workflow-desk.ts'
import { systemClock } from '../io/machine/system-clock.ts'
import type { CommandModePorts } from '../modes/command.ts'
import type { Logger } from '../ports/logger.ts'
import { placeOfRun } from './github-of-run.ts'

/** The real hands of the mode `command`. */
export function openCommandPorts(
  token: string,
  repository: NonNullable<RunContext['repository']>,
  logger: Logger,
): CommandModePorts {
  const place = placeOfRun(token, repository, logger)
  const connection = connectTo(place)
  return {
    gitHub: createGitHub(place),
    comments: createCommentDesk(connection),
    authority: createCommandAuthority(connection),
    workflows: createWorkflowDesk(connection),
    clock: systemClock,
    logger,
  }
}
