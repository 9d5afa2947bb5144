import { describe, expect, it } from 'vitest'
import { readBatchEvents } from '../../../../src/adapters/pipeline/batch-events.ts'

const start = 1_795_000_000

function read(events: readonly object[], startedSeconds = start) {
  return readBatchEvents(events.map((event) => JSON.stringify(event)).join('\n'), { startedSeconds })
}

const batch = (t: number, overrides: object = {}) => ({
  t: start + t,
  event: 'batch',
  stage: 'esm2',
  gpu: 0,
  tokens: 900,
  paddedTokens: 1000,
  tokenBudget: 1000,
  sequences: 10,
  waitMs: 0.5,
  ...overrides,
})

describe('the batches of all stages and GPUs', () => {
  it('weigh by the room of each, and keep the largest wait', () => {
    const other = { gpu: 1, tokens: 300, tokenBudget: 600 }
    const waits = [2000, 5000, 0.2].map((waitMs, index) => batch(index + 1, { ...other, waitMs }))
    const { packing, dataLoader } = read([batch(1, { tokens: 800, waitMs: null }), ...waits])
    expect(packing).toMatchObject({ efficiency: 1700 / 2800, tokens: 1700, batches: 4, lowest: 0.5, batchesBelow80: 3 })
    expect(dataLoader).toMatchObject({ waitMaxSeconds: 5, batches: 3, full: 1, normal: 0, starved: 2 })
  })

  it('have no packing if a stage has none, and no waits that nothing reported', () => {
    const { packing, dataLoader } = read([
      batch(1, { waitMs: null }),
      batch(2, { stage: 'merge', tokens: null, waitMs: null }),
    ])
    expect(packing).toMatchObject({
      efficiency: null,
      tokens: null,
      reason: expect.stringContaining('cannot be computed'),
    })
    expect(dataLoader).toBeNull()
    expect(read([])).toMatchObject({ packing: null, dataLoader: null })
  })
})

describe('batches told as events', () => {
  it('are added up by stage and GPU, with packing from tokens and the time since the stage began (F-25)', () => {
    const { shards } = read([
      { t: start + 1, event: 'stage-start', stage: 'esm2' },
      batch(2),
      batch(3),
      batch(4, { gpu: 1, waitMs: 100 }),
      { t: start + 5, event: 'stage-end', stage: 'esm2' },
    ])
    expect(shards).toMatchObject([
      {
        gpu: 0,
        batches: 2,
        sequences: 20,
        tokens: 1800,
        paddedTokens: 2000,
        packing: { efficiency: 0.9 },
        seconds: 2,
        waitSeconds: 0.001,
      },
      { gpu: 1, batches: 1, seconds: 3, dataLoader: { starved: 1, starvedShare: 1 } },
    ])
  })

  it('give rows times longest row where padded tokens are not told', () => {
    const { shards } = read([batch(1, { paddedTokens: undefined, rows: 10, longest: 120 })])
    expect(shards[0]?.paddedTokens).toBe(1200)
    const odd = [
      { paddedTokens: 1e15 },
      { paddedTokens: undefined, rows: 10 },
      { sequences: 1e15, tokens: 1e15, waitMs: 1e15 },
    ]
    expect(odd.map((change) => read([batch(1, change)]).shards[0])).toMatchObject([
      { paddedTokens: null },
      { paddedTokens: null },
      { sequences: null, tokens: null, waitSeconds: null },
    ])
  })

  it('leave a sum unknown as soon as one batch does not tell its part (W13)', () => {
    const { shards } = read([batch(1), batch(2, { sequences: undefined, tokens: 'many', waitMs: null })])
    expect(shards[0]).toMatchObject({ batches: 2, sequences: null, tokens: null, waitSeconds: null })
    const bare = [batch(1), batch(2, { tokens: 'NaN', waitMs: 'Infinity' })].map((event) => JSON.stringify(event))
    const text = bare.join('\n').replaceAll(/"(NaN|Infinity)"/g, '$1')
    const [shard] = readBatchEvents(text, { startedSeconds: start }).shards
    expect(shard).toMatchObject({ batches: 2, sequences: 20, tokens: null, waitSeconds: null })
  })

  it('refuse a packing above the whole (W14)', () => {
    const { shards } = read([batch(1, { tokens: 3580 })])
    expect(shards[0]?.packing).toMatchObject({ efficiency: null, reason: expect.stringContaining('358.0 %') })
  })

  it('bring the allocator’s peaks and its memory over time, placed in the trial', () => {
    const metric = (name: string, value: number, unit = 'B') => ({
      t: start + 9,
      event: 'metric',
      name,
      value,
      unit,
      stage: 'esm2',
      gpu: 0,
    })
    const { allocator, memory, reductions } = read([
      batch(2, { allocatedBytes: 5e9, reservedBytes: 6e9 }),
      batch(3, { allocatedBytes: 5.5e9, reservedBytes: 6e9 }),
      metric('peak-allocated', 5.5e9),
      metric('peak-reserved', 8, 'GB'),
      { t: start + 9, event: 'metric', name: 'token-budget-reductions', value: 2, unit: 'count' },
    ])
    expect(allocator).toEqual([{ stage: 'esm2', gpu: 0, allocatedBytes: 5.5e9, reservedBytes: 8e9, when: 'peak' }])
    expect(memory).toContainEqual({
      quantity: 'allocated',
      gpu: 0,
      points: [
        { seconds: 2, bytes: 5e9 },
        { seconds: 3, bytes: 5.5e9 },
      ],
    })
    expect(reductions).toBe(2)
  })

  it('tell when each visit to a stage that comes again ended; overlapping visits are one', () => {
    const { visits } = read([
      { t: start + 1, event: 'stage-start', stage: 'predict' },
      { t: start + 1, event: 'stage-start', stage: 'predict' },
      { t: start + 2, event: 'stage-end', stage: 'predict' },
      { t: start + 3, event: 'stage-end', stage: 'predict' },
      { t: start + 4, event: 'stage-start', stage: 'predict' },
      { t: start + 6, event: 'stage-end', stage: 'predict' },
      { t: start + 6, event: 'stage-start', stage: 'merge' },
      { t: start + 7, event: 'stage-end', stage: 'merge' },
    ])
    expect(visits).toEqual([{ stage: 'predict', endsSeconds: [3, 6] }])
  })

  it('keep the end of memory over more than a million points', () => {
    const last = batch(400_000, { allocatedBytes: 9, reservedBytes: 9, residentBytes: 9 })
    const line = `{"t":${start + 1},"event":"batch","gpu":0,"allocatedBytes":1,"reservedBytes":1,"residentBytes":1}\n`
    const { memory } = readBatchEvents(`${line.repeat(334_000)}${JSON.stringify(last)}`, { startedSeconds: start })
    expect(memory.map(({ points }) => points.at(-1)?.bytes)).toEqual([9, 9, 9])
  })

  it('keep at most 200 points of a million batches, and take nonsense for nothing', () => {
    const many = Array.from({ length: 2000 }, (_, index) => batch(index, { residentBytes: 1e9 + index }))
    expect(read(many).memory[0]?.points).toHaveLength(200)
    const text = `${'{"event":"batch"'.repeat(10)}\nnull\n[]\n{"t":1e400,"event":"batch"}\n{"t":5,"event":"batch","gpu":-1,"tokens":-5,"stage":7}`
    expect(readBatchEvents(text, { startedSeconds: start })).toMatchObject({ shards: [], memory: [], visits: [] })
  })
})
