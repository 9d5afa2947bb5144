import { describe, expect, test } from 'vitest'
import type { GpuReading } from '../../../../src/domain/telemetry/gpu.ts'
import { encodeClocksEvents, gpuQuantityList, writeValues } from '../../../../src/domain/telemetry/gpu-quantities.ts'
import { hostQuantityList, summarizeHost } from '../../../../src/domain/telemetry/host-summary.ts'
import { listEnergyDoubts, type EnergyReading } from '../../../../src/domain/telemetry/energy-reading.ts'
import { createWorkTrack, explainMissingEnergy } from '../../../../src/domain/telemetry/gpu-work.ts'
import { forgetUnseenMemory, summarizeGpu, type GpuTrack } from '../../../../src/domain/telemetry/telemetry-summary.ts'
import { appendSample, beginAverages, createTimeBuckets } from '../../../../src/domain/telemetry/time-buckets.ts'
import { aReading } from '../../../fakes/replay-gpu-source.ts'
import { aGpuUse, steady as steadySpread } from '../../a-telemetry.ts'
import { clocksEventReasons } from '../../../../src/record/limits.ts'

const gibibyte = 1024 ** 3

function aTrack(readings: readonly Partial<GpuReading>[], energyReadings: EnergyReading[] = []): GpuTrack {
  const limits = { maxRows: 1024, maxGapMs: 1000, flags: clocksEventReasons.length + 1 }
  const buckets = createTimeBuckets(gpuQuantityList, limits)
  const values = new Float64Array(gpuQuantityList.length)
  for (const [index, fields] of readings.entries()) {
    const reading = aReading({ timeMs: index * 100, ...fields })
    writeValues(reading, null, values)
    appendSample(buckets, reading.timeMs, values, encodeClocksEvents(reading))
  }
  return { gpu: 3, buckets, memoryTotalBytes: 80 * gibibyte, energyReadings, work: null }
}

describe('a GPU that offers nothing', () => {
  test('W13 W16 W17 W18 F-14: has samples, and null for every figure, never 0', () => {
    const { gpu, samples, memoryTotalBytes, ...figures } = summarizeGpu(aTrack([{}, {}, {}]), { fromMs: 0, toMs: 200 })
    expect({ gpu, samples, memoryTotalBytes }).toEqual({ gpu: 3, samples: 3, memoryTotalBytes: 80 * gibibyte })
    expect(new Set(Object.values(figures))).toEqual(new Set([null]))
  })

  test('a stage in which no sample fell has no figures', () => {
    const { samples, powerWatts } = summarizeGpu(aTrack([{ powerWatts: 300 }, { powerWatts: 300 }]), {
      fromMs: 20,
      toMs: 80,
    })
    expect({ samples, powerWatts }).toEqual({ samples: 0, powerWatts: null })
  })
})

describe('memory', () => {
  test('F-18: the peak of a stage is exact to the byte and does not leak into the next', () => {
    const memory = [1, 2, 71 * gibibyte + 4096, 3, 3, 3].map((memoryUsedBytes) => ({ memoryUsedBytes }))
    const track = aTrack(memory)
    expect(summarizeGpu(track, { fromMs: 0, toMs: 250 }).memoryUsedBytes?.max).toBe(71 * gibibyte + 4096)
    expect(summarizeGpu(track, { fromMs: 250, toMs: 500 }).memoryUsedBytes?.max).toBe(3)
  })

  test('of the trial is unknown, not zero, on a GPU that was used while no poll saw a process', () => {
    const idle = aGpuUse({
      gpu: 1,
      ownMemoryPeakBytes: 0,
      utilizationPercent: steadySpread(0),
      memoryUsedBytes: steadySpread(5),
    })
    const rising = { ...idle, memoryUsedBytes: { ...steadySpread(5), max: 9 } }
    const busy = { ...idle, utilizationPercent: steadySpread(40) }
    const foreign = { gpu: 1, pid: 7, name: 'other', memoryBytes: 9 }
    expect(forgetUnseenMemory(rising, [])).toEqual({ ...rising, ownMemoryPeakBytes: null })
    expect(forgetUnseenMemory(busy, [{ ...foreign, gpu: 0 }])).toEqual({ ...busy, ownMemoryPeakBytes: null })
    expect(forgetUnseenMemory(busy, [foreign])).toBe(busy)
    for (const use of [idle, { ...idle, utilizationPercent: null, memoryUsedBytes: null }, aGpuUse()])
      expect(forgetUnseenMemory(use, [])).toBe(use)
  })
})

