import { describe, expect, it } from 'vitest'
import {
  attributeStages,
  buildGpuByStageSection,
  buildStageRow,
  buildStageIntervals,
} from '../../../../src/domain/stages/stage-attribution.ts'
import { aStage } from '../../a-run.ts'
import { aGpuUse, steady } from '../../a-telemetry.ts'

const trial = { startedMs: 1_000_000, endedMs: 1_010_000 }

describe('buildStageIntervals', () => {
  it('takes the times that the pipeline told', () => {
    const stages = [
      aStage('load', 2, { startedMs: 1_001_000, endedMs: 1_003_000 }),
      aStage('predict', 6, { startedMs: 1_003_500, endedMs: 1_009_500 }),
      aStage('skipped', null),
    ]
    expect(buildStageIntervals(stages, trial)).toEqual({
      source: 'times',
      notes: [],
      intervals: [
        { stage: 'load', seconds: 2, startedMs: 1_001_000, endedMs: 1_003_000 },
        { stage: 'predict', seconds: 6, startedMs: 1_003_500, endedMs: 1_009_500 },
      ],
    })
  })

  it('says that a stage ran with pauses', () => {
    const stages = [aStage('predict', 3, { startedMs: 1_001_000, endedMs: 1_009_000 })]
    expect(buildStageIntervals(stages, trial)?.notes[0]).toContain('ran with pauses: its values include 5.0 s')
  })

  it('lays durations end to end, back from the end of the trial, when times are missing or of another clock', () => {
    const strange = { startedMs: 5_000_000, endedMs: 5_002_000 }
    const laid = buildStageIntervals([aStage('load', 2, strange), aStage('predict', 7)], trial)
    expect(laid).toMatchObject({
      source: 'durations',
      intervals: [
        { stage: 'load', startedMs: 1_001_000, endedMs: 1_003_000 },
        { stage: 'predict', startedMs: 1_003_000, endedMs: 1_010_000 },
      ],
    })
    expect(laid?.notes[0]).toContain('no stage accounts for 1.0 s')
  })

  it.each([
    ['no stage ran', [aStage('load', null)]],
    ['the stages leave most of the time unexplained', [aStage('load', 3)]],
    ['the stages take longer than the trial, as those that overlap', [aStage('load', 8), aStage('predict', 8)]],
  ])('gives nothing when %s', (_, stages) => {
    expect(buildStageIntervals(stages, trial)).toBeNull()
  })
})

/** The source of one stage with these times since the start of the trial, which lasts 10 s. */
const sourceOf = (seconds: number, fromMs: number, toMs: number) =>
  buildStageIntervals(
    [aStage('load', seconds, { startedMs: trial.startedMs + fromMs, endedMs: trial.startedMs + toMs })],
    trial,
  )

it.each([
  [-1000, 11_000, 'times'],
  [-1001, 11_000, 'durations'],
  [-1000, 11_001, 'durations'],
  [5000, 5000, 'times'],
  [5001, 5000, 'durations'],
])('takes times from %i to %i ms of the trial for %s', (fromMs, toMs, source) => {
  expect(sourceOf(9, fromMs, toMs)?.source).toBe(source)
})

it.each([
  [1, 2000, 0],
  [1, 2001, 1],
  [100, 105_000, 0],
  [100, 105_001, 1],
])('of a stage of %i s that spans %i ms notes %i pauses', (seconds, spanMs, notes) => {
  const stage = aStage('load', seconds, { startedMs: 0, endedMs: spanMs })
  expect(buildStageIntervals([stage], { startedMs: 0, endedMs: 200_000 })?.notes).toHaveLength(notes)
})

it.each([
  [8, 2000],
  [7.99, null],
  [10.1, 0],
  [10.11, null],
])('lays a stage of %d s into a trial of 10 s from %j ms on', (seconds, fromMs) => {
  const [stage] = buildStageIntervals([aStage('load', seconds)], trial)?.intervals ?? []
  expect(stage === undefined ? null : stage.startedMs - trial.startedMs).toBe(fromMs)
})

it('gives nothing for a trial without a duration', () => {
  expect(buildStageIntervals([aStage('load', 0)], { startedMs: 5, endedMs: 5 })).toBeNull()
})

describe('attributeStages', () => {
  const stages = [aStage('load', 2), aStage('predict', 8)]
  const intervals = buildStageIntervals(stages, trial)!
  const attribution = attributeStages(intervals, trial, (startedMs) => {
    const isLoad = startedMs === trial.startedMs
    const common = { utilizationPercent: steady(isLoad ? 0 : 90), energyJoules: isLoad ? 100 : 4000 }
    return [aGpuUse(common), aGpuUse({ ...common, gpu: 1, ownMemoryPeakBytes: null, smUtilization: null })]
  })

  it('gives a row for each stage and GPU (F-13, F-18)', () => {
    expect(attribution.rows).toHaveLength(4)
    expect(attribution.rows[3]).toEqual({
      stage: 'predict',
      gpu: 1,
      seconds: 8,
      timeShare: 0.8,
      utilizationPercent: 90,
      utilizationRange: [90, 90],
      smUtilization: null,
      memoryPeakBytes: 8e9,
      memoryMinBytes: 8e9,
      memoryMeanBytes: 8e9,
      energyJoules: 4000,
    })
  })

  it('keeps what was not offered null and says which stage had no sample', () => {
    const nothing = { utilizationPercent: null, smUtilization: null, ownMemoryPeakBytes: null, memoryUsedBytes: null }
    const blind = attributeStages(intervals, trial, () => [aGpuUse({ ...nothing, energyJoules: null })])
    expect(blind.notes).toEqual([
      expect.stringContaining('earlier'),
      'load (2 s) was too short for a sample',
      'predict (8 s) was too short for a sample',
    ])
  })

  it.each([
    [0, 0],
    [5, 0.5],
    [10, 1],
    // Durations that the pipeline rounds may exceed the trial.
    [10.1, 1],
  ])('gives a stage of %d s in a trial of 10 s the share %d', (seconds, share) => {
    expect(buildStageRow({ stage: 'load', seconds }, aGpuUse(), 10_000).timeShare).toBe(share)
  })

  it('becomes a table of the report', () => {
    const section = buildGpuByStageSection('gpu-by-stage', 'GPU by stage', { ...attribution, host: [] })
    expect(section?.rows[0]).toEqual([
      'load',
      '0',
      { value: 2, unit: 's' },
      { value: 0.2, unit: 'share' },
      { value: 0, unit: '%' },
      { interval: [0, 0], unit: '%' },
      { value: 0.7, unit: 'share' },
      { value: 8e9, unit: 'B' },
      { value: 8e9, unit: 'B' },
      { value: 8e9, unit: 'B' },
      { value: 100, unit: 'J' },
    ])
    expect(buildGpuByStageSection('gpu-by-stage', 'GPU by stage', null)).toBeNull()
  })
})
