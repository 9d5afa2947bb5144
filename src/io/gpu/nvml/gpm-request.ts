import type { NvmlDevice } from './nvml-device.ts'
import type { NvmlFunctions } from './nvml-library.ts'
import type { Address, NvmlMemory } from './nvml-memory.ts'
import { gpmMetric, gpmMetricsGet, gpmSupport, nvmlReturn } from './nvml-structs.ts'

const mib = 1024 ** 2

/** A set of GPM metrics requested together (nvmlGpmMetricsGet), and the samples they are computed from. */
export class GpmRequest {
  readonly #functions: NvmlFunctions
  readonly #memory: NvmlMemory
  readonly #request: number
  readonly #scratch: number

  constructor(functions: NvmlFunctions, memory: NvmlMemory, metricIds: readonly number[]) {
    this.#functions = functions
    this.#memory = memory
    this.#scratch = memory.reserve(gpmSupport.size)
    this.#request = memory.reserve(gpmMetricsGet.size(metricIds.length))
    memory.writeU32(this.#request, gpmMetricsGet.version)
    memory.writeU32(this.#request + gpmMetricsGet.count, metricIds.length)
    metricIds.forEach((id, index) => memory.writeU32(this.#getMetricOffset(index) + gpmMetric.id, id))
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
