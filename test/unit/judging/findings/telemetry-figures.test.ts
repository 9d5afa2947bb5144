import { describe, expect, it } from 'vitest'
import { buildTelemetryDigest, buildTelemetrySections } from '../../../../src/judging/findings/sections.ts'
import { deriveTelemetryFigures, listUsedGpus } from '../../../../src/judging/findings/figures.ts'
import { aCase, aTrial, measured, someDevices } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import { evaluateRequirement, type Requirement } from '../../../../src/domain/verdict/requirement.ts'
import type { TelemetrySummary } from '../../../../src/record/telemetry.ts'

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
  deriveTelemetryFigures(outcome, someDevices(2)).filter((item) => item.name === name)

describe('deriveTelemetryFigures', () => {
  it('looks only at the GPUs a case was given, not at others (W23)', () => {
    expect(figure(watched(two), 'gpu_utilization').map(({ axes, value }) => [axes['gpu'], value])).toEqual([[0, 90]])
  })

  it('finds a GPU by its physical index when some are hidden from the pipeline (W21)', () => {
    const [, second] = someDevices(2)
    if (!second) throw new Error('two devices were made')
    const hidden = [{ ...second, id: 0 }]
    expect(listUsedGpus(watched(two), hidden).map(({ gpu }) => gpu)).toEqual([1])
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

  it.each<[string, Requirement['operator'], number]>([
    ['gpu_utilization', '>=', 70],
    ['gpu_memory_peak_share', '<', 0.95],
    ['gpu_energy', '<', 1e9],
  ])('leaves a limit on %s unjudged when it is unknown, whatever 0 would have been (W18)', (value, operator, limit) => {
    const unknown = { utilizationPercent: null, memoryUsedBytes: null, ownMemoryPeakBytes: null, energyJoules: null }
    const blind = aTelemetry({ gpus: [aGpuUse({ gpu: 0, ...unknown })] })
    const common = { id: 'X-1', suite: 'scaling', axes: {}, unit: '', severity: 'fail', rule: 'config@1' } as const
    const [result] = evaluateRequirement(
      { ...common, value, operator, limit },
      deriveTelemetryFigures(watched(blind), someDevices(2)),
    )
    expect(result).toMatchObject({ status: 'not evaluated', actual: null })
  })

  it.each([
    [0.004, 'The sampling used up to 0.40 % of one core; at most 1 % is allowed.'],
    [0.0128, 'The sampling used up to 1.28 % of one core; above the allowed 1 %.'],
  ])('tells what the sampling cost when it was %d of a core, and whether that is too much (F-10)', (share, note) => {
    const [section] = buildTelemetrySections([watched(aTelemetry({ overheadCpuShare: share }))], someDevices(2))
    expect(section?.notes).toContain(note)
  })

  it('says nothing about a case that nobody watched', () => {
    expect(deriveTelemetryFigures(watched(null), someDevices(2))).toEqual([])
    expect(buildTelemetrySections([watched(null)], someDevices(2))).toEqual([])
  })
})

describe('the line about the GPUs', () => {
  it('spans the GPUs that cases of the head were given, and leaves out what nobody knows', () => {
    const both = buildTelemetryDigest([watched(two, [0, 1]), watched(two, [0])], someDevices(2))
    expect(both).toMatchObject({ gpus: 2, utilizationPercent: [0, 90] })
    expect(buildTelemetryDigest([watched(two, [0])], someDevices(2))).toMatchObject({
      gpus: 1,
      utilizationPercent: [90, 90],
      memoryPeakBytes: 4e9,
    })
    const unknown = { utilizationPercent: null, powerWatts: null, temperatureCelsius: null }
    const blind = aTelemetry({
      gpus: [aGpuUse({ gpu: 0, ...unknown, memoryUsedBytes: null, ownMemoryPeakBytes: null })],
    })
    expect(buildTelemetryDigest([watched(blind)], someDevices(2))).toEqual({
      gpus: 1,
      utilizationPercent: null,
      powerWatts: null,
      memoryPeakBytes: null,
      hottestCelsius: null,
    })
  })

  it('is absent when nobody watched', () => {
    expect(buildTelemetryDigest([watched(null)], someDevices(2))).toBeNull()
  })
})
