import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import { isAnswer } from '../../../../src/domain/verdict/conclusion.ts'
import { summarizeOutcome } from '../../../../src/domain/trial/outcome.ts'
import { keepReadings } from '../../../../src/domain/trial/trial-readings.ts'
import { silentFigures } from '../../../../src/domain/trial/pipeline-reading.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { production } from '../../../../src/suites/production/production.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'
import { aReading } from '../../a-reading.ts'
import { aRecord, aTrial, someDevices } from '../../a-run.ts'
import type { TrialProgress } from '../../../../src/record/pipeline.ts'
import { formatFrozen } from '../../frozen-text.ts'

const goal = { sequences: 6_000_000, hours: 10 }

function productionConfig(overrides: object = {}) {
  return aSuite('production', {
    suites: {
      production: {
        run: { dataset: 'medium', timeoutMinutes: 1200 },
        gpus: 2,
        goal,
        resume: ['--resume'],
        ...overrides,
      },
    },
  })
}

function planned(overrides: object = {}) {
  const [found] = production.plan({ ...productionConfig(overrides), devices: someDevices(2), revisions: [] }).cases
  if (!found) throw new Error('there is a case')
  return found
}

function aProgress(overrides: Partial<TrialProgress> = {}): TrialProgress {
  const points = Array.from({ length: 61 }, (_, index) => ({ seconds: 30 * index, done: 3000 * index }))
  return {
    curves: [{ stage: null, total: 6_000_000, points }],
    tokens: 900,
    tokenBudget: 1000,
    waits: 200,
    starved: 10,
    lostAttempts: [],
    heartbeatSeconds: 30,
    ...overrides,
  }
}

function judge(
  trial: Partial<Trial>,
  { sequences = 6_000_000, ...overrides }: { sequences?: number | null; goal?: object } = {},
) {
  const item = planned(overrides)
  const outcome = summarizeOutcome(item, [aTrial({ caseId: item.id, ...trial })])
  const record = aRecord()
  const datasets = record.datasets.map((dataset) => ({ ...dataset, sequences }))
  const found = judgeSuite(production, { ...productionConfig(overrides), outcomes: [outcome], datasets })
  return { ...found, results: undefined, result: found.results[0], outcome }
}

const stopped = { failure: { kind: 'stopped', detail: 'the run would end after 16 h' }, wallSeconds: 1800 } as const
const resumed = { failure: { kind: 'resumed', detail: 'went on' } } as const
const lostAttempts = [{ startedAt: '2026-11-20T00:00:00.000Z', seconds: 4 * 3600 }]

it('does not take a run without a recorded time for one of 0 h', () => {
  const { figure, result } = judge({
    wallSeconds: null,
    readings: { tool: null, context: {}, problems: [], ...keepReadings([aReading([1])]) },
  })
  expect(figure('total_hours')).toMatchObject({ value: null, reason: 'the run time was not recorded in every run' })
  expect(result?.status).toBe('not evaluated')
})

describe('the plan of a full-size run', () => {
  it('is one run without a warm-up, which stops by the goal and goes on after a lost runner', () => {
    expect(planned()).toMatchObject({
      warmups: 0,
      repeats: 1,
      gpus: [0, 1],
      answers: ['stopped', 'resumed'],
      longRun: {
        updateSeconds: 30,
        resumeArgs: ['--resume'],
        stop: { limitSeconds: 36_000, error: 0.05, firstLookSeconds: 600 },
      },
    })
  })

  it('has nothing to stop by without a goal, or when told not to stop', () => {
    expect(planned({ goal: undefined }).longRun?.stop).toBeNull()
    expect(planned({ stop: false }).longRun?.stop).toBeNull()
    expect(planned({ resume: undefined }).longRun?.resumeArgs).toBeNull()
  })
})

