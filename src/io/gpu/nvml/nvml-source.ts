import { EnvironmentError, UnansweredError, UserError } from '../../../domain/core/errors.ts'
import type { DriverIdentity, GpuIdentity, GpuProcess, GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { GpuActivity, GpuSource, UtilizationSamples } from '../gpu-source.ts'
import { NvmlActivity, type GpmCounter, type GpmValues, noGpmValues, NvmlGpm } from './nvml-gpm.ts'
import {
  createLostEvent,
  isLost,
  listForbidden,
  type NvmlDevice,
  NvmlIdentities,
  askU64,
  createQueries,
  type NvmlQueries,
} from './nvml-device.ts'
import { NvmlEvents, NvmlUtilizationBuffer } from './nvml-samples.ts'
import {
  type NvmlMemory,
  loadNvmlLibrary,
  type NvmlFunctions,
  type NvmlLibrary,
  getReturnName,
  nvmlReturn,
} from './nvml-library.ts'
import {
  type NvmlHealth,
  readHealth,
  NvmlProcessList,
  readVitals,
  countTraffic,
  type TrafficCount,
  computeTraffic,
} from './nvml-reading.ts'
import { AdaptivePace } from '../sampling/sampling-pace.ts'
import type { GpuEvent } from '../../../record/telemetry.ts'

export type NvmlOptions = {
  readonly libraryPath?: string
  /** Absent: loaded from `libraryPath`, and called in this thread. */
  readonly library?: NvmlLibrary
  /** Processor time of this thread; the process's own when absent. */
  readonly readCpuMs?: () => number
}

/** NVML, the library of the NVIDIA driver, with the driver's identity. */
export interface NvmlSource extends GpuSource {
  identifyDriver(): DriverIdentity
}

/** A GPU and its state between readings. */
type DeviceState = {
  readonly device: NvmlDevice
  readonly gpm: GpmCounter | null
  /** Null until the first reading, whose GPUs share the processor time of GPM. */
  gpmPace: AdaptivePace | null
  traffic: TrafficCount | null
  health: NvmlHealth
  healthMs: number | null
}

export const nvmlPath = 'libnvidia-ml.so.1'
const memoryBytes = 8192
const ofWholeGpu = 'in MIG mode the driver counts all slices of the GPU together'
/** ECC errors and retired pages rarely change, and the queries are slow. */
const healthEveryMs = 10_000
/**
 * A GPM sample takes up to 0.7 ms per GPU, so the interval grows with the number of GPUs. The second one follows soon:
 * the window before it has no weight in means.
 */
const gpmLimits = { everyMs: 500, mostMs: 15_000, share: 0.0003 }

/**
 * Opens NVML and finds all GPUs. Ignores CUDA_VISIBLE_DEVICES: the indices are the driver's own. Throws an
 * EnvironmentError when koffi, the library or the driver is missing.
 */
export function openNvmlSource(options: NvmlOptions = {}): NvmlSource {
  const { libraryPath = nvmlPath, library = loadNvmlLibrary(libraryPath), readCpuMs } = options
  const code = library.functions.init?.() ?? nvmlReturn.functionNotFound
  if (code === nvmlReturn.success) return new OpenNvml(library, readCpuMs)
  throw new EnvironmentError(
    `NVML did not start: nvmlInit_v2 of ${libraryPath} answered ${getReturnName(code)}`,
    'Run "nvidia-smi" on this machine: it prints the error of the driver.',
  )
}

class OpenNvml implements NvmlSource {
  readonly #library: NvmlLibrary
  readonly #functions: NvmlFunctions
  readonly #memory: NvmlMemory
  readonly #queries: NvmlQueries
  readonly #gpm: NvmlGpm
  readonly #identities: NvmlIdentities
  readonly #activity: NvmlActivity
  readonly #samples: NvmlUtilizationBuffer
  readonly #processes: NvmlProcessList
  readonly #events: NvmlEvents
  readonly #watched: readonly DeviceState[]
  readonly #toldLost = new Set<number>()
  readonly #readCpuMs: (() => number) | undefined
  readonly listForbidden = (): readonly string[] => listForbidden(this.#watched.map(({ device }) => device))
  #isOpen = true

  constructor(library: NvmlLibrary, readCpuMs?: () => number) {
    this.#readCpuMs = readCpuMs
    this.#library = library
    this.#functions = library.functions
    this.#memory = library.createMemory(memoryBytes)
    this.#queries = createQueries(this.#functions, this.#memory)
    this.#gpm = new NvmlGpm(this.#functions, this.#memory)
    this.#identities = new NvmlIdentities(this.#functions, this.#memory)
    this.#activity = new NvmlActivity(this.#functions, this.#memory)
    this.#samples = new NvmlUtilizationBuffer(library)
    this.#processes = new NvmlProcessList(library)
    const devices = findDevices(this.#functions, this.#memory)
    this.#events = new NvmlEvents(this.#functions, this.#memory, devices)
    this.#watched = devices.map((device) => ({
      device,
      gpm: device.lostBecause === null ? this.#gpm.open(device) : null,
      gpmPace: null,
      traffic: null,
      health: { eccErrors: null, retiredPages: null },
      healthMs: null,
    }))
  }

  /** Omits GPUs that were lost before their UUID was read; `readEvents` reports them. */
  identify(): readonly GpuIdentity[] {
    const present = this.#watched.filter(({ device }) => device.lostBecause === null)
    return present.map(({ device }) => this.#identities.read(device)).filter((identity) => identity !== null)
  }

  identifyDriver(): DriverIdentity {
    return this.#identities.readDriver()
  }

  /** Only some readings contain GPM counters; those cover the time since the previous such reading. */
  read(gpus: readonly number[], timeMs: number): readonly GpuReading[] {
    const readings = this.readVitals(gpus, timeMs)
    return readings.map((reading) => {
      const watched = this.#find(reading.gpu)
      let counted = reading
      watched.gpmPace ??= new AdaptivePace({ ...gpmLimits, share: gpmLimits.share / gpus.length }, this.#readCpuMs)
      watched.gpmPace.attempt(timeMs, () => {
        counted = this.#addGpm(reading, timeMs)
      })
      return counted
    })
  }

  readCounters(gpus: readonly number[], timeMs: number): readonly GpuReading[] {
    return this.readVitals(gpus, timeMs).map((reading) => this.#addGpm(reading, timeMs))
  }

  /** Without the expensive counters. */
  readVitals(gpus: readonly number[], timeMs: number): readonly GpuReading[] {
    return gpus.map((gpu) => this.#readOne(this.#find(gpu), timeMs))
  }

  /** Compute processes only: a display server does not affect results. */
  listProcesses(gpus: readonly number[]): readonly (GpuProcess & { readonly gpu: number })[] | null {
    const lists = gpus.map((gpu) => ({ gpu, list: this.#readProcesses(this.#find(gpu).device) }))
    if (lists.every(({ list }) => list === null)) return null
    return lists.flatMap(({ gpu, list }) => (list ?? []).map((process) => ({ ...process, gpu })))
  }

  readEnergyJoules(gpus: readonly number[]): ReadonlyMap<number, number | null> {
    return new Map(
      gpus.map((gpu) => {
        const millijoules = askU64(this.#find(gpu).device, this.#queries.energy, this.#memory)
        return [gpu, millijoules === null ? null : millijoules / 1000]
      }),
    )
  }

  /** In MIG mode the driver counts all slices together, including those of other users. */
  readUtilizationSamples(gpu: number): UtilizationSamples {
    const { device } = this.#find(gpu)
    if (this.#identities.isMigOn(device)) return { status: 'unavailable', reason: ofWholeGpu }
    return this.#samples.read(device)
  }

  beginActivity(gpu: number, now: () => number): string | null {
    const { device } = this.#find(gpu)
    return this.#identities.isMigOn(device) ? ofWholeGpu : this.#activity.begin(device, now)
  }

  readActivity(gpu: number, now: () => number): GpuActivity | null {
    return this.#activity.read(this.#find(gpu).device, now)
  }

  /** XID and ECC events, and lost GPUs; each is reported once. */
  readEvents(): readonly GpuEvent[] {
    const timeMs = Date.now()
    const lost = this.#watched.filter(({ device }) => isLost(device) && !this.#toldLost.has(device.index))
    for (const { device } of lost) this.#toldLost.add(device.index)
    return [...this.#events.drain(timeMs), ...lost.map(({ device }) => createLostEvent(device, timeMs))]
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      for (const { gpm } of this.#watched) if (gpm !== null) this.#gpm.close(gpm)
      this.#activity.close()
      this.#events.close()
      this.#functions.shutdown?.()
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error
    } finally {
      this.#library.close?.()
    }
  }

  #readProcesses(device: NvmlDevice): readonly GpuProcess[] | null {
    const listSlices = () => (this.#identities.isMigOn(device) ? this.#identities.listSliceHandles(device.handle) : [])
    return this.#processes.read(device, listSlices)
  }

  #readOne(watched: DeviceState, timeMs: number): GpuReading {
    const { device, gpm } = watched
    const vitals = readVitals(device, this.#queries, this.#memory)
    const traffic = gpm === null ? this.#readTraffic(watched, timeMs) : null
    const { eccErrors, retiredPages } = this.#readHealth(watched, timeMs)
    const { index: gpu } = device
    return { gpu, timeMs, ...vitals, ...noGpmValues, ...traffic, eccErrors, retiredPages, processes: null }
  }

  #addGpm(reading: GpuReading, timeMs: number): GpuReading {
    return { ...reading, ...this.#readGpm(this.#find(reading.gpu), timeMs) }
  }

  #readGpm({ device, gpm }: DeviceState, timeMs: number): Partial<GpmValues> {
    return gpm !== null && device.lostBecause === null ? this.#gpm.read(device, gpm, timeMs) : {}
  }

  #readTraffic(watched: DeviceState, timeMs: number) {
    const before = watched.traffic
    watched.traffic = countTraffic(watched.device, this.#queries, this.#memory, timeMs)
    return computeTraffic(before, watched.traffic)
  }

  #readHealth(watched: DeviceState, timeMs: number): NvmlHealth {
    const isFresh = watched.healthMs !== null && Math.abs(timeMs - watched.healthMs) < healthEveryMs
    if (isFresh && watched.device.lostBecause === null) return watched.health
    watched.healthMs = timeMs
    watched.health = readHealth(watched.device, this.#queries, this.#memory)
    return watched.health
  }

  #find(gpu: number): DeviceState {
    if (!this.#isOpen) throw new Error('this NVML source is closed')
    const watched = this.#watched[gpu]
    if (watched !== undefined) return watched
    throw new UserError(
      `GPU ${gpu} does not exist on this machine (GPUs found: ${this.#watched.length})`,
      'Give physical indices as "nvidia-smi -L" shows them, from 0.',
    )
  }
}

/** All GPUs by physical index, including those that cannot be opened. */
function findDevices({ deviceCount, deviceByIndex }: NvmlFunctions, memory: NvmlMemory): NvmlDevice[] {
  const offset = memory.reserve(8)
  const out = memory.getAddress(offset)
  const count = deviceCount?.(out) === nvmlReturn.success ? memory.readU32(offset) : 0
  return Array.from({ length: count }, (_, index) => {
    const code = deviceByIndex?.(index, out) ?? nvmlReturn.functionNotFound
    const isOpen = code === nvmlReturn.success
    const handle = isOpen ? memory.readAddress(offset) : 0
    return { index, handle, answered: 0, unsupported: 0, lostBecause: isOpen ? null : getReturnName(code) }
  })
}
