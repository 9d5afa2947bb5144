import { join } from 'node:path'
import { UserError, RevisionError, UnrecordableError } from '../domain/core/errors.ts'
import type { LoggedCommit } from '../domain/bisect/bisect-result.ts'
import { parseRevisionRange, selectEvery } from '../domain/history/history-records.ts'
import type { HistoryRecord } from '../record/history.ts'
import { openGitCommitLog } from '../io/git/clone-facts.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import { buildHistoryRecord } from '../judging/history/build-history-record.ts'
import { formatHistoryTestbed } from '../judging/plan/restrict-config.ts'
import type { Rules } from '../steps/baselines/load-committed.ts'
import { identifyTestbed } from '../steps/measure/identify-testbed.ts'
import { startRun, type MeasureRunPorts } from '../steps/measure/measure-run.ts'
import { readEarlierRecord } from '../steps/measure/run-folder.ts'
import { createMeasuringPorts, type MeasuringOptions } from './measuring-ports.ts'

export type LocalRange = Pick<MeasuringOptions, 'workspace' | 'logger' | 'progress' | 'signal'> & {
  /** `A..B`: the commits of B after A. */
  readonly range: string
  /** Only every n-th commit, counted back from the last one. */
  readonly every: number
  /** The config for every commit. */
  readonly rules: Rules
  /** Directory of the run folders, one per commit. */
  readonly folder: string
  readonly records: readonly HistoryRecord[]
  readonly addRecord: (record: HistoryRecord) => Promise<unknown>
}

/** Number of commits by outcome; `skipped`: recorded before, `failed`: could not be built or measured. */
type RangeResult = Readonly<Record<'recorded' | 'skipped' | 'failed', number>> & {
  /** Why the range was not finished; null: it was. */
  readonly interruption: string | null
}

/**
 * Measures the commits of a range along the branch itself (first parents), oldest first, that the history lacks for this
 * testbed. Records each one at once, so that a second call continues where the first one stopped.
 *
 * @throws UserError when the range names no commits
 */
export async function measureRangeLocally(range: LocalRange): Promise<RangeResult> {
  const { folder, records, logger } = range
  const ports = await createMeasuringPorts(range)
  await ports.files.makeDirectory(folder)
  await using claim = await ports.claims.take(join(folder, 'lock'))
  if (claim === null)
    throw new UserError(
      `another process measures into ${folder}`,
      'Wait for its end, or name another folder with --out.',
    )
  const testbed = formatHistoryTestbed(await findTestbedId(range, ports), range.rules.yardstick.path)
  const recorded = new Set(records.filter((one) => one.testbed.id === testbed).map(({ commit }) => commit))
  const commits = selectEvery(await listCommits(range), range.every)
  const counts = { recorded: 0, skipped: 0, failed: 0 }
  for (const [index, { commit, subject }] of commits.entries()) {
    const title = `commit ${index + 1} of ${commits.length}: ${commit.slice(0, 12)} ${subject.slice(0, 60)}`
    if (recorded.has(commit)) {
      counts.skipped += 1
      logger.info(`${title}: already recorded`)
      continue
    }
    logger.info(title)
    const problem = await measureOne(commit, range, ports)
    if (problem?.isInterrupted) return { ...counts, interruption: problem.reason }
    if (problem) logger.warning(`${commit.slice(0, 12)} is not recorded: ${problem.reason}`)
    counts[problem ? 'failed' : 'recorded'] += 1
  }
  return { ...counts, interruption: null }
}

/** The history has one series per testbed and folder of configs. */
async function findTestbedId({ rules }: LocalRange, { inventory, openMonitor }: MeasureRunPorts): Promise<string> {
  const { pipeline, run } = rules.config
  if (pipeline.devices === 'cpu') return (await identifyTestbed(pipeline.devices, inventory)).id
  await using monitor = await openMonitor(run.monitor, createRunId())
  return (await identifyTestbed(pipeline.devices, inventory, { monitor, environment: process.env })).id
}

async function listCommits({ range, workspace, logger }: LocalRange): Promise<LoggedCommit[]> {
  const git = await openGitRepository(workspace, { token: null, warn: (text) => logger.warning(text) })
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
  commit: string,
  { workspace, rules, signal, folder: parent, addRecord }: LocalRange,
  ports: MeasureRunPorts,
): Promise<{ readonly reason: string; readonly isInterrupted: boolean } | null> {
  try {
    const folder = join(parent, commit.slice(0, 12))
    const stored = await readEarlierRecord(folder, ports)
    const isResume = stored !== null && stored.yardstick.sha256 === rules.yardstick.sha256
    const order = { workspace, commit, rules, folder, runId: createRunId(), isResume, signal }
    const record = isResume && stored.status === 'finished' ? stored : (await startRun(order, ports)).record
    if (record.status === 'interrupted')
      return { reason: record.statusDetail ?? 'the run was interrupted', isInterrupted: true }
    const place = await (await openGitCommitLog(workspace)).locateCommit(commit)
    await addRecord(buildHistoryRecord({ record, place, runUrl: null }))
    return null
  } catch (error) {
    if (!(error instanceof RevisionError || error instanceof UnrecordableError)) throw error
    return { reason: error.message, isInterrupted: false }
  }
}
