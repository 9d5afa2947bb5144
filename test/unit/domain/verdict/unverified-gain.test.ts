import { describe, expect, it } from 'vitest'
import { summarize } from '../../../../src/domain/core/statistics.ts'
import type { WorkTrace } from '../../../../src/domain/trial/work-trace.ts'
import { explainUnverifiedGain, type MetricResult } from '../../../../src/domain/verdict/unverified-gain.ts'

const unknown = { base: [], head: [] }
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
    expect(explainUnverifiedGain([result('wall_time', 10, 8)], { base: [aTrace(2)], head: [aTrace(2, 5)] })).toBeNull()
  })

  it('of more needs the GPU work of the reference', () => {
    const wall = result('wall_time', 10, 5)
    expect(explainUnverifiedGain([wall], unknown)).toBe(
      'the run takes 50 % less time, and nothing shows that it did the same work',
    )
    expect(explainUnverifiedGain([wall, result('gpu_busy_time', 3, 3)], unknown)).toBeNull()
  })

  it('of any size is doubtful with less GPU work or output', () => {
    const wall = result('wall_time', 10, 9)
    expect(explainUnverifiedGain([wall, result('gpu_busy_time', 3, 0.3)], unknown)).toBe(
      'the GPUs were busy for 10 % of the time of the reference',
    )
    expect(explainUnverifiedGain([wall], { base: [aTrace(2)], head: [aTrace(1)] })).toBe(
      'the head wrote 1 file, the reference 2',
    )
    expect(explainUnverifiedGain([wall], { base: [aTrace(0, 9)], head: [aTrace(0, 4)] })).toBe(
      'the head printed 4 lines, the reference 9',
    )
  })
})
