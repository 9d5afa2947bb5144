import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { IsolationRecord } from '../../src/record/run.ts'
import { diskFileStore } from '../../src/io/files/disk-file-store.ts'
import { keepTrials, reuseCachedTrials } from '../../src/steps/trial/trial-cache.ts'
import { tears } from '../fakes/tears.ts'
import { aConfig } from '../unit/a-config.ts'
import { aCase, aRecord, aTrial } from '../unit/a-run.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-cache-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const sandbox: IsolationRecord = { mode: 'bubblewrap', reason: null }

describe('cached trials', () => {
  const { pipeline, run } = aConfig()
  const under = (overrides: Partial<typeof pipeline>) => aConfig({ pipeline: { ...pipeline, ...overrides } })

  it.each([
    ['variables', under({ env: { OMP_NUM_THREADS: '1' } })],
    ['variables of the host', under({ passEnv: ['CUDA_HOME'] })],
    ['setup', under({ setup: [['make', 'fast']] })],
    ['proof of work', under({ proof: { files: [], ...pipeline.proof, stdout: ['done'] } })],
    ['records of kernels', aConfig({ run: { ...run, kernels: 'all' } })],
    ['isolation', aConfig(), { ...sandbox, mode: 'none' } as const],
  ])('are not those of another run: other %s', async (_name, config, isolation: IsolationRecord = sandbox) => {
    const cached = aCase({ samplesFrom: 'cached', warmups: 0, repeats: 2 })
    const plan = { cases: [cached], notTested: [], comparisons: [] }
    const finished = aRecord({ plan, isolation: sandbox, trials: [0, 1].map((index) => aTrial({ index })) })
    await keepTrials(finished, aConfig(), folder, diskFileStore)
    const fresh = { ...finished, trials: [], finishedAt: null }
    expect((await reuseCachedTrials(fresh, aConfig(), [folder], diskFileStore)).trials).toHaveLength(2)
    expect((await reuseCachedTrials({ ...fresh, isolation }, config, [folder], diskFileStore)).trials).toEqual([])
  })

  const cachedRun = async () => {
    const cached = aCase({ samplesFrom: 'cached', warmups: 0, repeats: 2 })
    const plan = { cases: [cached], notTested: [], comparisons: [] }
    const finished = aRecord({ plan, trials: [0, 1].map((index) => aTrial({ index })) })
    await keepTrials(finished, aConfig(), folder, diskFileStore)
    const path = join(folder, 'trials', readdirSync(join(folder, 'trials'))[0] ?? '')
    const read = async () =>
      (await reuseCachedTrials({ ...finished, trials: [], finishedAt: null }, aConfig(), [folder], diskFileStore))
        .trials
    return { path, read }
  }

  it.each([
    ['a figure', (text: string) => text.replace(/"wallSeconds":[\d.]+/u, '"wallSeconds":0.001')],
    ['the order', (text: string) => text.replace('"index":0', '"index":1')],
    ['what they were taken of', (text: string) => text.replace(/^(.*\n\[")/u, '$1x')],
  ])('T-32: are measured again when somebody changed %s', async (_what, change) => {
    const { path, read } = await cachedRun()
    expect(await read()).toHaveLength(2)
    const text = readFileSync(path, 'utf8')
    expect(change(text)).not.toBe(text)
    writeFileSync(path, change(text))
    expect(await read()).toEqual([])
  })

  it('T-32: are measured again when they are not what the plan asks for, whatever their hash says', async () => {
    const { path, read } = await cachedRun()
    const [, key = '', trials = ''] = readFileSync(path, 'utf8').split('\n')
    const rehash = (text: string): string => `${createHash('sha256').update(text).digest('hex')}\n${text}\n`
    for (const forged of [trials.replaceAll('"index":1', '"index":5'), JSON.stringify(JSON.parse(trials).slice(1))]) {
      writeFileSync(path, rehash(`${key}\n${forged}`))
      expect(await read()).toEqual([])
    }
    writeFileSync(path, rehash(`${key}\n${trials}`))
    expect(await read()).toHaveLength(2)
  })

  it('are not those of a version that kept no errors of their output', async () => {
    const { path, read } = await cachedRun()
    const [, key = '', trials = ''] = readFileSync(path, 'utf8').split('\n')
    const former = key.replace(',"reportedErrors"]', ']')
    expect(former).not.toBe(key)
    const text = `${former}\n${trials}`
    writeFileSync(path, `${createHash('sha256').update(text).digest('hex')}\n${text}\n`)
    expect(await read()).toEqual([])
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
