import { describe, expect, it } from 'vitest'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import type { RunRecord } from '../../../../src/record/run.ts'
import { forecastLimits, findRestartedCases } from '../../../../src/domain/history/observe.ts'
import { collectMetricHistories } from '../../../../src/domain/history/history-records.ts'
import { buildHistoryRecord } from '../../../../src/judging/history/build-history-record.ts'
import { aCase, aKey, aRecord, aTestbed, aTrial, headCommit, someDevices } from '../../a-run.ts'
import { aHistory, aHistoryRecord } from '../../a-history.ts'
import { aKernelRecord } from '../../domain/kernels/a-kernel-record.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { parseHistoryRecord } from '../../../../src/config/records/parse-records.ts'
import type { CaseOptions } from '../../../../src/record/tables.ts'

const place = { order: 12, committedAt: '2026-11-19T00:00:00.000Z' }

function aRun(overrides: Partial<RunRecord> = {}): RunRecord {
  const base = aCase({ id: 'b', revision: 'v1', key: aKey({ axes: { gpus: 1, revision: 'v1' } }) })
  const lost = aCase({ id: 'lost', key: aKey({ axes: { gpus: 2 } }) })
  const trials = [9, 10, 11].map((wallSeconds, index) => aTrial({ wallSeconds, index }))
  return aRecord({ plan: createPlan([aCase(), base, lost]), trials, ...overrides })
}

const lineOf = (record: RunRecord) =>
  buildHistoryRecord({ record, place, runUrl: 'https://github.com/lab/pipeline/actions/runs/1' })

describe('buildHistoryRecord', () => {
  it('keeps the samples of what the head measured, and leaves a gap where it measured nothing', () => {
    const record = lineOf(aRun())
    expect(record).toMatchObject({ commit: headCommit, order: 12, testbed: { id: '2x-nvidia-h200' } })
    expect(record.cases).toHaveLength(1)
    expect(record.cases[0]?.metrics.map(({ name, samples }) => [name, samples])).toEqual([
      ['wall_time', [9, 10, 11]],
      ['throughput', [1000 / 9, 100, 1000 / 11]],
    ])
    expect(parseHistoryRecord(JSON.stringify(record), 'x')).toEqual(record)
  })

  it('keeps kernels of the judged runs, else of the warm-up, and none of an incomplete record', () => {
    const kernels = (launches: number, overrides = {}) => aKernelRecord([`k ${launches} 2`], overrides)
    const of = (...trials: Trial[]) =>
      lineOf(aRun({ trials })).cases[0]?.metrics.flatMap(({ name, samples }) =>
        name === 'gpu_launches' ? samples : [],
      )
    const warmup = aTrial({ isWarmup: true, index: -1, kernels: kernels(7) })
    const [plain, recorded] = [aTrial({}), aTrial({ kernels: kernels(9) })]
    expect(of(warmup, plain)).toEqual([7])
    expect(of(warmup, recorded, { ...recorded, index: 1 })).toEqual([9, 9])
    expect(of(warmup, recorded, { ...plain, index: 1 })).toEqual([7])
    expect(of(warmup, plain, aTrial({ index: 1, isRecorded: true, kernels: kernels(8) }))).toEqual([7])
    expect(of(aTrial({ isWarmup: true, kernels: kernels(7, { unfinished: 1 }) }), plain)).toEqual([])
    expect(of(plain)).toEqual([])
  })

  it('has no copied bytes of a record that does not know those on the GPU', () => {
    const of = (overrides: object) =>
      lineOf(aRun({ trials: [aTrial({ kernels: aKernelRecord(['k 1 2'], overrides) })] })).cases[0]?.metrics.flatMap(
        ({ name, samples }) => (name === 'gpu_copied_bytes' ? samples : []),
      )
    expect(of({ toDevice: 4, toHost: 2, onDevice: 8 })).toEqual([14])
    expect(of({ toDevice: 4, toHost: 2 })).toEqual([])
  })

  it('tells machines apart by what decides, not by what a monitor may fail to read', () => {
    const of = (testbed: Parameters<typeof aTestbed>[0]): string =>
      lineOf(aRun({ testbed: aTestbed(testbed) })).testbed.sha256
    expect(of({ topology: null, container: null })).toBe(of({}))
    expect(of({ driverVersion: '590.0' })).not.toBe(of({}))
    expect(of({ devices: someDevices(1) })).not.toBe(of({}))
  })

  it('tells commands apart by their arguments, options and variables, whatever order these were written in', () => {
    const of = (overrides: Partial<RunRecord>, options?: CaseOptions): string | undefined =>
      lineOf(aRun({ plan: createPlan([aCase(options && { options })]), ...overrides })).cases[0]?.conditions
        .commandSha256
    expect(of({ variables: {} })).toBe(of({}))
    expect(of({ variables: { A: '1', B: '2' } })).toBe(of({ variables: { B: '2', A: '1' } }))
    const streams = { args: ['--streams', '2'], env: {} }
    const others = [of({ variables: { A: '1' } }), of({ variables: { A: '2' } }), of({}, streams), of({})]
    expect(new Set(others).size).toBe(4)
    expect(of({ variables: {} }, { args: [], env: { A: '1' } })).toBe(others[0])
  })

  it('bounds what a tool may report', () => {
    const trials = Array.from({ length: 400 }, (_, index) => aTrial({ index, wallSeconds: index + 1 }))
    const [metric] = lineOf(aRun({ trials })).cases[0]?.metrics ?? []
    expect([metric?.samples.length, metric?.samples[0], metric?.samples.at(-1)]).toEqual([50, 1, 400])
  })

  it.each<[string, Partial<RunRecord>, RegExp]>([
    ['interrupted', { status: 'interrupted' }, /is interrupted, not finished/],
    ['of an unknown commit', { revisions: [] }, /has no head commit/],
    ['without a measured case', { trials: [] }, /has no measured case to record/],
  ])('refuses a run that is %s', (_what, overrides, message) => {
    expect(() => lineOf(aRun(overrides))).toThrow(message)
  })
})

describe('what lies ahead and what begins anew', () => {
  it('names limits that will be crossed and those that are broken, the nearest first', () => {
    const rising = Array.from({ length: 40 }, (_, index) =>
      aHistoryRecord(index + 1, { wall_time: 100 + index, other: 5 }),
    )
    const limit = { suite: 'scaling', axes: {}, operator: '<', unit: 's' } as const
    const found = forecastLimits(
      collectMetricHistories(rising, () => true),
      [
        { ...limit, id: 'A', value: 'wall_time', limit: 150 },
        { ...limit, id: 'B', value: 'other', limit: 4 },
        { ...limit, id: 'C', value: 'other', limit: 6 },
        { ...limit, id: 'D', value: 'other', limit: 4, unit: 'ms' },
      ],
    )
    expect(found.map(({ limit: { id }, forecast }) => [id, forecast.kind])).toEqual([
      ['B', 'already-crossed'],
      ['A', 'approaching'],
    ])
  })

  it('says what of a case is not as it was', () => {
    const before = aHistory([3, 100])
    const latest = aHistoryRecord(4, { wall_time: 1 }, { conditions: { resultRows: 1, datasetSha256: '0'.repeat(64) } })
    expect(findRestartedCases([...before, latest], latest)).toMatchObject([
      { benchmark: 'predict', what: ['the dataset', 'the number of result rows'] },
    ])
    expect(findRestartedCases(before, before.at(-1)!)).toEqual([])
  })
})
