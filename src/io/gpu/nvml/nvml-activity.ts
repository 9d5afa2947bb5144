import { GpmRequest } from './gpm-request.ts'
import type { GpuActivity } from '../gpu-source.ts'
import type { NvmlDevice } from './nvml-device.ts'
import type { NvmlFunctions } from './nvml-library.ts'
import type { Address, NvmlMemory } from './nvml-memory.ts'
import { gpmMetricId } from './nvml-structs.ts'

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
