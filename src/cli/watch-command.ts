import { statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { attempt, UserError } from '../domain/core/errors.ts'
import type { GpuIdentity } from '../domain/telemetry/gpu.ts'
import {
  resolveCommandDevices,
  explainUnexpectedUse,
  resolveVisibleDevices,
} from '../domain/testbed/visible-devices.ts'
import { describeUnreadGpus } from '../domain/testbed/unread-gpus.ts'
import { chooseIntervalMs } from '../domain/telemetry/sampling-interval.ts'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { chooseMonitor, type ChosenMonitor } from '../io/gpu/choose-monitor.ts'
import { listGpuDevices } from '../io/machine/gpu-devices.ts'
import { cancelOnSignals } from '../io/process/own-process.ts'
import { runAttached, type AttachedOutcome } from '../io/process/run-attached.ts'
import type { GpuWindow, MonitorKind } from '../ports/gpu-monitor.ts'
import type { TelemetrySummary } from '../record/telemetry.ts'
import { formatLiveGpus } from '../reporters/terminal/live-view.ts'
import { renderMonitorTable } from '../reporters/terminal/monitor-table.ts'
import { parseWholeNumber } from './option-numbers.ts'
import { mayAnimate, measureTerminalWidth, print, say } from './terminal.ts'

/** Options of `warpgauge monitor`. */
type MonitorOptions = {
  readonly interval?: string
  readonly monitor: 'auto' | MonitorKind
  readonly json?: boolean
  readonly log?: string
}

/** Runs a command under the GPU monitor, prints what it used, and returns its exit code. */
export async function printGpuUse(argv: readonly string[], options: MonitorOptions): Promise<number> {
  const { interval, log, json } = options
  const watched = await watchCommand({
    argv,
    wanted: options.monitor,
    intervalMs: interval === undefined ? null : parseWholeNumber('--interval', interval, 10, 60_000),
    logPath: log === undefined ? null : parseLogPath(log),
    output: json ? 'stderr' : 'stdout',
  })
  const { exitCode, wallSeconds, monitor, gpus, telemetry } = watched
  const { reason } = monitor
  if (json) print(JSON.stringify(watched, null, 2))
  else say(renderMonitorTable(telemetry, { columns: measureTerminalWidth(process.stderr), wallSeconds, gpus, reason }))
  if (log !== undefined && telemetry.logFile !== null) say(`samples: ${dirname(log)}/${telemetry.logFile}`)
  return exitCode
}

function parseLogPath(file: string): string {
  const path = resolve(file)
  if (attempt(() => statSync(dirname(path)).isDirectory())) return path
  throw new UserError(
    `--log ${file}: the directory ${dirname(path)} does not exist or cannot be reached`,
    'Create it, or give another file.',
  )
}

/** A command and how to monitor it. */
type WatchRequest = {
  readonly argv: readonly string[]
  readonly wanted: 'auto' | MonitorKind
  /** Null: the default of the monitor. */
  readonly intervalMs: number | null
  /** Null: samples are not kept. */
  readonly logPath: string | null
  readonly output: 'stdout' | 'stderr'
}

const frameMs = 500

/**
 * Runs a command under the best monitor. All GPUs are monitored, to detect unexpected use. The result is also the JSON
 * of `warpgauge monitor --json`.
 *
 * @throws UserError when the command cannot be started, EnvironmentError when the requested monitor does not work
 */
async function watchCommand(request: WatchRequest) {
  const { argv, wanted, logPath } = request
  // From here on a signal must end the tools of the monitor; later the command gets it.
  const opening = cancelOnSignals()
  await using monitor = await chooseMonitor({ wanted, environment: process.env, mayBeBlind: true })
  const gpus = await monitor.identify()
  await using scratch = await openTemporaryDirectory('monitor')
  await using window = await monitor.open({
    gpus: gpus.map(({ index }) => index),
    intervalMs: request.intervalMs ?? chooseIntervalMs(monitor.kind, gpus.length),
    logPath: logPath ?? join(scratch.path, 'gpu_metrics.log'),
    hdf5Path: null,
  })
  opening.release()
  opening.signal.throwIfAborted()
  const { exitCode, signal, wallSeconds } = await runUnder(window, monitor, { ...request, gpus })
  const summary = await window.close()
  const problems = [...summary.problems, ...listDeviceProblems(monitor, gpus, { argv, summary })]
  const telemetry = { ...summary, logFile: logPath && summary.logFile, problems }
  const { kind, reason } = monitor
  return { command: argv, exitCode, signal, wallSeconds, monitor: { kind, reason }, gpus, telemetry }
}

async function runUnder(
  window: GpuWindow,
  monitor: ChosenMonitor,
  { argv, output, gpus }: WatchRequest & { readonly gpus: readonly GpuIdentity[] },
): Promise<Extract<AttachedOutcome, { status: 'ended' }>> {
  using _ = showLive(monitor, gpus)
  const outcome = await runAttached({ argv, env: process.env, output, onStart: (pid) => window.follow(pid) })
  window.markEnded()
  if (outcome.status === 'ended') return outcome
  throw new UserError(outcome.problem, 'Give the command after --, as in: warpgauge monitor -- python train.py')
}

/** Draws the latest readings on the terminal until it is disposed; null: no terminal, or one with too few rows. */
function showLive(monitor: ChosenMonitor, gpus: readonly GpuIdentity[]): Disposable | null {
  if (!mayAnimate(process.stderr) || process.stderr.rows <= 3) return null
  const line = openStatusLine(process.stderr)
  const startedMs = performance.now()
  const indices = gpus.map(({ index }) => index)
  const timer = setInterval(() => {
    const elapsedSeconds = (performance.now() - startedMs) / 1000
    line.draw(formatLiveGpus(monitor.readLatest(indices), elapsedSeconds, measureTerminalWidth(process.stderr)))
  }, frameMs)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      line[Symbol.dispose]()
    },
  }
}

