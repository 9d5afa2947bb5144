import { describe, expect, it } from 'vitest'
import { shardManifest } from '../../../../src/programs/virnucpro/shard-manifest.ts'
import { pipelineFigures } from '../../../../src/record/pipeline.ts'
import { changed, readFixture, readText, refusal, type Loose } from '../an-output.ts'

const manifest = 'virnucpro/manifest.json'
const complete = (root: Loose): void => {
  Object.assign(root.shards['1'], {
    status: 'complete',
    retry_count: 0,
    error: null,
    total_sequences: 10001,
    completed_at: '2026-11-20T14:07:40.000000+00:00',
  })
}
const read = async (change: (root: Loose) => void) =>
  (await readText(shardManifest, changed(manifest, change))).pipeline

describe('the manifest of a sharded run', () => {
  it('keeps the start of a traceback, which fits into a record', async () => {
    const pipeline = await read((root) => (root.shards['1'].error = 'CUDA error '.repeat(1000)))
    expect(pipelineFigures.shape.workers.safeParse(pipeline?.workers).error).toBeUndefined()
  })

  it('invalidates the timing for one failed shard (F-28)', async () => {
    const { pipeline } = await readFixture(shardManifest, manifest)
    expect(pipeline?.invalid).toEqual(['shard 1 failed: cuda_oom'])
    expect(pipeline?.workers).toEqual([
      {
        worker: 0,
        status: 'completed',
        sequences: 10000,
        sequencesPerSecond: null,
        tokensPerSecond: null,
        seconds: 60.5,
        error: null,
      },
      {
        worker: 1,
        status: 'failed',
        sequences: 0,
        sequencesPerSecond: null,
        tokensPerSecond: null,
        seconds: null,
        error: 'cuda_oom',
      },
    ])
  })

  it('has nothing against a run of which all shards are complete, and has neither packing nor utilisation (W63)', async () => {
    const pipeline = await read(complete)
    expect(pipeline).toMatchObject({ invalid: [], isResumed: false, packing: null, warnings: null, dataLoader: null })
    expect(pipeline?.workers.map(({ seconds }) => seconds)).toEqual([60.5, 64])
  })

  it('does not take a repeated shard for a resumed run', async () => {
    const pipeline = await read((root) => (complete(root), void (root.shards['1'].retry_count = 2)))
    expect(pipeline).toMatchObject({ isResumed: false, invalid: ['shard 1 needed 3 attempts'] })
  })

  it.each([
    ['is missing', (root: Loose) => void delete root.shards['1'], '1 of 2 shards are missing'],
    ['is not complete', (root: Loose) => void (root.shards['1'].status = 'in_progress'), 'shard 1 is not complete'],
    [
      'was tried again',
      (root: Loose) => (complete(root), void (root.shards['1'].retry_count = 2)),
      'shard 1 needed 3 attempts',
    ],
    [
      'changed its worker',
      (root: Loose) => (complete(root), void (root.shards['1'].assigned_rank = 0)),
      'shard 1 was finished by another worker',
    ],
  ])('invalidates the timing when a shard %s (F-28)', async (_what, change, reason) => {
    expect((await read(change))?.invalid).toContain(reason)
  })

  it.each([
    ['a status nobody knows', (root: Loose) => void (root.shards['0'].status = 'done'), 'shards.0.status is "done"'],
    ['no size', (root: Loose) => void delete root.world_size, 'world_size is missing'],
    [
      'a name that is not a number',
      (root: Loose) => void (root.shards.x = root.shards['0']),
      'shards.x is "x", not the number of a shard',
    ],
    ['a time that is none', (root: Loose) => void (root.shards['0'].completed_at = 'soon'), 'completed_at is "soon"'],
    ['a negative count', (root: Loose) => void (root.shards['0'].total_sequences = -1), 'total_sequences is -1'],
  ])('refuses %s', async (_what, change, message) => {
    expect((await refusal(shardManifest, changed(manifest, change))).message).toContain(message)
  })
})
