import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import type { NvmlDevice } from './nvml-device.ts'
import {
  type NvmlFunctions,
  gpmMetricId,
  gpmMetric,
  gpmMetricsGet,
  gpmSupport,
  nvmlReturn,
  type Address,
  type NvmlMemory,
} from './nvml-library.ts'
import type { ActivityReading } from '../../../domain/telemetry/gpu-work.ts'

/** The quantities that are read together, with their metric and whether it is a rate. */
const counters = [
  ['smUtilization', gpmMetricId.smUtilization, 'share'],
  ['smOccupancy', gpmMetricId.smOccupancy, 'share'],
  ['tensorActivity', gpmMetricId.anyTensor, 'share'],
  ['dramBandwidthUtilization', gpmMetricId.dramBandwidth, 'share'],
  ['pcieReceiveBytesPerSecond', gpmMetricId.pcieReceive, 'rate'],
  ['pcieSendBytesPerSecond', gpmMetricId.pcieSend, 'rate'],
  ['nvlinkReceiveBytesPerSecond', gpmMetricId.nvlinkReceive, 'rate'],
  ['nvlinkSendBytesPerSecond', gpmMetricId.nvlinkSend, 'rate'],
] as const

/** GPM values of the interval between two samples; empty: unknown. */
export type GpmValues = Pick<GpuReading, (typeof counters)[number][0]> | Record<string, never>

/** The driver updates its counters about ten times a second; a shorter interval can contain no update. */
const minWindowMs = 100
const mib = 1024 ** 2

/** A set of GPM metrics requested together (nvmlGpmMetricsGet), and two samples of each GPU that they are computed from. */
export class GpmRequest {
  readonly #functions: NvmlFunctions
  readonly #memory: NvmlMemory
  readonly #request: number
  readonly #scratch: number
  readonly #pairs = new Map<number, readonly [Address, Address] | null>()

