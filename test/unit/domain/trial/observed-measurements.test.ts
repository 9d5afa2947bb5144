import { describe, expect, it } from 'vitest'
import { collectObservedMeasurements } from '../../../../src/domain/trial/observed-measurements.ts'
import { aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'

const busyOnTwo = [90, 70, 0, 0].map((percent, gpu) =>
  aGpuUse({ gpu, utilizationPercent: steady(percent), ownMemoryPeakBytes: percent * 1e9 }),
)
const utilization = (gpus?: readonly number[]): readonly number[] | undefined => {
  const trial = aTrial({ telemetry: aTelemetry({ gpus: busyOnTwo }), ...(gpus && { gpus }) })
  return collectObservedMeasurements([trial]).find(({ metric }) => metric.name === 'gpu_utilization')?.samples
}

describe('what the monitor saw, as a metric of the run', () => {
  it('W23: is of the GPUs that the trial was given, not of others', () => {
    expect(utilization([0, 1])).toEqual([80])
  })

  it('shows a GPU that was given and did nothing', () => {
    expect(utilization([0, 1, 2])?.[0]).toBeCloseTo(160 / 3, 9)
  })
})
