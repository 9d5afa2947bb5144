import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeArea,
  computeFlagShare,
  countSamples,
  computeSpread,
} from '../../../../src/domain/telemetry/bucket-interval.ts'
import {
  appendSample,
  createTimeBuckets,
  type Quantity,
  type TimeBuckets,
} from '../../../../src/domain/telemetry/time-buckets.ts'

const power: Quantity = { column: 'power_watts', unit: 'W', kind: 'instant' }
const rate: Quantity = { column: 'bytes', unit: 'B/s', kind: 'since-previous' }
const counter: Quantity = { column: 'sm_utilization_share', unit: '1', kind: 'counted' }
const always = { fromMs: Number.NEGATIVE_INFINITY, toMs: Number.POSITIVE_INFINITY }

function filled(samples: readonly (readonly [timeMs: number, value: number])[], options: Filling = {}): TimeBuckets {
  const { quantity = power, maxRows = 1024, maxGapMs = 1000, flags = () => 0 } = options
  const buckets = createTimeBuckets([quantity], { maxRows, maxGapMs, flags: 3 })
  for (const [timeMs, value] of samples) appendSample(buckets, timeMs, Float64Array.of(value), flags(timeMs))
  return buckets
}
type Filling = { quantity?: Quantity; maxRows?: number; maxGapMs?: number; flags?: (timeMs: number) => number }

function everyTenth(values: readonly number[]): [number, number][] {
  return values.map((value, index) => [index * 100, value])
}

describe('one sample per row', () => {
  test('a spread is time-weighted by trapezoids; percentiles are those of the samples', () => {
    const buckets = filled([
      [0, 100],
      [100, 200],
      [400, 200],
    ])
    // 100 ms at 150 W on average, then 300 ms at 200 W.
    expect(computeSpread(buckets, 0, always)).toEqual({ mean: 187.5, min: 100, max: 200, p5: 110, p50: 200, p95: 200 })
  })

  test('an average since the previous reading holds for the time before it', () => {
    const buckets = filled(
      [
        [0, 7],
        [100, 10],
        [400, 20],
      ],
      { quantity: rate },
    )
    expect(computeArea(buckets, 0, always)).toEqual({ value: 10 * 100 + 20 * 300, coveredMs: 400 })
  })

  test('a single sample is its own spread', () => {
    expect(computeSpread(filled([[5, 42]]), 0, always)).toEqual({
      mean: 42,
      min: 42,
      max: 42,
      p5: 42,
      p50: 42,
      p95: 42,
    })
  })

  test('a gap adds no time and no energy', () => {
    const buckets = filled([
      [0, 100],
      [100, 100],
      [5000, 300],
      [5100, 300],
    ])
    expect(computeArea(buckets, 0, always)).toEqual({ value: 100 * 100 + 300 * 100, coveredMs: 200 })
  })

  test('W16: a missing value is neither a zero nor a sample', () => {
    const buckets = filled(everyTenth([80, Number.NaN, Number.NaN, 90]))
    expect(computeSpread(buckets, 0, always)).toMatchObject({ mean: 85, min: 80, max: 90, p5: 80.5 })
    expect(computeSpread(filled(everyTenth([Number.NaN, Number.NaN])), 0, always)).toBeNull()
  })

  test('an interval takes only the samples inside, and the share of the time between two of them', () => {
    const buckets = filled(everyTenth([0, 0, 100, 100, 100, 0, 0]))
    const span = { fromMs: 200, toMs: 400 }
    expect(computeSpread(buckets, 0, span)).toMatchObject({ mean: 100, min: 100, max: 100 })
    expect(countSamples(buckets, span)).toBe(3)
    expect(computeArea(buckets, 0, { fromMs: 150, toMs: 250 })).toEqual({ value: 50 * 50 + 100 * 50, coveredMs: 100 })
    expect(computeSpread(buckets, 0, { fromMs: 410, toMs: 490 })).toBeNull()
  })

  test('flags are shares of the samples that could tell', () => {
    const buckets = filled(everyTenth([1, 1, 1, 1, 1]), {
      flags: (timeMs) => (timeMs === 0 ? 0 : timeMs > 300 ? 3 : 1),
    })
    expect(computeFlagShare(buckets, 1, always)).toBe(0.25)
    expect(computeFlagShare(buckets, 2, always)).toBe(0)
    expect(computeFlagShare(filled([[0, 1]]), 1, always)).toBeNull()
  })
})

