import { addMonths, formatMonth, listShards, readShards } from './history-store.ts'
import { findAnchor, type AnchorRecord } from '../../domain/history/history-records.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { DataSnapshot } from '../../ports/data-branch.ts'
import type { Logger } from '../../ports/logger.ts'
import type { HistoryRecord } from '../../record/history.ts'

/** A commit from which slow drift is measured. `label`: its tag, branch or id; `committedAt`: ISO 8601. */
export type ResolvedAnchor = { readonly label: string; readonly commit: string; readonly committedAt: string }

/** Releases are usually measured when they are made; one measured later must be among the newest runs. */
const monthsToLookThrough = 3

/** Asks the log for the commits of `tracking.anchors`; logs those that do not exist and leaves them out. */
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
    const first = formatMonth(committedAt)
    const last = addMonths(first, monthsToLookThrough - 1)
    const isKnown = records.some((record) => record.commit === commit)
    const shards = isKnown ? [] : await listShards(snapshot, testbedId)
    const own = shards.filter(({ month }) => month >= first && month <= last)
    found.push(findAnchor(isKnown ? records : await readShards(own, snapshot, logger), label, commit))
  }
  return found
}

/**
 * Notes in the record the known commits on another line of the branch, which was force-pushed: neither ancestors nor
 * descendants of its commit. `known` is in commit order, without those found earlier. Without a log, resets are not
 * noticed.
 */
export async function withAbandoned(
  record: HistoryRecord,
  known: readonly HistoryRecord[],
  {
    branchLog: log,
    logger,
  }: { readonly branchLog?: Pick<CommitLog, 'isAncestor'>; readonly logger: Pick<Logger, 'warning'> },
): Promise<HistoryRecord> {
  if (!log) return record
  const { commit } = record
  const others: HistoryRecord[] = []
  for (const other of [...new Map(known.map((one) => [one.commit, one])).values()].toReversed()) {
    if (other.commit === commit || (await log.isAncestor(other.commit, commit))) break
    // One with fewer ancestors is no descendant.
    const isAfter = other.order > record.order ? await log.isAncestor(commit, other.commit) : false
    if (isAfter === true) break
    if (isAfter === false) others.push(other)
    else
      logger.warning(
        `${other.commit.slice(0, 7)} of the history is not in this clone, so it is unknown whether it is still on the branch. Fetch the complete branch (git fetch).`,
      )
  }
  if (others.length === 0) return record
  logger.warning(describeReset(record, others))
  return { ...record, abandoned: others.map((other) => other.commit) }
}

/** `others`: recorded commits on another line. */
function describeReset({ commit, measuredAt }: HistoryRecord, others: readonly HistoryRecord[]): string {
  const isLate = others.some((other) => Date.parse(other.measuredAt) > Date.parse(measuredAt))
  const [relation, left] = isLate ? ['is not an ancestor of', 'this run'] : ['does not descend from', 'them']
  const count = `${others.length} recorded ${others.length === 1 ? 'commit' : 'commits'}`
  const shown = others.slice(0, 5).map((other) => other.commit.slice(0, 7))
  return `${commit.slice(0, 7)} ${relation} ${count} (the branch was reset); the history leaves ${left} out: ${shown.join(', ')}`
}
