import type { CommitLog } from '../../ports/commit-log.ts'
import type { Logger } from '../../ports/logger.ts'
import type { HistoryRecord } from '../../record/history.ts'

/**
 * Finds the recorded commits, newest first, that a force push took out of the branch: neither an ancestor nor a
 * descendant of this commit. `known` is in commit order, without those found earlier.
 */
export async function findAbandoned(
  { commit, order }: HistoryRecord,
  known: readonly HistoryRecord[],
  log: Pick<CommitLog, 'isAncestor'>,
  logger: Pick<Logger, 'warning'>,
): Promise<string[]> {
  const found: string[] = []
  for (const other of [...new Map(known.map((record) => [record.commit, record])).values()].toReversed()) {
    const isBefore = other.commit === commit || (await log.isAncestor(other.commit, commit))
    if (isBefore === null && other.order > order) {
      logger.warning(
        `${other.commit.slice(0, 7)} of the history is not in this clone, so it is unknown whether it is still on the branch.`,
      )
      continue
    }
    if (isBefore || (await log.isAncestor(commit, other.commit))) break
    found.push(other.commit)
  }
  if (found.length > 0)
    logger.warning(
      `${commit.slice(0, 7)} does not descend from ${found.length} recorded ${found.length === 1 ? 'commit' : 'commits'} (the branch was reset), which the history leaves out: ${found
        .slice(0, 5)
        .map((id) => id.slice(0, 7))
        .join(', ')}`,
    )
  return found
}
