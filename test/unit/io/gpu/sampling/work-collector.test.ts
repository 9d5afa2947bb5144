import { expect, test } from 'vitest'
import { GpuRecorder } from '../../../../../src/io/gpu/sampling/sampling-session.ts'
import type { GpuSource } from '../../../../../src/io/gpu/gpu-source.ts'
import { ProblemList } from '../../../../../src/io/gpu/sampling/sampling-pace.ts'
import { WorkCollector, type WorkCollectorOptions } from '../../../../../src/io/gpu/sampling/work-collector.ts'
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
  expect([countReads(1_000_000, 80), countReads(1_000_000, 0), countReads(Date.now(), 80)]).toEqual([10, 0, 0])
})

/** A source whose every call succeeds at once, and counts; `overrides` replace calls. */
function aRecorded(overrides: Partial<GpuSource> = {}, given: Partial<WorkCollectorOptions> = {}) {
  const seen = { nowMs: 1_000_000, counters: 0 }
  const now = (): number => seen.nowMs
  const getWork = (): number => seen.nowMs - 1_000_000
  const source: GpuSource = {
    identify: () => [],
    read: (gpus, timeMs) => gpus.map((gpu) => aReading({ gpu, timeMs, utilizationPercent: 0 })),
    readCounters: () => [],
    listProcesses: () => null,
    readEnergyJoules: ([gpu = 0]) => new Map([[gpu, getWork()]]),
    beginActivity: () => null,
    readActivity: (_gpu, at) => ({ timeMs: at(), dramMs: getWork(), graphicsMs: 2 * getWork() }),
    readEvents: () => [],
    [Symbol.dispose]: () => undefined,
    ...overrides,
  }
  const { tracks } = new GpuRecorder([0, 1], 500, [0])
  const problems = new ProblemList()
  const options = { source, tracks, idleWatts: { 0: 60 }, isForProcess: true, now, problems, ...given }
  const collector = new WorkCollector(options)
  const at = (ms: number): number => (seen.nowMs = 1_000_000 + ms)
  const enterStage = (): void => collector.enterStage(() => (seen.counters += 1))
  const timesOf = (readings: readonly { readonly timeMs: number }[] = []) =>
    readings.map(({ timeMs }) => timeMs - 1_000_000)
  const getTimes = () => ({
    energy: tracks.map(({ energyReadings }) => timesOf(energyReadings)),
    activity: tracks.map(({ work }) => timesOf(work?.activity)),
  })
  return { seen, tracks, problems, collector, at, enterStage, getTimes }
}

test('the counters are read at the edges of the process and of its stages, not closer than they change', () => {
  const { seen, tracks, collector, at, enterStage, getTimes } = aRecorded()
  collector.open()
  enterStage()
  collector.begin(at(500))
  for (const ms of [649, 650, 699, 700, 900]) {
    at(ms)
    enterStage()
  }
  collector.end(at(1500))
  // The first stage is before the process; energy is read 150 ms apart, activity 200 ms after the process began.
  expect(getTimes()).toEqual({
    energy: [
      [0, 500, 650, 900, 1500],
      [0, 500, 650, 900, 1500],
    ],
    activity: [[500, 700, 900, 1500], []],
  })
  expect(seen.counters).toBe(5)
  expect(tracks[0]?.work).toMatchObject({
    ranMs: { fromMs: 1_000_500, toMs: 1_001_500 },
    idleWatts: 60,
    activityFault: null,
    activity: [
      { dramMs: 0, graphicsMs: 0 },
      { dramMs: 700, graphicsMs: 1400 },
      { dramMs: 900, graphicsMs: 1800 },
      { dramMs: 1500, graphicsMs: 3000 },
    ],
  })
})

test.each([
  [99, [0]],
  [100, [0]],
  [150, [0, 150]],
])('a process that starts after %i ms has energy readings at %j', (startMs, times) => {
  const { collector, at, getTimes } = aRecorded()
  collector.open()
  collector.begin(at(startMs))
  expect(getTimes().energy[0]).toEqual(times)
})

test('stages of a window without a process are read from its opening', () => {
  const { seen, collector, enterStage } = aRecorded({}, { isForProcess: false })
  enterStage()
  collector.close()
  expect(seen.counters).toBe(1)
})

test('stages are read no more than 2000 times', () => {
  const { seen, collector, at, enterStage } = aRecorded()
  collector.begin(at(0))
  for (let edge = 0; edge < 2001; edge += 1) {
    at(1e9)
    enterStage()
  }
  expect(seen.counters).toBe(2000)
})

test('the end of a process that was reported stands, and another ends with the window', () => {
  const ends = [true, false].map((isReported) => {
    const { tracks, collector, at, getTimes } = aRecorded()
    collector.begin(at(0))
    if (isReported) collector.end(at(1000))
    at(2000)
    collector.close()
    return [tracks[0]?.work?.ranMs?.toMs, getTimes()]
  })
  expect(ends).toMatchObject([
    [1_001_000, { energy: [[0, 1000, 2000], {}], activity: [[0, 1000], []] }],
    [1_002_000, { energy: [[0, 2000], {}], activity: [[0, 2000], []] }],
  ])
})

const lose = (): never => {
  throw new Error('GPU_IS_LOST')
}

test.each([
  ['this monitor has no such counters', undefined],
  ['the driver failed', lose],
  ['NOT_SUPPORTED', () => 'NOT_SUPPORTED'],
])('says why there is no activity: %s', (fault, beginActivity) => {
  const { tracks, collector, at } = aRecorded({ beginActivity } as Partial<GpuSource>)
  collector.begin(at(500))
  collector.end(at(1500))
  expect(tracks[0]?.work).toMatchObject({ activityFault: fault, activity: [] })
})

test('what a driver does not tell leaves no reading', () => {
  const { problems, collector, at, getTimes } = aRecorded({
    readEnergyJoules: () => new Map([[0, null]]),
    readActivity: () => null,
  })
  collector.open()
  collector.begin(at(500))
  collector.end(at(1500))
  expect(getTimes()).toEqual({ energy: [[], []], activity: [[500], []] })
  expect(problems.list()).toEqual([])
})

test('names what is missing once for all GPUs, and energy only if its idle power was wanted', () => {
  const problemsOf = (idleWatts: WorkCollectorOptions['idleWatts'], hasRun: boolean): readonly string[] => {
    const { tracks } = new GpuRecorder([0, 1], 500)
    const { problems, collector, at } = aRecorded({ readEnergyJoules: () => new Map() }, { tracks, idleWatts })
    if (hasRun) {
      collector.begin(at(500))
      collector.end(at(1500))
    }
    collector.complete(at(1500))
    return problems.list()
  }
  expect(problemsOf({}, true)).toContain('GPU 0, 1: energy above idle is not available: the idle power is not known')
  expect(problemsOf(null, true).filter((problem) => problem.includes('energy'))).toEqual([])
  expect(problemsOf(null, true)).toContain('GPU 0, 1: busy time is not available: no utilization was reported')
  expect(problemsOf({}, false)).toEqual([])
})
