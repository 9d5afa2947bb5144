import { existsSync } from 'node:fs'
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
import { readHistoryRecords } from '../../wiring/history-records.ts'
import { measureRangeLocally } from '../../wiring/local-range.ts'
import type { ExitCode } from '../exit-code.ts'
import { createTerminalProgress } from '../live-progress.ts'
import { readLocalRules } from '../local-inputs.ts'
import { createTerminalLogger, say, stopOnSignals } from '../terminal.ts'

/** Options of `warpgauge history add`; `order` is the position of the commit, absent: counted in the clone. */
type AddOptions = { readonly dir: string; readonly order?: number }

const comparedRuns = 400

/** Appends a run folder to a history. */
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

/** Options of `warpgauge history run`. */
type RangeOptions = {
  readonly dir: string
  readonly config: string
  readonly suite?: readonly string[]
  readonly every: number
  readonly out: string
  readonly verbose?: boolean
}

/** Measures a range of commits into a history. Exit code 2: not every commit is recorded. */
export async function runHistory(range: string, options: RangeOptions): Promise<ExitCode> {
  const { dir, every, suite: suites } = options
  const logger = createTerminalLogger(options.verbose)
  const workspace = process.cwd()
  return await stopOnSignals(async (signal) => {
    const log = await openGitCommitLog(workspace)
    const rules = await readLocalRules(options.config, { suites })
    const silent = { ...logger, warning: () => {} }
    const { recorded, skipped, failed, interruption } = await measureRangeLocally({
      range,
      every,
      workspace,
      rules,
      folder: resolve(options.out),
      records: existsSync(dir) ? await readHistoryRecords(resolve(dir), silent) : [],
      addRecord: (record) => addRecord(record, dir, log),
      logger,
      progress: createTerminalProgress(),
      signal,
    })
    const unmeasured = failed === 0 ? '' : `, ${failed} could not be measured`
    say(`${recorded} recorded, ${skipped} already recorded${unmeasured}`)
    if (interruption !== null) say(`${interruption}; run the same command again to continue`)
    return failed > 0 || interruption !== null ? 2 : 0
  })
}
