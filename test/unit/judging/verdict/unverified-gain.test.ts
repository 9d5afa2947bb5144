import { describe, expect, it } from 'vitest'
import { summarize } from '../../../../src/domain/core/statistics.ts'
import {
  explainUnverifiedGain,
  type MetricResult,
  type SideWork,
} from '../../../../src/judging/verdict/unverified-work.ts'
import type { WorkTrace } from '../../../../src/record/run.ts'

const side = (traces: readonly WorkTrace[], counts: readonly number[] = []): SideWork => ({ traces, counts })
const unknown = { base: side([]), head: side([]) }
const aTrace = (files: number, stdoutLines = 10): WorkTrace => ({
  files: Array.from({ length: files }, (_, index) => ({ path: `${index}`, bytes: 1, rows: null })),
  stdoutLines,
  lastLine: null,
})
const result = (metric: string, base: number, head: number): MetricResult => ({
  metric,
  effect: head / base - 1,
  base: summarize([base]),
  head: summarize([head]),
})

describe('a gain without a proof of work', () => {
  it('of at most 20 % is plausible if nothing speaks against it', () => {
    expect(explainUnverifiedGain([result('wall_time', 10, 8)], unknown)).toBeNull()
    expect(
      explainUnverifiedGain([result('wall_time', 10, 8)], { base: side([aTrace(2)]), head: side([aTrace(2, 5)]) }),
    ).toBeNull()
  })

  it('of more needs the GPU work of the reference', () => {
    const wall = result('wall_time', 10, 5)
    expect(explainUnverifiedGain([wall], unknown)).toBe(
      'the run takes 50 % less time, and nothing shows that it did the same work',
    )
    expect(explainUnverifiedGain([wall, result('gpu_busy_time', 3, 3)], unknown)).toBeNull()
  })

  it('is that of the CPU time where the wall time hides it', () => {
    const results = [result('wall_time', 10, 9), result('cpu_time', 10, 4)]
    expect(explainUnverifiedGain(results, unknown)).toBe(
      'the run takes 60 % less CPU time, and nothing shows that it did the same work',
    )
    expect(explainUnverifiedGain([...results, result('gpu_busy_time', 3, 3)], unknown)).toBeNull()
  })

  it('of any size is doubtful with less GPU work or output', () => {
    const wall = result('wall_time', 10, 9)
    expect(explainUnverifiedGain([wall, result('gpu_busy_time', 3, 0.3)], unknown)).toBe(
      'the GPUs were busy for 10 % of the time of the reference',
    )
    expect(explainUnverifiedGain([wall], { base: side([aTrace(2)]), head: side([aTrace(1)]) })).toBe(
      'the head wrote 1 file, the reference 2',
    )
    expect(explainUnverifiedGain([wall], { base: side([aTrace(0, 9)]), head: side([aTrace(0, 4)]) })).toBe(
      'the head printed 4 lines, the reference 9',
    )
  })

  it('needs the count of the reference where the program counts its work', () => {
    const wall = result('wall_time', 10, 5)
    const judge = (head: readonly number[]) =>
      explainUnverifiedGain([wall], { base: side([], [500]), head: side([], head) })
    expect(judge([500])).toBeNull()
    expect(judge([20])).toBe('the head counted 20 units of work, the reference 500')
    expect(judge([])).toBe('the head reported no count of its work, the reference did')
  })
})
