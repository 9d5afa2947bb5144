import { join } from 'node:path'
import { UserError } from '../domain/core/errors.ts'
import type { GpuIdentity } from '../domain/telemetry/gpu.ts'
import {
  resolveCommandDevices,
  explainUnexpectedUse,
  resolveVisibleDevices,
} from '../domain/testbed/visible-devices.ts'
import { chooseIntervalMs } from '../domain/telemetry/sampling-interval.ts'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { chooseMonitor, type ChosenMonitor } from '../io/gpu/choose-monitor.ts'
import { cancelOnSignals } from '../io/process/own-process.ts'
import { runAttached, type AttachedOutcome } from '../io/process/run-attached.ts'
import type { GpuWindow, MonitorKind } from '../ports/gpu-monitor.ts'
import { formatLiveGpus } from '../reporters/terminal/live-view.ts'
import { mayHaveStatusLine, openStatusLine } from './status-line.ts'
import { measureColumns } from './terminal.ts'
import type { TelemetrySummary } from '../record/telemetry.ts'

/** A command and how to monitor it. */
export type WatchRequest = {
  readonly argv: readonly string[]
  readonly wanted: 'auto' | MonitorKind
  /** Null: the default of the monitor. */
  readonly intervalMs: number | null
  /** Null: samples are not kept. */
  readonly logPath: string | null
  readonly output: 'stdout' | 'stderr'
}

/** GPU use of a command; also the JSON of `warpgauge monitor --json`. */
export type WatchedCommand = {
  readonly command: readonly string[]
  readonly exitCode: number
  readonly signal: string | null
  readonly wallSeconds: number
  readonly monitor: { readonly kind: MonitorKind; readonly reason: string | null }
  readonly gpus: readonly GpuIdentity[]
  readonly telemetry: TelemetrySummary
}

type EndedCommand = Extract<AttachedOutcome, { status: 'ended' }>

const frameMs = 500

/**
 * Runs a command under the best monitor. All GPUs are monitored, to detect unexpected use.
 *
 * @throws UserError when the command cannot be started, EnvironmentError when the requested monitor does not work
 */
export async function watchCommand(request: WatchRequest): Promise<WatchedCommand> {
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
): Promise<EndedCommand> {
  const live = showLive(monitor, gpus)
  const outcome = await runAttached({ argv, env: process.env, output, onStart: (pid) => window.follow(pid) })
  window.markEnded()
  live[Symbol.dispose]()
  if (outcome.status === 'ended') return outcome
  throw new UserError(outcome.problem, 'Give the command after --, as in: warpgauge monitor -- python train.py')
}

function showLive(monitor: ChosenMonitor, gpus: readonly GpuIdentity[]): Disposable {
  if (!mayHaveStatusLine(process.stderr)) return { [Symbol.dispose]: () => undefined }
  const line = openStatusLine(process.stderr)
  const startedMs = performance.now()
  const indices = gpus.map(({ index }) => index)
  const timer = setInterval(() => {
    const elapsedSeconds = (performance.now() - startedMs) / 1000
    line.draw(formatLiveGpus(monitor.readLatest(indices), elapsedSeconds, measureColumns(process.stderr)))
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
  if (kind === 'none') return []
  const visible = resolveVisibleDevices(gpus, process.env, kind === 'amd-smi' || kind === 'rocm-smi' ? 'amd' : 'nvidia')
  const selected = resolveCommandDevices(argv, visible)
  const used = summary.gpus.filter(({ ownMemoryPeakBytes }) => (ownMemoryPeakBytes ?? 0) > 0).map(({ gpu }) => gpu)
  return [...visible.problems, ...(selected?.problems ?? []), ...explainUnexpectedUse(selected ?? visible, used)]
}