  constructor(functions: NvmlFunctions, memory: NvmlMemory, ids: readonly number[]) {
    this.#functions = functions
    this.#memory = memory
    this.#scratch = memory.reserve(gpmSupport.size)
    this.#request = memory.reserve(gpmMetricsGet.size(ids.length))
    memory.writeU32(this.#request, gpmMetricsGet.version)
    memory.writeU32(this.#request + gpmMetricsGet.count, ids.length)
    ids.forEach((id, index) => memory.writeU32(this.#getMetricOffset(index) + gpmMetric.id, id))
  }

  /** The samples of a GPU; null when it or the driver has no GPM counters. */
  getPair(device: NvmlDevice): readonly [Address, Address] | null {
    const known = this.#pairs.get(device.index)
    const pair = known === undefined ? this.#allocatePair(device) : known
    this.#pairs.set(device.index, pair)
    return pair
  }

  close(): void {
    for (const pair of this.#pairs.values()) for (const sample of pair ?? []) this.#functions.gpmSampleFree?.(sample)
    this.#pairs.clear()
  }

  /** Takes a sample; false on failure. */
  take({ handle }: NvmlDevice, sample: Address): boolean {
    return this.#functions.gpmSampleGet?.(handle, sample) === nvmlReturn.success
  }

  /** Computes the metrics between two samples; false on failure. */
  compare(older: Address, newer: Address): boolean {
    this.#memory.writeAddress(this.#request + gpmMetricsGet.sample1, older)
    this.#memory.writeAddress(this.#request + gpmMetricsGet.sample2, newer)
    return this.#functions.gpmMetricsGet?.(this.#memory.getAddress(this.#request)) === nvmlReturn.success
  }

  /**
   * A metric of the last comparison: percent as a share, MiB/s as bytes per second. Clamps the rounding of shares above 1;
   * larger ones are returned and impossible.
   */
  readMetric(index: number, kind: 'share' | 'rate'): number | null {
    const at = this.#getMetricOffset(index)
    const value = this.#memory.readF64(at + gpmMetric.value)
    const isAnswered = this.#memory.readU32(at + gpmMetric.return) === nvmlReturn.success
    if (!isAnswered || !Number.isFinite(value) || value < 0) return null
    if (kind === 'rate') return value * mib
    return value > 101 ? value / 100 : Math.min(value / 100, 1)
  }

  #allocatePair({ handle }: NvmlDevice): readonly [Address, Address] | null {
    const { gpmSupport: asksSupport, gpmSampleGet, gpmMetricsGet: asksMetrics, gpmSampleFree } = this.#functions
    if (!asksSupport || !gpmSampleGet || !asksMetrics || !gpmSampleFree) return null
    this.#memory.writeU32(this.#scratch, gpmSupport.version)
    if (asksSupport(handle, this.#memory.getAddress(this.#scratch)) !== nvmlReturn.success) return null
    if (this.#memory.readU32(this.#scratch + gpmSupport.isSupported) === 0) return null
    const [one, other] = [this.#allocate(), this.#allocate()]
    if (one !== null && other !== null) return [one, other]
    if (one !== null) gpmSampleFree(one)
    return null
  }

  #getMetricOffset(index: number): number {
    return this.#request + gpmMetricsGet.metrics + index * gpmMetric.size
  }

  #allocate(): Address | null {
    const code = this.#functions.gpmSampleAlloc?.(this.#memory.getAddress(this.#scratch))
    return code === nvmlReturn.success ? this.#memory.readAddress(this.#scratch) : null
  }
}

type GpmWindow = { older: Address; newer: Address; takenMs: number | null; values: GpmValues }

/** GPM counters of Hopper and later GPUs. */
export class NvmlGpm {
  readonly #request: GpmRequest
  readonly #windows = new Map<number, GpmWindow>()

  constructor(functions: NvmlFunctions, memory: NvmlMemory) {
    this.#request = new GpmRequest(
      functions,
      memory,
      counters.map(([, id]) => id),
    )
  }

  isSupported(device: NvmlDevice): boolean {
    return this.#request.getPair(device) !== null
  }

  /**
   * The values of the last complete window of at least 100 ms. At shorter intervals two readings may share one window.
   * Empty before the first window.
   */
  read(device: NvmlDevice, timeMs: number): GpmValues {
    const pair = this.#request.getPair(device)
    if (!pair) return {}
    const known = this.#windows.get(device.index) ?? { older: pair[0], newer: pair[1], takenMs: null, values: {} }
    const passedMs = known.takenMs === null ? Number.POSITIVE_INFINITY : timeMs - known.takenMs
    // A clock that was set back starts a new window.
    if (passedMs >= 0 && passedMs < minWindowMs) return known.values
    const isTaken = this.#request.take(device, known.older)
    const [older, newer] = isTaken ? [known.newer, known.older] : [known.older, known.newer]
    const isComplete = isTaken && known.takenMs !== null && this.#request.compare(older, newer)
    const values = isComplete ? this.#readAll() : {}
    this.#windows.set(device.index, { older, newer, takenMs: isTaken ? timeMs : known.takenMs, values })
    return values
  }

  close(): void {
    this.#request.close()
  }

  #readAll(): GpmValues {
    const values = counters.map(([name, , kind], index) => [name, this.#request.readMetric(index, kind)])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of `counters`
    return Object.fromEntries(values) as GpmValues
  }
}

/** GPM activity over any interval: the counters are cumulative, so the difference of two samples is exact. */
export class NvmlActivity {
  readonly #request: GpmRequest
  /** When the first sample of each GPU was taken. */
  readonly #firstMs = new Map<number, number>()

  constructor(functions: NvmlFunctions, memory: NvmlMemory) {
    this.#request = new GpmRequest(functions, memory, [gpmMetricId.dramBandwidth, gpmMetricId.graphicsUtilization])
  }

  /** Starts a new interval. Returns the reason when unavailable, otherwise null. */
  begin(device: NvmlDevice, now: () => number): string | null {
    const pair = this.#request.getPair(device)
    if (!pair) return 'this GPU or driver has no GPM counters'
    this.#firstMs.delete(device.index)
    if (!this.#request.take(device, pair[0])) return 'the driver returned no GPM sample'
    this.#firstMs.set(device.index, now())
    return null
  }

  /** Activity since `begin`, in ms: share times the interval between the samples. */
  read(device: NvmlDevice, now: () => number): ActivityReading | null {
    const [pair, firstMs] = [this.#request.getPair(device), this.#firstMs.get(device.index)]
    if (!pair || firstMs === undefined || !this.#request.take(device, pair[1])) return null
    const timeMs = now()
    if (!this.#request.compare(pair[0], pair[1])) return null
    const [dramMs = null, graphicsMs = null] = [0, 1].map((index) => {
      const share = this.#request.readMetric(index, 'share')
      return share === null || share > 1 ? null : share * (timeMs - firstMs)
    })
    return { timeMs, dramMs, graphicsMs }
  }

  close(): void {
    this.#request.close()
  }
}
