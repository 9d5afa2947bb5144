import { describe, expect, test } from 'vitest'
import { addBusySample, createBusySeries, markBusyGap } from '../../../../src/domain/telemetry/busy-series.ts'
import { gpuQuantityList, gpuQuantityNames } from '../../../../src/domain/telemetry/gpu-quantities.ts'
import {
  createWorkTrack,
  explainMissingWork,
  findBusyContradiction,
  computeWork,
  type WorkSources,
  type WorkTrack,
} from '../../../../src/domain/telemetry/gpu-work.ts'
import { appendSample, createTimeBuckets } from '../../../../src/domain/telemetry/time-buckets.ts'

const span = { fromMs: 0, toMs: 10_000 }

/** Polled every 100 ms for 10 s at `polled` percent; the driver's samples at `driven` percent, null: it has none. */
function aWork(polled: number | null, driven: number | null, overrides: Partial<WorkTrack> = {}): WorkSources {
  const buckets = createTimeBuckets(gpuQuantityList, { maxRows: 1024, maxGapMs: 1000 })
  const series = createBusySeries()
  for (let timeMs = 0; timeMs <= 10_000; timeMs += 100) {
    const values = new Float64Array(gpuQuantityList.length).fill(Number.NaN)
    values[gpuQuantityNames.indexOf('utilizationPercent')] = polled ?? Number.NaN
    appendSample(buckets, timeMs, values)
    addBusySample(series, timeMs, driven ?? 0)
  }
  const busy = driven === null ? null : { series, offsetMs: 0 }
  return { buckets, energyReadings: [], work: { ...createWorkTrack(), busy, ...overrides } }
}

describe('busy time', () => {
  test('comes from the driver’s samples, else from the polled mean, and says from which', () => {
    expect(computeWork(aWork(70, 72), span)).toMatchObject({ busySeconds: 7.2, busySource: 'driver-samples' })
    expect(computeWork(aWork(70, null), span)).toMatchObject({ busySource: 'mean-utilization' })
    expect(computeWork(aWork(70, null), span).busySeconds).toBeCloseTo(7, 9)
    expect(computeWork(aWork(null, null), span)).toMatchObject({ busySeconds: null, busySource: null })
  })

  test('comes with the time until the first work, which polls and an idle GPU do not show', () => {
    const sources = aWork(70, 0)
    for (let timeMs = 10_100; timeMs <= 20_000; timeMs += 100)
      addBusySample(sources.work.busy!.series, timeMs, timeMs > 13_000 ? 60 : 0)
    const ran = { ...sources, work: { ...sources.work, ranMs: { fromMs: 1000, toMs: 20_000 } } }
    expect(computeWork(ran, { fromMs: 0, toMs: 21_000 }).startUpSeconds).toBeCloseTo(12, 9)
    expect(computeWork(ran, span)).toMatchObject({ busySeconds: 0, startUpSeconds: null })
    expect(computeWork(aWork(70, null), span)).toMatchObject({ startUpSeconds: null })
  })

  test('leaves out what happened before and after the process', () => {
    const work = aWork(70, 72, { ranMs: { fromMs: 2000, toMs: 4000 } })
    expect(computeWork(work, span).busySeconds).toBeCloseTo(1.44, 9)
    expect(computeWork(work, { fromMs: 3000, toMs: 9000 }).busySeconds).toBeCloseTo(0.72, 9)
    expect(computeWork(work, { fromMs: 5000, toMs: 9000 }).busySeconds).toBeNull()
  })

  test('is placed by the offset of the driver’s clock', () => {
    const sources = aWork(70, 72, { ranMs: { fromMs: 1_000_000, toMs: 1_002_000 } })
    const { busy } = sources.work
    const shifted = { ...sources, work: { ...sources.work, busy: busy && { ...busy, offsetMs: 999_000 } } }
    expect(computeWork(shifted, { fromMs: 0, toMs: 2e6 }).busySeconds).toBeCloseTo(1.44, 9)
  })

  test('a mean that was not polled all the time is not known', () => {
    expect(computeWork(aWork(70, null), { fromMs: 0, toMs: 12_000 })).toMatchObject({
      busySeconds: null,
      busySource: null,
    })
    expect(explainMissingWork(aWork(70, null), { fromMs: 0, toMs: 12_000 })[0]).toBe(
      'busy time is not available: utilization was not polled all the time',
    )
    expect(explainMissingWork(aWork(null, null), span)[0]).toBe(
      'busy time is not available: no utilization was reported',
    )
  })

  test('a gap in the driver’s samples is named, and the polled mean does not take its place', () => {
    const sources = aWork(70, 72)
    addBusySample(sources.work.busy!.series, 12_000, 0)
    markBusyGap(sources.work.busy!.series, { fromMs: 10_000, toMs: 12_000 })
    addBusySample(sources.work.busy!.series, 13_000, 72)
    expect(computeWork(sources, { fromMs: 0, toMs: 13_000 })).toMatchObject({ busySeconds: null, busySource: null })
    expect(explainMissingWork(sources, { fromMs: 0, toMs: 13_000 })[0]).toMatch(/overwritten before they were read/)
  })
})

