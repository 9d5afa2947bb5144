import { UserError } from '../../domain/core/errors.ts'
import type { CommandAuthority, PullState } from '../../ports/command-authority.ts'

/** When a comment was written, and the commit that its writer named, if any. */
export type CommandTime = { readonly createdAt: string; readonly pinnedHead: string | null }

/**
 * The pull request, bound to the head that its commenter saw. A head that arrived after the comment, or in the same
 * second, is not what was asked about (TOCTOU). Where nobody tells when a head arrived, the commenter has to name it.
 *
 * @throws UserError when the pull request is closed, its head is another one by now, or nobody can tell
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
      `nobody tells when ${headCommit.slice(0, 7)} was pushed`,
      `Look at this commit and name it: /warpgauge@${headCommit.slice(0, 7)} …`,
    )
  if (Date.parse(arrivedAt) < Date.parse(wish.createdAt)) return pull
  throw createMovedError(`${headCommit.slice(0, 7)} was pushed after the comment was written`)
}

/** Asks again, right before something is done. Throws a UserError when the head moved meanwhile. */
export async function requireSameHead(bound: PullState, authority: CommandAuthority): Promise<void> {
  const now = await openPull(bound.number, authority)
  if (now.headCommit !== bound.headCommit)
    throw createMovedError(`the head became ${now.headCommit.slice(0, 7)} meanwhile`)
}

async function openPull(number: number, authority: CommandAuthority): Promise<PullState> {
  const pull = await authority.readPullRequest(number)
  if (pull?.isOpen) return pull
  throw new UserError(
    pull ? `#${number} is closed` : `#${number} is no pull request`,
    'This command works on open pull requests.',
  )
}

function createMovedError(what: string): UserError {
  return new UserError(what, 'Look at the new head, and write the command again if it is still what you want.')
}
