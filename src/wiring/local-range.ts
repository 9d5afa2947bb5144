import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { UserError } from '../domain/core/errors.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { RunRecord } from '../domain/trial/run-record.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { openGitCommitLog } from '../io/git/git-commit-log.ts'
import { openGitRepository } from '../io/git/simple-git-repository.ts'
import { createRunId } from '../io/process/run-id.ts'
import { measureRange, type RangeRequest, type RangeResult } from '../modes/measure-range.ts'
import type { Logger } from '../ports/logger.ts'
import type { Progress } from '../ports/progress.ts'
import type { Rules } from '../steps/baselines/load-rules.ts'
import { formatHistoryTestbed } from '../judging/plan/restrict-config.ts'
import { identifyTestbed } from '../steps/measure/identify-testbed.ts'
import { measureRun, type MeasureRunPorts } from '../steps/measure/measure-run.ts'
import { readRunRecord } from '../steps/measure/resume.ts'
import { chooseCacheDirectory } from './cache-directory.ts'
import { createMeasuringPorts } from './measuring-ports.ts'
import { toolVersion } from './tool-version.ts'
import type { HistoryRecord } from '../record/history.ts'

/** Parameters of a range that is measured on this machine. */
export type LocalRange = Omit<RangeRequest, 'recorded'> & {
  /** Directory of the clone. */
  readonly workspace: string
  /** The config for every commit. */
  readonly rules: Rules
  /** Directory of the run folders, one per commit. */
  readonly folder: string
  /** Records of the history. */
  readonly records: readonly HistoryRecord[]
  readonly addRecord: (record: HistoryRecord) => Promise<unknown>
  readonly logger: Logger
  readonly progress: Progress
  readonly signal: AbortSignal
}

/** Measures the commits of a range that the history lacks for this testbed. */
export async function measureRangeLocally(range: LocalRange): Promise<RangeResult> {
  const { workspace, folder, records, addRecord, logger } = range
  const ports = await createMeasuringPorts({ ...range, environment: process.env, token: null, localNames: 'all' })
  await ports.files.makeDirectory(folder)
  await using claim = await ports.claims.take(join(folder, 'lock'))
  if (claim === null)
    throw new UserError(
      `another process measures into ${folder}`,
      'Wait for its end, or name another folder with --out.',
    )
  const testbed = formatHistoryTestbed(await findTestbedId(range, ports), range.rules.yardstick.path)
  const recorded = new Set(records.filter((one) => one.testbed.id === testbed).map(({ commit }) => commit))
  const log = await openGitCommitLog(workspace)
  return await measureRange(
    { ...range, recorded },
    {
      git: ports.git,
      commits: await openGitRepository(workspace, { token: null }),
      measureCommit: (commit) => measureCommit(commit, range, ports),
      locateCommit: (commit) => log.locateCommit(commit),
      addRecord,
      logger,
    },
  )
}

/** The history has one series per testbed and folder of configs. */
async function findTestbedId(
  { rules: { config } }: LocalRange,
  { inventory, openMonitor }: MeasureRunPorts,
): Promise<string> {
  const { devices } = config.pipeline
  if (devices === 'cpu') return (await identifyTestbed(devices, inventory)).id
  await using monitor = await openMonitor(config.run.monitor, createRunId())
  return (await identifyTestbed(devices, inventory, { monitor, environment: process.env })).id
}

/** Returns the finished run of this config, continues an interrupted one, else measures anew. */
async function measureCommit(commit: string, range: LocalRange, ports: MeasureRunPorts): Promise<RunRecord> {
  const { workspace, rules, signal } = range
  const runFolder = join(range.folder, commit.slice(0, 12))
  const stored = await readRunRecord(runFolder, diskFileStore).catch(() => null)
  const isOfConfig = stored?.yardstick.sha256 === rules.yardstick.sha256
  if (stored && isOfConfig && stored.status === 'finished') return stored
  const runId = createRunId()
  const request = {
    context: buildContext(commit, workspace),
    rules,
    commits: { head: { ref: commit, commit }, mergeBase: null },
    workplace: {
      workDirectory: join(tmpdir(), `warpgauge-${runId}`),
      cacheDirectory: chooseCacheDirectory(process.env),
      environment: process.env,
    },
    runFolder,
    runId,
    isResume: stored !== null && isOfConfig,
    toolVersion,
    calibrationRounds: null,
    // Samples are recorded, not judged.
    readCommitted: () => Promise.resolve(null),
    signal,
  }
  return (await measureRun(request, ports)).record
}

function buildContext(commit: string, workspace: string): RunContext {
  const alone = { repository: null, pullRequest: null, runUrl: null, measuredBy: null, baseCommit: null }
  return { ...alone, event: 'local', trust: 'trusted', workspace, headCommit: commit, runKey: 'local' }
}
