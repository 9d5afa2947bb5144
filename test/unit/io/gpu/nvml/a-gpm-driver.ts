import {
  type NvmlFunctions,
  gpmMetric,
  gpmMetricsGet,
  gpmSupport,
  nvmlReturn,
  NvmlMemory,
} from '../../../../../src/io/gpu/nvml/nvml-library.ts'

const { success, notSupported } = nvmlReturn
export const device = { index: 3, handle: 9, lostBecause: null }

export type GpmAnswers = {
  readonly values?: readonly number[]
  readonly codes?: Partial<Record<'support' | 'take' | 'compare' | 'metric', number>>
  readonly isSupported?: number
  /** How many samples can be allocated. */
  readonly room?: number
  readonly missing?: string
}

/** A driver in memory whose GPM samples are 501 and 502, with the calls that it got. */
export function connectGpm({ values = [], codes = {}, isSupported = 1, room = 2, missing = '' }: GpmAnswers = {}) {
  const memory = new NvmlMemory(4096, () => 0n)
  const calls: unknown[] = []
  let allocated = 0
  const functions = {
    gpmSupport: (_gpu: number, out: number) => {
      memory.writeU32(out + gpmSupport.isSupported, memory.readU32(out) === gpmSupport.version ? isSupported : 0)
      return codes.support ?? success
    },
    gpmSampleAlloc: (out: number) => {
      allocated += 1
      memory.writeAddress(out, 500 + allocated)
      return allocated > room ? notSupported : success
    },
    gpmSampleFree: (sample: unknown) => calls.push(['free', sample]),
    gpmSampleGet: (gpu: number, sample: unknown) => {
      calls.push(['take', gpu, sample])
      return codes.take ?? success
    },
    gpmMetricsGet: (at: number) => {
      const count = memory.readU32(at + gpmMetricsGet.count)
      const ids = Array.from({ length: count }, (_, index) =>
        memory.readU32(at + gpmMetricsGet.metrics + index * gpmMetric.size),
      )
      const samples = [gpmMetricsGet.sample1, gpmMetricsGet.sample2].map((offset) => memory.readAddress(at + offset))
      calls.push(['compare', memory.readU32(at), ids, samples])
      values.forEach((value, index) => {
        const metric = at + gpmMetricsGet.metrics + index * gpmMetric.size
        new Uint32Array(Float64Array.of(value).buffer).forEach((word, place) =>
          memory.writeU32(metric + gpmMetric.value + 4 * place, word),
        )
        memory.writeU32(metric + gpmMetric.return, codes.metric ?? success)
      })
      return codes.compare ?? success
    },
    ...(missing !== '' && { [missing]: null }),
  } as unknown as NvmlFunctions
  return { functions, memory, calls }
}
