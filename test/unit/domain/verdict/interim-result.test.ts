import { describe, expect, it } from 'vitest'
import { nothingKnown } from '../../../../src/domain/plan/interleaved-runs.ts'
import { describeInterimResult } from '../../../../src/domain/verdict/judged-comparison.ts'
import { aCase, aTrial } from '../../a-run.ts'

const policy = { minEffect: 0.03, gate: ['wall_time'], mayWiden: true, maxRepeats: 10, isScreened: false }

/** After so many runs of a base and of a head that takes `factor` times as long. */
function standing(runs: number, factor: number): string | null {
  const head = aCase({ id: 'head', repeats: 6 })
  const base = aCase({ id: 'base', repeats: 6 })
  const trials = Array.from({ length: runs }, (_, index) =>
    [base, head].map(({ id }) => {
      const wallSeconds = (10 + (index % 3) * 0.01) * (id === 'head' ? factor : 1)
      return aTrial({ caseId: id, index, wallSeconds })
    }),
  ).flat()
  const comparisons = [{ head: 'head', base: 'base', ...policy }]
  return describeInterimResult({ cases: [head, base], notTested: [], comparisons }, trials, nothingKnown)
}

describe('how a run looks before its end', () => {
  it('is not told where nothing is measured side by side', () => {
    expect(describeInterimResult({ cases: [aCase()], notTested: [], comparisons: [] }, [], nothingKnown)).toBeNull()
  })

  it('has no answer before the first look', () => {
    expect(standing(2, 1.5)).toBe('no result yet for 1 comparison')
  })

  it('names a regression with its size, counts an improvement, and says when nothing changed', () => {
    expect(standing(8, 1.5)).toMatch(/^the comparison is settled: 1 regression \(wall time of .* \+50\.0 %\)$/)
    expect(standing(8, 0.5)).toBe('the comparison is settled: 1 improvement')
    expect(standing(8, 1)).toBe('the comparison is settled: no change found')
  })
})
