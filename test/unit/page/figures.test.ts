import { describe, expect, it } from 'vitest'
import { computeRange } from '../../../src/page/axes.ts'
import { spreadValues } from '../../../src/page/gpu-charts.ts'
import { computeGapBuckets, findLargest, formatCsv } from '../../../src/page/telemetry.ts'
import { cutToFit, formatFigure, formatWithUnit } from '../../../src/page/text.ts'

it.each([
  [0, '0'],
  [1.2345, '1.23'],
  [-0.001, '-0.001'],
  [0.000_99, '9.90e-4'],
  [999.6, '1000'],
  [1000, '1000'],
  [12_345.6, '12346'],
  [999_999, '999999'],
  [1e6, '1.00e+6'],
  [Number.NaN, '–'],
])('%d is written as %s', (value, text) => {
  expect(formatFigure(value)).toBe(text)
})

it('units follow a space, factors do not, and long texts are cut', () => {
  expect([formatWithUnit(2, 's'), formatWithUnit(2, '×'), formatWithUnit(2, '')]).toEqual(['2 s', '2×', '2'])
  expect([cutToFit('abcde', 33), cutToFit('abcdef', 33), cutToFit('abcdef', 0)]).toEqual(['abcde', 'abcd…', 'abc…'])
})

it.each([
  [[1, 3], false, [0.88, 3.12]],
  [[3, Number.NaN, 1], true, [0, 3.12]],
  [[-1, 1], true, [-1, 1.12]],
  [[-1, 1], false, [-1.12, 1.12]],
  [[5], false, [4.5, 5.5]],
  [[0], false, [-1, 1]],
])('an axis of the values %j, from zero: %j, has the range %j', (values, isFromZero, range) => {
  expect(computeRange(values, isFromZero).map((end) => Number(end.toFixed(9)))).toEqual(range)
})

describe('the readings of a run', () => {
  const quantity = { low: [1, null], mean: [2, null], high: [3, null] }
  const none = { low: [null, null], mean: [null, null], high: [null, null] }
  const telemetry = { startMs: 1000, bucketMs: 10, intervalMs: 100, readings: 2 }
  const track = { gpu: 1, at: [0, 4], flags: [1, 5], values: [quantity, none] }

  it('break after five intervals, a second and two buckets at least', () => {
    const cases = [telemetry, { ...telemetry, intervalMs: 400 }, { ...telemetry, bucketMs: 800 }]
    expect(cases.map((one) => computeGapBuckets({ ...one, tracks: [] }))).toEqual([100, 200, 2])
  })

  it('have a largest value of all GPUs, or none', () => {
    const other = { ...track, values: [{ ...quantity, high: [null, 7] }, none] }
    const read = (at: number) => findLargest({ ...telemetry, tracks: [other, track] }, at)
    expect([read(0), read(1), read(2)]).toEqual([7, null, null])
  })

  it('are saved as one line per bucket', () => {
    const lines = formatCsv({ ...telemetry, tracks: [track] }).split('\n')
    expect(lines[0]).toMatch(
      /^start of 10 ms \(ms since the epoch\),GPU,Utilization \(%\) lowest,.*,clocks event reasons$/,
    )
    expect(lines.slice(1)).toEqual(['1000,1,1,2,3,,,,', '1040,1,,,,,,,applications-clocks-setting', ''])
  })
})

it.each([
  ['joined where somebody looked in between', 3, [1, null, undefined, undefined, 4, null, null]],
  ['not joined over a gap', 2, [1, null, null, null, 4, null, null]],
])('the readings of a GPU are %s', (_name, gap, values) => {
  expect(spreadValues([1, null, 4], [0, 1, 4], { buckets: 7, gap })).toEqual(values)
})
