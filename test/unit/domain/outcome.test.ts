import { describe, expect, it } from 'vitest'
import { outcomeOf } from '../../../src/domain/outcome.ts'
import { aCase, aTrial } from '../a-run.ts'

const planned = aCase()

describe('outcomeOf', () => {
  it('keeps every raw sample in the order it was taken and leaves warm-ups out', () => {
    const trials = [
      aTrial({ isWarmup: true, wallSeconds: 30 }),
      aTrial({ index: 1, wallSeconds: 11 }),
      aTrial({ index: 2, wallSeconds: 10 }),
    ]
    const outcome = outcomeOf(planned, trials)
    expect(outcome.status === 'measured' && outcome.measurements[0]?.samples).toEqual([11, 10])
  })

  it('computes the rate from the result rows, not from what was generated (W3)', () => {
    const outcome = outcomeOf(planned, [aTrial({ wallSeconds: 10, resultRows: 125 })])
    expect(
      outcome.status === 'measured' && outcome.measurements.find(({ metric }) => metric.name === 'throughput')?.samples,
    ).toEqual([12.5])
  })

  it('has no rate, rather than a rate of zero, when rows were not counted', () => {
    const outcome = outcomeOf(planned, [aTrial({ resultRows: null })])
    expect(outcome.status === 'measured' && outcome.measurements.map(({ metric }) => metric.name)).toEqual([
      'wall_time',
    ])
  })

  it('refuses a case whose trials wrote different numbers of rows (W26)', () => {
    const outcome = outcomeOf(planned, [aTrial({ resultRows: 794_577 }), aTrial({ index: 1, resultRows: 394_000 })])
    expect(outcome).toMatchObject({ status: 'failed', reason: expect.stringContaining('794577, 394000') })
  })

  it('gives the reason of a case that never succeeded', () => {
    const failure = { kind: 'no-proof', detail: 'no result table matches x.csv' } as const
    expect(outcomeOf(planned, [aTrial({ failure })])).toMatchObject({
      status: 'failed',
      reason: 'no-proof: no result table matches x.csv',
    })
  })

  it('calls a case without trials missing', () => {
    expect(outcomeOf(planned, []).status).toBe('missing')
  })

  it('measures a stage only when every trial ran it', () => {
    const stages = [
      { stage: 'ESM-2', seconds: 3 },
      { stage: 'Merging', seconds: 1 },
    ]
    const outcome = outcomeOf(planned, [
      aTrial({ stages }),
      aTrial({
        index: 1,
        stages: [
          { stage: 'ESM-2', seconds: 4 },
          { stage: 'Merging', seconds: null },
        ],
      }),
    ])
    expect(outcome.status === 'measured' && outcome.measurements.map(({ metric }) => metric.name)).toEqual([
      'wall_time',
      'throughput',
      'stage:ESM-2',
    ])
  })
})
