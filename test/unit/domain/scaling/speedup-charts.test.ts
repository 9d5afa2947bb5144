import { expect, test } from 'vitest'
import { selectAlignedCurves, type Curve } from '../../../../src/domain/report/block.ts'
import { buildSpeedupCharts } from '../../../../src/domain/scaling/speedup-charts.ts'
import type { DerivedValue } from '../../../../src/domain/verdict/requirement.ts'
import { aDerived } from '../../reporters/a-report.ts'

const aSpeedup = (gpus: number, given: Partial<DerivedValue> = {}): DerivedValue =>
  aDerived({
    benchmark: 'predict',
    axes: { gpus },
    value: gpus * 0.9,
    interval: [gpus * 0.85, gpus * 0.95],
    ...given,
  })

function build(derived: readonly DerivedValue[]) {
  return buildSpeedupCharts({ derived, deviceKind: 'gpu' }).flatMap(({ chart }) =>
    chart.kind === 'curves' ? [chart] : [],
  )
}

test('draws the speed-up over GPUs with the ideal line', () => {
  const [chart] = build([aSpeedup(2), aSpeedup(4)])
  expect(chart?.curves.map(({ name, style, points }) => [name, style, points.length])).toEqual([
    ['measured', 'dots', 3],
    ['perfect scaling', 'dashes', 3],
  ])
  expect(chart?.curves[0]?.points[1]).toEqual({ x: 2, y: 1.8, low: 1.7, high: 1.9 })
  expect(chart?.curves[1]?.points).toEqual([1, 2, 4].map((x) => ({ x, y: x })))
})

test('leaves out implausible and declared figures', () => {
  const [chart] = build([aSpeedup(2), aSpeedup(4, { isSuspicious: true }), aSpeedup(8, { isDeclared: true })])
  expect(chart?.curves.map(({ points }) => points.map(({ x }) => x))).toEqual([
    [1, 2],
    [1, 2],
  ])
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
