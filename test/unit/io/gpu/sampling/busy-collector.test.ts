import { expect, test } from 'vitest'
import { computeBusyMs } from '../../../../../src/domain/telemetry/busy-series.ts'
import { BusyCollector } from '../../../../../src/io/gpu/sampling/busy-collector.ts'
import type { UtilizationSamples } from '../../../../../src/io/gpu/gpu-source.ts'

const startMs = Date.now()

/** A driver that answers with what it is given, one answer a read; afterwards with nothing new. Times since the start. */
function aDriver(...answers: readonly (readonly (readonly [timeMs: number, percent: number])[] | string)[]) {
  const left = [...answers]
  return (): UtilizationSamples => {
    const answer = left.shift() ?? []
    if (typeof answer === 'string') return { status: 'unavailable', reason: answer }
    if (answer.length === 0) return { status: 'empty' }
    const timesUs = answer.map(([timeMs]) => (startMs + timeMs) * 1000)
    return { status: 'samples', timesUs, percents: answer.map(([, percent]) => percent) }
  }
}

/** Ten samples a second after `fromMs` until `toMs`. */
function steady(fromMs: number, toMs: number, percent: number): [number, number][] {
  return Array.from({ length: Math.round((toMs - fromMs) / 100) }, (_, index) => [fromMs + 100 * (index + 1), percent])
}

function busyIn(collector: BusyCollector, fromMs: number, toMs: number): number | null {
  const { busy } = collector.finish(startMs + toMs)
  if (!busy) return null
  const at = (ms: number): number => startMs + ms - busy.offsetMs
  return computeBusyMs(busy.series, { fromMs: at(fromMs), toMs: at(toMs) })
}

function read(collector: BusyCollector, ...timesMs: readonly number[]): void {
  for (const timeMs of timesMs) collector.read(() => startMs + timeMs)
}

test('reads that follow one another join without a seam', () => {
  const driver = aDriver(steady(-5000, 0, 0), steady(0, 3000, 80), [], steady(3000, 6000, 40))
  const collector = new BusyCollector(driver, startMs)
  read(collector, 0, 3000, 3010, 6000)
  expect(busyIn(collector, 0, 6000)).toBeCloseTo(2400 + 1200, 3)
})

test('a buffer that ran over makes the time unknown, and the rest stays known', () => {
  const driver = aDriver(steady(-2000, 0, 50), steady(4000, 6000, 50), steady(6000, 7000, 50))
  const collector = new BusyCollector(driver, startMs)
  collector.recordPoll(startMs + 2000, 50)
  read(collector, 0, 6000, 7000)
  expect(busyIn(collector, 0, 7000)).toBeNull()
  expect(busyIn(collector, 6000, 7000)).toBeCloseTo(500, 3)
})

test('a full buffer that begins just after the last sample seen is complete', () => {
  const driver = aDriver(steady(-2000, 0, 50), steady(0, 2000, 50))
  const collector = new BusyCollector(driver, startMs)
  read(collector, 0, 2000)
  expect(busyIn(collector, 0, 2000)).toBeCloseTo(1000, 3)
})

test('a driver that notes nothing while idle: idle only if plain readings agree', () => {
  const driver = (): ReturnType<typeof aDriver> => aDriver([], [], steady(2900, 4000, 100), [])
  const [idle, busy, unseen] = [0, 30, null].map((percent) => {
    const collector = new BusyCollector(driver(), startMs)
    for (let timeMs = 0; timeMs <= 6000; timeMs += 500)
      if (percent !== null) collector.recordPoll(startMs + timeMs, timeMs > 2900 && timeMs < 4200 ? 100 : percent)
    read(collector, 0, 1000, 4050, 6000)
    return busyIn(collector, 0, 6000)
  })
  expect(idle).toBeCloseTo(1200, -2.5)
  expect(busy).toBeNull()
  expect(unseen).toBeNull()
})

test('a plain reading that was held up says nothing of the moment at which it began', () => {
  const collector = new BusyCollector(aDriver(steady(-900, 0, 100), [], steady(2900, 3500, 100)), startMs)
  for (let timeMs = 200; timeMs <= 2800; timeMs += 200) collector.recordPoll(startMs + timeMs, 0)
  collector.recordPoll(startMs + 2790, 100, startMs + 3010)
  read(collector, 0, 1000, 3500)
  expect(busyIn(collector, 0, 3500)).toBeCloseTo(600, 3)
})

test('a gap is decided by readings only once a read soon after a sample has told the clock of the driver', () => {
  const driver = aDriver(steady(-900, 0, 100), steady(1000, 1500, 100), steady(1500, 2500, 100))
  const collector = new BusyCollector(driver, startMs)
  for (let timeMs = 100; timeMs <= 2400; timeMs += 100) collector.recordPoll(startMs + timeMs, timeMs > 1000 ? 100 : 0)
  read(collector, 440, 1940, 2500)
  expect(busyIn(collector, 0, 2500)).toBeCloseTo(1500, 3)
})

test('plain readings after the end tell that a driver which notes nothing was idle at the end', () => {
  const end = (...percents: readonly number[]): number | null => {
    const collector = new BusyCollector(aDriver(steady(-900, 1000, 100)), startMs)
    read(collector, 1000, 1050)
    for (const [index, percent] of percents.entries()) collector.recordPoll(startMs + 1150 + index * 120, percent)
    return busyIn(collector, 0, 1050)
  }
  expect(end(0, 0)).toBeCloseTo(1000, 3)
  expect([end(), end(0, 30)]).toEqual([null, null])
})

