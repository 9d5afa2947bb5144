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
import { noTraffic, type Traffic } from './nvml-reading.ts'
import type { GpuActivity } from '../gpu-source.ts'

/** GPM values of the interval between two samples. */
export type GpmValues = Traffic &
  Pick<GpuReading, 'smUtilization' | 'smOccupancy' | 'tensorActivity' | 'dramBandwidthUtilization'>

export const noGpmValues: GpmValues = {
  ...noTraffic,
  smUtilization: null,
  smOccupancy: null,
  tensorActivity: null,
  dramBandwidthUtilization: null,
}

const metricIds = [
  gpmMetricId.smUtilization,
  gpmMetricId.smOccupancy,
  gpmMetricId.anyTensor,
  gpmMetricId.dramBandwidth,
  gpmMetricId.pcieReceive,
  gpmMetricId.pcieSend,
  gpmMetricId.nvlinkReceive,
  gpmMetricId.nvlinkSend,
] as const

/** The driver updates its counters about ten times a second; a shorter interval can contain no update. */
const minWindowMs = 100

/** The two samples of a GPU and their latest values. */
export type GpmCounter = {
  older: Address
  newer: Address
  /** When `newer` was taken; null before the first sample. */
  takenMs: number | null
  values: GpmValues
}

/** GPM counters of Hopper and later GPUs. */
export class NvmlGpm {
  readonly #request: GpmRequest

  constructor(functions: NvmlFunctions, memory: NvmlMemory) {
    this.#request = new GpmRequest(functions, memory, metricIds)
  }

  /** Null when the GPU or driver has no GPM counters. */
  open(device: NvmlDevice): GpmCounter | null {
    const samples = this.#request.allocatePair(device)
    return samples && { older: samples[0], newer: samples[1], takenMs: null, values: noGpmValues }
  }

  /**
   * The values of the last complete window of at least 100 ms. At shorter intervals two readings may share one window.
   * All null before the first window.
   */
  read(device: NvmlDevice, counter: GpmCounter, timeMs: number): GpmValues {
    const passedMs = counter.takenMs === null ? Number.POSITIVE_INFINITY : timeMs - counter.takenMs
    // A clock that was set back starts a new window.
    if (passedMs >= 0 && passedMs < minWindowMs) return counter.values
    if (!this.#request.take(device, counter.older)) {
      counter.values = noGpmValues
      return counter.values
    }
    const isFirst = counter.takenMs === null
    const { older, newer } = counter
    counter.older = newer
    counter.newer = older
    counter.takenMs = timeMs
    counter.values = isFirst ? noGpmValues : this.#compare(counter)
    return counter.values
  }

  close(counter: GpmCounter): void {
    this.#request.free([counter.older, counter.newer])
  }

  #compare({ older, newer }: GpmCounter): GpmValues {
    const request = this.#request
    if (!request.compare(older, newer)) return noGpmValues
    return {
      smUtilization: request.share(0),
      smOccupancy: request.share(1),
      tensorActivity: request.share(2),
      dramBandwidthUtilization: request.share(3),
      pcieReceiveBytesPerSecond: request.rate(4),
      pcieSendBytesPerSecond: request.rate(5),
      nvlinkReceiveBytesPerSecond: request.rate(6),
      nvlinkSendBytesPerSecond: request.rate(7),
    }
  }
}

const mib = 1024 ** 2

/** A set of GPM metrics requested together (nvmlGpmMetricsGet), and the samples they are computed from. */
export class GpmRequest {
  readonly #functions: NvmlFunctions
  readonly #memory: NvmlMemory
  readonly #request: number
  readonly #scratch: number

