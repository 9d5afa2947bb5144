import { createUnavailableReading } from '../../../../src/domain/telemetry/gpu.ts'
import { describe, expect, it } from 'vitest'
import { attributeLog } from '../../../../src/domain/stages/logged-stages.ts'
import type { LoggedReading } from '../../../../src/domain/trial/tool-reading.ts'
import type { StageTime } from '../../../../src/record/telemetry.ts'

const startMs = 1_770_552_000_000
const gibibyte = 2 ** 30

type Part = {
  readonly stage: string | null
  readonly seconds: number
  readonly busy?: number
  readonly memory?: number
}

/** One sample per second of each GPU; memory rises by a GiB in the last second of a part. */
function logOf(parts: readonly Part[], gpus: readonly number[] = [0]): LoggedReading[] {
  let second = -1
  return parts.flatMap(({ stage, seconds, busy = 50, memory = 2 }) =>
    Array.from({ length: seconds }, (_, index) => {
      second += 1
      return gpus.map((gpu) => ({
        ...createUnavailableReading(gpu, startMs + second * 1000),
        utilizationPercent: busy + gpu + (index % 2),
        memoryUsedBytes: (memory + (index === seconds - 1 ? 1 : 0)) * gibibyte,
        stage,
      }))
    }).flat(),
  )
}

function stagesOf(seconds: Readonly<Record<string, number>>): StageTime[] {
  return Object.entries(seconds).map(([stage, one]) => ({ stage, seconds: one, startedMs: null, endedMs: null }))
}

function attribute(readings: readonly LoggedReading[], seconds: Readonly<Record<string, number>>, aliases = {}) {
  return attributeLog({ readings, stages: stagesOf(seconds), wallSeconds: 100, aliases })
}

describe('the samples of a GPU log', () => {
  it('belong to the stage that the log names, under the name of the pipeline, for every GPU', () => {
    const log = logOf(
      [
        { stage: 'dnabert', seconds: 20, busy: 40 },
        { stage: 'esm2', seconds: 80, busy: 90, memory: 5 },
      ],
      [0, 1],
    )
    const found = attribute(log, { 'DNABERT-S Feature Extraction': 20.1, 'ESM-2 Feature Extraction': 79.9 })
    expect(found?.source).toBe('log')
    expect(found?.rows.map(({ stage, gpu }) => `${stage} ${gpu}`)).toEqual([
      'DNABERT-S Feature Extraction 0',
      'DNABERT-S Feature Extraction 1',
      'ESM-2 Feature Extraction 0',
      'ESM-2 Feature Extraction 1',
    ])
    const [, , esm] = found?.rows ?? []
    expect(esm).toMatchObject({
      seconds: 79.9,
      timeShare: 0.799,
      utilizationRange: [90, 91],
      memoryMinBytes: 5 * gibibyte,
      memoryPeakBytes: 6 * gibibyte,
    })
    expect(esm?.utilizationPercent).toBeCloseTo(90.5, 1)
    expect(esm?.memoryMeanBytes).toBeCloseTo((5 + 0.5 / 79) * gibibyte, -6)
  })

  it('of several visits to a stage count together, without what lies between', () => {
    const log = logOf([
      { stage: 'load', seconds: 20, busy: 10 },
      { stage: 'train', seconds: 20, busy: 90 },
      { stage: 'load', seconds: 20, busy: 30 },
    ])
    const load = attribute(log, { load: 40, train: 20 })?.rows[0]
    expect(load).toMatchObject({ stage: 'load', utilizationRange: [10, 31] })
    expect(load?.utilizationPercent).toBeCloseTo(20.5, 0)
  })

  it('belong to another name of a stage where the program is known to use it', () => {
    const log = logOf([{ stage: 'inference', seconds: 50 }])
    const seconds = { Chunking: 20, 'ESM-2 Feature Extraction': 60 }
    const aliases = { inference: ['ESM-2 Feature Extraction'] }
    expect(attribute(log, seconds, aliases)?.rows).toMatchObject([{ stage: 'ESM-2 Feature Extraction', seconds: 60 }])
    expect(attribute(log, seconds)).toBeNull()
  })

  it('that name a stage for longer than it took are placed by the times of the pipeline', () => {
    const log = logOf([
      { stage: 'esm2', seconds: 40, busy: 20 },
      { stage: 'esm2', seconds: 60, busy: 80 },
    ])
    const found = attribute(log, { Chunking: 40, 'ESM-2 Feature Extraction': 60 })
    expect(found?.source).toBe('durations')
    expect(found?.rows.map(({ stage, utilizationRange }) => [stage, utilizationRange?.[1]])).toEqual([
      ['Chunking', 80],
      ['ESM-2 Feature Extraction', 81],
    ])
  })

  it('are unknown for a stage that fits two names, and named in a note', () => {
    const log = logOf([
      { stage: 'feature', seconds: 30 },
      { stage: 'merge', seconds: 20 },
    ])
    const found = attribute(log, { 'feature one': 30, 'feature two': 30, merge: 20 })
    expect(found?.rows.map(({ stage }) => stage)).toEqual(['merge'])
    expect(found?.notes).toEqual(['the pipeline has no stage feature, which the GPU log names'])
  })

  it('that cover less than half of a stage say nothing about it', () => {
    const [row] = attribute(logOf([{ stage: 'train', seconds: 20 }]), { train: 60 })?.rows ?? []
    expect(row).toMatchObject({ utilizationPercent: null, memoryPeakBytes: null, memoryMeanBytes: null })
    expect(
      attribute(logOf([{ stage: 'train', seconds: 31 }]), { train: 60 })?.rows[0]?.utilizationPercent,
    ).not.toBeNull()
  })

  it('cannot be placed in a stage that is shorter than the place of its edges is known', () => {
    const found = attribute(logOf([{ stage: null, seconds: 100 }]), { Chunking: 1.5, Training: 98.5 })
    expect(found?.rows.map(({ utilizationPercent }) => utilizationPercent !== null)).toEqual([false, true])
    expect(found?.notes).toContain('Chunking (1.5 s) is too short for a log with a sample every 1 s')
  })

  it('of a log that covers another time than the stages have no stage', () => {
    expect(attribute(logOf([{ stage: null, seconds: 50 }]), { One: 60, Two: 60 })).toBeNull()
    expect(attribute([], { One: 60 })).toBeNull()
  })

  it('keep the names of the log where the pipeline reports no stage', () => {
    expect(attribute(logOf([{ stage: 'train', seconds: 30 }]), {})?.rows).toMatchObject([
      { stage: 'train', seconds: 30 },
    ])
  })
})
