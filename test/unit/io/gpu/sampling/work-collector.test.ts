import { expect, test } from 'vitest'
import { GpuRecorder } from '../../../../../src/io/gpu/sampling/gpu-recorder.ts'
import type { GpuSource } from '../../../../../src/io/gpu/gpu-source.ts'
import { ProblemList } from '../../../../../src/io/gpu/sampling/problem-list.ts'
import { WorkCollector } from '../../../../../src/io/gpu/sampling/work-collector.ts'
import { aReading } from '../../../../fakes/replay-gpu-source.ts'

/** A source whose energy counters take 7 ms each, beside a clock that these calls move. */
function aDearSource() {
  const seen = { nowMs: 1_000_000, energyReads: 0, bufferReads: 0 }
  const source: GpuSource = {
    identify: () => [],
    read: () => [],
    listProcesses: () => null,
    readEnergyJoules: ([gpu = 0]) => {
      seen.nowMs += 7
      seen.energyReads += 1
      return new Map([[gpu, seen.energyReads]])
    },
    readUtilizationSamples: () => {
      seen.bufferReads += 1
      const newestMs = seen.nowMs - 50
      const timesUs = Array.from({ length: 100 }, (_, index) => (newestMs - (99 - index) * 100) * 1000)
      return { status: 'samples', timesUs, percents: timesUs.map(() => 50) }
    },
    readEvents: () => [],
    [Symbol.dispose]: () => undefined,
  }
  return { seen, source }
}

function collect({ seen, source }: ReturnType<typeof aDearSource>): WorkCollector {
  const { tracks } = new GpuRecorder([0, 1], 500)
  const now = (): number => seen.nowMs
  return new WorkCollector({ source, tracks, idleWatts: null, isForProcess: true, now, problems: new ProblemList() })
}

test('a process that starts right after the opening shares its reading of the energy, a later one has its own', () => {
  const reads = [50, 500].map((laterMs) => {
    const driver = aDearSource()
    const collector = collect(driver)
    collector.open()
    driver.seen.nowMs += laterMs
    collector.begin(driver.seen.nowMs)
    return driver.seen.energyReads
  })
  expect(reads).toEqual([2, 4])
})

test('buffers are read as rarely as a thread that is held up for a second allows, whatever the time between ticks', () => {
  const reads = [100, 500].map((intervalMs) => {
    const driver = aDearSource()
    const collector = collect(driver)
    const opened = driver.seen.bufferReads
    for (let tick = 0; tick < 60_000 / intervalMs; tick += 1) {
      driver.seen.nowMs += intervalMs
      collector.tick(driver.seen.nowMs, intervalMs)
    }
    return (driver.seen.bufferReads - opened) / 2
  })
  // A buffer of 10 s, read 1.5 s before it could be overwritten: after 8.5 s.
  for (const perGpu of reads) {
    expect(perGpu).toBeGreaterThanOrEqual(7)
    expect(perGpu).toBeLessThanOrEqual(8)
  }
})

test('while the clock of the driver is unknown, the buffer of a busy GPU is read, a few times at most', () => {
  const countReads = (startMs: number, utilizationPercent: number): number => {
    const driver = aDearSource()
    driver.seen.nowMs = startMs
    const collector = collect(driver)
    const opened = driver.seen.bufferReads
    for (let poll = 0; poll < 30; poll += 1) {
      driver.seen.nowMs += 500
      collector.record(aReading({ gpu: 0, timeMs: driver.seen.nowMs, utilizationPercent }))
    }
    return driver.seen.bufferReads - opened
  }
  const unknown = 1_000_000
  expect([countReads(unknown, 80), countReads(unknown, 0), countReads(Date.now(), 80)]).toEqual([10, 0, 0])
})
