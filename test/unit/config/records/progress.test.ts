import { describe, expect, it } from 'vitest'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { aCase } from '../../a-run.ts'
import { aRunRecord, aTrial } from '../records.ts'
import { parseAttempts, parseRunRecord } from '../../../../src/config/records/parse-records.ts'
import type { TrialProgress } from '../../../../src/record/pipeline.ts'

const progress: TrialProgress = {
  curves: [{ stage: 'ESM-2', total: 100, points: [{ seconds: 1, done: 2 }] }],
  tokens: 1,
  tokenBudget: 2,
  waits: 3,
  starved: 0,
  lostAttempts: [{ startedAt: '2026-11-20T00:00:00.000Z', seconds: 5 }],
  heartbeatSeconds: 30,
}
const ladder = { cases: ['a'], metric: 'wall_time', factor: 2, finalists: 2, maxRepeats: 8, gpuMinutes: null }
const longRun = {
  lookSeconds: 10,
  updateSeconds: 30,
  resumeArgs: ['--resume'],
  stop: { limitSeconds: 36_000, error: 0.05, firstLookSeconds: 600 },
}
const plan: Plan = {
  cases: [aCase({ longRun, answers: ['stopped', 'resumed', 'out-of-memory'] })],
  notTested: [],
  comparisons: [],
  ladders: [ladder],
}

const withProgress = (overrides: object) =>
  JSON.stringify({ ...aRunRecord(), trials: [{ ...aTrial(), progress: { ...progress, ...overrides } }] })

describe('what runs of hours and sweeps leave in a record', () => {
  it('comes back as it was written', () => {
    const record = { ...aRunRecord(), plan, trials: [{ ...aTrial(), progress }] }
    expect(parseRunRecord(JSON.stringify(record))).toEqual(record)
  })

  it.each([
    [
      'a curve of too many points',
      { curves: [{ stage: null, total: 1, points: Array.from({ length: 500 }, () => ({ seconds: 1, done: 1 })) }] },
      'trials[0].progress.curves[0].points',
    ],
    [
      'too many curves',
      { curves: Array.from({ length: 100 }, () => ({ stage: null, total: 1, points: [] })) },
      'trials[0].progress.curves',
    ],
    [
      'a stage of two lines',
      { curves: [{ stage: 'a\nb', total: 1, points: [] }] },
      'trials[0].progress.curves[0].stage',
    ],
    [
      'a negative time',
      { lostAttempts: [{ startedAt: '2026-11-20T00:00:00.000Z', seconds: -1 }] },
      'lostAttempts[0].seconds',
    ],
    ['an unknown key', { extra: 1 }, 'trials[0].progress'],
  ])('is refused with its place: %s', (_, overrides, place) => {
    expect(() => parseRunRecord(withProgress(overrides))).toThrow(place)
  })

  it('is bounded in the word that executions leave for their successors', () => {
    const one = { startedAt: '2026-11-20T00:00:00.000Z', seconds: 5 }
    expect(parseAttempts(JSON.stringify({ attempts: [one] }))).toEqual([one])
    const many = JSON.stringify({ attempts: Array.from({ length: 200 }, () => one) })
    for (const text of ['', '{}', '[]', many, 'x'.repeat(70_000)])
      expect(() => parseAttempts(text)).toThrow('attempts.json')
  })
})
