import { join, resolve } from 'node:path'
import { abConfigName, formatAbConfig, type AbRequest } from '../../config/ab/ab-config.ts'
import { findCause } from '../../domain/core/errors.ts'
import type { ModeResult } from '../../domain/verdict/report.ts'
import { openTemporaryDirectory } from '../../io/files/temporary-directory.ts'
import { cancelOnSignals } from '../../io/process/cancel-on-signals.ts'
import { listSides, renderAb } from '../../reporters/ab.ts'
import { reportFormats } from '../../reporters/index.ts'
import type { ExitCode } from '../exit-code.ts'
import { judgeWithSources } from '../judge-folder.ts'
import { createTerminalProgress } from '../live-progress.ts'
import { measureLocally } from '../run-locally.ts'
import { refuseUsedFolder } from '../run-folder-option.ts'
import { shortenPath } from '../short-path.ts'
import { measureColumns, mayColor, print, say } from '../terminal.ts'
import type { AbOptions } from './ab-options.ts'
import { announceDuration } from './announce-duration.ts'
import { chooseSides, type ChosenSides } from './choose-sides.ts'
import { replaceConfigKeys } from './replace-config-keys.ts'

/** Measures both sides and prints the result. Leaves nothing behind unless `--out` or `--html` is given. */
export async function measureAb(request: AbRequest, options: AbOptions): Promise<ExitCode> {
  const workspace = process.cwd()
  if (options.out !== undefined) refuseUsedFolder(options.out)
  const { signal, release } = cancelOnSignals()
  try {
    const sides = await chooseSides({
      workspace,
      base: options.base ?? null,
      commands: parseCommands(options),
      environment: process.env,
      warn: (message) => say(`warning: ${message}`),
    })
    signal.throwIfAborted()
    say(listSides(sides).join('\n'))
    await using resources = new AsyncDisposableStack()
    const runFolder = await chooseRunFolder({ workspace, out: options.out }, resources)
    const result = await measureSides({ request, options, sides, workspace, runFolder }, signal)
    await printResult(result, sides, options)
    return result.report.exitCode
  } catch (error) {
    throw replaceConfigKeys(findCause(error, signal))
  } finally {
    release()
  }
}

/** Returns the folder of `--out`, or one in a temporary directory that disposing `resources` removes. */
async function chooseRunFolder(
  { workspace, out }: { readonly workspace: string; readonly out: string | undefined },
  resources: AsyncDisposableStack,
): Promise<string> {
  if (out !== undefined) return resolve(workspace, out)
  return join(resources.use(await openTemporaryDirectory('ab')).path, 'run')
}

function parseCommands({ command = [] }: AbOptions): readonly [string, string] | null {
  const [one, other] = command
  return one === undefined || other === undefined ? null : [one, other]
}

type AbRun = {
  readonly request: AbRequest
  readonly options: AbOptions
  readonly sides: ChosenSides
  readonly workspace: string
  readonly runFolder: string
}

/** Measures by the config that `--export-config` prints. */
async function measureSides(
  { request, options, sides, workspace, runFolder }: AbRun,
  signal: AbortSignal,
): Promise<ModeResult> {
  const run = {
    workspace,
    // Outside the repository, so that no commit provides a file of this name.
    configFile: join(workspace, '..', abConfigName),
    configText: formatAbConfig(request),
    suites: null,
    selection: null,
    runFolder,
    isResume: false,
    base: sides.baseCommit,
    head: sides.headCommit,
    calibrationRounds: null,
    isVerbose: options.verbose ?? false,
  }
  return await measureLocally(run, signal, announceDuration(request, createTerminalProgress()))
}

async function printResult({ report, runFolder }: ModeResult, sides: ChosenSides, options: AbOptions): Promise<void> {
  const stream = options.json ? process.stderr : process.stdout
  const text = renderAb(report, sides, { columns: measureColumns(stream), color: mayColor(stream) })
  if (options.json) {
    say(text)
    print(reportFormats.json(report))
  } else print(text)
  if (options.html !== undefined) await writeHtml(resolve(options.html), runFolder)
  if (options.out !== undefined) say(`\nRun folder: ${shortenPath(runFolder)}`)
}

async function writeHtml(path: string, folder: string): Promise<void> {
  const { writeReportPage } = await import('../../wiring/report-page.ts')
  const judged = await judgeWithSources(folder, { configFile: null, baselines: null })
  await writeReportPage(path, { folder, histories: [], ...judged })
  say(`wrote ${shortenPath(path)}`)
}
