import { EnvironmentError, UnansweredError, UserError } from '../../../domain/core/errors.ts'
import type { DriverIdentity, GpuIdentity, GpuProcess, GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { ActivityReading } from '../../../domain/telemetry/gpu-work.ts'
import type { GpuSource, UtilizationSamples } from '../gpu-source.ts'
import { createActivity, createGpm } from './nvml-gpm.ts'
import { findDevices, isLost, learnCode, listForbidden, type NvmlDevice, NvmlIdentities } from './nvml-device.ts'
import { createNvmlEvents, createProcessList, createUtilizationBuffer } from './nvml-lists.ts'
import {
  type NvmlCall,
  type NvmlMemory,
  loadNvmlLibrary,
  type NvmlLibrary,
  getReturnName,
  nvmlReturn,
} from './nvml-library.ts'
import { NvmlProbes } from './nvml-probes.ts'
import { Budget } from '../sampling/sampling-pace.ts'
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

/** A GPU and its state between readings. `gpmBudget`: null until the first reading, whose GPUs share it. */
type DeviceState = { readonly device: NvmlDevice; readonly probes: NvmlProbes; gpmBudget: Budget | null }

export const nvmlPath = 'libnvidia-ml.so.1'
const memoryBytes = 4096
const ofWholeGpu = 'in MIG mode the driver counts all slices of the GPU together'
/**
 * A GPM sample takes up to 0.7 ms per GPU, so the interval grows with the number of GPUs. The second one follows soon:
 * the window before it has no weight in means.
 */
const gpmLimits = { everyMs: 500, mostMs: 15_000, maxShare: 0.0003 }

/**
 * Opens NVML and finds all GPUs. Ignores CUDA_VISIBLE_DEVICES: the indices are the driver's own. Throws an
 * EnvironmentError when koffi, the library or the driver is missing.
 */
export function openNvmlSource(options: NvmlOptions = {}): NvmlSource {
  const { libraryPath = nvmlPath, library = loadNvmlLibrary(libraryPath), readCpuMs } = options
  const code = library.functions.init?.() ?? nvmlReturn.functionNotFound
  if (code === nvmlReturn.success)
    try {
      return new OpenNvml(library, readCpuMs)
    } catch (error) {
      library.functions.shutdown?.()
      throw error
    }
  throw new EnvironmentError(
    `NVML did not start: nvmlInit_v2 of ${libraryPath} answered ${getReturnName(code)}`,
    'Run "nvidia-smi" on this machine: it prints the error of the driver.',
  )
}

class OpenNvml implements NvmlSource {
  readonly #library: NvmlLibrary
  readonly #memory: NvmlMemory
  readonly #energyOffset: number
  readonly #gpm: ReturnType<typeof createGpm>
  readonly #identities: NvmlIdentities
  readonly #activity: ReturnType<typeof createActivity>
  readonly #samples: ReturnType<typeof createUtilizationBuffer>
  readonly #processes: ReturnType<typeof createProcessList>
  readonly #events: ReturnType<typeof createNvmlEvents>
  readonly #watched: readonly DeviceState[]
  readonly #toldLost = new Set<number>()
  readonly #readCpuMs: (() => number) | undefined
  /** Of the current reading. */
  readonly #calls: NvmlCall[] = []
  readonly listForbidden = (): readonly string[] => listForbidden(this.#watched.map(({ device }) => device))
  #isOpen = true

  constructor(library: NvmlLibrary, readCpuMs?: () => number) {
    this.#readCpuMs = readCpuMs
    this.#library = library
    const { functions } = library
    this.#memory = library.createMemory(memoryBytes)
    this.#energyOffset = this.#memory.reserve(8)
    this.#gpm = createGpm(functions, this.#memory)
    this.#identities = new NvmlIdentities(functions, this.#memory)
    this.#activity = createActivity(functions, this.#memory)
    this.#samples = createUtilizationBuffer(library)
    this.#processes = createProcessList(library)
    const devices = findDevices(functions, this.#memory)
    this.#events = createNvmlEvents(functions, this.#memory, devices)
    this.#watched = devices.map((device) => {
      const hasGpm = device.lostBecause === null && this.#gpm.isSupported(device)
      return { device, probes: new NvmlProbes(library, device, hasGpm), gpmBudget: null }
    })
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
    return this.readVitals(gpus, timeMs).map((reading) => {
      const watched = this.#find(reading.gpu)
      watched.gpmBudget ??= new Budget({ ...gpmLimits, maxShare: gpmLimits.maxShare / gpus.length }, this.#readCpuMs)
      return watched.gpmBudget.attempt(timeMs, () => this.#addGpm(reading, timeMs)) ?? reading
    })
  }

  readCounters(gpus: readonly number[], timeMs: number): readonly GpuReading[] {
    return this.readVitals(gpus, timeMs).map((reading) => this.#addGpm(reading, timeMs))
  }

  /** Without the expensive counters. */
  readVitals(gpus: readonly number[], timeMs: number): readonly GpuReading[] {
    const probes = gpus.map((gpu) => this.#find(gpu).probes)
    for (const one of probes) one.request(timeMs, this.#calls)
    this.#callAll()
    for (const one of probes) one.requestInstead(this.#calls)
    this.#callAll()
    return probes.map((one) => one.finish(timeMs))
  }

  /** Compute processes only: a display server does not affect results. */
  listProcesses(gpus: readonly number[]): readonly (GpuProcess & { readonly gpu: number })[] | null {
    const lists = gpus.map((gpu) => ({ gpu, list: this.#readProcesses(this.#find(gpu).device) }))
    if (lists.every(({ list }) => list === null)) return null
    return lists.flatMap(({ gpu, list }) => (list ?? []).map((process) => ({ ...process, gpu })))
  }

  readEnergyJoules(gpus: readonly number[]): ReadonlyMap<number, number | null> {
    return new Map(gpus.map((gpu) => [gpu, this.#readEnergy(this.#find(gpu).device)]))
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

  readActivity(gpu: number, now: () => number): ActivityReading | null {
    return this.#activity.read(this.#find(gpu).device, now)
  }

  /** XID and ECC events, and lost GPUs; each is reported once. */
  readEvents(): readonly GpuEvent[] {
    const timeMs = Date.now()
    const lost = this.#watched.filter(({ device }) => isLost(device) && !this.#toldLost.has(device.index))
    for (const { device } of lost) this.#toldLost.add(device.index)
    const losses = lost.map(({ device: { index: gpu, lostBecause } }) => {
      return { gpu, timeMs, kind: 'lost', detail: lostBecause ?? 'lost' } as const
    })
    return [...this.#events.drain(timeMs), ...losses]
  }

  [Symbol.dispose](): void {
    if (!this.#isOpen) return
    this.#isOpen = false
    try {
      this.#gpm.close()
      this.#activity.close()
      this.#events.close()
      this.#library.functions.shutdown?.()
    } catch (error) {
      if (!(error instanceof UnansweredError)) throw error
    } finally {
      this.#library.close?.()
    }
  }

  #callAll(): void {
    try {
      if (this.#calls.length > 0) this.#library.callAll(this.#calls)
    } finally {
      this.#calls.length = 0
    }
  }

  #readEnergy(device: NvmlDevice): number | null {
    const { energy } = this.#library.functions
    if (!energy || device.lostBecause !== null) return null
    const code = energy(device.handle, this.#memory.getAddress(this.#energyOffset))
    if (code !== nvmlReturn.success) learnCode(device, code, false)
    const millijoules = code === nvmlReturn.success ? this.#memory.readU64(this.#energyOffset) : null
    return millijoules === null ? null : millijoules / 1000
  }

  #readProcesses(device: NvmlDevice): readonly GpuProcess[] | null {
    const listSlices = () => (this.#identities.isMigOn(device) ? this.#identities.listSliceHandles(device.handle) : [])
    return this.#processes.read(device, listSlices)
  }

  #addGpm(reading: GpuReading, timeMs: number): GpuReading {
    const { device } = this.#find(reading.gpu)
    return device.lostBecause === null ? { ...reading, ...this.#gpm.read(device, timeMs) } : reading
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
