import { expect, test } from 'vitest'
import { createUnavailableReading } from '../../../../src/domain/telemetry/gpu.ts'
import { describeReading } from '../../../../src/domain/trial/describe-reading.ts'
import { emptyReading } from '../../../../src/domain/trial/tool-reading.ts'

const log = (...seconds: number[]) =>
  seconds.map((second) => ({
    ...createUnavailableReading(1, second * 1000),
    utilizationPercent: 50,
    powerWatts: 100,
    stage: null,
  }))

test.each([60, 86_400])('names the quantities that a log with a pause of %d s does not show', (pause) => {
  const whole = describeReading([], { ...emptyReading, gpuReadings: log(0, 1, 2, 3, 4, 5) })
  expect([whole.notes, whole.telemetry?.gpus[0]?.utilizationPercent?.mean]).toEqual([[], 50])
  const { notes, telemetry } = describeReading([], { ...emptyReading, gpuReadings: log(0, 1, 2, 3, 4, 4 + pause) })
  expect(telemetry?.gpus[0]?.utilizationPercent).toBeNull()
  expect(notes).toEqual([expect.stringMatching(/^GPU 1: the log has pauses and covers \d.*: no utilization, power$/)])
})
