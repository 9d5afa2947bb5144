import type { GpuReading } from '../../domain/gpu.ts'
import type { NvmlDevice } from './nvml-device.ts'
import type { NvmlFunctions } from './nvml-library.ts'
import type { Address, NvmlMemory } from './nvml-memory.ts'
import { gpmMetric, gpmMetricId, gpmMetricsGet, gpmSupport, nvmlReturn } from './nvml-structs.ts'
import { noTraffic, type Traffic } from './nvml-traffic.ts'

/** What the GPM counters give for the time between two samples. */
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

const mib = 1024 ** 2
/** The driver refreshes its counters about ten times a second; closer samples can have nothing between them. */
const shortestWindowMs = 100

/** A GPU's two samples and what came of them last. */
export type GpmCounter = {
  older: Address
  newer: Address
  /** When `newer` was taken; null before the first one. */
  takenMs: number | null
  values: GpmValues
}

/** The GPM counters of Hopper and later GPUs. */
export class NvmlGpm {
  readonly #functions: NvmlFunctions
  readonly #memory: NvmlMemory
  readonly #request: number
  readonly #scratch: number

  constructor(functions: NvmlFunctions, memory: NvmlMemory) {
    this.#functions = functions
    this.#memory = memory
    this.#scratch = memory.reserve(gpmSupport.size)
    this.#request = memory.reserve(gpmMetricsGet.size(metricIds.length))
    memory.setU32(this.#request, gpmMetricsGet.version)
    memory.setU32(this.#request + gpmMetricsGet.count, metricIds.length)
    metricIds.forEach((id, index) => memory.setU32(this.#metric(index) + gpmMetric.id, id))
  }

  /** Null for a GPU or a driver without these counters. */
  open({ handle }: NvmlDevice): GpmCounter | null {
    const { gpmSupport: asksSupport, gpmSampleGet, gpmMetricsGet: asksMetrics, gpmSampleFree } = this.#functions
    if (!asksSupport || !gpmSampleGet || !asksMetrics || !gpmSampleFree) return null
    this.#memory.setU32(this.#scratch, gpmSupport.version)
    if (asksSupport(handle, this.#memory.address(this.#scratch)) !== nvmlReturn.success) return null
    if (this.#memory.u32(this.#scratch + gpmSupport.isSupported) === 0) return null
    const older = this.#allocate()
    const newer = this.#allocate()
    if (older !== null && newer !== null) return { older, newer, takenMs: null, values: noGpmValues }
    for (const sample of [older, newer]) if (sample !== null) gpmSampleFree(sample)
    return null
  }

  /**
   * The values of the last complete window, which is at least 100 ms long: at shorter intervals, and by a little jitter
   * at exactly 100 ms, two readings may share one. Before the first window all are null.
   */
  read({ handle }: NvmlDevice, counter: GpmCounter, timeMs: number): GpmValues {
    const passedMs = counter.takenMs === null ? Number.POSITIVE_INFINITY : timeMs - counter.takenMs
    // A clock that was set back starts a new window.
    if (passedMs >= 0 && passedMs < shortestWindowMs) return counter.values
    if (this.#functions.gpmSampleGet?.(handle, counter.older) !== nvmlReturn.success) {
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
    this.#functions.gpmSampleFree?.(counter.older)
    this.#functions.gpmSampleFree?.(counter.newer)
  }

  #compare({ older, newer }: GpmCounter): GpmValues {
    this.#memory.setAddress(this.#request + gpmMetricsGet.sample1, older)
    this.#memory.setAddress(this.#request + gpmMetricsGet.sample2, newer)
    if (this.#functions.gpmMetricsGet?.(this.#memory.address(this.#request)) !== nvmlReturn.success) return noGpmValues
    return {
      smUtilization: this.#share(0),
      smOccupancy: this.#share(1),
      tensorActivity: this.#share(2),
      dramBandwidthUtilization: this.#share(3),
      pcieReceiveBytesPerSecond: this.#rate(4),
      pcieSendBytesPerSecond: this.#rate(5),
      nvlinkReceiveBytesPerSecond: this.#rate(6),
      nvlinkSendBytesPerSecond: this.#rate(7),
    }
  }

  /** Percent to a share. Rounding may put it a hair above all; what is far above is no measurement. */
  #share(index: number): number | null {
    const percent = this.#value(index)
    return percent === null || percent > 101 ? null : Math.min(percent / 100, 1)
  }

  #rate(index: number): number | null {
    const mibPerSecond = this.#value(index)
    return mibPerSecond === null ? null : mibPerSecond * mib
  }

  #value(index: number): number | null {
    const at = this.#metric(index)
    const value = this.#memory.f64(at + gpmMetric.value)
    const isAnswered = this.#memory.u32(at + gpmMetric.return) === nvmlReturn.success
    return isAnswered && Number.isFinite(value) && value >= 0 ? value : null
  }

  #metric(index: number): number {
    return this.#request + gpmMetricsGet.metrics + index * gpmMetric.size
  }

  #allocate(): Address | null {
    const code = this.#functions.gpmSampleAlloc?.(this.#memory.address(this.#scratch))
    return code === nvmlReturn.success ? this.#memory.addressAt(this.#scratch) : null
  }
}
