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
export function createGpmRequest(functions: NvmlFunctions, memory: NvmlMemory, ids: readonly number[]) {
  const pairs = new Map<number, readonly [Address, Address] | null>()
  const scratch = memory.reserve(gpmSupport.size)
  const request = memory.reserve(gpmMetricsGet.size(ids.length))
  memory.writeU32(request, gpmMetricsGet.version)
  memory.writeU32(request + gpmMetricsGet.count, ids.length)
  ids.forEach((id, index) => memory.writeU32(getMetricOffset(index) + gpmMetric.id, id))
  return {
    /** The samples of a GPU; null when it or the driver has no GPM counters. */
    getPair(device: NvmlDevice): readonly [Address, Address] | null {
      const known = pairs.get(device.index)
      const pair = known === undefined ? allocatePair(device) : known
      pairs.set(device.index, pair)
      return pair
    },
    close(): void {
      for (const pair of pairs.values()) for (const sample of pair ?? []) functions.gpmSampleFree?.(sample)
      pairs.clear()
    },
    /** Takes a sample; false on failure. */
    take: ({ handle }: NvmlDevice, sample: Address): boolean =>
      functions.gpmSampleGet?.(handle, sample) === nvmlReturn.success,
    /** Computes the metrics between two samples; false on failure. */
    compare(older: Address, newer: Address): boolean {
      memory.writeAddress(request + gpmMetricsGet.sample1, older)
      memory.writeAddress(request + gpmMetricsGet.sample2, newer)
      return functions.gpmMetricsGet?.(memory.getAddress(request)) === nvmlReturn.success
    },
    /**
     * A metric of the last comparison: percent as a share, MiB/s as bytes per second. Clamps the rounding of shares above
     * 1; larger ones are returned and impossible.
     */
    readMetric(index: number, kind: 'share' | 'rate'): number | null {
      const at = getMetricOffset(index)
      const value = memory.readF64(at + gpmMetric.value)
      const isAnswered = memory.readU32(at + gpmMetric.return) === nvmlReturn.success
      if (!isAnswered || !Number.isFinite(value) || value < 0) return null
      if (kind === 'rate') return value * mib
      return value > 101 ? value / 100 : Math.min(value / 100, 1)
    },
  }

  function allocatePair({ handle }: NvmlDevice): readonly [Address, Address] | null {
    const { gpmSupport: asksSupport, gpmSampleGet, gpmMetricsGet: asksMetrics, gpmSampleFree } = functions
    if (!asksSupport || !gpmSampleGet || !asksMetrics || !gpmSampleFree) return null
    memory.writeU32(scratch, gpmSupport.version)
    if (asksSupport(handle, memory.getAddress(scratch)) !== nvmlReturn.success) return null
    if (memory.readU32(scratch + gpmSupport.isSupported) === 0) return null
    const [one, other] = [allocate(), allocate()]
    if (one !== null && other !== null) return [one, other]
    if (one !== null) gpmSampleFree(one)
    return null
  }

  function getMetricOffset(index: number): number {
    return request + gpmMetricsGet.metrics + index * gpmMetric.size
  }

  function allocate(): Address | null {
    const code = functions.gpmSampleAlloc?.(memory.getAddress(scratch))
    return code === nvmlReturn.success ? memory.readAddress(scratch) : null
  }
}

type GpmWindow = { older: Address; newer: Address; takenMs: number | null; values: GpmValues }

/** GPM counters of Hopper and later GPUs. */
export function createGpm(functions: NvmlFunctions, memory: NvmlMemory) {
  const ids = counters.map(([, id]) => id)
  const request = createGpmRequest(functions, memory, ids)
  const windows = new Map<number, GpmWindow>()
  return {
    isSupported: (device: NvmlDevice): boolean => request.getPair(device) !== null,
    /**
     * The values of the last complete window of at least 100 ms. At shorter intervals two readings may share one window.
     * Empty before the first window.
     */
    read(device: NvmlDevice, timeMs: number): GpmValues {
      const pair = request.getPair(device)
      if (!pair) return {}
      const known = windows.get(device.index) ?? { older: pair[0], newer: pair[1], takenMs: null, values: {} }
      const passedMs = known.takenMs === null ? Number.POSITIVE_INFINITY : timeMs - known.takenMs
      // A clock that was set back starts a new window.
      if (passedMs >= 0 && passedMs < minWindowMs) return known.values
      const isTaken = request.take(device, known.older)
      const [older, newer] = isTaken ? [known.newer, known.older] : [known.older, known.newer]
      const isComplete = isTaken && known.takenMs !== null && request.compare(older, newer)
      const values = isComplete ? readAll() : {}
      windows.set(device.index, { older, newer, takenMs: isTaken ? timeMs : known.takenMs, values })
      return values
    },
    close: () => request.close(),
  }

  function readAll(): GpmValues {
    const values = counters.map(([name, , kind], index) => [name, request.readMetric(index, kind)])
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of `counters`
    return Object.fromEntries(values) as GpmValues
  }
}

/** GPM activity over any interval: the counters are cumulative, so the difference of two samples is exact. */
export function createActivity(functions: NvmlFunctions, memory: NvmlMemory) {
  const request = createGpmRequest(functions, memory, [gpmMetricId.dramBandwidth, gpmMetricId.graphicsUtilization])
  /** When the first sample of each GPU was taken. */
  const starts = new Map<number, number>()
  return {
    /** Starts a new interval. Returns the reason when unavailable, otherwise null. */
    begin(device: NvmlDevice, now: () => number): string | null {
      const pair = request.getPair(device)
      if (!pair) return 'this GPU or driver has no GPM counters'
      starts.delete(device.index)
      if (!request.take(device, pair[0])) return 'the driver returned no GPM sample'
      starts.set(device.index, now())
      return null
    },
    /** Activity since `begin`, in ms: share times the interval between the samples. */
    read(device: NvmlDevice, now: () => number): ActivityReading | null {
      const [pair, firstMs] = [request.getPair(device), starts.get(device.index)]
      if (!pair || firstMs === undefined || !request.take(device, pair[1])) return null
      const timeMs = now()
      if (!request.compare(pair[0], pair[1])) return null
      const [dramMs = null, graphicsMs = null] = [0, 1].map((index) => {
        const share = request.readMetric(index, 'share')
        return share === null || share > 1 ? null : share * (timeMs - firstMs)
      })
      return { timeMs, dramMs, graphicsMs }
    },
    close: () => request.close(),
  }
}
