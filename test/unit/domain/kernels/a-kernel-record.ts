import type { KernelRecord, KernelTotal } from '../../../../src/record/kernels.ts'

/** A record of one process with kernels as `NAME LAUNCHES MILLISECONDS [GRID]`. */
export function aKernelRecord(kernels: readonly string[], overrides: Partial<KernelRecord> = {}): KernelRecord {
  const totals = kernels.map((text): KernelTotal => {
    const [, name = '', launches, milliseconds, grid = 1] = /^(.*?) ([\d.]+) ([\d.e-]+)(?: (\d+))?$/.exec(text) ?? []
    const shape = { grid: [Number(grid), 1, 1], block: [256, 1, 1] } as const
    return { name, ...shape, device: 0, launches: Number(launches), seconds: Number(milliseconds) / 1000 }
  })
  const seconds = totals.reduce((sum, one) => sum + one.seconds, 0)
  return {
    processes: 1,
    unfinished: 0,
    cupti: 130001,
    kernels: totals,
    launches: totals.reduce((sum, one) => sum + one.launches, 0),
    seconds,
    busySeconds: seconds,
    windowSeconds: seconds * 2,
    toDevice: 0,
    toHost: 0,
    copies: 0,
    peakBytes: 1e9,
    largestBytes: 1e8,
    modules: 3,
    code: 'abc',
    problems: [],
    ...overrides,
  }
}
