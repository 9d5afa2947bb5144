import { expect, test } from 'vitest'
import { summarizeGpu } from '../../../../../src/domain/telemetry/telemetry-summary.ts'
import { GpuRecorder } from '../../../../../src/io/gpu/sampling/gpu-recorder.ts'
import { aReading } from '../../../../fakes/replay-gpu-source.ts'

test('counters that are read rarely keep the weight of their first window, which begins with the first reading', () => {
  const recorder = new GpuRecorder([0], 500)
  recorder.add(aReading({ timeMs: 1000 }), null)
  recorder.add(aReading({ timeMs: 16_000, nvlinkSendBytesPerSecond: 3.4e9 }), null)
  recorder.add(aReading({ timeMs: 18_000, nvlinkSendBytesPerSecond: 0 }), null)
  const { nvlinkSendBytesPerSecond } = summarizeGpu(recorder.tracks[0]!, { fromMs: 1000, toMs: 18_000 })
  expect(nvlinkSendBytesPerSecond!.mean).toBeCloseTo(3e9, 0)
})

test('the longest time without a reading counts up to the end', () => {
  const recorder = new GpuRecorder([0, 1], 500)
  expect(recorder.measureLongestGap(900)).toBeLessThanOrEqual(0)
  for (const timeMs of [1000, 1500, 3500, 4000]) recorder.add(aReading({ timeMs }), null)
  expect([4100, 6500].map((nowMs) => recorder.measureLongestGap(nowMs))).toEqual([2000, 2500])
})
