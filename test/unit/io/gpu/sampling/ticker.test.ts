import { afterEach, expect, test, vi } from 'vitest'
import { startTicker } from '../../../../../src/io/gpu/sampling/sampling-pace.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('ticks keep to their points, those that were slept through are lost, and a late one is counted', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let nowMs = 1000
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const waits = vi.spyOn(globalThis, 'setTimeout')
  let ticks = 0
  const ticker = startTicker(100, () => {
    ticks += 1
    nowMs += 7
  })
  for (const [atMs, pace] of [
    [1100, { lost: 0, late: 0, longestGapMs: 100 }],
    [1351, { lost: 1, late: 1, longestGapMs: 251 }],
    // A fraction of a millisecond early.
    [1399.9, { lost: 1, late: 1, longestGapMs: 251 }],
    [1550, { lost: 1, late: 1, longestGapMs: 251 }],
  ] as const) {
    nowMs = atMs
    vi.runOnlyPendingTimers()
    expect(ticker.pace).toEqual(pace)
  }
  expect(ticks).toBe(4)
  expect(waits.mock.calls.map(([, ms]) => Math.round(ms!))).toEqual([100, 93, 42, 93, 43])
  nowMs = 1830
  ticker[Symbol.dispose]()
  expect(ticker.pace.lost).toBe(3)
  ticker[Symbol.dispose]()
  expect(ticker.pace.lost).toBe(3)
  expect(vi.getTimerCount()).toBe(0)
})
