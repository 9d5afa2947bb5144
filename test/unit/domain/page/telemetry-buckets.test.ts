import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { TelemetryBuckets, telemetryQuantities } from '../../../../src/domain/page/telemetry-buckets.ts'

const fill = (level: number): number[] => telemetryQuantities.map(() => level)

describe('GPU readings in time buckets', () => {
  test('hold each GPU by itself, in the order of their numbers', () => {
    const buckets = new TelemetryBuckets(100)
    const readings = [
      [3, 1000],
      [1, 1004],
      [3, 1100],
      [1, 1102],
    ] as const
    for (const [gpu, time] of readings) buckets.add(gpu, time, fill(gpu), gpu)
    expect(buckets.finish()).toMatchObject({
      startMs: 1000,
      bucketMs: 10,
      intervalMs: 100,
      readings: 4,
      tracks: [
        { gpu: 1, at: [0, 10], flags: [1, 1] },
        { gpu: 3, at: [0, 10], flags: [3, 3] },
      ],
    })
  })

  test('keep extremes, mean and every reason of the readings in a bucket', () => {
    const buckets = new TelemetryBuckets(100)
    for (const [index, level] of [5, Number.NaN, 9, 7, 4].entries()) buckets.add(0, index * 3, fill(level), 1 << index)
    const [track] = buckets.finish()!.tracks
    expect(track).toMatchObject({ at: [0, 1], flags: [15, 16] })
    expect(track!.values[0]).toEqual({ low: [5, 4], mean: [7, 4], high: [9, 4] })
  })

  test('become twice as long when there are too many, and lose no extreme and no mean', () => {
    const levels = fc.array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 500 })
    fc.assert(
      fc.property(levels, fc.integer({ min: 1, max: 12 }), (readings, maxBuckets) => {
        const buckets = new TelemetryBuckets(maxBuckets)
        for (const [index, level] of readings.entries()) buckets.add(0, index * 10, fill(level), 0)
        const { tracks, bucketMs, readings: count } = buckets.finish()!
        const { at, values } = tracks[0]!
        const { low, mean, high } = values[0]!
        expect(count).toBe(readings.length)
        expect(at).toEqual(at.map((_, index) => index))
        expect(at.length).toBeLessThanOrEqual(maxBuckets)
        const own = at.map((bucket) => readings.slice((bucket * bucketMs) / 10, ((bucket + 1) * bucketMs) / 10))
        expect(low).toEqual(own.map((some) => Math.min(...some)))
        expect(high).toEqual(own.map((some) => Math.max(...some)))
        const means = own.map((some) => some.reduce((sum, value) => sum + value) / some.length)
        for (const [index, value] of means.entries()) expect(mean[index]! / value).toBeCloseTo(1, 3)
      }),
      { numRuns: 60 },
    )
  })

  test('refuse a reading that goes back in time', () => {
    const buckets = new TelemetryBuckets(100)
    const taken = [1000, 1200, 1100, 900, 1300].map((time) => buckets.add(0, time, fill(1), 1))
    expect(taken).toEqual([true, true, false, false, true])
    // Of a GPU that was only seen before the start, nothing is left.
    expect(buckets.add(1, 999, fill(1), 1)).toBe(false)
    const { readings, tracks } = buckets.finish()!
    expect([readings, tracks.map(({ gpu, at }) => [gpu, at])]).toEqual([3, [[0, [0, 20, 30]]]])
  })

  test('are nothing when there was no reading', () => {
    expect(new TelemetryBuckets(100).finish()).toBeNull()
  })
})
