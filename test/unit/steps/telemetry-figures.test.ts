import { describe, expect, it } from 'vitest'
import { telemetryFigures, usedGpus } from '../../../src/steps/telemetry-figures.ts'
import { telemetrySections } from '../../../src/steps/telemetry-sections.ts'
import { aCase, aTrial, measured, someDevices } from '../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../a-telemetry.ts'
import type { CaseOutcome } from '../../../src/domain/outcome.ts'
import type { TelemetrySummary } from '../../../src/domain/telemetry.ts'

function watched(telemetry: TelemetrySummary | null, gpus: readonly number[] = [0]): CaseOutcome {
  const outcome = measured({ seconds: [10, 10] })
  if (outcome.status !== 'measured') throw new Error('measured gives a measured case')
  const planned = aCase({ gpus })
  return { ...outcome, planned, trials: [aTrial({ telemetry }), aTrial({ index: 1, telemetry })] }
}

const two = aTelemetry({
  gpus: [
    aGpuUse({ gpu: 0, utilizationPercent: steady(90), memoryUsedBytes: steady(4e9), memoryTotalBytes: 8e9 }),
    aGpuUse({ gpu: 1, utilizationPercent: steady(0) }),
  ],
})
const figure = (outcome: CaseOutcome, name: string) =>
  telemetryFigures(outcome, someDevices(2)).filter((item) => item.name === name)

describe('telemetryFigures', () => {
  it('looks only at the GPUs a case was given, never at a mean over idle ones (W23)', () => {
    expect(figure(watched(two), 'gpu_utilization').map(({ axes, value }) => [axes['gpu'], value])).toEqual([[0, 90]])
  })

  it('finds a GPU by its physical index when some are hidden from the pipeline (W21)', () => {
    const [, second] = someDevices(2)
    if (!second) throw new Error('two devices were made')
    const hidden = [{ ...second, id: 0 }]
    expect(usedGpus(watched(two), hidden).map(({ gpu }) => gpu)).toEqual([1])
  })

  it('gives the peak as a share of the capacity (F-18, I-160)', () => {
    expect(figure(watched(two), 'gpu_memory_peak_share')[0]?.value).toBe(0.5)
  })

  it('has no value, rather than 0, for what the monitor did not offer (W16, W18, F-14)', () => {
    const blind = aTelemetry({ gpus: [aGpuUse({ gpu: 0, utilizationPercent: null })] })
    expect(figure(watched(blind), 'gpu_utilization')[0]).toMatchObject({
      value: null,
      reason: expect.stringContaining('not offered'),
    })
  })

  it('says nothing about a case that nobody watched', () => {
    expect(telemetryFigures(watched(null), someDevices(2))).toEqual([])
    expect(telemetrySections([watched(null)], someDevices(2))).toEqual([])
  })
})