describe('a counter that is read less often than the rest', () => {
  const unread = Array<number>(9).fill(Number.NaN)
  // A row every 100 ms, a value every second: 0.2 until 1 s, 0.8 until 2 s.
  const buckets = filled(everyTenth([0, ...unread, 0.2, ...unread, 0.8, ...unread]), { quantity: counter })

  test('covers the time since its last value, not since the last row', () => {
    expect(computeArea(buckets, 0, { fromMs: 500, toMs: 1500 })).toEqual({
      value: 0.2 * 500 + 0.8 * 500,
      coveredMs: 1000,
    })
    expect(computeSpread(buckets, 0, { fromMs: 500, toMs: 1750 })).toMatchObject({ min: 0.2, max: 0.8, mean: 0.56 })
  })

  test('is known for a span that ends before the value was read', () => {
    expect(computeSpread(buckets, 0, { fromMs: 1100, toMs: 1900 })).toMatchObject({ min: 0.8, max: 0.8, mean: 0.8 })
  })

  test('is unknown for a span that is a small part of the time it covers', () => {
    expect(computeSpread(buckets, 0, { fromMs: 1700, toMs: 2100 })).toBeNull()
    expect(computeArea(buckets, 0, { fromMs: 1700, toMs: 2100 })).toEqual({ value: 0, coveredMs: 0 })
  })
})

describe('merged rows', () => {
  const series = fc.array(
    fc.oneof(
      { weight: 9, arbitrary: fc.integer({ min: 0, max: 1000 }) },
      { arbitrary: fc.constant(Number.NaN), weight: 1 },
    ),
    { minLength: 1, maxLength: 300 },
  )
  const kind = fc.constantFrom(power, rate, counter)

  test('never exceed the cap, and lose no sample and no extreme', () => {
    fc.assert(
      fc.property(series, kind, (values, quantity) => {
        const samples = everyTenth(values)
        const [raw, small] = [filled(samples, { quantity }), filled(samples, { quantity, maxRows: 8 })]
        expect(small.rows).toBeLessThanOrEqual(8)
        expect(countSamples(small, always)).toBe(values.length)
        const [exact, merged] = [computeSpread(raw, 0, always), computeSpread(small, 0, always)]
        expect(merged && [merged.min, merged.max]).toEqual(exact && [exact.min, exact.max])
      }),
    )
  })

  test('keep the integral and the time-weighted mean', () => {
    fc.assert(
      fc.property(series, kind, (values, quantity) => {
        const samples = everyTenth(values)
        const raw = computeArea(filled(samples, { quantity }), 0, always)
        const small = computeArea(filled(samples, { quantity, maxRows: 4 }), 0, always)
        expect(small.coveredMs).toBeCloseTo(raw.coveredMs, 6)
        expect(small.value).toBeCloseTo(raw.value, 3)
      }),
    )
  })

  test('parts of a window add up to the whole', () => {
    fc.assert(
      fc.property(series, fc.integer({ min: 0, max: 30_000 }), (values, cutMs) => {
        const buckets = filled(everyTenth(values), { maxRows: 8 })
        const before = computeArea(buckets, 0, { fromMs: -1, toMs: cutMs })
        const after = computeArea(buckets, 0, { fromMs: cutMs, toMs: 40_000 })
        expect(before.value + after.value).toBeCloseTo(computeArea(buckets, 0, always).value, 3)
      }),
    )
  })

  test('order of a spread: min, percentiles and mean never cross', () => {
    fc.assert(
      fc.property(
        series,
        fc.integer({ min: 0, max: 20_000 }),
        fc.integer({ min: 1, max: 9000 }),
        (values, fromMs, length) => {
          const spread = computeSpread(filled(everyTenth(values), { maxRows: 16 }), 0, {
            fromMs,
            toMs: fromMs + length,
          })
          fc.pre(spread !== null)
          const { min, p5, p50, p95, max, mean } = spread
          expect([min, p5, p50, p95, max]).toEqual([min, p5, p50, p95, max].toSorted((a, b) => a - b))
          expect(mean).toBeGreaterThanOrEqual(min)
          expect(mean).toBeLessThanOrEqual(max)
        },
      ),
    )
  })

  test('W16: a merged row without a value has no extremes either', () => {
    const buckets = createTimeBuckets([power], { maxRows: 4, maxGapMs: 1000 })
    const values = [1, 2, 3, 4, 5, 6, Number.NaN, Number.NaN]
    for (const [timeMs, value] of everyTenth(values)) appendSample(buckets, timeMs, Float64Array.of(value))
    expect(buckets.rows).toBe(4)
    expect([...buckets.columns[0]!.min]).toEqual([1, 3, 5, Number.NaN])
    expect([...buckets.columns[0]!.max]).toEqual([2, 4, 6, Number.NaN])
  })

  test('a quantity that shows late, and flags, survive growth and merging', () => {
    const buckets = createTimeBuckets([power, rate], { maxRows: 512, maxGapMs: 1000, flags: 2 })
    for (let index = 0; index < 1500; index += 1)
      appendSample(buckets, index * 100, Float64Array.of(300, index < 1000 ? Number.NaN : 5), index >= 750 ? 3 : 1)
    expect(buckets.samplesPerRow).toBe(4)
    expect(computeSpread(buckets, 1, always)).toMatchObject({ mean: 5, min: 5, max: 5 })
    expect(computeArea(buckets, 0, always)).toEqual({ value: 300 * 149_900, coveredMs: 149_900 })
    expect(computeFlagShare(buckets, 1, always)).toBe(0.5)
  })

  test('an odd cap is refused', () => {
    expect(() => createTimeBuckets([power], { maxRows: 7, maxGapMs: 1 })).toThrow('rows are merged in pairs')
  })
})