describe('the verdict of a full-size run (PERF-01, I-269)', () => {
  it('passes with the time that was measured, and gives the rate (I-148)', () => {
    const { result, figure } = judge({ wallSeconds: 9 * 3600, progress: aProgress() })
    expect(result).toMatchObject({ id: 'PERF-01', status: 'pass', actual: 9, operator: '<', limit: 10 })
    expect(figure('sequences_per_hour')?.value).toBeCloseTo(6_000_000 / 9, 6)
  })

  it('fails when the time is missed, with a tolerance where one is given (X-11)', () => {
    expect(judge({ wallSeconds: 10.5 * 3600 }).result?.status).toBe('fail')
    expect(judge({ wallSeconds: 10.5 * 3600 }, { goal: { ...goal, tolerance: 0.1 } }).result?.status).toBe('pass')
    expect(judge({ wallSeconds: 36_000 }).result?.status).toBe('fail')
  })

  it('fails a run that was stopped, on a projection that is computed anew from its curve', () => {
    const { result, figure, findings, outcome } = judge({ ...stopped, progress: aProgress() })
    expect(result?.status).toBe('fail')
    expect(figure('total_hours')?.value).toBeCloseTo(60_000 / 3600, 3)
    expect(figure('total_hours')?.reason).toMatch(/^not measured: projected from 24 windows of the first 30\.0 min/)
    expect(findings).toMatchObject([{ kind: 'caution', reason: expect.stringMatching(/^stopped: /) }])
    expect(isAnswer(outcome)).toBe(true)
  })

  it('neither passes nor fails a run that was stopped although its curve leads to the goal', () => {
    const points = Array.from({ length: 61 }, (_, index) => ({ seconds: 30 * index, done: 30_000 * index }))
    const { result } = judge({
      ...stopped,
      progress: aProgress({ curves: [{ stage: null, total: 6_000_000, points }] }),
    })
    expect(result?.status).toBe('not evaluated')
  })

  it('has no time for a stopped run without a curve', () => {
    const { result } = judge(stopped)
    expect(result).toMatchObject({ status: 'not evaluated', reason: 'stopped without recorded progress' })
  })

  it('adds up the executions of a resumed run, what nobody saw included: that can show that the goal was met', () => {
    const { result, figure, sections } = judge({
      ...resumed,
      wallSeconds: 5 * 3600,
      progress: aProgress({ lostAttempts }),
    })
    expect(figure('total_hours')?.value).toBeCloseTo(9 + 30 / 3600, 9)
    expect(result).toMatchObject({
      status: 'pass',
      reason: expect.stringMatching(/^sum of 2 attempts, .* an upper bound for an uninterrupted run/),
    })
    expect(sections.find(({ id }) => id === 'production-executions')?.rows).toHaveLength(2)
  })

  it('never shows by them that it was missed: work is done twice after a loss', () => {
    const { result } = judge({ ...resumed, wallSeconds: 7 * 3600, progress: aProgress({ lostAttempts }) })
    expect(result).toMatchObject({ status: 'not evaluated', actual: expect.closeTo(11, 1) })
  })

  it('keeps a resumed run out of the samples (T8)', () => {
    const { outcome } = judge({ ...resumed, wallSeconds: 7 * 3600, progress: aProgress({ lostAttempts }) })
    expect(outcome.status).toBe('failed')
    expect(isAnswer(outcome)).toBe(true)
  })

  it('shows a smaller dataset and does not judge it by the goal (I-049, X-08)', () => {
    const { result } = judge({ wallSeconds: 100 }, { sequences: 1000 })
    expect(result).toMatchObject({
      status: 'not evaluated',
      reason: '1,000 sequences instead of the 6,000,000 of the goal',
    })
  })

  it('does not judge a dataset of unknown size by the goal', () => {
    const { result } = judge({ wallSeconds: 100 }, { sequences: null })
    expect(result).toMatchObject({
      status: 'not evaluated',
      reason: 'a dataset of unknown size instead of the 6,000,000 of the goal',
    })
  })

  it('leaves a crash to the verdict as the failure it is', () => {
    const { result, outcome } = judge({ failure: { kind: 'exit-code', detail: 'exit code 1' } })
    expect(isAnswer(outcome)).toBe(false)
    expect(result).toMatchObject({ status: 'not evaluated', reason: 'exit-code: exit code 1' })
  })
})

