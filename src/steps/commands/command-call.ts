import type { Config } from '../../config/schema/schema.ts'
import type { Command } from '../../domain/commands/command.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { GitHub, PullState } from '../../io/github/github.ts'
import { UserError } from '../../domain/core/errors.ts'

/** An authorized command. */
export type CommandCall = {
  readonly command: Command
  readonly config: Config
  /** Tip of the default branch. */
  readonly defaultTip: string
  /** Login of the user. */
  readonly author: string
  /** Id of the comment. */
  readonly comment: number
  readonly commentUrl: string
  readonly wish: CommandTime
  /** Number of the issue or pull request. */
  readonly issue: number
  readonly isPullRequest: boolean
  readonly checkName: string
}

export type CommandPorts = { readonly gitHub: GitHub; readonly clock: Pick<Clock, 'now'> }

/** When a comment was written (ISO 8601, UTC), and the commit that it names, perhaps shortened; null: none. */
export type CommandTime = { readonly createdAt: string; readonly pinnedHead: string | null }

/**
 * Binds a command to the head that its author saw. A head that arrived after the comment, or in the same second, was
 * not reviewed (TOCTOU). When the arrival is unknown, the comment must name the commit.
 *
 * @throws UserError when the pull request is closed, its head has changed, or the arrival is unknown
 */
export async function bindToHead(number: number, wish: CommandTime, gitHub: GitHub): Promise<PullState> {
  const pull = await openPull(number, gitHub)
  const { headCommit } = pull
  if (wish.pinnedHead !== null) {
    if (headCommit.startsWith(wish.pinnedHead)) return pull
    throw createMovedError(`the head is ${headCommit.slice(0, 7)}, not ${wish.pinnedHead.slice(0, 7)}`)
  }
  const arrivedAt = await gitHub.readHeadArrival(pull)
  if (arrivedAt === null)
    throw new UserError(
      `it is unknown when ${headCommit.slice(0, 7)} was pushed`,
      `Review this commit and name it: /warpgauge@${headCommit.slice(0, 7)} …`,
    )
  if (Date.parse(arrivedAt) < Date.parse(wish.createdAt)) return pull
  throw createMovedError(`${headCommit.slice(0, 7)} was pushed after the comment was written`)
}

/** Checks the head again, right before an action. Throws a UserError when it has changed. */
export async function requireSameHead(bound: PullState, gitHub: GitHub): Promise<void> {
  const now = await openPull(bound.number, gitHub)
  if (now.headCommit !== bound.headCommit) throw createMovedError(`the head changed to ${now.headCommit.slice(0, 7)}`)
}

async function openPull(number: number, gitHub: GitHub): Promise<PullState> {
  const pull = await gitHub.readPullRequest(number)
  if (pull?.isOpen) return pull
  throw new UserError(
    pull ? `#${number} is closed` : `#${number} is not a pull request`,
    'This command works on open pull requests.',
  )
}

function createMovedError(what: string): UserError {
  return new UserError(what, 'Review the new head, and repeat the command if it still applies.')
}
