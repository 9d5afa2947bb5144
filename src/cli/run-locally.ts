import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { findCause, UserError } from '../domain/core/errors.ts'
import { type RunContext, buildLocalContext } from '../domain/core/run-context.ts'
import { cancelOnSignals } from '../io/process/own-process.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import type { Selection } from '../record/plan.ts'
import { run } from '../modes/run.ts'
import type { Report } from '../domain/verdict/report.ts'
import type { GitRepository } from '../io/git/simple-git-repository.ts'
import type { GpuMonitor, LiveReadings } from '../ports/gpu-monitor.ts'
import type { Logger } from '../ports/logger.ts'
import { renderTerminal, renderTerminalSummary } from '../reporters/index.ts'
import { parseRules, type Rules } from '../steps/baselines/load-committed.ts'
import { createMeasuringPorts } from '../wiring/measuring-ports.ts'
import { createTerminalProgress, type WatchedProgress } from './live-progress.ts'
import type { ExitCode } from './exit-code.ts'
import { restrictSuites } from '../judging/plan/restrict-config.ts'
import { shortenPath } from './short-path.ts'
import { measureColumns, mayColor, print, say, createTerminalLogger } from './terminal.ts'

/** What `run`, `ab` and `demo` measure, and where they write it. */
export type LocalRun = {
  /** A directory inside the repository. */
  readonly workspace: string
  readonly configFile: string
  /** Replaces the text of `configFile`; absent: it is read. */
  readonly configText?: string
  /** Absent: all suites of the config. */
  readonly suites?: readonly string[] | undefined
  /** Part of the plan to measure; absent: all of it. */
  readonly selection?: Selection | null
  /** Absent: a new folder in `.warpgauge/runs`. */
  readonly runFolder?: string | null
  readonly isResume?: boolean
  readonly base: string | null
  /** Runs of each side when the commit is measured against itself; absent: a normal run. */
  readonly calibrationRounds?: number | null
  readonly isVerbose?: boolean | undefined
  /** Print only the verdict, changes and scaling; absent: the report. */
  readonly isSummary?: boolean
  /** The measured commit and its name in reports; absent: HEAD. */
  readonly head?: { readonly commit: string; readonly name: string }
}

/** A judged run on this machine. */
export type LocalResult = { readonly report: Report; readonly runFolder: string }

/** Measures locally and prints the report. */
export async function runLocally(own: LocalRun): Promise<ExitCode> {
  const { signal, release } = cancelOnSignals()
  try {
    const result = await measureLocally(own, signal)
    const options = { columns: measureColumns(process.stdout), color: mayColor(process.stdout), hasDetails: false }
    print((own.isSummary ? renderTerminalSummary : renderTerminal)(result.report, options))
    sayWhatNext(result, own)
    return result.report.exitCode
  } catch (error) {
    throw findCause(error, signal)
  } finally {
    release()
  }
}

/** Measures locally and returns the report. */
export async function measureLocally(
  own: LocalRun,
  signal: AbortSignal,
  progress: WatchedProgress = createTerminalProgress(),
): Promise<LocalResult> {
  const { workspace, configFile, configText, calibrationRounds = null, selection = null } = own
  const runId = createRunId()
  const logger = createTerminalLogger(own.isVerbose ?? false)
  const ports = await createMeasuringPorts({ workspace, logger, progress, signal })
  const dirty = own.head ? [] : await ports.git.listUncommittedFiles()
  if (dirty.length > 0) logger.warning(`uncommitted changes are not measured: ${dirty.slice(0, 5).join(', ')}`)
  const context = await buildContext(own, ports.git)
  await warnOfOwnBase(own, context, { git: ports.git, logger })
  const runFolder = own.runFolder ?? join(workspace, '.warpgauge', 'runs', runId)
  const request = {
    context,
    configPath: relative(workspace, configFile),
    ownRules: await readRules(own),
    runFolder,
    runId,
    isResume: own.isResume ?? false,
    calibrationRounds,
    selection,
    skipsCostEstimate: configText !== undefined,
    signal,
  }
  const report = await run(request, { ...ports, openMonitor: shareMonitor(ports.openMonitor, progress) })
  return { report, runFolder }
}

