import { uptime } from 'node:os'
import { afterEach, expect, it, vi } from 'vitest'
import { DriverClock } from '../../../../../src/io/gpu/sampling/busy-collector.ts'

const nowMs = Date.UTC(2026, 0, 1)
const bootMs = (): number => uptime() * 1000

function recordAges(agesMs: readonly number[], driverNowMs: number): DriverClock {
  vi.useFakeTimers({ toFake: ['Date'], now: nowMs })
  const clock = new DriverClock()
  for (const ageMs of agesMs) clock.record(driverNowMs - ageMs, nowMs)
  return clock
}

afterEach(() => vi.useRealTimers())

it.each([
  [[-51], 'arrival', -51],
  [[-50], 'realtime', 0],
  [[400], 'realtime', 0],
  [[401], 'arrival', 401],
  [[900, 100, 900], 'realtime', 0],
  [[900, 500, 700], 'arrival', 500],
  [[100, -60], 'arrival', -60],
])('of samples that are %j ms old by the time of day takes the clock %s', (agesMs, kind, offsetMs) => {
  const clock = recordAges(agesMs, nowMs)
  expect([clock.kind, clock.offsetMs]).toEqual([kind, offsetMs])
})

it('recognizes times since boot', () => {
  const clock = recordAges([100], bootMs())
  expect(clock.kind).toBe('boottime')
  expect(Math.abs((clock.offsetMs ?? 0) - (nowMs - bootMs()))).toBeLessThan(1000)
  expect(recordAges([60_000], bootMs()).kind).toBe('arrival')
})

it('knows no offset before the first sample', () => {
  expect(new DriverClock().offsetMs).toBeNull()
})
