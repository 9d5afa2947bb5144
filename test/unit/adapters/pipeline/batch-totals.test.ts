import { describe, expect, it } from 'vitest'
import { computePacking, summarizeWaits, type BatchFigures } from '../../../../src/adapters/pipeline/batches.ts'

function aBatch(overrides: Partial<BatchFigures> = {}): BatchFigures {
  return { tokens: null, tokenBudget: null, waitMs: null, ...overrides }
}

const batchesOf = (...tokens: readonly number[]) => tokens.map((value) => aBatch({ tokens: value }))
const silentRun = { totals: null, tokenBudget: null, printed: null }
/** 10 batches of 100 tokens at most. */
const totals = { tokens: 700, bounds: [600, 800] as const, batches: 10 }

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
      { efficiency: 0.7, bounds: [0.6, 0.8], tokens: 700, batches: 10 },
    ],
    ['totals without a budget', [], { totals }, { efficiency: null, tokens: 700 }],
    ['totals with a budget of zero', [], { totals, tokenBudget: 0 }, { efficiency: null }],
    [
      'a sample within the totals',
      batchesOf(65),
      { totals, tokenBudget: 100 },
      { efficiency: 0.65, tokens: 700, batches: 10 },
    ],
    ['a sample above the totals', batchesOf(90), { totals, tokenBudget: 100 }, { efficiency: 0.8 }],
    ['a sample below the totals', batchesOf(10), { totals, tokenBudget: 100 }, { efficiency: 0.6 }],
    ['every batch', batchesOf(90, 90), { totals: { ...totals, batches: 2 }, tokenBudget: 100 }, { efficiency: 0.9 }],
    ['a share of exactly 80 %', batchesOf(80), { tokenBudget: 100 }, { batchesBelow80: 0 }],
    ['a share that rounding explains', batchesOf(100.1), { tokenBudget: 100 }, { efficiency: 1, reason: null }],
    [
      'totals that may be possible',
      [],
      { totals: { ...totals, tokens: 1050, bounds: [1001, 1100] as const }, tokenBudget: 100 },
      { efficiency: 1, bounds: [1.001, 1.1] },
    ],
    [
      'totals that are impossible',
      [],
      { totals: { ...totals, tokens: 1050, bounds: [1002, 1100] as const }, tokenBudget: 100 },
      { efficiency: null, reason: '105.0 % of the token budget is impossible; tokens and budget do not match' },
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

  it('has no bounds but those of totals alone, and nothing without a report', () => {
    expect(computePacking(batchesOf(65), { ...silentRun, totals, tokenBudget: 100 })).not.toHaveProperty('bounds')
    expect(computePacking([], silentRun)).toBeNull()
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
