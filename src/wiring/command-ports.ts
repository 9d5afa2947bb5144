import type { RunContext } from '../domain/run-context.ts'
import { createCommandAuthority } from '../io/octokit-command-authority.ts'
import { createCommentDesk } from '../io/octokit-comment-desk.ts'
import { connectTo } from '../io/octokit-connection.ts'
import { createGitHub } from '../io/octokit-github.ts'
import { createWorkflowDesk } from '../io/octokit-workflow-desk.ts'
import { systemClock } from '../io/system-clock.ts'
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
