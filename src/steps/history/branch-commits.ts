import { addMonths, formatMonth, listShards, readShards } from './history-store.ts'
import { findAnchor, type AnchorRecord } from '../../domain/history/history-records.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { DataSnapshot } from '../../ports/data-branch.ts'
import type { Logger } from '../../ports/logger.ts'
import type { HistoryRecord } from '../../record/history.ts'

/** An anchor of the config with its commit. */
export type ResolvedAnchor = { readonly label: string; readonly commit: string; readonly committedAt: string }

/** Releases are usually measured when they are made; one measured later must be among the newest runs. */
const monthsToLookThrough = 3

/** The commits of the anchors. Warns about unknown anchors and omits them. */
export async function resolveAnchors(
  names: readonly string[],
  log: CommitLog,
  logger: Pick<Logger, 'warning' | 'info'>,
): Promise<ResolvedAnchor[]> {
  const found: ResolvedAnchor[] = []
  for (const name of names) {
    const label = name === 'latest-release' ? await log.findLatestRelease() : name
    const commit = label === null ? null : await log.findCommit(label)
    if (label === null) logger.info('There is no release yet, so slow drift is not measured from one.')
    else if (commit === null)
      logger.warning(`tracking.anchors names ${label}, which does not exist in this repository.`)
    else if (!found.some((other) => other.commit === commit)) {
      const { committedAt } = await log.locateCommit(commit)
      found.push({ label, commit, committedAt })
    }
  }
  return found
}

/** Finds the run that measured each anchor on a testbed: among the loaded runs, or in the months after its commit. */
export async function findAnchorRecords(
  anchors: readonly ResolvedAnchor[],
  testbedId: string,
  records: readonly HistoryRecord[],
  { snapshot, logger }: { readonly snapshot: DataSnapshot; readonly logger: Pick<Logger, 'warning'> },
): Promise<AnchorRecord[]> {
  const found: AnchorRecord[] = []
  for (const { label, commit, committedAt } of anchors) {
    const isKnown = records.some((record) => record.commit === commit)
    found.push(findAnchor(isKnown ? records : await readMonthsAfter(committedAt), label, commit))
  }
  return found

  async function readMonthsAfter(time: string): Promise<HistoryRecord[]> {
    const [first, last] = [formatMonth(time), addMonths(formatMonth(time), monthsToLookThrough - 1)]
    const shards = await listShards(snapshot, testbedId)
    const selected = shards.filter(({ month }) => month >= first && month <= last)
    return await readShards(selected, snapshot, logger)
  }
}

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
