import { EnvironmentError } from '../../domain/core/errors.ts'
import { type AnchorRecord, selectDistinctRecords, withoutAbandoned } from '../../domain/history/history-records.ts'
import { followLedger, type FollowedLedger } from '../../domain/history/ledger.ts'
import { observe, type Observation, type TrackingRules } from '../../domain/history/observe.ts'
import type { DataBranch, DataChange, DataSnapshot } from '../../ports/data-branch.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { Logger } from '../../ports/logger.ts'
import { findAnchorRecords, withAbandoned, type ResolvedAnchor } from './branch-commits.ts'
import { buildLedgerChange, buildRecordChange, readLedger, readNewest } from './history-store.ts'
import type { HistoryRecord, LedgerClaim } from '../../record/history.ts'

export type TrackRequest = {
  readonly record: HistoryRecord
  readonly rules: TrackingRules
  /** Number of the newest runs to analyze. */
  readonly runs: number
  readonly anchors: readonly ResolvedAnchor[]
  /** This job, which reports the changes of state that it finds. */
  readonly follower: LedgerClaim
  readonly signal: AbortSignal
}

export type TrackPorts = {
  readonly data: DataBranch
  readonly logger: Logger
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** Absent: resets of the branch are not noticed. */
  readonly branchLog?: Pick<CommitLog, 'isAncestor'>
}

/** The history and ledger after a run. */
export type TrackedHistory = FollowedLedger & {
  /** False: the run was recorded before. */
  readonly isNew: boolean
  /** The analyzed runs, oldest first. */
  readonly records: readonly HistoryRecord[]
  readonly anchors: readonly AnchorRecord[]
  readonly observation: Observation
}

/**
 * Appends a run to the history of its testbed and updates its ledger, the list of tracked regressions, in one atomic
 * step: concurrent jobs see each other's changes, and recording a run twice has no effect.
 *
 * @throws EnvironmentError when every attempt conflicts with another writer
 */
export async function trackRun(request: TrackRequest, ports: TrackPorts): Promise<TrackedHistory> {
  const { rules, runs, follower, signal } = request
  const { id } = request.record.testbed
  const { logger } = ports
  return await writeUntilSettled(ports, signal, async (snapshot) => {
    const known = await readNewest(snapshot, id, runs, logger)
    const record = await withAbandoned(request.record, known, ports)
    const placed = await buildRecordChange(record, snapshot, logger)
    const records = withoutAbandoned(selectDistinctRecords([...known, record])).slice(-runs)
    const anchors = await findAnchorRecords(request.anchors, id, records, { snapshot, logger })
    // Uses the newest commit of the branch, so that jobs in any order get the same result.
    const observation = observe(records, records.at(-1) ?? record, anchors, rules)
    const before = await readLedger(snapshot, id)
    const followed = followLedger(before, observation, rules, follower)
    const isChanged = JSON.stringify(followed.ledger) !== JSON.stringify(before)
    return {
      changes: [...(placed ? [placed] : []), ...(isChanged ? [buildLedgerChange(followed.ledger)] : [])],
      message: `Record ${record.commit.slice(0, 7)} on ${id}`,
      result: { isNew: placed !== null, records, anchors, observation, ...followed },
    }
  })
}

const maxAttempts = 12
const firstPauseMs = 200
const maxPauseMs = 10_000

/** Explains the branch; written with the first data, unless there is such a page. */
const readme = {
  path: 'README.md',
  text: `# Performance history

Written by warpgauge; every commit adds to it and none rewrites it.

- \`history/<testbed>/<year>-<month>.jsonl\`: one line per run on the default branch, with its samples
- \`tracking/<testbed>.json\`: the regressions that are followed, and their issues

\`warpgauge history show --dir .\` in a checkout of this branch prints it.
`,
}

/**
 * Repeats the work on fresh data until its changes are written; writes nothing without changes. The first write also
 * adds a README.
 *
 * @throws EnvironmentError when every attempt conflicts with another writer
 */
export async function writeUntilSettled<Result>(
  { data, sleep }: Pick<TrackPorts, 'data' | 'sleep'>,
  signal: AbortSignal,
  work: (
    snapshot: DataSnapshot,
  ) => Promise<{ readonly changes: readonly DataChange[]; readonly message: string; readonly result: Result }>,
): Promise<Result> {
  let purpose = ''
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    signal.throwIfAborted()
    const snapshot = await data.open()
    const { changes, message, result } = await work(snapshot)
    if (changes.length === 0) return result
    purpose = message
    const isFirst = (await snapshot.list('history')).length === 0
    const hasPage = !isFirst || (await snapshot.list('')).some(({ path }) => path === readme.path)
    // First, because no later write adds it after a kill between the two.
    const all = hasPage ? changes : [readme, ...changes]
    // Commits of an app token start workflows, which this branch does not need.
    if ((await snapshot.write(all, `${message}\n\n[skip ci]`)) === 'written') return result
    const pauseMs = Math.min(maxPauseMs, firstPauseMs * 2 ** (attempt - 1))
    await sleep(pauseMs * (0.5 + Math.random()), signal)
  }
  throw new EnvironmentError(
    `${purpose}: not written, because other jobs changed the data branch during each of ${maxAttempts} attempts`,
    'Run this job again: the results are in its run folder, and a run is never recorded twice.',
  )
}
