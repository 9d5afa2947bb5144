import { expect, test } from 'vitest'
import { buildSweepCharts } from '../../../../src/domain/sweep/sweep-charts.ts'
import { wallTime } from '../../../../src/domain/core/metric.ts'

const rated = (
  [
    [2, 8, 7.4, 2e9],
    [2, 16, 7.9, 3e9],
    [4, 8, 8.1, 1e9],
  ] as const
).map(([workers, budget, value, memoryBytes]) => ({
  setting: { workers, budget },
  value,
  memoryBytes,
  energyJoules: null,
}))

test('makes a map of a sweep and leaves empty what was not measured', () => {
  const [heat, front, ...others] = buildSweepCharts(['workers', 'budget'], wallTime, rated).map(({ chart }) => chart)
  expect(heat).toMatchObject({
    kind: 'heat',
    unit: 's',
    betterWhen: 'lower',
    x: { name: 'budget', values: ['8', '16'] },
    y: { name: 'workers', values: ['2', '4'] },
    cells: [
      [7.4, 7.9],
      [8.1, null],
    ],
  })
  expect(front).toMatchObject({
    kind: 'curves',
    curves: [{}, { points: [{ note: 'workers=2 budget=8' }, { note: 'workers=4 budget=8' }] }],
  })
  expect(others).toEqual([])
})

test('finds the settings that nothing beats where higher is better', () => {
  const rate = { ...wallTime, name: 'throughput', unit: 'rows/s', betterWhen: 'higher' } as const
  const front = buildSweepCharts(['workers', 'budget'], rate, rated)[1]?.chart
  expect(front).toMatchObject({ curves: [{}, { points: [{ note: 'workers=4 budget=8' }] }] })
})

test('draws nothing without settings', () => {
  expect(buildSweepCharts(['workers'], wallTime, [])).toEqual([])
})
