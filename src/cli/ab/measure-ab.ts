import { join, resolve } from 'node:path'
import { abConfigName, adaptiveRuns, formatAbConfig, type AbRequest } from '../../config/ab/ab-config.ts'
import { UserError } from '../../domain/core/errors.ts'
import { writeNewFile } from '../../io/git/read-project.ts'
import { openTemporaryDirectory } from '../../io/files/owned-directory.ts'
import { runUntilStopped } from '../../io/process/own-process.ts'
import { listSides, renderAb } from '../../reporters/ab.ts'
import { reportFormats } from '../../reporters/index.ts'
import type { ExitCode } from '../exit-code.ts'
import { judgeFolder } from '../judge-folder.ts'
import { createTerminalProgress, type WatchedProgress } from '../live-progress.ts'
import { refuseUsedFolder } from '../local-inputs.ts'
import { measureLocally, type LocalResult } from '../run-locally.ts'
import { inspectTerminal, print, say, shortenPath, stopOnSignals } from '../terminal.ts'
import { parseAbRequest, replaceConfigKeys, type AbOptions } from './ab-options.ts'
import { chooseSides, type ChosenSides } from './choose-sides.ts'

/**
 * Measures two commits or commands and prints their comparison, or only prints or writes the equivalent config, which
 * returns 0.
 */
export async function compareOrExport(command: readonly string[], options: AbOptions): Promise<ExitCode> {
  const request = await runUntilStopped(() => parseAbRequest(command, options, process.env))
  const { exportConfig } = options
  if (exportConfig === undefined)
    return await stopOnSignals((signal) => measureAb(request, options, signal)).catch((error: unknown) => {
      throw replaceConfigKeys(error)
    })
  const text = formatAbConfig(request)
  if (exportConfig === true) print(text)
  else if ((await writeNewFile(resolve(exportConfig), text)) === 'kept')
    throw new UserError(`${exportConfig} exists and was not changed`, 'Name another file with --export-config.')
  else say(`wrote ${exportConfig}; measure it with \`warpgauge run --config ${exportConfig} --base REV\``)
  return 0
}

/**
 * Measures both sides by the config that `--export-config` prints, and prints the result. Leaves nothing behind unless
 * `--out` or `--html` is given.
 */
async function measureAb(request: AbRequest, options: AbOptions, signal: AbortSignal): Promise<ExitCode> {
  const workspace = process.cwd()
  const { out, base = null, command: [one, other] = [] } = options
  if (out !== undefined) refuseUsedFolder(out, 'Name another directory with --out.')
  const sides = await chooseSides({
    workspace,
    base,
    commands: one === undefined || other === undefined ? null : [one, other],
    environment: process.env,
    warn: (message) => say(`warning: ${message}`),
  })
  signal.throwIfAborted()
  say(listSides(sides).join('\n'))
  await using temporary = out === undefined ? await openTemporaryDirectory('ab') : null
  const run = {
    workspace,
    // Outside the repository, so that no commit provides a file of this name.
    configFile: join(workspace, '..', abConfigName),
    configText: formatAbConfig(request),
    runFolder: temporary === null ? resolve(workspace, out ?? '') : join(temporary.path, 'run'),
    base: sides.baseCommit,
    head: sides.headCommit,
    isVerbose: options.verbose,
  }
  const result = await measureLocally(run, signal, announceDuration(request, createTerminalProgress()))
  await printResult(result, sides, options)
  return result.report.exitCode
}

async function printResult({ report, runFolder }: LocalResult, sides: ChosenSides, options: AbOptions): Promise<void> {
  const { json, html, out } = options
  const text = renderAb(report, sides, inspectTerminal(json ? process.stderr : process.stdout))
  if (json) {
    say(text)
    print(reportFormats.json(report))
  } else print(text)
  if (html !== undefined) {
    const { writeReportPage } = await import('../../wiring/report-page.ts')
    const judged = await judgeFolder(runFolder, { configFile: null, baselines: null })
    await writeReportPage(resolve(html), { folder: runFolder, histories: [], ...judged })
    say(`wrote ${shortenPath(resolve(html))}`)
  }
  if (out !== undefined) say(`\nRun folder: ${shortenPath(runFolder)}`)
}

/** Prints the expected duration of a comparison once a run has ended that was not the first: that one is cold. */
function announceDuration({ runs, warmups }: AbRequest, progress: WatchedProgress): WatchedProgress {
  let startedMs = 0
  let ended = 0
  let isAnnounced = false
  const { least, most } = runs === null ? adaptiveRuns : { least: runs, most: runs }
  return {
    ...progress,
    onTrialStart(next) {
      startedMs = performance.now()
      progress.onTrialStart(next)
    },
    onTrialEnd(trial) {
      progress.onTrialEnd(trial)
      ended += 1
      if (isAnnounced || ended === 1 || trial.isWarmup || trial.failure !== null) return
      isAnnounced = true
      const seconds = (performance.now() - startedMs) / 1000
      const [short, long] = [least, most].map((count) => formatDuration(2 * (warmups + count) * seconds))
      const range = short === long ? short : `${short} to ${long}`
      progress.onLiveLine?.(`one run takes ${formatDuration(seconds)}, so this takes ${range}`)
    },
  }
}

function formatDuration(seconds: number): string {
  if (seconds < 10) return `${seconds.toPrecision(2)} s`
  if (seconds < 100) return `${Math.round(seconds)} s`
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}
