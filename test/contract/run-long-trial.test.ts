import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { File, ready, type Dataset } from 'h5wasm/node'
import { afterAll, describe, expect, it } from 'vitest'
import type { Trial } from '../../src/domain/trial/trial.ts'
import type { LongRun } from '../../src/record/pipeline.ts'
import { runLongTrial } from '../../src/steps/trial/long-run.ts'
import { aConfig } from '../unit/a-config.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-long-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Does `total` steps, leaves a checkpoint after each, and goes on behind the last with --resume. */
const pipeline = join(folder, 'pipeline.mjs')
writeFileSync(
  pipeline,
  `import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
const [output, total, stepMs, flag] = process.argv.slice(2)
mkdirSync(output, { recursive: true })
const checkpoint = output + '/checkpoint'
if (!flag && existsSync(checkpoint)) throw new Error('there is a checkpoint and nobody said --resume')
if (!flag) writeFileSync(output + '/results.csv', 'id,seconds\\nfirst,0.25\\n')
let done = flag === '--resume' ? Number(readFileSync(checkpoint, 'utf8')) : 0
while (done < Number(total)) {
  await setTimeout(Number(stepMs))
  writeFileSync(checkpoint + '.part', String(++done))
  renameSync(checkpoint + '.part', checkpoint)
  const tell = (event) => appendFileSync(process.env.WARPGAUGE_EVENTS, JSON.stringify({ t: Date.now() / 1000, ...event }) + '\\n')
  tell({ event: 'batch', tokens: 90, tokenBudget: 100, waitMs: 0.1 })
  tell({ event: 'progress', done, total: Number(total) })
}
appendFileSync(output + '/results.csv', 'row,0.5\\n'.repeat(done - 1))
`,
)

type Wanted = {
  readonly directory: string
  readonly total?: number
  readonly stepMs?: number
  readonly longRun?: Partial<LongRun>
  readonly signal?: AbortSignal
  readonly onLine?: (line: string) => void
  readonly ports?: Partial<typeof trialPorts>
}

async function run({
  directory,
  total = 10,
  stepMs = 20,
  longRun = {},
  signal,
  onLine,
  ports,
}: Wanted): Promise<Trial> {
  mkdirSync(directory, { recursive: true })
  const command = ['node', pipeline, '{output}', String(total), String(stepMs), '{resume}']
  const config = aConfig({
    pipeline: { name: 'predict', devices: 'cpu', command, proof: { results: { path: '{output}/results.csv' } } },
  })
  const settings: LongRun = { lookSeconds: 0.03, updateSeconds: 0.1, resumeArgs: ['--resume'], stop: null, ...longRun }
  const request = aTrialRequest({ folder, config, planned: { gpus: [0], longRun: settings } })
  return await runLongTrial(
    { ...request, directory, signal: signal ?? request.signal },
    { ...trialPorts, progress: { ...trialPorts.progress, onLiveLine: onLine ?? (() => {}) }, ...ports },
  )
}

const rows = (line: string) => Number(/([\d,]+) of/.exec(line)?.[1])

