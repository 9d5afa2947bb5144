import { describe, expect, it } from 'vitest'
import { createSeededRandom } from '../../../../src/domain/core/bootstrap.ts'
import { measureMoreLaunches } from '../../../../src/domain/kernels/launch-change.ts'
import { aKernelRecord } from './a-kernel-record.ts'

/** Launches by kernel in each run, every launch with its usual time at the speed of that run. */
function record(runs: readonly Record<string, number>[], usual: Record<string, number>, seed: number) {
  const random = createSeededRandom(seed)
  return runs.map((launches) => {
    const speed = 0.96 + 0.08 * random()
    return aKernelRecord(
      Object.entries(launches).map(([name, count]) => `${name} ${count} ${count * (usual[name] ?? 0) * speed}`),
    )
  })
}

const measure = (
  base: readonly Record<string, number>[],
  head: readonly Record<string, number>[],
  usual: Record<string, number>,
) => measureMoreLaunches(record(base, usual, 1), record(head, usual, 2))

const three = (launches: Record<string, number>) => [launches, launches, launches]
const times = { gemm: 0.05, gelu: 0.01, fill: 0.001 }
const base = three({ gemm: 10_000, gelu: 20_000, fill: 1 })

describe('more launches of the same kernels', () => {
  it('are more work at equal time per launch, whatever the clock does to their time', () => {
    const all = measure(base, three({ gemm: 10_150, gelu: 20_300, fill: 1 }), times)
    expect(all?.effect).toBeCloseTo(0.015, 4)
    expect(all?.interval[1]).toBeCloseTo(all?.interval[0] ?? 0, 9)
    const one = measure(base, three({ gemm: 10_150, gelu: 20_000, fill: 1 }), times)
    expect(one?.effect).toBeGreaterThan(0.0095)
    expect(one?.effect).toBeLessThan(0.0115)
    const both = measure(base, three({ gemm: 10_150, gelu: 20_000, fill: 1, new: 100 }), { ...times, new: 0.07 })
    expect(both?.effect).toBeGreaterThan(0.0195)
    expect(both?.effect).toBeLessThan(0.0215)
  })

  it('are not shown where the other kernels became cheaper, by half of them or more', () => {
    // 10 % more launches of a kernel with 13 % of the time.
    const before = record(three({ gemm: 1000, pack: 1000 }), { gemm: 0.985, pack: 0.15 }, 1)
    const measureWith = (share: number) =>
      measureMoreLaunches(before, record(three({ gemm: 1000, pack: 1100 }), { gemm: 0.985 * share, pack: 0.15 }, 2))
    expect(measureWith(0.97)).toBeNull()
    expect(measureWith(0.999)?.effect).toBeCloseTo(0.0132, 3)
    expect(measureWith(1.03)?.effect).toBeGreaterThan(0.0125)
  })

  it.each([
    ['equal launches', { gemm: 10_000, gelu: 20_000, fill: 1 }],
    ['fewer of one kernel', { gemm: 10_500, gelu: 19_999, fill: 1 }],
    ['another kernel instead of one', { gemm: 10_500, fused: 20_000, fill: 1 }],
    ['a new kernel alone, which can serve another one', { gemm: 10_000, gelu: 20_000, fill: 1, fused: 2000 }],
  ])('are not shown by %s', (_, head) => {
    expect(measure(base, three(head), { ...times, fused: 0.01 })).toBeNull()
  })

  it('are not shown by smaller batches, of which every launch has fewer blocks', () => {
    const [before, after] = [
      [500, 64],
      [508, 63],
    ].map(([count, grid]) =>
      Array.from({ length: 3 }, () => aKernelRecord([`gemm ${count} 90`, `gelu ${count} 9 ${grid}`])),
    )
    expect(measureMoreLaunches(before ?? [], after ?? [])).toBeNull()
  })

  it('count kernels of which tuning chooses another one in each process as one kernel', () => {
    // Tiles that XLA chose in three runs per side of a training on an H200, with 78 of 5,200 steps more.
    const usual = { narrow: 0.0365, wide: 0.0363, subtract: 0.01, reduce: 0.005 }
    const tile = (steps: number, name: 'narrow' | 'wide') => ({
      narrow: 6 + (name === 'narrow' ? 5 * steps : 0),
      wide: 6 + (name === 'wide' ? 5 * steps : 0),
      subtract: 5 * steps + 32,
      reduce: steps,
    })
    const before = [tile(5200, 'narrow'), tile(5200, 'wide'), tile(5200, 'wide')]
    expect(
      measure(before, [tile(5278, 'wide'), tile(5278, 'narrow'), tile(5278, 'narrow')], usual)?.effect,
    ).toBeCloseTo(0.015, 3)
    expect(measure(before, [tile(5200, 'wide'), tile(5200, 'narrow'), tile(5200, 'narrow')], usual)).toBeNull()
  })

  it('must exceed what tuning varies', () => {
    // A product that tries its tiles for a fixed time before 87,200 or 88,520 launches.
    const usual = { multiply: 0.066, gelu: 0.013 }
    const tuned = (batches: number, tries: readonly number[]) =>
      tries.map((count) => ({ multiply: 4 * batches + count, gelu: batches }))
    const before = tuned(21_800, [3347, 3428, 3516])
    const more = measure(before, tuned(22_130, [3452, 3584, 3474]), usual)
    expect(more?.effect).toBeGreaterThan(0.0135)
    expect(more?.interval[0]).toBeGreaterThan(0.009)
    expect(more?.interval[1]).toBeLessThan(0.02)
    expect(measure(before, tuned(21_803, [3452, 3584, 3474]), usual)).toBeNull()
  })

  describe('with a loop that grows by one round, and a kernel that varies', () => {
    const side = (loop: number, tuned: readonly number[]) =>
      tuned.map((count) => aKernelRecord([`loop ${loop} ${loop / 1000}`, `tuned ${count} ${count}`]))
    const first = side(100, [1000, 1010, 1020])

    it('have the interval of Student’s t with the pooled deviation of the runs', () => {
      // 100.001 ms more of 1,010.1 ms; error 10 · √(2 / 3) ms; t of 97.5 % with 4 degrees of freedom: 2.776445.
      const more = measureMoreLaunches(first, side(101, [1100, 1120, 1110]))
      expect(more?.effect).toBeCloseTo(0.0990011, 6)
      expect(more?.interval[0]).toBeCloseTo(0.07656, 5)
      expect(more?.interval[1]).toBeCloseTo(0.12144, 5)
    })

    it('are certain at 0.15 %: 6.4 standard errors with 4 degrees of freedom', () => {
      expect(measureMoreLaunches(first, side(101, [1050, 1070, 1060]))).toBeNull()
      expect(measureMoreLaunches(first, side(101, [1054, 1074, 1064]))).not.toBeNull()
    })

    it('need the loop: other tuning alone is none, nor is a side that is missing', () => {
      expect(measureMoreLaunches(first, side(100, [1100, 1120, 1110]))).toBeNull()
      expect(measureMoreLaunches([], first)).toBeNull()
      expect(measureMoreLaunches(first, [])).toBeNull()
    })

    it('count a kernel that varies on one side only as one that varies', () => {
      expect(measureMoreLaunches(first, side(101, [1000, 1000, 1000]))).toBeNull()
      expect(measureMoreLaunches(side(100, [1010, 1010, 1010]), side(101, [1100, 1120, 1110]))?.effect).toBeCloseTo(
        0.099,
        3,
      )
    })
  })

  it('are not shown by a program that repeats its work for a fixed time', () => {
    expect(
      measure([{ step: 1000 }, { step: 1004 }, { step: 998 }], [{ step: 1101 }, { step: 1096 }, { step: 1100 }], {
        step: 1,
      }),
    ).toBeNull()
  })

  it('are not shown without a record', () => {
    expect(measureMoreLaunches([], [])).toBeNull()
  })
})