function listDeviceProblems(
  { kind }: ChosenMonitor,
  gpus: readonly GpuIdentity[],
  { argv, summary }: { readonly argv: readonly string[]; readonly summary: TelemetrySummary },
): string[] {
  if (kind === 'none') return [describeUnreadGpus(listGpuDevices())].filter((problem) => problem !== null)
  const visible = resolveVisibleDevices(gpus, process.env, kind)
  const selected = resolveCommandDevices(argv, visible)
  const used = summary.gpus.filter(({ ownMemoryPeakBytes }) => (ownMemoryPeakBytes ?? 0) > 0).map(({ gpu }) => gpu)
  return [...visible.problems, ...(selected?.problems ?? []), ...explainUnexpectedUse(selected ?? visible, used)]
}

/** A status on the last line of a terminal, while another program writes above it. */
type StatusLine = Disposable & { draw(text: string): void }

const save = '\u001B7'
const restore = '\u001B8'
const clearLine = '\u001B[2K'
const wholeScreen = '\u001B[r'

/**
 * Reserves the last line by a scrolling region (DECSTBM), so that the output of another program on the same terminal
 * is neither overwritten nor erased.
 */
function openStatusLine(stream: NodeJS.WriteStream): StatusLine {
  let rows = 0
  let last = ''
  const reserve = (): void => {
    rows = stream.rows
    // The new line scrolls the content of the last line up.
    stream.write(`\n${save}\u001B[1;${rows - 1}r${restore}\u001B[1A`)
    draw(last)
  }
  const draw = (text: string): void => {
    last = text
    stream.write(`${save}\u001B[${rows};1H${clearLine}${text}${restore}`)
  }
  reserve()
  stream.on('resize', reserve)
  return {
    draw,
    [Symbol.dispose]() {
      stream.off('resize', reserve)
      stream.write(`${save}${wholeScreen}\u001B[${rows};1H${clearLine}${restore}`)
    },
  }
}
