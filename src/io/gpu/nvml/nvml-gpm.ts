import type { GpuReading } from '../../../domain/telemetry/gpu.ts'
import { GpmRequest } from './gpm-request.ts'
import type { NvmlDevice } from './nvml-device.ts'
import type { NvmlFunctions } from './nvml-library.ts'
import type { Address, NvmlMemory } from './nvml-memory.ts'
import { gpmMetricId } from './nvml-structs.ts'
import { noTraffic, type Traffic } from './nvml-traffic.ts'

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
