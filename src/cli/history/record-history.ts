import { resolve } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import { createDirectoryData } from '../../io/files/directory-data-branch.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { openGitCommitLog } from '../../io/git/clone-facts.ts'
import { sleepUntilAborted } from '../../io/machine/system-clock.ts'
import { buildHistoryRecord } from '../../judging/history/build-history-record.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { HistoryRecord } from '../../record/history.ts'
import { buildRecordChange, readNewest } from '../../steps/history/history-store.ts'
import { withAbandoned } from '../../steps/history/branch-commits.ts'
import { writeUntilSettled } from '../../steps/history/track-run.ts'
import { readRunRecord } from '../../steps/measure/run-folder.ts'
import { createTerminalLogger, say } from '../terminal.ts'

/** Options of `warpgauge history add`; `order` is the position of the commit, absent: counted in the clone. */
type AddOptions = { readonly dir: string; readonly order?: number }

const comparedRuns = 400

/** Appends a run folder to the history in a directory, unless it is recorded; locates the commit in the clone. */
export async function addToHistory(directory: string, { dir, order }: AddOptions): Promise<void> {
  const folder = resolve(directory)
  const run = await readRunRecord(folder, diskFileStore)
  const commit = run.revisions.find(({ label }) => label === 'head')?.commit ?? null
  if (commit === null)
    throw new UserError(`the run in ${folder} does not name its commit`, 'Name it in the manifest and ingest again.')
  const log = order === undefined ? await openGitCommitLog(process.cwd()) : null
  const place = log ? await log.locateCommit(commit) : { order: order ?? 0, committedAt: run.startedAt }
  const record = buildHistoryRecord({ record: run, place, runUrl: null })
  const isNew = await addRecord(record, dir, log)
  const what = `${record.commit.slice(0, 7)} on ${record.testbed.id}`
  say(isNew ? `added ${what}: ${record.cases.length} cases` : `${what} by run ${record.runId} is already recorded`)
}

/** Appends a record to a history; false: it is there already. */
async function addRecord(record: HistoryRecord, dir: string, log: CommitLog | null): Promise<boolean> {
  const logger = createTerminalLogger()
  const ports = { data: createDirectoryData(resolve(dir)), sleep: sleepUntilAborted }
  return await writeUntilSettled(ports, new AbortController().signal, async (snapshot) => {
    const known = await readNewest(snapshot, record.testbed.id, comparedRuns, logger)
    const placed = log === null ? record : await withAbandoned(record, known, { branchLog: log, logger })
    const change = await buildRecordChange(placed, snapshot, logger)
    return { changes: change ? [change] : [], message: '', result: change !== null }
  })
}
