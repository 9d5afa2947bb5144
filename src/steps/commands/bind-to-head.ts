import { UserError } from '../../domain/core/errors.ts'
import type { CommandAuthority, PullState } from '../../ports/command-authority.ts'

/** When a comment was written, and the commit that it names, if any. */
export type CommandTime = { readonly createdAt: string; readonly pinnedHead: string | null }

/**
 * Binds a command to the head that its author saw. A head that arrived after the comment, or in the same second, was
 * not reviewed (TOCTOU). When the arrival is unknown, the comment must name the commit.
 *
 * @throws UserError when the pull request is closed, its head has changed, or the arrival is unknown
 */
export async function bindToHead(number: number, wish: CommandTime, authority: CommandAuthority): Promise<PullState> {
  const pull = await openPull(number, authority)
  const { headCommit } = pull
  if (wish.pinnedHead !== null) {
    if (headCommit.startsWith(wish.pinnedHead)) return pull
    throw createMovedError(`the head is ${headCommit.slice(0, 7)}, not ${wish.pinnedHead.slice(0, 7)}`)
  }
  const arrivedAt = await authority.readHeadArrival(pull)
  if (arrivedAt === null)
    throw new UserError(
      `it is unknown when ${headCommit.slice(0, 7)} was pushed`,
      `Review this commit and name it: /warpgauge@${headCommit.slice(0, 7)} …`,
    )
  if (Date.parse(arrivedAt) < Date.parse(wish.createdAt)) return pull
  throw createMovedError(`${headCommit.slice(0, 7)} was pushed after the comment was written`)
}

/** Checks the head again, right before an action. Throws a UserError when it has changed. */
export async function requireSameHead(bound: PullState, authority: CommandAuthority): Promise<void> {
  const now = await openPull(bound.number, authority)
  if (now.headCommit !== bound.headCommit) throw createMovedError(`the head changed to ${now.headCommit.slice(0, 7)}`)
}

async function openPull(number: number, authority: CommandAuthority): Promise<PullState> {
  const pull = await authority.readPullRequest(number)
  if (pull?.isOpen) return pull
  throw new UserError(
    pull ? `#${number} is closed` : `#${number} is not a pull request`,
    'This command works on open pull requests.',
  )
}

function createMovedError(what: string): UserError {
  return new UserError(what, 'Review the new head, and repeat the command if it still applies.')
}