describe('the figures of a full-size run', () => {
  it('gives packing, starvation and whether the pace held, for requirements (PERF-05, I-152, I-200)', () => {
    const { figure } = judge({ wallSeconds: 9 * 3600, progress: aProgress() })
    expect(figure('packing_efficiency')?.value).toBe(0.9)
    expect(figure('starved_share')?.value).toBe(0.05)
    expect(figure('pace_held')?.value).toBeCloseTo(1, 9)
  })

  it('gives null with the reason for what the pipeline did not tell', () => {
    const silent = aProgress({ curves: [], tokens: 0, tokenBudget: 0, waits: 0, starved: 0 })
    const { figure } = judge({ wallSeconds: 9 * 3600, progress: silent })
    for (const name of ['packing_efficiency', 'starved_share', 'pace_held'])
      expect(figure(name)).toMatchObject({ value: null, reason: expect.stringMatching(/reported/) })
  })

  it('takes packing and starvation of the complete log where nothing followed the run, as after an ingest', () => {
    const batches = { tokens: 920, batches: 1, tokenBudget: 1000, lowest: 0.92, batchesBelow80: 0 }
    const packing = { efficiency: 0.92, ...batches, printed: null, reason: null }
    const waits = { waitMeanSeconds: 0.1, waitP95Seconds: 0.2, waitMaxSeconds: 0.2 }
    const dataLoader = { ...waits, batches: 4, full: 3, normal: 0, starved: 1, starvedShare: 0.25 }
    const { figure } = judge({ pipeline: { ...silentFigures, packing, dataLoader } })
    expect([figure('queue_full_share')?.value, figure('queue_normal_share')?.value]).toEqual([0.75, 0])
    expect(figure('packing_efficiency')).toMatchObject({ value: 0.92, reason: null })
    expect(figure('starved_share')).toMatchObject({ value: 0.25, reason: null })
    const range = judge({ pipeline: { ...silentFigures, packing: { ...packing, bounds: [0.8, 0.95] } } })
    expect(range.figure('packing_efficiency')).toMatchObject({ value: 0.92, interval: [0.8, 0.95], isRange: true })
  })

  it('refuses packing beyond 100 % (W14)', () => {
    const { figure } = judge({ wallSeconds: 9 * 3600, progress: aProgress({ tokens: 3580 }) })
    expect(figure('packing_efficiency')).toMatchObject({
      value: null,
      reason: expect.stringMatching(/^more tokens than the token budget allows/),
    })
  })

  it('takes the pace of the stage that ended last where both began together', () => {
    const long = aProgress().curves[0]!.points.map((point, index) =>
      index === 60 ? { ...point, seconds: point.seconds + 10 } : point,
    )
    const both = [...aProgress().curves, { stage: 'ESM-2', total: 5000, points: long }]
    for (const curves of [both, both.toReversed()]) {
      const { sections } = judge({ wallSeconds: 9 * 3600, progress: aProgress({ curves }) })
      expect(sections.find(({ id }) => id === 'production-pace')?.title).toBe('Pace of ESM-2')
    }
  })

  it('takes the pace from the stage that took longest', () => {
    // More frequent points than those of the shorter stage.
    const slow = Array.from({ length: 161 }, (_, index) => ({
      seconds: 25 * index,
      done: index < 81 ? 25 * index : 1000 + 12.5 * index,
    }))
    const curves = [...aProgress().curves, { stage: 'ESM-2', total: 5000, points: slow }]
    const { figure, sections } = judge({ wallSeconds: 9 * 3600, progress: aProgress({ curves }) })
    expect(figure('pace_held')?.value).toBeCloseTo(0.5, 6)
    expect(sections.find(({ id }) => id === 'production-pace')?.title).toBe('Pace of ESM-2')
  })
})

describe('a config of a full-size run', () => {
  const text = (lines: string, run = '') => `version: 1
pipeline:
  name: predict
  command: [node, p.mjs, '{resume}', '{dataset}', '{output}']
  proof: { stdout: [done] }
datasets: { full: { preset: large } }
suites:
  production:
    run: { dataset: full${run} }
${lines}`

  it.each([
    [
      '    goal: { sequences: 1, hours: 10 }',
      /w\.yml:8:3 {2}.*stopped after 60 minutes, before its goal of 10 h; set run.timeoutMinutes to 900/,
    ],
    ['    goal: { sequences: 1, hours: 0.5 }\n    firstLookMinutes: 40', /no check would happen before it/],
    ['    updateSeconds: 5', /updateSeconds/],
  ])('is refused with line and hint: %s', (lines, expected) => {
    expect(() => parseConfig(text(lines), 'w.yml')).toThrow(expected)
  })

  it('is refused with a time limit below its goal', () => {
    const limited = text('    goal: { sequences: 1, hours: 1 }', ', timeoutMinutes: 30')
    expect(() => parseConfig(limited, 'w.yml')).toThrow(/w\.yml:9:43 .*run\.timeoutMinutes: would be stopped/)
  })

  it('may look later than its goal where no look can stop it', () => {
    const late = text('    goal: { sequences: 1, hours: 0.5 }\n    firstLookMinutes: 40\n    stop: false')
    expect(parseConfig(late, 'w.yml').suites.production).toMatchObject({ stop: false, firstLookMinutes: 40 })
  })

  it('may name the place of the resume option', () => {
    expect(parseConfig(text('    resume: [--resume]'), 'w.yml').suites.production?.resume).toEqual(['--resume'])
  })
})

it('says the same about a run that ended, one that was stopped and one that went on', async () => {
  const curve = Array.from({ length: 61 }, (_, index) => ({ seconds: 30 * index, done: 50 * index ** 1.5 }))
  const told = [
    judge({ wallSeconds: 9 * 3600, progress: aProgress() }),
    judge({ ...stopped, progress: aProgress({ curves: [{ stage: 'esm2', total: 6_000_000, points: curve }] }) }),
    judge({
      ...resumed,
      wallSeconds: 3600,
      progress: aProgress({ lostAttempts, waits: 100, starved: 50, tokens: 0 }),
    }),
  ]
  await expect(told.map((item) => formatFrozen(item)).join('')).toMatchFileSnapshot(
    '../../../frozen/suite-production.txt',
  )
})
