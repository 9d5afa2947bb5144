import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { formatNames, handleUserError, UserError } from '../domain/core/errors.ts'
import { buildLocalContext, type RunContext } from '../domain/core/run-context.ts'
import { parseSelection } from '../domain/plan/selection.ts'
import type { Report } from '../domain/verdict/report.ts'
import type { GitRepository } from '../io/git/simple-git-repository.ts'
import { createRunId } from '../io/machine/system-clock.ts'
import { run } from '../modes/run.ts'
import type { GpuMonitor, LiveReadings } from '../ports/gpu-monitor.ts'
import type { Logger } from '../ports/logger.ts'
import type { Selection } from '../record/plan.ts'
import { renderTerminal, renderTerminalSummary } from '../reporters/index.ts'
import { createMeasuringPorts } from '../wiring/measuring-ports.ts'
import type { Rules } from '../steps/baselines/load-committed.ts'
import type { ExitCode } from './exit-code.ts'
import { createTerminalProgress, type WatchedProgress } from './live-progress.ts'
import { readLocalRules, refuseUsedFolder } from './local-inputs.ts'
import { parseWholeNumber } from './option-numbers.ts'
import { createTerminalLogger, inspectTerminal, print, say, shortenPath, stopOnSignals } from './terminal.ts'

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
  /** Continue the run in `runFolder`. */
  readonly isResume?: boolean
  /** Revision whose merge base with the commit is the reference; null: the run has no merge base. */
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

/** Options of `warpgauge run`. */
type RunOptions = {
  readonly config: string
  readonly suite?: readonly string[]
  readonly only?: readonly string[]
  readonly out?: string
  readonly resume?: boolean
  readonly base?: string
  readonly calibrate?: boolean
  readonly rounds?: string
  readonly verbose?: boolean
}

/** Performs `warpgauge run`: parses its options, and measures the checked-out commit by `runLocally`. */
export async function runCommitted(options: RunOptions): Promise<ExitCode> {
  const { out, resume = false } = options
  if (resume && !out) throw new UserError('--resume needs a run folder', 'Give its run folder with --out DIR.')
  const calibrationRounds = parseRounds(options)
  if (out && !resume) refuseUsedFolder(out)
  const workspace = process.cwd()
  return await runLocally({
    workspace,
    configFile: resolve(workspace, options.config),
    suites: options.suite,
    selection: parseSelection(options.only ?? []),
    runFolder: out ? resolve(workspace, out) : null,
    isResume: resume,
    base: options.base ?? null,
    calibrationRounds,
    isVerbose: options.verbose,
  })
}

const usualRounds = 10
/** Minimum runs of each side for a decision. */
const fewestRounds = 3
const mostRounds = 200

/** Null: a normal run. */
function parseRounds({ calibrate = false, rounds }: RunOptions): number | null {
  if (!calibrate && rounds !== undefined)
    throw new UserError(
      '--rounds has no meaning without --calibrate',
      'Add --calibrate, or set run.repeats in the config.',
    )
  if (!calibrate) return null
  return rounds === undefined ? usualRounds : parseWholeNumber('--rounds', rounds, fewestRounds, mostRounds)
}

/** Measures by `measureLocally` until a signal asks it to end, prints the report and returns its exit code. */
export async function runLocally(own: LocalRun): Promise<ExitCode> {
  return await stopOnSignals(async (signal) => {
    const result = await measureLocally(own, signal)
    const render = own.isSummary ? renderTerminalSummary : renderTerminal
    print(render(result.report, { ...inspectTerminal(), hasDetails: false }))
    sayWhatNext(result, own)
    return result.report.exitCode
  })
}

/**
 * Measures and judges on this machine, writes the run folder and shows progress; prints no report. Warns of uncommitted
 * changes, which are not measured. Throws a UserError for an unknown `base`.
 */
export async function measureLocally(
  own: LocalRun,
  signal: AbortSignal,
  progress: WatchedProgress = createTerminalProgress(),
): Promise<LocalResult> {
  const { workspace, configFile, configText, suites, base, head, calibrationRounds = null, selection = null } = own
  const runId = createRunId()
  const logger = createTerminalLogger(own.isVerbose)
  const ports = await createMeasuringPorts({ workspace, logger, progress, signal })
  const dirty = head ? [] : await ports.git.listUncommittedFiles()
  if (dirty.length > 0) logger.warning(`uncommitted changes are not measured: ${formatNames(dirty)}`)
  const baseCommit = base === null ? null : await ports.git.resolve(base)
  if (base !== null && baseCommit === null)
    throw new UserError(
      `--base ${base} is not a commit of this repository`,
      'Name a branch, tag or commit that exists.',
    )
  const named = head && { headCommit: head.commit, headName: head.name }
  const context = buildLocalContext(workspace, { baseCommit, ...named })
  await warnOfOwnBase(own, context, ports.git, logger)
  const configPath = relative(workspace, configFile)
  const hint = explainMissing(workspace, configPath)
  const ownRules = await readLocalRules(configFile, { suites, workspace, text: configText, hint })
  await warnOfOtherRules(ownRules, context, ports.git, logger)
  const runFolder = own.runFolder ?? join(workspace, '.warpgauge', 'runs', runId)
  const request = {
    context,
    configPath,
    ownRules,
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
    if (monitor.kind === 'none' || !isReadable(monitor)) return monitor
    const gpus = await monitor.identify()
    watch(
      monitor,
      gpus.map(({ index }) => index),
    )
    return monitor
  }
}

function isReadable(monitor: GpuMonitor): monitor is GpuMonitor & LiveReadings {
  return 'readLatest' in monitor
}

/** Warns when the base already contains the head, because then there is no second side to compare with. */
async function warnOfOwnBase(
  { base, head: named }: LocalRun,
  { baseCommit }: RunContext,
  git: Pick<GitRepository, 'resolve' | 'findMergeBase'>,
  logger: Logger,
): Promise<void> {
  if (base === null || baseCommit === null) return
  const head = named?.commit ?? (await git.resolve('HEAD'))
  if (head === null || (baseCommit !== head && (await git.findMergeBase(baseCommit, head)) !== head)) return
  const notice = `--base ${base} already contains the measured commit (${head.slice(0, 7)}), so there is no other side to compare with`
  logger.warning(`${notice}. Name an earlier commit, such as HEAD~1, or commit the change first.`)
}

/** Warns when the base has another config, which can have more suites, benchmarks and limits than the one that judges. */
async function warnOfOtherRules(
  { text, yardstick: { path } }: Rules,
  { baseCommit }: RunContext,
  git: Pick<GitRepository, 'readAt'>,
  logger: Logger,
): Promise<void> {
  if (baseCommit === null || path.startsWith('..')) return
  const ofBase = await git.readAt(baseCommit, path).catch(handleUserError(() => null))
  if (ofBase === null || ofBase === text) return
  logger.warning(
    `${path} differs from that of the base (${baseCommit.slice(0, 7)}), by which a pull request is judged.`,
  )
}

/** The hint for a missing config names the nearest parent directory that has one. */
function explainMissing(workspace: string, config: string): string {
  const usual = 'Write one with `warpgauge init`, name another with --config, or try `warpgauge demo`.'
  if (config.startsWith('..')) return usual
  for (let directory = workspace; !existsSync(join(directory, '.git')); directory = dirname(directory)) {
    const above = dirname(directory)
    if (directory === above) return usual
    if (existsSync(join(above, config)))
      return `There is one in ${above}: start warpgauge there, because commands and paths of a config are relative to the root.`
  }
  return usual
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
