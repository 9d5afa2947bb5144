import { describe, expect, it } from 'vitest'
import {
  computeStarvedRange,
  computePacking,
  summarizeWaits,
  type BatchFigures,
  type BatchTotals,
  type WorkerWaits,
} from '../../../../src/adapters/pipeline/batches.ts'

function aBatch(overrides: Partial<BatchFigures> = {}): BatchFigures {
  return { tokens: null, tokenBudget: null, waitMs: null, ...overrides }
}

const batchesOf = (...tokens: readonly number[]) => tokens.map((value) => aBatch({ tokens: value }))
const silentRun = { totals: null, tokenBudget: null, printed: null }
/** 10 batches of 100 tokens at most. */
const totals = aTotal([600, 800])

function aTotal(tokens: readonly [number, number], batches = 10): BatchTotals {
  const room = 100 * batches
  const unused = [room - tokens[1], room - tokens[0]] as const
  return { batches: [batches, batches], tokens, unused, covered: { tokens, room } }
}

describe('computePacking', () => {
  it.each([
    [
      'single batches',
      batchesOf(80, 60),
      { tokenBudget: 100 },
      { efficiency: 0.7, tokens: 140, batches: 2, lowest: 0.6, batchesBelow80: 1 },
    ],
    [
      'their own budgets',
      [aBatch({ tokens: 50, tokenBudget: 50 }), aBatch({ tokens: 50 })],
      { tokenBudget: 150 },
      { efficiency: 0.5 },
    ],
    [
      'no budget of some',
      [aBatch({ tokens: 50, tokenBudget: 100 }), aBatch({ tokens: 50 })],
      {},
      { efficiency: 0.5, batches: 1 },
    ],
    [
      'a budget of zero',
      [aBatch({ tokens: 50, tokenBudget: 0 })],
      {},
      { efficiency: null, tokens: null, batches: null, lowest: null, batchesBelow80: null },
    ],
    [
      'totals alone',
      [],
      { totals, tokenBudget: 100 },
      { efficiency: 0.7, bounds: [0.6, 0.8], tokens: null, batches: 10, lowest: null },
    ],
    [
      'a sample: the range of all batches, whatever the logged ones say',
      batchesOf(95, 95),
      { totals, tokenBudget: 100 },
      {
        efficiency: 0.7,
        bounds: [0.6, 0.8],
        batches: 10,
        lowest: 0.95,
        batchesBelow80: 0,
        // The other eight have 410 to 610 tokens: at least one is below 80 %, and one is at most as full as their mean.
        sample: { logged: 2, batches: [10, 10], lowest: [0, 0.7625], batchesBelow80: [1, 8] },
      },
    ],
    [
      'a sample of nearly full batches',
      batchesOf(95, 95),
      { totals: aTotal([940, 950]), tokenBudget: 100 },
      { sample: { logged: 2, batches: [10, 10], lowest: [0.5, 0.95], batchesBelow80: [0, 2] } },
    ],
    ['every batch', batchesOf(90, 90), { totals: aTotal([180, 180], 2), tokenBudget: 100 }, { efficiency: 0.9 }],
    ['a share of exactly 80 %', batchesOf(80), { tokenBudget: 100 }, { batchesBelow80: 0 }],
    ['a share that rounding explains', batchesOf(100.1), { tokenBudget: 100 }, { efficiency: 1, reason: null }],
    [
      'totals that may be possible',
      [],
      { totals: aTotal([1001, 1100]), tokenBudget: 100 },
      { bounds: [1.001, 1.1], reason: null },
    ],
    [
      'totals that are impossible',
      [],
      { totals: aTotal([1002, 1100]), tokenBudget: 100 },
      { efficiency: null, reason: '100.2 % of the token budget is impossible; tokens and budget do not match' },
    ],
    [
      'an impossible share',
      batchesOf(100.2),
      { tokenBudget: 100 },
      { efficiency: null, reason: '100.2 % of the token budget is impossible; tokens and budget do not match' },
    ],
    [
      'a printed share',
      [],
      { printed: 0.9 },
      {
        efficiency: null,
        printed: 0.9,
        reason: 'cannot be computed: the pipeline does not report the tokens of its batches or their budget',
      },
    ],
    [
      'an impossible printed share',
      [],
      { printed: 3.58 },
      { reason: expect.stringMatching(/ and the printed 358\.0 % is impossible$/) as string },
    ],
  ])('computes the packing of %s', (_name, batches, run, expected) => {
    expect(computePacking(batches, { ...silentRun, ...run })).toMatchObject(expected)
  })

  it('has a range only where batches are missing, and nothing without a report', () => {
    const run = { ...silentRun, totals: aTotal([65, 65], 1), tokenBudget: 100 }
    for (const key of ['bounds', 'sample']) expect(computePacking(batchesOf(65), run)).not.toHaveProperty(key)
    expect(computePacking([], silentRun)).toBeNull()
  })
})

describe('computeStarvedRange', () => {
  const aWorker = (overrides: Partial<WorkerWaits> = {}): WorkerWaits => ({
    batches: [100, 100],
    logged: 10,
    starved: 1,
    closing: null,
    ...overrides,
  })
  const closing = (mean: number, maxMs: number) => ({ meanMs: [mean, mean] as const, maxMs })

  it.each([
    ['the others may all be late', [aWorker()], [0.01, 0.91]],
    ['no wait is long enough', [aWorker({ starved: 0, closing: closing(0.2, 50) })], [0, 0]],
    ['the mean allows few', [aWorker({ closing: closing(4, 120) })], [0.01, 0.08]],
    ['the mean needs many', [aWorker({ closing: closing(80, 100) })], [0.6, 0.91]],
    ['an open end', [aWorker({ batches: [100, 110] })], [1 / 110, 1 - 9 / 110]],
    [
      'of two workers, one punctual',
      [aWorker({ starved: 0, closing: closing(0.2, 50) }), aWorker({ starved: 10, batches: [300, 300] })],
      [10 / 400, 0.75],
    ],
  ])('bounds the share: %s', (_name, workers, [low = 0, high = 0]) => {
    const range = computeStarvedRange(workers)
    expect(range[0]).toBeCloseTo(low, 9)
    expect(range[1]).toBeCloseTo(high, 9)
  })
})

describe('summarizeWaits', () => {
  it('counts the states of the queue, and infers those that are not told', () => {
    const waits = [0.9, 1, 50, 51].map((waitMs) => aBatch({ waitMs }))
    const told = [aBatch({ waitMs: 97.1, queue: 'full' }), aBatch({ queue: 'starved' })]
    expect(summarizeWaits([...waits, ...told])).toEqual({
      waitMeanSeconds: expect.closeTo(0.04, 9) as number,
      waitP95Seconds: expect.closeTo(0.08788, 9) as number,
      waitMaxSeconds: expect.closeTo(0.0971, 9) as number,
      batches: 5,
      full: 2,
      normal: 2,
      starved: 1,
      starvedShare: 0.2,
    })
    expect(summarizeWaits([aBatch()])).toBeNull()
  })
})
