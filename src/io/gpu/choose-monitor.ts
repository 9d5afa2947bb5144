import { EnvironmentError, UnansweredError } from '../../domain/core/errors.ts'
import type { GpuMonitor, LiveReadings, MonitorKind } from '../../ports/gpu-monitor.ts'
import { identifyGpus } from './smi/smi-tools.ts'
import { createToolMonitor } from './smi/tool-monitor.ts'
import { getStopSignal } from '../process/own-process.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { ImpossibleValues } from '../../domain/telemetry/impossible-values.ts'
import type { NvmlSource } from './nvml/nvml-source.ts'
import { openSamplingWindow } from './sampling/sampling-window.ts'

export type MonitorRequest = {
  readonly wanted: 'auto' | MonitorKind
  /** Tools are searched on its PATH. */
  readonly environment: EnvironmentVariables
  /** Default: `libnvidia-ml.so.1`. */
  readonly nvmlLibraryPath?: string | null
  /** For `auto`: when a driver does not answer, tries the next monitor, and at last none; absent: throws. */
  readonly mayBeBlind?: boolean
  /** Stored in HDF5 files. */
  readonly runId?: string | null
}

/** A monitor that also shows the readings of its open window. */
export type ChosenMonitor = GpuMonitor & LiveReadings

const inOrder = ['nvml', 'nvidia-smi', 'amd-smi', 'rocm-smi'] as const

/**
 * Opens the best available monitor, or the requested one: loads the library of the driver or starts tools of the
 * vendor. Without a monitor for `auto`, figures are unavailable and the monitor states the reason. Throws an
 * EnvironmentError when the requested monitor does not work, or a driver does not answer.
 */
export async function chooseMonitor(request: MonitorRequest): Promise<ChosenMonitor> {
  const { wanted, runId = null } = request
  if (wanted === 'none') return createNoMonitor('it was asked for no GPU monitor', runId)
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
  return createNoMonitor(reasons.join('; '), runId)
}

async function openMonitor(
  kind: (typeof inOrder)[number],
  { environment, nvmlLibraryPath = null, runId = null }: MonitorRequest,
  reason: string | null,
): Promise<ChosenMonitor> {
  if (kind === 'nvml') return openNvmlMonitor(nvmlLibraryPath, runId)
  const gpus = await identifyGpus(kind, environment)
  if (gpus.length === 0) throw withoutGpus(kind)
  return createToolMonitor({ kind, env: environment, gpus, reason, runId })
}

/** Loads the library and koffi on demand. */
async function openNvmlMonitor(libraryPath: string | null, runId: string | null): Promise<ChosenMonitor> {
  const { openDriver } = await import('./nvml/driver-thread.ts')
  const source = await openDriver(libraryPath)
  try {
    if (source.identify().length > 0) return createNvmlMonitor(source, libraryPath, runId)
    throw withoutGpus('nvml')
  } catch (error) {
    source[Symbol.dispose]()
    throw error
  }
}

/**
 * Samples with the NVIDIA driver's library in a worker thread, which opens its own source; `source` is for occasional
 * queries on the main thread.
 */
function createNvmlMonitor(source: NvmlSource, libraryPath: string | null, runId: string | null): ChosenMonitor {
  return {
    kind: 'nvml',
    reason: null,
    hasCounters: true,
    identify: async () => source.identify(),
    identifyDriver: () => source.identifyDriver(),
    async listProcesses(gpus) {
      const lists = gpus.map((gpu) => {
        try {
          return source.listProcesses([gpu])
        } catch (error) {
          // The window says why the driver refuses a list.
          if (error instanceof EnvironmentError && !(error instanceof UnansweredError)) return null
          throw error
        }
      })
      return lists.every((list) => list === null) ? null : lists.flatMap((list) => list ?? [])
    },
    readLatest(gpus) {
      try {
        return source.read(gpus, Date.now()).map((reading) => new ImpossibleValues().drop(reading))
      } catch (error) {
        if (error instanceof UnansweredError) return []
        throw error
      }
    },
    open: (options) =>
      openSamplingWindow({ ...options, source: { kind: 'nvml', libraryPath }, monitor: 'nvml', runId }),
    [Symbol.asyncDispose]: async () => source[Symbol.dispose](),
  }
}

function withoutGpus(kind: MonitorKind): EnvironmentError {
  return new EnvironmentError(
    `${kind} lists no GPU on this machine`,
    'Run the vendor’s tool manually, or choose another monitor.',
  )
}

/** Used when no tool finds a GPU: windows sample the host only and state the reason. `runId`: for HDF5 files. */
export function createNoMonitor(reason: string, runId: string | null): ChosenMonitor {
  return {
    kind: 'none',
    reason,
    hasCounters: false,
    identify: async () => [],
    // Unknown, not empty.
    listProcesses: async () => null,
    readLatest: () => [],
    async open(options) {
      const request = { ...options, gpus: [], source: { kind: 'pushed' }, monitor: 'none', runId } as const
      const window = await openSamplingWindow(request)
      window.report(`GPU figures are unavailable: ${reason}`)
      return window
    },
    [Symbol.asyncDispose]: async () => undefined,
  }
}
