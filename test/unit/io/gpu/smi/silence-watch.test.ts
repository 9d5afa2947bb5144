import { afterEach, expect, test, vi } from 'vitest'
import { watchSilence } from '../../../../../src/io/gpu/smi/smi-stream.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('silence is told once, after the limit since the last sound and after what waits was read', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate'] })
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => nowMs)
  const told: number[] = []
  const watch = watchSilence(1000, (silentMs) => told.push(silentMs))
  const pass = (ms: number): void => {
    nowMs += ms
    vi.advanceTimersByTime(ms)
  }
  pass(400)
  watch.reset(2000)
  pass(600)
  pass(1399)
  expect(told).toEqual([])
  pass(1)
  vi.runOnlyPendingTimers()
  expect(told).toEqual([2000])
  pass(9000)
  expect(told).toEqual([2000])
  const other = watchSilence(1000, (silentMs) => told.push(silentMs))
  other[Symbol.dispose]()
  pass(5000)
  expect([told, vi.getTimerCount()]).toEqual([[2000], 0])
})
