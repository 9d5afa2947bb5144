import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { UserError, RevisionError, UnrecordableError } from '../../domain/core/errors.ts'
import { formatCounted } from '../../domain/core/numbers.ts'
import { createDirectoryData } from '../../io/files/directory-data-branch.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { openGitCommitLog } from '../../io/git/clone-facts.ts'
import { createRunId, sleepUntilAborted } from '../../io/machine/system-clock.ts'
import { buildHistoryRecord } from '../../judging/history/build-history-record.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { HistoryRecord } from '../../record/history.ts'
import { buildRecordChange, readNewest } from '../../steps/history/history-store.ts'
import { withAbandoned } from '../../steps/history/branch-commits.ts'
import { writeUntilSettled } from '../../steps/history/track-run.ts'
import { claimFolder, forgetEarlierRun, readEarlierRecord, readRunRecord } from '../../steps/measure/run-folder.ts'
import { readHistoryRecords } from '../../wiring/history-records.ts'
import type { ExitCode } from '../exit-code.ts'
import { createTerminalProgress } from '../live-progress.ts'
import { readLocalRules } from '../local-inputs.ts'
import { createTerminalLogger, say, stopOnSignals } from '../terminal.ts'
import type { LoggedCommit } from '../../domain/bisect/bisect-result.ts'
import { parseRevisionRange, selectEvery } from '../../domain/history/history-records.ts'
import type { GitRepository } from '../../io/git/simple-git-repository.ts'
import { formatHistoryTestbed } from '../../judging/plan/restrict-config.ts'
import type { Rules } from '../../steps/baselines/load-committed.ts'
import { identifyTestbed } from '../../steps/measure/identify-testbed.ts'
import { startRun, type MeasureRunPorts, type RunOrder } from '../../steps/measure/measure-run.ts'
import { createMeasuringPorts } from '../../wiring/measuring-ports.ts'

/** Options of `warpgauge history add`; `order` is the position of the commit, absent: counted in the clone. */
type AddOptions = { readonly dir: string; readonly order?: number }

const comparedRuns = 400

/**
 * Appends a run folder to the history in a directory, unless it is recorded; locates the commit in the clone. Throws a
 * UserError for a run that does not name its commit.
 */
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
  const size = formatCounted(record.cases.length, 'case')
  say(isNew ? `added ${what}: ${size}` : `${what} by run ${record.runId} is already recorded`)
}