describe('the cross-check', () => {
  test('agrees within the noise of polling and refuses what is grossly different', () => {
    // 10 s with 101 readings: 5 % + 1.5 / √101 = 20 % of the time, and 0.25 s.
    expect(findBusyContradiction(aWork(70, 72), span)).toBeNull()
    expect(findBusyContradiction(aWork(70, 50), span)).toBeNull()
    expect(findBusyContradiction(aWork(70, 45), span)).toBe(
      'the driver’s samples give 4.5 s and polled utilization 7.0 s in 10.0 s'.replace('’', "'"),
    )
    expect(findBusyContradiction(aWork(null, 45), span)).toBeNull()
  })

  test('of two that disagree neither is trusted', () => {
    const sources = aWork(70, 20, { busyFault: 'they disagree' })
    expect(computeWork(sources, span)).toMatchObject({ busySeconds: null, busySource: null })
    expect(explainMissingWork(sources, span)[0]).toBe('busy time is not available: they disagree')
  })
})

describe('the clock while busy', () => {
  /** Busy at 1900 MHz in the second half, idle at 345 MHz before. */
  const buckets = createTimeBuckets(gpuQuantityList, { maxRows: 1024, maxGapMs: 1000 })
  for (let timeMs = 0; timeMs <= 10_000; timeMs += 250) {
    const values = new Float64Array(gpuQuantityList.length).fill(Number.NaN)
    values[gpuQuantityNames.indexOf('utilizationPercent')] = timeMs > 5000 ? 80 : 0
    values[gpuQuantityNames.indexOf('smClockMhz')] = timeMs > 5000 ? 1900 : 345
    appendSample(buckets, timeMs, values)
  }
  const sources = { ...aWork(70, 72), buckets }

  test('leaves out the clock of the idle GPU', () => {
    expect(computeWork(sources, span).busyClockMhz).toBeCloseTo(1900, 9)
    expect(computeWork(sources, { fromMs: 4000, toMs: 6100 }).busyClockMhz).toBeCloseTo(1900, 9)
  })

  test('is not known of a GPU that was never busy, or whose clock was not polled', () => {
    expect(computeWork(sources, { fromMs: 0, toMs: 4900 }).busyClockMhz).toBeNull()
    expect(computeWork(aWork(70, 72), span).busyClockMhz).toBeNull()
  })
})

describe('activity', () => {
  const activity = [
    { timeMs: 0, dramMs: 0, graphicsMs: 0 },
    { timeMs: 4010, dramMs: 1000, graphicsMs: 3000 },
    { timeMs: 9990, dramMs: 5000, graphicsMs: null },
  ]

  test('is the difference between the readings at the edges', () => {
    const sources = aWork(70, 72, { activity })
    expect(computeWork(sources, { fromMs: 0, toMs: 4000 })).toMatchObject({
      dramActiveSeconds: 1,
      graphicsActiveSeconds: 3,
    })
    expect(computeWork(sources, { fromMs: 4000, toMs: 10_000 })).toMatchObject({ dramActiveSeconds: 4 })
    expect(computeWork(sources, span)).toMatchObject({ dramActiveSeconds: 5, graphicsActiveSeconds: null })
  })

  test('is unknown for a counter that restarted, but not for one that two clocks place a little earlier', () => {
    const ending = (dramMs: number) =>
      computeWork(aWork(70, 72, { activity: [activity[1]!, { timeMs: 9990, dramMs, graphicsMs: null }] }), {
        fromMs: 4000,
        toMs: 10_000,
      }).dramActiveSeconds
    expect([ending(990), ending(20)]).toEqual([0, null])
  })

  test.each([
    // 2.5 % of a long part, 150 ms of one of 1.5 to 6 s, a tenth of a shorter one, at least 50 ms.
    [10_000, 240, 260],
    [3000, 140, 160],
    [1000, 90, 110],
    [300, 40, 60],
  ])('an edge of a part of %d ms may be read %d ms late, not %d ms', (toMs, near, far) => {
    const late = (lateMs: number) =>
      computeWork(
        aWork(70, 72, {
          activity: [
            { timeMs: 0, dramMs: 0, graphicsMs: 0 },
            { timeMs: toMs + lateMs, dramMs: 100, graphicsMs: 100 },
          ],
        }),
        { fromMs: 0, toMs },
      ).dramActiveSeconds
    expect([late(near), late(far)]).toEqual([0.1, null])
  })

  test('a part whose edges became known only afterwards has none', () => {
    expect(computeWork(aWork(70, 72, { activity }), { fromMs: 1000, toMs: 4000 })).toMatchObject({
      dramActiveSeconds: null,
    })
    expect(explainMissingWork(aWork(70, 72, { activityFault: 'no GPM' }), span)).toContain(
      'DRAM or graphics activity is not available: no GPM',
    )
  })
})

describe('energy above idle', () => {
  const energyReadings = [
    { timeMs: 0, joules: 1000 },
    { timeMs: 10_000, joules: 6000 },
  ]

  test('is the counter minus the idle power times the time', () => {
    const sources = { ...aWork(70, 72, { idleWatts: 100 }), energyReadings }
    expect(computeWork(sources, span).energyAboveIdleJoules).toBe(4000)
  })

  test('is unknown without an idle power, without a counter, and when it would be negative', () => {
    expect(computeWork({ ...aWork(70, 72), energyReadings }, span).energyAboveIdleJoules).toBeNull()
    expect(computeWork(aWork(70, 72, { idleWatts: 100 }), span).energyAboveIdleJoules).toBeNull()
    expect(computeWork({ ...aWork(70, 72, { idleWatts: 600 }), energyReadings }, span).energyAboveIdleJoules).toBeNull()
  })
})
