import { describe, expect, it } from 'vitest'
import { aShard, aWorker, pipelineThatTold, repeatedSeries, someMemory } from '../../a-pipeline.ts'
import { aRunRecord, aTrial } from '../records.ts'
import { pipelineFigures, trialMemory } from '../../../../src/record/pipeline.ts'
import { parseRunRecord } from '../../../../src/config/records/parse-records.ts'

const line = { where: 'standard output', line: 'CUDA out of memory' }

describe('what a pipeline said, in a record that a stranger might have written', () => {
  it('comes back as it was written, and a record without it parses', () => {
    const pipeline = pipelineThatTold({
      workers: [aWorker(0, 10, 2)],
      shards: [aShard()],
      allocator: [{ stage: 'esm2', gpu: 0, allocatedBytes: 7, reservedBytes: 8, when: 'peak' }],
      outOfMemory: { lines: [line], count: 1, reductions: 1, unread: [] },
    })
    const memory = someMemory([repeatedSeries('own', [1, 2])], {
      remainders: [{ gpu: 0, beforeBytes: 1, afterBytes: 2 }],
      visits: [{ stage: 'predict', endsSeconds: [1, 2] }],
    })
    const record = aRunRecord({ trials: [{ ...aTrial(), pipeline, memory }] })
    expect(parseRunRecord(JSON.stringify(record)).trials[0]).toMatchObject({ pipeline, memory })
    expect(parseRunRecord(JSON.stringify(aRunRecord())).trials[0]?.pipeline).toBeUndefined()
  })

  it.each([
    [
      'a packing above the whole',
      {
        shards: [
          {
            ...aShard(),
            packing: {
              efficiency: 3.58,
              tokens: 1,
              batches: 1,
              tokenBudget: 1,
              lowest: 1,
              batchesBelow80: 0,
              printed: null,
              reason: null,
            },
          },
        ],
      },
    ],
    ['a negative wait', { shards: [{ ...aShard(), waitSeconds: -1 }] }],
    [
      'endless lines',
      { outOfMemory: { lines: [{ ...line, line: 'x'.repeat(2000) }], count: 1, reductions: 0, unread: [] } },
    ],
    ['ten thousand shards', { shards: Array.from({ length: 10_000 }, () => aShard()) }],
  ])('is refused with %s', (_, overrides) => {
    expect(pipelineFigures.safeParse({ ...pipelineThatTold(), ...overrides }).success).toBe(false)
  })

  it('is refused with more points than are ever kept', () => {
    const series = [
      { ...repeatedSeries('own', []), points: Array.from({ length: 5000 }, () => ({ seconds: 1, bytes: 1 })) },
    ]
    expect(trialMemory.safeParse(someMemory(series)).success).toBe(false)
  })
})
