import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { diskFileStore } from '../../src/io/disk-file-store.ts'
import { keepTrials, reuseCachedTrials } from '../../src/steps/trial-cache.ts'
import { tears } from '../fakes/tears.ts'
import { aConfig } from '../unit/a-config.ts'
import { aCase, aRecord, aTrial } from '../unit/a-run.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('cached trials', () => {
  const { pipeline } = aConfig()
  const under = (overrides: Partial<typeof pipeline>) => aConfig({ pipeline: { ...pipeline, ...overrides } })

  it.each([
    ['variables', under({ env: { OMP_NUM_THREADS: '1' } })],
    ['variables of the host', under({ passEnv: ['CUDA_HOME'] })],
    ['setup', under({ setup: [['make', 'fast']] })],
    ['proof of work', under({ proof: { ...pipeline.proof, stdout: ['done'] } })],
  ])('are not those of another run: other %s', async (_name, config) => {
    const cached = aCase({ samplesFrom: 'cached', warmups: 0, repeats: 2 })
    const plan = { cases: [cached], notTested: [], comparisons: [] }
    const finished = aRecord({ plan, trials: [0, 1].map((index) => aTrial({ index })) })
    await keepTrials(finished, aConfig(), folder, diskFileStore)
    const fresh = { ...finished, trials: [], finishedAt: null }
    expect((await reuseCachedTrials(fresh, aConfig(), [folder], diskFileStore)).trials).toHaveLength(2)
    expect((await reuseCachedTrials(fresh, config, [folder], diskFileStore)).trials).toEqual([])
  })

  it.each(tears)('never takes a part of cached trials that are $name', async (tear) => {
    const cached = aCase({ samplesFrom: 'cached', warmups: 0, repeats: 2 })
    const plan = { cases: [cached], notTested: [], comparisons: [] }
    const finished = aRecord({ plan, trials: [0, 1].map((index) => aTrial({ index })) })
    await keepTrials(finished, aConfig(), folder, diskFileStore)
    const fresh = { ...finished, trials: [], finishedAt: null }
    expect((await reuseCachedTrials(fresh, aConfig(), [folder], diskFileStore)).trials).toHaveLength(2)
    tear.apply(join(folder, 'trials', readdirSync(join(folder, 'trials'))[0] ?? ''))
    expect((await reuseCachedTrials(fresh, aConfig(), [folder], diskFileStore)).trials).toEqual([])
  })
})
