import { addMonths, formatMonth } from '../../domain/tracking/shard.ts'
import { findAnchor, type AnchorRecord } from '../../domain/tracking/anchor.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { DataSnapshot } from '../../ports/data-branch.ts'
import type { Logger } from '../../ports/logger.ts'
import { listShards, readShards } from './history-store.ts'
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