describe('a run of hours', () => {
  it('tells live figures while it runs and keeps its curve (F-31, W64)', async () => {
    const lines: string[] = []
    const trial = await run({ directory: join(folder, 'live/trial-0'), total: 40, onLine: (line) => lines.push(line) })
    expect(trial).toMatchObject({
      failure: null,
      resultRows: 40,
      progress: { tokens: 3600, waits: 40, lostAttempts: [] },
    })
    expect(lines.length).toBeGreaterThanOrEqual(3)
    expect(lines.at(-1)).toMatch(/of 40 \(\d+\.\d %\).*90\.0 % packed \| 0\.0 % of \d+ logged batches starved/)
    expect(lines.at(-1)).toMatch(/left \(95 %: .* to .*\)/)
    // On a busy machine the first look may come before the pipeline has said a word.
    const told = lines.map(rows).filter(Number.isFinite)
    expect(told).toEqual(told.toSorted((one, other) => one - other))
    expect(told[0]).toBeLessThan(told.at(-1)!)
    expect(trial.progress?.curves[0]?.points.at(-1)?.done).toBe(40)
    expect(existsSync(join(folder, 'live/trial-0/work'))).toBe(false)
  })

  it('leaves the metrics of every batch as JSON and HDF5 (I-234, I-235, I-236)', async () => {
    const trial = await run({ directory: join(folder, 'batches/trial-0'), total: 12 })
    const [json = '', arrays = ''] = trial.batchFiles ?? []
    expect([json, arrays]).toEqual([
      'batches/trial-0/execution-1/telemetry_run-1_trial-0_execution-1.json',
      json.replace(/json$/, 'h5'),
    ])
    const written = JSON.parse(readFileSync(join(folder, json), 'utf8')) as {
      readonly summary: { readonly batches: number; readonly packing: { readonly efficiency: number } }
      readonly per_batch_metrics: readonly Record<string, number | string | null>[]
    }
    expect(written.summary).toMatchObject({ batches: 12, dropped_batches: 0, packing: null })
    const metrics = written.per_batch_metrics
    expect(metrics.map(({ batch_idx: index }) => index)).toEqual(Array.from({ length: 12 }, (_, index) => index))
    const [first, ...others] = metrics
    expect(first).toMatchObject({ tokens: 90, token_budget: 100, packing_efficiency: 0.9, queue_state: 'full' })
    expect(first?.['tokens_per_sec']).toBeNull()
    const started = Date.parse(trial.startedAt) / 1000
    for (const row of others) {
      expect(row['tokens_per_sec']).toBeGreaterThan(0)
      expect(row['timestamp']).toBeGreaterThan(started)
      expect(row['timestamp']).toBeLessThan(started + (trial.wallSeconds ?? 0) + 1)
    }
    await ready
    const file = new File(join(folder, arrays), 'r')
    try {
      const read = (name: string) => [...((file.get(name) as Dataset).value as Float64Array)]
      expect(read('batch_idx')).toEqual(metrics.map(({ batch_idx: index }) => index))
      expect(read('packing_efficiency')).toEqual(metrics.map(() => 0.9))
      expect(read('tokens_per_sec').slice(1)).toEqual(others.map(({ tokens_per_sec: rate }) => rate))
      // What no batch reported has no data set.
      expect(file.keys()).not.toContain('sequences')
    } finally {
      file.close()
    }
  })

  it('counts, and says which file it lacks, where the HDF5 file cannot be written', async () => {
    const said: string[] = []
    const logger = { ...trialPorts.logger, warning: (text: string) => void said.push(text) }
    const ports = { logger, writeArrays: () => Promise.reject(new Error('no space left on device')) }
    const trial = await run({ directory: join(folder, 'full/trial-0'), total: 3, ports })
    expect(trial).toMatchObject({ failure: null, batchFiles: [expect.stringMatching(/\.json$/u)] })
    expect(said).toEqual([expect.stringMatching(/^telemetry_.*\.h5 could not be written: no space left/u)])
  })

  it('leaves no file of batches where none was reported, and none of a short run', async () => {
    const silent = {
      planned: {},
      command: ['node', '-e', 'require("fs").writeFileSync(process.argv[1] + ".csv", "id\\nrow\\n")', '{output}'],
    }
    const config = aConfig({ pipeline: { name: 'predict', devices: 'cpu', command: silent.command } })
    const settings: LongRun = { lookSeconds: 1, updateSeconds: 1, resumeArgs: null, stop: null }
    const request = aTrialRequest({ folder, config, planned: { gpus: [0], longRun: settings } })
    const directory = join(folder, 'silent/trial-0')
    mkdirSync(directory, { recursive: true })
    const trial = await runLongTrial({ ...request, directory }, trialPorts)
    expect(trial.batchFiles).toBeUndefined()
    expect(readdirSync(directory).filter((name) => name.startsWith('telemetry_'))).toEqual([])
  })

  it('tells no more often than it is asked to', async () => {
    const lines: string[] = []
    await run({
      directory: join(folder, 'seldom/trial-0'),
      total: 20,
      longRun: { updateSeconds: 30 },
      onLine: (line) => lines.push(line),
    })
    expect(lines).toEqual([])
  })

  it('is ended when its goal is out of reach, and leaves no process and no output', async () => {
    const stop = { limitSeconds: 2, error: 0.05, firstLookSeconds: 0.6 }
    const trial = await run({ directory: join(folder, 'stop/trial-0'), total: 5000, longRun: { stop } })
    expect(trial.failure).toMatchObject({
      kind: 'stopped',
      detail: expect.stringMatching(/^the run would end after .*the goal is 0\.0333 min .*at most 5 %/),
    })
    expect(trial.wallSeconds).toBeLessThan(10)
    expect(trial.progress?.curves[0]?.total).toBe(5000)
    expect(existsSync(join(folder, 'stop/trial-0/work'))).toBe(false)
  })

  it('goes to its end when the goal is within reach', async () => {
    const stop = { limitSeconds: 60, error: 0.05, firstLookSeconds: 0.4 }
    const trial = await run({ directory: join(folder, 'reach/trial-0'), total: 60, longRun: { stop } })
    expect(trial.failure).toBeNull()
  })

  it('goes on with the checkpoints of an execution that was lost, and says that it is no sample (T8, F-32)', async () => {
    const directory = join(folder, 'lost/trial-0')
    const job = new AbortController()
    const startedMs = performance.now()
    const first = await run({
      directory,
      total: 40,
      signal: job.signal,
      onLine: (line) => {
        if (rows(line) >= 10) job.abort()
      },
    })
    const tookSeconds = (performance.now() - startedMs) / 1000
    expect(first.failure?.kind).toBe('cancelled')
    const left = JSON.parse(readFileSync(join(directory, 'attempts.json'), 'utf8')) as {
      attempts: { seconds: number }[]
    }
    // With the time before the process starts and after it ends.
    expect(left.attempts[0]?.seconds).toBeGreaterThan(first.wallSeconds!)
    expect(left.attempts[0]?.seconds).toBeLessThan(tookSeconds)
    const second = await run({ directory, total: 40 })
    expect(second.argv.at(-1)).toBe('--resume')
    expect(second.failure).toMatchObject({
      kind: 'resumed',
      detail: expect.stringMatching(/1 interrupted execution .*not comparable with an uninterrupted run/),
    })
    expect(second.resultRows).toBe(40)
    expect(second.progress?.lostAttempts).toEqual(left.attempts)
    // Less than the whole was left to do.
    expect(second.progress?.waits).toBeLessThanOrEqual(30)
    expect(readdirSync(directory).filter((name) => name.startsWith('execution-'))).toEqual([
      'execution-1',
      'execution-2',
    ])
  })

  it('is judged by its proof after a resumption as well: a resumed run that wrote nothing is no result (W1)', async () => {
    const directory = join(folder, 'empty/trial-0')
    mkdirSync(directory, { recursive: true })
    writeFileSync(
      join(directory, 'attempts.json'),
      '{"attempts":[{"startedAt":"2026-11-20T00:00:00.000Z","seconds":5}]}',
    )
    const trial = await run({ directory, total: 0, stepMs: 0 })
    // Without its checkpoint the pipeline fails, whatever the harness remembers.
    expect(trial.failure?.kind).toBe('exit-code')
  })

  it('leaves word at once and while it runs: a runner that is lost for good has told how far it came', async () => {
    const directory = join(folder, 'word/trial-0')
    const seconds: number[] = []
    await run({
      directory,
      total: 30,
      onLine: () => {
        const { attempts } = JSON.parse(readFileSync(join(directory, 'attempts.json'), 'utf8')) as {
          attempts: { seconds: number }[]
        }
        seconds.push(attempts[0]?.seconds ?? -1)
      },
    })
    expect(seconds[0]).toBeGreaterThanOrEqual(0)
    expect(seconds.at(-1)).toBeGreaterThan(seconds[0]!)
  })

  it('begins anew when the word is damaged: nobody knows what time was lost', async () => {
    const directory = join(folder, 'damaged/trial-0')
    mkdirSync(directory, { recursive: true })
    writeFileSync(join(directory, 'attempts.json'), '{"attempts":[{"startedAt":"yesterday","seconds":-5}]}')
    mkdirSync(join(directory, 'work'))
    writeFileSync(join(directory, 'work', 'checkpoint'), '9')
    expect(await run({ directory })).toMatchObject({ failure: null, resultRows: 10, progress: { lostAttempts: [] } })
  })
})