/** Appends a record to a history; false: it is there already. */
async function addRecord(record: HistoryRecord, dir: string, log: CommitLog | null): Promise<boolean> {
  const logger = createTerminalLogger()
  const ports = { data: createDirectoryData(resolve(dir)), sleep: sleepUntilAborted }
  return await writeUntilSettled(ports, new AbortController().signal, async (snapshot) => {
    const known = await readNewest(snapshot, record.testbed.id, comparedRuns, logger)
    const placed = log === null ? record : await withAbandoned(record, known, { branchLog: log, logger })
    const change = await buildRecordChange(placed, snapshot, logger)
    return { changes: change ? [change] : [], message: `Record ${record.commit.slice(0, 7)}`, result: change !== null }
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

/** Measures a range of commits, one run folder each, into a history. Exit code 2: not every commit is recorded. */
export async function runHistory(range: string, options: RangeOptions): Promise<ExitCode> {
  return await stopOnSignals(async (signal) => {
    const { recorded, skipped, failed, interruption } = await measureRange(range, options, signal)
    const unmeasured = failed === 0 ? '' : `, ${failed} could not be measured`
    say(`${recorded} recorded, ${skipped} already recorded${unmeasured}`)
    if (interruption !== null) say(`${interruption}; run the same command again to continue`)
    return failed > 0 || interruption !== null ? 2 : 0
  })
}

/**
 * Measures the commits of a range along the branch itself (first parents), oldest first, that the history lacks for this
 * testbed. Records each one at once, so that a second call continues where the first one stopped. Returns the number of
 * commits by outcome, and why the range was not finished.
 *
 * @throws UserError when the range names no commits
 */
async function measureRange(range: string, { dir, every, out, ...options }: RangeOptions, signal: AbortSignal) {
  const logger = createTerminalLogger(options.verbose)
  const [workspace, parent] = [process.cwd(), resolve(out)]
  const log = await openGitCommitLog(workspace)
  const rules = await readLocalRules(options.config, { suites: options.suite })
  const silent = { ...logger, warning: () => {} }
  const records = existsSync(dir) ? await readHistoryRecords(resolve(dir), silent) : []
  const ports = await createMeasuringPorts({ workspace, logger, progress: createTerminalProgress(), signal })
  await using _ = await claimFolder(parent, ports)
  const testbed = formatHistoryTestbed(await findTestbedId(rules, ports), rules.yardstick.path)
  const known = new Set(records.filter((one) => one.testbed.id === testbed).map(({ commit }) => commit))
  const commits = selectEvery(await listCommits(range, ports.git), every)
  const counts = { recorded: 0, skipped: 0, failed: 0 }
  for (const [index, { commit, subject }] of commits.entries()) {
    const title = `commit ${index + 1} of ${commits.length}: ${commit.slice(0, 12)} ${subject.slice(0, 60)}`
    if (known.has(commit)) {
      counts.skipped += 1
      logger.info(`${title}: already recorded`)
      continue
    }
    logger.info(title)
    const order = { workspace, commit, rules, folder: join(parent, commit.slice(0, 12)), signal }
    const problem = await measureOne(order, (record) => addRecord(record, dir, log), ports)
    if (problem?.isInterrupted) return { ...counts, interruption: problem.reason }
    if (problem) logger.warning(`${commit.slice(0, 12)} is not recorded: ${problem.reason}`)
    counts[problem ? 'failed' : 'recorded'] += 1
  }
  return { ...counts, interruption: null }
}

/** The history has one series per testbed and folder of configs. */
async function findTestbedId({ config }: Rules, { inventory, openMonitor }: MeasureRunPorts): Promise<string> {
  const { pipeline, run } = config
  if (pipeline.devices === 'cpu') return (await identifyTestbed(pipeline.devices, inventory)).id
  await using monitor = await openMonitor(run.monitor, createRunId())
  return (await identifyTestbed(pipeline.devices, inventory, { monitor, environment: process.env })).id
}

async function listCommits(range: string, git: GitRepository): Promise<LoggedCommit[]> {
  const { from, to } = parseRevisionRange(range)
  const [first, last] = [await git.resolve(from), await git.resolve(to)]
  if (first === null || last === null)
    throw new UserError(
      `${first === null ? from : to} is not a commit of this repository`,
      'Use a tag, branch or commit of this clone.',
    )
  const found = await git.listCommitsBetween(first, last, true)
  if (found.length > 0) return found
  throw new UserError(
    `there is no commit in ${range}`,
    'The first commit of a range is not part of it: use its parent.',
  )
}

/**
 * Null: measured and recorded. Uses the finished run of this config, continues an interrupted one, else measures anew.
 * A commit that cannot run leaves a gap, as in a history that is measured live.
 */
async function measureOne(
  { folder, rules, ...order }: Omit<RunOrder, 'runId'>,
  add: (record: HistoryRecord) => Promise<unknown>,
  ports: MeasureRunPorts,
): Promise<{ readonly reason: string; readonly isInterrupted: boolean } | null> {
  try {
    const stored = await readEarlierRecord(folder, ports)
    const isResume = stored !== null && stored.yardstick.sha256 === rules.yardstick.sha256
    if (!isResume) await forgetEarlierRun(folder, ports.files)
    const own = { ...order, folder, rules, runId: createRunId(), isResume }
    const record = isResume && stored.status === 'finished' ? stored : (await startRun(own, ports)).record
    if (record.status === 'interrupted')
      return { reason: record.statusDetail ?? 'the run was interrupted', isInterrupted: true }
    const place = await (await openGitCommitLog(order.workspace)).locateCommit(order.commit)
    await add(buildHistoryRecord({ record, place, runUrl: null }))
    return null
  } catch (error) {
    if (!(error instanceof RevisionError || error instanceof UnrecordableError)) throw error
    return { reason: error.message, isInterrupted: false }
  }
}