test('a driver that never noted anything was idle if plain readings say so', () => {
  const collector = new BusyCollector(aDriver(), startMs)
  read(collector, 0, 1000)
  expect(collector.finish(startMs + 1000)).toEqual({ busy: null, fault: 'the driver returned no utilization samples' })
  collector.recordPoll(startMs + 500, 0)
  expect(busyIn(collector, 0, 1000)).toBe(0)
})

test('a value that is no percentage is a fault, not a figure', () => {
  const collector = new BusyCollector(
    aDriver([
      [-100, 0],
      [0, 4e9],
    ]),
    startMs,
  )
  read(collector, 0)
  expect(collector.finish(startMs)).toEqual({ busy: null, fault: 'the driver returned a utilization of 4000000000 %' })
})

test('a GPU without such a buffer is not asked again', () => {
  const collector = new BusyCollector(aDriver('NOT_SUPPORTED (3)', steady(0, 1000, 50)), startMs)
  read(collector, 0, 1000)
  expect(collector.unavailable).toBe('NOT_SUPPORTED (3)')
  expect(collector.finish(startMs + 1000)).toEqual({ busy: null, fault: null })
})

test('the buffer is left alone as long as a held-up thread would lose nothing', () => {
  const pause = (held: number): number => {
    const collector = new BusyCollector(aDriver(steady(-held * 100, 0, 50)), startMs)
    read(collector, 0)
    return collector.pauseMs
  }
  expect([120, 72, 30].map(pause)).toEqual([10_000, 5700, 1500])
})

test('a buffer that holds more while the GPU works is read less often from then on', () => {
  const idle = Array.from({ length: 40 }, (_, index): [number, number] => [-8000 + 200 * (index + 1), 0])
  const collector = new BusyCollector(aDriver(idle, steady(-4000, 4000, 80)), startMs)
  read(collector, 0)
  expect(collector.pauseMs).toBe(2500)
  read(collector, 4000)
  expect(collector.pauseMs).toBe(6500)
})

test('samples that were seen before count once, and prove that a late one is not the first of many', () => {
  const late: [number, number][] = [[400, 50], ...steady(400, 2000, 90)]
  const driver = aDriver(steady(-2000, 0, 50), [...steady(-300, 0, 50), ...late])
  const collector = new BusyCollector(driver, startMs)
  read(collector, 0, 2000)
  expect(busyIn(collector, 0, 2000)).toBeCloseTo(200 + 1440, 3)
})

test.each([
  [0, 1000],
  [4, 200],
  [9, 300],
  [21, 700],
])('a buffer of %i samples is left alone for %i ms', (held, pauseMs) => {
  const collector = new BusyCollector(aDriver(steady(-held * 100, 0, 50)), startMs)
  read(collector, 0)
  expect(collector.pauseMs).toBe(pauseMs)
})

test.each([
  [6, 3000],
  [5, 7500],
])('the period is learnt from at least five spacings: %i samples', (count, pauseMs) => {
  const fast = Array.from({ length: count }, (_, index): [number, number] => [50 * index - 5000, 50])
  const collector = new BusyCollector(aDriver(fast, steady(-4500, 4500, 50)), startMs)
  read(collector, 0, 4500)
  expect(collector.pauseMs).toBe(pauseMs)
})

test.each([
  [16, 250, true],
  [16, 251, false],
  [15, 251, true],
  [15, 1000, true],
  [15, 1001, false],
])('of %i new samples, %i ms after the last of a buffer of 20, nothing is lost: %s', (count, gapMs, isKnown) => {
  const [first, ...more] = steady(0, count * 100, 50).map(([timeMs, percent]): [number, number] => [
    timeMs + gapMs - 100,
    percent,
  ])
  const collector = new BusyCollector(aDriver(steady(-2000, 0, 50), [first!, ...more]), startMs)
  const endMs = (count - 1) * 100 + gapMs
  read(collector, 0, endMs)
  const busyMs = busyIn(collector, 0, endMs)
  expect(busyMs === null ? null : Math.round(2 * busyMs)).toBe(isKnown ? endMs : null)
})

test('samples that are seen again change nothing', () => {
  const samples = steady(-1000, 0, 50)
  const collector = new BusyCollector(aDriver(samples, samples, samples, steady(0, 1000, 80)), startMs)
  read(collector, 0, 10, 20, 1000)
  expect(busyIn(collector, -500, 1000)).toBeCloseTo(250 + 800, 3)
})

test('only a buffer that never held samples is unavailable, and is read once', () => {
  let reads = 0
  const count = (driver: () => UtilizationSamples) => () => {
    reads += 1
    return driver()
  }
  const absent = new BusyCollector(count(aDriver('NOT_SUPPORTED (3)')), startMs)
  read(absent, 0, 1000, 2000)
  expect(reads).toBe(1)
  const present = new BusyCollector(aDriver(steady(-1000, 0, 50), 'UNKNOWN (999)'), startMs)
  read(present, 0, 1000)
  expect(present.unavailable).toBeNull()
})

test.each([
  [[[-1, 0]], null],
  [[[0, 0]], 0],
  [
    [
      [100, 0],
      [200, 30],
    ],
    null,
  ],
])('a buffer that stays empty was idle if every reading since the opening says so: %j', (polls, busyMs) => {
  const collector = new BusyCollector(aDriver(), startMs)
  for (const [timeMs = 0, percent = 0] of polls) collector.recordPoll(startMs + timeMs, percent)
  read(collector, 0, 1000)
  expect(busyIn(collector, 0, 1000)).toBe(busyMs)
})