type OpenMonitor = Awaited<ReturnType<typeof createMeasuringPorts>>['openMonitor']

/** Shows the readings of the run's own monitor in the live view. */
function shareMonitor(openMonitor: OpenMonitor, { watch }: WatchedProgress): OpenMonitor {
  if (watch === null) return openMonitor
  return async (...args) => {
    const monitor = await openMonitor(...args)
    if (monitor.kind !== 'none' && isReadable(monitor)) {
      const gpus = await monitor.identify()
      watch(
        monitor,
        gpus.map(({ index }) => index),
      )
    }
    return monitor
  }
}

function isReadable(monitor: GpuMonitor): monitor is GpuMonitor & LiveReadings {
  return 'readLatest' in monitor
}

async function buildContext(
  { workspace, base, head }: LocalRun,
  git: { resolve(ref: string): Promise<string | null> },
): Promise<RunContext> {
  const baseCommit = base === null ? null : await git.resolve(base)
  if (base !== null && baseCommit === null)
    throw new UserError(
      `--base ${base} is not a commit of this repository`,
      'Name a branch, tag or commit that exists.',
    )
  return buildLocalContext(workspace, { baseCommit, ...(head && { headCommit: head.commit, headName: head.name }) })
}

/** Warns when the base already contains the head, because then there is no second side to compare with. */
async function warnOfOwnBase(
  { base, head: named }: LocalRun,
  { baseCommit }: RunContext,
  { git, logger }: { readonly git: Pick<GitRepository, 'resolve' | 'findMergeBase'>; readonly logger: Logger },
): Promise<void> {
  if (base === null || baseCommit === null) return
  const head = named?.commit ?? (await git.resolve('HEAD'))
  if (head === null || (baseCommit !== head && (await git.findMergeBase(baseCommit, head)) !== head)) return
  const notice = `--base ${base} already contains the measured commit (${head.slice(0, 7)}), so there is no other side to compare with`
  logger.warning(`${notice}. Name an earlier commit, such as HEAD~1, or commit the change first.`)
}

async function readRules({ configFile, configText, suites, workspace }: LocalRun): Promise<Rules> {
  const text = configText ?? (await readConfig(configFile, workspace))
  const rules = parseRules(text, relative(workspace, configFile), { origin: 'local', commit: null })
  return suites === undefined ? rules : { ...rules, config: restrictSuites(rules.config, suites) }
}

async function readConfig(configFile: string, workspace: string): Promise<string> {
  return await readFile(configFile, 'utf8').catch((error: unknown) => {
    const above = findConfigAbove(workspace, relative(workspace, configFile))
    throw new UserError(
      `there is no config at ${configFile}`,
      above === null
        ? 'Write one with `warpgauge init`, name another with --config, or try `warpgauge demo`.'
        : `There is one in ${above}: start warpgauge there, because commands and paths of a config are relative to the root.`,
      { cause: error },
    )
  })
}

/** Finds the nearest parent directory with a config of this name, for a hint. */
function findConfigAbove(workspace: string, config: string): string | null {
  if (config.startsWith('..')) return null
  for (let directory = workspace; !existsSync(join(directory, '.git')); directory = dirname(directory)) {
    if (directory === dirname(directory)) return null
    if (existsSync(join(dirname(directory), config))) return dirname(directory)
  }
  return null
}

function sayWhatNext({ runFolder, report }: LocalResult, { calibrationRounds = null, isSummary }: LocalRun): void {
  const folder = shortenPath(runFolder)
  if (isSummary) return say(`\nFull report: warpgauge report ${folder}`)
  say(`\nRun folder: ${folder}`)
  say(`  full report:             warpgauge report ${folder}`)
  // A run that could not be measured cannot become a baseline.
  if (report.exitCode === 2) return
  const keep = calibrationRounds === null ? 'store as the baseline:  ' : 'store for the testbed:  '
  say(`  ${keep} warpgauge baseline refresh ${folder} --reason "…"`)
}
