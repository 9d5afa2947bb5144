import { describe, expect, it } from 'vitest'
import { collectObservedMeasurements } from '../../../../src/domain/trial/measurements.ts'
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

  it.each([
    [[3e9, 2e9], 'gpu_memory_peak', [3e9, 2e9]],
    // A short run that no poll has seen has no memory of 0 B, and other memory is no substitute for its own.
    [[3e9, 0], 'gpu_memory_used_peak', [8e9, 8e9]],
    [[3e9, null], 'gpu_memory_used_peak', [8e9, 8e9]],
  ])('takes the peak memory of all runs from one source: own %j', (own, name, samples) => {
    const trials = own.map((ownMemoryPeakBytes) =>
      aTrial({ telemetry: aTelemetry({ gpus: [aGpuUse({ ownMemoryPeakBytes })] }), gpus: [0] }),
    )
    const memory = collectObservedMeasurements(trials).filter(({ metric }) => metric.unit === 'B')
    expect(memory.map((item) => [item.metric.name, item.samples])).toEqual([[name, samples]])
  })
})
