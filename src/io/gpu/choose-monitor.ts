import { EnvironmentError, UnansweredError } from '../../domain/core/errors.ts'
import type { GpuMonitor, LiveReadings, MonitorKind } from '../../ports/gpu-monitor.ts'
import { NoMonitor } from './no-monitor.ts'
import { NvmlMonitor } from './nvml/nvml-monitor.ts'
import { smiTools } from './smi/smi-tools.ts'
import { ToolMonitor } from './smi/tool-monitor.ts'
import { getStopSignal } from '../process/cancel-on-signals.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

export type MonitorRequest = {
  readonly wanted: 'auto' | MonitorKind
  /** Tools are searched on its PATH. */
  readonly environment: EnvironmentVariables
  /** Default: `libnvidia-ml.so.1`. */
  readonly nvmlLibraryPath?: string | null
  /** For `auto`: also after a driver that does not answer comes the next monitor, or none; absent: that is an error. */
  readonly mayBeBlind?: boolean
  /** Stored in HDF5 files. */
  readonly runId?: string | null
}

export type ChosenMonitor = GpuMonitor & LiveReadings

const inOrder = ['nvml', 'nvidia-smi', 'amd-smi', 'rocm-smi'] as const

/**
 * The best available monitor, or the requested one. Without a monitor for `auto`, figures are unavailable and the monitor
 * states the reason. Throws an EnvironmentError when the requested monitor does not work, or a driver does not answer.
 */
export async function chooseMonitor(request: MonitorRequest): Promise<ChosenMonitor> {
  const { wanted, runId = null } = request
  if (wanted === 'none') return new NoMonitor('it was asked for no GPU monitor', runId)
  if (wanted !== 'auto') return openMonitor(wanted, request, null)
  const reasons: string[] = []
  for (const kind of inOrder) {
    try {
      return await openMonitor(kind, request, reasons.length > 0 ? reasons.join('; ') : null)
    } catch (error) {
      getStopSignal()?.throwIfAborted()
      if (!(error instanceof EnvironmentError)) throw error
      if (error instanceof UnansweredError && !request.mayBeBlind) throw error
      reasons.push(error.message)
    }
  }
  return new NoMonitor(reasons.join('; '), runId)
}

async function openMonitor(
  kind: (typeof inOrder)[number],
  { environment, nvmlLibraryPath = null, runId = null }: MonitorRequest,
  reason: string | null,
): Promise<ChosenMonitor> {
  if (kind === 'nvml') return openNvmlMonitor(nvmlLibraryPath, runId)
  const tool = smiTools[kind]
  const gpus = await tool.identify(environment)
  if (gpus.length === 0) throw withoutGpus(kind)
  return new ToolMonitor({ kind, tool, env: environment, gpus, reason, runId })
}

/** Loads the library and koffi on demand. */
async function openNvmlMonitor(libraryPath: string | null, runId: string | null): Promise<ChosenMonitor> {
  const { openDriver } = await import('./nvml/driver-thread.ts')
  const source = await openDriver(libraryPath)
  try {
    if (source.identify().length > 0) return new NvmlMonitor({ source, libraryPath, runId })
    throw withoutGpus('nvml')
  } catch (error) {
    source[Symbol.dispose]()
    throw error
  }
}

function withoutGpus(kind: MonitorKind): EnvironmentError {
  return new EnvironmentError(
    `${kind} lists no GPU on this machine`,
    'Run the vendor’s tool manually, or choose another monitor.',
  )
}