describe('energy', () => {
  const steady = Array.from({ length: 51 }, () => ({ powerWatts: 400 }))

  test('comes from the counter when it was read at the edges', () => {
    const track = aTrack(steady, [
      { timeMs: 0, joules: 1_000_000 },
      { timeMs: 5000, joules: 1_001_990 },
    ])
    expect(summarizeGpu(track, { fromMs: 0, toMs: 5000 })).toMatchObject({
      energyJoules: 1990,
      energySource: 'counter',
    })
  })

  test('W24: is otherwise integrated from power in watts', () => {
    expect(summarizeGpu(aTrack(steady), { fromMs: 1000, toMs: 3000 })).toMatchObject({
      energyJoules: 800,
      energySource: 'integrated',
    })
  })

  test('a counter read far from the edge, or running backwards, is not used', () => {
    const far = aTrack(steady, [
      { timeMs: 0, joules: 0 },
      { timeMs: 5000, joules: 2000 },
    ])
    expect(summarizeGpu(far, { fromMs: 1000, toMs: 3000 }).energySource).toBe('integrated')
    const reloaded = aTrack(steady, [
      { timeMs: 0, joules: 9000 },
      { timeMs: 5000, joules: 10 },
    ])
    expect(summarizeGpu(reloaded, { fromMs: 0, toMs: 5000 }).energySource).toBe('integrated')
  })

  test.each([
    ['stood still', [5, 5], 5000, 'the energy counter did not move'],
    ['stood still for a moment', [5, 5], 300, 'the energy counter did not move'],
    ['hardly moved', [5, 105], 5000, 'the energy counter gives 100 J and power gives 2000 J in 5.0 s'],
    ['jumped', [5, 90_005], 5000, 'the energy counter gives 90000 J and power gives 2000 J in 5.0 s'],
  ] as const)('a counter that %s contradicts power, so energy is not known', (_how, [first, last], toMs, doubt) => {
    const edges = [
      { timeMs: 0, joules: first },
      { timeMs: toMs, joules: last },
    ]
    const track = aTrack(steady, edges)
    const span = { fromMs: 0, toMs }
    expect(summarizeGpu(track, span)).toMatchObject({ energyJoules: null, energySource: null })
    expect(listEnergyDoubts([track], span)).toEqual([`GPU 3: energy is not available: ${doubt}`])
    const work = { ...createWorkTrack(), idleWatts: 50 }
    expect(explainMissingEnergy({ ...track, work }, span)).toBe(`energy above idle is not available: ${doubt}`)
  })

  test('a counter that started again in between is not used', () => {
    const readings = [10, 4000, 1000].map((joules, index) => ({ timeMs: 2500 * index, joules }))
    expect(summarizeGpu(aTrack(steady, readings), { fromMs: 0, toMs: 5000 }).energySource).toBe('integrated')
  })

  test('is not told when much of the time was not seen', () => {
    const times = [0, 100, 200, 4800, 4900, 5000]
    const track = aTrack(times.map((timeMs) => ({ timeMs, powerWatts: 400 })))
    expect(summarizeGpu(track, { fromMs: 0, toMs: 5000 })).toMatchObject({ energyJoules: null, energySource: null })
  })
})

describe('clocks events', () => {
  test('are shares of the readings, without those never seen', () => {
    const track = aTrack([
      { clocksEventReasons: [] },
      { clocksEventReasons: ['sw-power-cap'] },
      { clocksEventReasons: ['sw-power-cap', 'hw-thermal-slowdown'] },
      { clocksEventReasons: ['sw-power-cap'] },
    ])
    const shares = summarizeGpu(track, { fromMs: 0, toMs: 300 }).clocksEventShares
    expect(shares).toEqual({ 'sw-power-cap': 0.75, 'hw-thermal-slowdown': 0.25 })
  })

  test('none seen is not the same as not offered', () => {
    expect(summarizeGpu(aTrack([{ clocksEventReasons: [] }]), { fromMs: 0, toMs: 1 }).clocksEventShares).toEqual({})
    expect(summarizeGpu(aTrack([{}]), { fromMs: 0, toMs: 1 }).clocksEventShares).toBeNull()
  })
})

describe('host', () => {
  test('totals are the exact integral of the rates; cores never exceed those of the host', () => {
    const buckets = createTimeBuckets(hostQuantityList, { maxRows: 64, maxGapMs: Number.POSITIVE_INFINITY })
    beginAverages(buckets, 0)
    appendSample(buckets, 500, Float64Array.of(2, 1.5, 1000, 4096, Number.NaN, 0.1, 7))
    appendSample(buckets, 500.5, Float64Array.of(100, 100, 3000, 0, Number.NaN, 0.1, 7))
    const use = summarizeHost({ buckets, cores: 4 }, { fromMs: 0, toMs: 501 })
    expect(use.cpuSeconds).toBeCloseTo(1.05, 9)
    expect(use.userCpuSeconds).toBeCloseTo(0.8, 9)
    expect(use).toMatchObject({
      readBytes: 2048,
      writtenBytes: null,
      cpuCores: { max: 4 },
      residentBytes: { max: 3000 },
    })
    expect(use.ioWaitShare).toBeCloseTo(0.1, 9)
  })
})
