import { expect, test } from 'vitest'
import { summarizeGpu } from '../../../../../src/domain/telemetry/telemetry-summary.ts'
import { GpuRecorder } from '../../../../../src/io/gpu/sampling/sampling-session.ts'
import { aReading } from '../../../../fakes/replay-gpu-source.ts'

test('counters that are read rarely keep the weight of their first window, which begins with the first reading', () => {
  const recorder = new GpuRecorder([0], 500)
  recorder.add(aReading({ timeMs: 1000 }), null)
  recorder.add(aReading({ timeMs: 16_000, nvlinkSendBytesPerSecond: 3.4e9 }), null)
  recorder.add(aReading({ timeMs: 18_000, nvlinkSendBytesPerSecond: 0 }), null)
  const { nvlinkSendBytesPerSecond } = summarizeGpu(recorder.tracks[0]!, { fromMs: 1000, toMs: 18_000 })
  expect(nvlinkSendBytesPerSecond!.mean).toBeCloseTo(3e9, 0)
})
