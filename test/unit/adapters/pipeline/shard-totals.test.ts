import { expect, it } from 'vitest'
import { sumDataLoader, sumPacking } from '../../../../src/adapters/pipeline/batches.ts'
import type { ShardReading, DataLoaderReading, PackingReading } from '../../../../src/record/pipeline.ts'

function aShard(overrides: Partial<ShardReading>): ShardReading {
  const unknown = { sequences: null, tokens: null, paddedTokens: null, packing: null, dataLoader: null }
  return { stage: 'embed', gpu: 0, batches: 1, ...unknown, waitSeconds: null, seconds: null, ...overrides }
}

function aPacking(overrides: Partial<PackingReading> = {}): PackingReading {
  const counts = { tokens: 800, batches: 2, tokenBudget: 500, batchesBelow80: 1 }
  return { efficiency: 0.8, ...counts, lowest: 0.7, printed: 0.9, reason: null, ...overrides }
}

function aLoader(overrides: Partial<DataLoaderReading> = {}): DataLoaderReading {
  const waits = { waitMeanSeconds: 2, waitP95Seconds: 5, waitMaxSeconds: 6 }
  return { ...waits, batches: 4, full: 1, normal: 2, starved: 1, starvedShare: 0.25, ...overrides }
}

const toShards = (parts: readonly (PackingReading | null)[]) => parts.map((packing) => aShard({ packing }))

it('weighs the packing of each shard by the room of its batches', () => {
  // 800 of 1000 tokens and 300 of 600.
  const other = aPacking({ efficiency: 0.5, tokens: 300, batches: 3, lowest: 0.4, batchesBelow80: 2 })
  expect(sumPacking(toShards([aPacking(), null, other]))).toEqual({
    efficiency: 1100 / 1600,
    tokens: 1100,
    batches: 5,
    tokenBudget: null,
    lowest: 0.4,
    batchesBelow80: 3,
    printed: null,
    reason: null,
  })
})

it.each([
  [
    'one refused',
    [aPacking(), aPacking({ efficiency: null, reason: 'no budget' })],
    { efficiency: null, tokens: null, batches: 4, reason: 'no budget' },
  ],
  ['an efficiency of zero', [aPacking({ efficiency: 0 })], { efficiency: null, tokens: 0, reason: null }],
  ['unknown tokens', [aPacking({ tokens: null }), aPacking()], { efficiency: 0.8, tokens: 800 }],
  [
    'unknown batches',
    [aPacking({ batches: null, batchesBelow80: null }), aPacking()],
    { batches: null, batchesBelow80: null },
  ],
  ['unknown lowest', [aPacking({ lowest: null })], { lowest: null }],
])('of the packing states what is known: %s', (_name, parts, expected) => {
  expect(sumPacking(toShards(parts))).toMatchObject(expected)
})

it.each([[[]], [[null]]])('has no packing of shards without one', (parts) => {
  expect(sumPacking(toShards(parts))).toBeNull()
})

it('averages the waits by batch and keeps the largest of the others', () => {
  const other = aLoader({
    waitMeanSeconds: 8,
    waitP95Seconds: 9,
    waitMaxSeconds: null,
    batches: 2,
    full: 0,
    normal: 0,
    starved: 2,
  })
  const silent = aLoader({ waitMeanSeconds: null, waitP95Seconds: null, batches: 4, full: 4, normal: 0, starved: 0 })
  expect(sumDataLoader([aLoader(), other, silent].map((dataLoader) => aShard({ dataLoader })))).toEqual({
    waitMeanSeconds: 2.4,
    waitP95Seconds: 9,
    waitMaxSeconds: 6,
    batches: 10,
    full: 5,
    normal: 2,
    starved: 3,
    starvedShare: 0.3,
  })
  expect(sumDataLoader([aShard({})])).toBeNull()
})
