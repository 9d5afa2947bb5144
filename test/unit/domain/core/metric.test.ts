import { describe, expect, it } from 'vitest'
import { inferMetricKind, throughput, wallTime } from '../../../../src/domain/core/metric.ts'

describe('inferMetricKind', () => {
  it.each([
    ['s', 'duration'],
    ['ms', 'duration'],
    ['µs', 'duration'],
    ['h', 'duration'],
    ['B', 'memory'],
    ['MiB', 'memory'],
    ['GB', 'memory'],
    ['Mb', null],
    ['B/s', 'rate'],
    ['1/s', 'rate'],
    ['sequences/h', 'rate'],
    ['rows', 'count'],
    ['1', 'count'],
    ['%', 'share'],
    ['share', 'share'],
    ['J', null],
    ['×', null],
    ['', null],
    ['constructor', null],
  ])('tells by the unit %j that it is %s', (unit, kind) => {
    expect(inferMetricKind({ unit })).toBe(kind)
  })

  it('goes by what the metric says of itself before the unit', () => {
    expect(inferMetricKind({ unit: '%', kind: 'rate' })).toBe('rate')
  })

  it('knows the metrics of every run', () => {
    expect([inferMetricKind(wallTime), inferMetricKind(throughput)]).toEqual(['duration', 'rate'])
  })
})