  constructor(functions: NvmlFunctions, memory: NvmlMemory, ids: readonly number[]) {
    this.#functions = functions
    this.#memory = memory
    this.#scratch = memory.reserve(gpmSupport.size)
    this.#request = memory.reserve(gpmMetricsGet.size(ids.length))
    memory.writeU32(this.#request, gpmMetricsGet.version)
    memory.writeU32(this.#request + gpmMetricsGet.count, ids.length)
    ids.forEach((id, index) => memory.writeU32(this.#getMetricOffset(index) + gpmMetric.id, id))
  }

  /** Allocates two samples; null when the GPU or driver has no GPM counters. */
  allocatePair({ handle }: NvmlDevice): [Address, Address] | null {
    const { gpmSupport: asksSupport, gpmSampleGet, gpmMetricsGet: asksMetrics, gpmSampleFree } = this.#functions
    if (!asksSupport || !gpmSampleGet || !asksMetrics || !gpmSampleFree) return null
    this.#memory.writeU32(this.#scratch, gpmSupport.version)
    if (asksSupport(handle, this.#memory.getAddress(this.#scratch)) !== nvmlReturn.success) return null
    if (this.#memory.readU32(this.#scratch + gpmSupport.isSupported) === 0) return null
    const pair = [this.#allocate(), this.#allocate()] as const
    const [one, other] = pair
    if (one !== null && other !== null) return [one, other]
    this.free(pair)
    return null
  }

  free(samples: readonly (Address | null)[]): void {
    for (const sample of samples) if (sample !== null) this.#functions.gpmSampleFree?.(sample)
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
   * A metric of the last comparison as a share, converted from percent. Clamps rounding above 1; larger values are
   * returned and impossible.
   */
  share(index: number): number | null {
    const percent = this.#readValue(index)
    return percent === null ? null : percent > 101 ? percent / 100 : Math.min(percent / 100, 1)
  }

  /** A metric of the last comparison in bytes per second. */
  rate(index: number): number | null {
    const mibPerSecond = this.#readValue(index)
    return mibPerSecond === null ? null : mibPerSecond * mib
  }

  #readValue(index: number): number | null {
    const at = this.#getMetricOffset(index)
    const value = this.#memory.readF64(at + gpmMetric.value)
    const isAnswered = this.#memory.readU32(at + gpmMetric.return) === nvmlReturn.success
    return isAnswered && Number.isFinite(value) && value >= 0 ? value : null
  }

  #getMetricOffset(index: number): number {
    return this.#request + gpmMetricsGet.metrics + index * gpmMetric.size
  }

  #allocate(): Address | null {
    const code = this.#functions.gpmSampleAlloc?.(this.#memory.getAddress(this.#scratch))
    return code === nvmlReturn.success ? this.#memory.readAddress(this.#scratch) : null
  }
}

/** Two samples of a GPU at the ends of the measured interval. */
type SamplePair = { first: Address; last: Address; firstMs: number | null }

/** GPM activity over any interval: the counters are cumulative, so the difference of two samples is exact. */
export class NvmlActivity {
  readonly #request: GpmRequest
  readonly #pairs = new Map<number, SamplePair>()

  constructor(functions: NvmlFunctions, memory: NvmlMemory) {
    this.#request = new GpmRequest(functions, memory, [gpmMetricId.dramBandwidth, gpmMetricId.graphicsUtilization])
  }

  /** Starts a new interval. Returns the reason when unavailable, otherwise null. */
  begin(device: NvmlDevice, now: () => number): string | null {
    const pair = this.#pairs.get(device.index) ?? this.#open(device)
    if (!pair) return 'this GPU or driver has no GPM counters'
    const isTaken = this.#request.take(device, pair.first)
    pair.firstMs = isTaken ? now() : null
    return isTaken ? null : 'the driver returned no GPM sample'
  }

  /** Activity since `begin`, in ms: share times the interval between the samples. */
  read(device: NvmlDevice, now: () => number): GpuActivity | null {
    const pair = this.#pairs.get(device.index)
    if (!pair || pair.firstMs === null || !this.#request.take(device, pair.last)) return null
    const timeMs = now()
    if (!this.#request.compare(pair.first, pair.last)) return null
    const [dram, graphics] = [0, 1].map((index) => this.#request.share(index))
    const toMs = (share: number | null | undefined): number | null =>
      share === null || share === undefined || share > 1 ? null : share * (timeMs - (pair.firstMs ?? timeMs))
    return { timeMs, dramMs: toMs(dram), graphicsMs: toMs(graphics) }
  }

  close(): void {
    for (const { first, last } of this.#pairs.values()) this.#request.free([first, last])
    this.#pairs.clear()
  }

  #open(device: NvmlDevice): SamplePair | null {
    const samples = this.#request.allocatePair(device)
    if (!samples) return null
    const pair = { first: samples[0], last: samples[1], firstMs: null }
    this.#pairs.set(device.index, pair)
    return pair
  }
}
