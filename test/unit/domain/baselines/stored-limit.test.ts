import { expect, it } from 'vitest'
import { compareSamples, unknownSessionDeviation } from '../../../../src/domain/verdict/comparison.ts'
import { wallTime, type Metric } from '../../../../src/domain/core/metric.ts'
import { applyStoredLimit } from '../../../../src/domain/baselines/baseline-comparison.ts'

const rate: Metric = { name: 'throughput', unit: 'rows/s', betterWhen: 'higher' }
const scale = (factor: number): number[] => [100, 100.1, 99.9].map((value) => value * factor)

function decide(head: readonly number[], metric = wallTime, base = scale(1)) {
  const rules = { minEffect: 0.03, design: 'stored', sessionDeviation: unknownSessionDeviation } as const
  const decision = compareSamples(metric, { base, head }, rules)
  return { before: decision.verdict, after: applyStoredLimit(decision, metric, { base, head }, 0.1) }
}

it('F-36, I-256: fails a change of 12 % with a scatter of 0.1 % in 3 against 3 runs, which is inconclusive otherwise', () => {
  const { before, after } = decide(scale(1.12))
  expect(before).toBe('inconclusive')
  expect(after.verdict).toBe('regression')
  expect(after.reason).toBe(
    'the median is 12 % worse, above the limit of 10 % for committed samples; 3 against 3 runs without overlap',
  )
})

it('passes up to the limit, in the direction of the metric', () => {
  expect(decide(scale(1.09)).after.verdict).toBe('unchanged')
  expect(decide(scale(1 / 1.09), rate).after.verdict).toBe('unchanged')
  expect(decide(scale(0.88), rate).after.verdict).toBe('regression')
  expect(decide(scale(1.12), rate).after.verdict).not.toBe('regression')
})

it('passes exactly at the limit, by the medians and the share that a report shows', () => {
  const exact = decide([11, 11.2, 10.9], wallTime, [10, 9.9, 10.1]).after
  expect([exact.verdict, exact.reason]).toEqual(['inconclusive', expect.not.stringContaining('above the limit')])
  expect(decide([11, 11, 11], wallTime, [10, 10, 10]).after.verdict).toBe('unchanged')
  // The means differ by more than 10 %.
  expect(decide([11, 11, 12], wallTime, [10, 10, 10]).after.verdict).not.toBe('regression')
  expect(decide([90, 90, 90], rate, [100, 100, 100]).after.verdict).toBe('unchanged')
  const above = decide([89.6, 89.6, 89.6], rate, [100, 100, 100]).after
  expect([above.verdict, above.reason]).toEqual([
    'regression',
    expect.stringContaining('is 10.4 % worse, above the limit of 10 %'),
  ])
})

it('keeps the statistical decision for overlapping or fewer runs, and for a time that fell to zero', () => {
  expect(decide([0, 0, 0]).after).toMatchObject({ verdict: 'inconclusive', effect: null })
  expect(decide([99, 115, 116]).after.verdict).toBe('inconclusive')
  expect(decide([112, 112]).after.verdict).toBe('inconclusive')
  expect(decide([Number.NaN, 112, 112]).after.verdict).toBe('not comparable')
})
