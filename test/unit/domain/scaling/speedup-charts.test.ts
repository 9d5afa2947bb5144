import { expect, test } from 'vitest'
import { selectAlignedCurves, type Curve } from '../../../../src/domain/report/block.ts'
import { buildSpeedupCharts } from '../../../../src/domain/scaling/speedup-charts.ts'
import { summarizeOutcome } from '../../../../src/domain/trial/outcome.ts'
import type { DerivedValue } from '../../../../src/domain/verdict/requirement.ts'
import { aCase, aTrial } from '../../a-run.ts'
import { aDerived } from '../../reporters/a-report.ts'

/** Three runs on 1, 2 and 4 GPUs. */
const outcomes = [1, 2, 4].map((gpus) => {
  const planned = aCase({
    id: `scaling/predict gpus=${gpus}`,
    key: { suite: 'scaling', benchmark: 'predict', axes: { gpus } },
  })
  const trials = [10, 10.1, 10.2].map((one, index) =>
    aTrial({ caseId: planned.id, index, wallSeconds: one / gpus ** 0.9 }),
  )
  return summarizeOutcome(planned, trials)
})

const aSpeedup = (gpus: number, given: Partial<DerivedValue> = {}): DerivedValue =>
  aDerived({
    benchmark: 'predict',
    axes: { gpus },
    value: gpus * 0.9,
    interval: [gpus * 0.85, gpus * 0.95],
    ...given,
  })

function build(derived: readonly DerivedValue[], measured = outcomes) {
  return buildSpeedupCharts({ derived, outcomes: measured, deviceKind: 'gpu' }).flatMap(({ chart }) =>
    chart.kind === 'curves' ? [chart] : [],
  )
}

test('draws the speed-up over GPUs with the ideal line and the law through all runs', () => {
  const [chart] = build([aSpeedup(2), aSpeedup(4)])
  expect(chart?.curves.map(({ name, style, points }) => [name, style, points.length])).toEqual([
    ['measured', 'dots', 3],
    ['perfect scaling', 'dashes', 3],
    ['Universal Scalability Law', 'dashes', 61],
  ])
  expect(chart?.curves[0]?.points[1]).toEqual({ x: 2, y: 1.8, low: 1.7, high: 1.9 })
  expect(chart?.curves[1]?.points).toEqual([1, 2, 4].map((x) => ({ x, y: x })))
})

test('leaves out implausible and declared figures, and says why there is no law', () => {
  const [chart] = build([aSpeedup(2), aSpeedup(4, { isSuspicious: true }), aSpeedup(8, { isDeclared: true })], [])
  expect(chart?.curves.map(({ points }) => points.map(({ x }) => x))).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(JSON.stringify(chart?.notes)).toContain('No scaling law fitted: it needs three device counts')
})

test('draws the ceiling and perfect scaling beyond the tested counts, and text draws the tested ones', () => {
  const ceilings = [2, 4, 8].map((gpus) => aSpeedup(gpus, { name: 'ceiling', value: gpus * 0.95, interval: null }))
  const [chart] = build([aSpeedup(2), aSpeedup(4), ...ceilings])
  const listCounts = (curves: readonly Curve[]) => curves.map(({ points }) => points.map(({ x }) => x))
  expect(listCounts(chart!.curves).slice(0, 3)).toEqual([
    [1, 2, 4],
    [1, 2, 4, 8],
    [1, 2, 4, 8],
  ])
  expect(listCounts(selectAlignedCurves(chart!))).toEqual(Array.from({ length: 3 }, () => [1, 2, 4]))
})

test('draws node counts apart, and nothing without a speed-up', () => {
  const apart = [aSpeedup(2), aSpeedup(8, { axes: { gpus: 8, nodes: 2 } })]
  expect(build(apart).map(({ curves }) => curves[0]?.points.length)).toEqual([2, 2])
  expect(build([aSpeedup(2, { value: null })])).toEqual([])
})
