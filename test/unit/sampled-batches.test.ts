import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { aFolder, ingestFolder } from './ingested.ts'

const out = aFolder()
afterAll(() => out[Symbol.dispose]())
const pipelineLog = readFileSync(new URL('../fixtures/published/1-gpu/pipeline.log', import.meta.url), 'utf8')
const config = `version: 1
name: sampled
pipeline: { name: virnucpro, command: [virnucpro, '{dataset}'], proof: { stdout: [completed] } }
datasets: { subset: { path: /data/subset.fasta } }
run: { warmups: 0, repeats: 1 }
suites: { stages: { run: { dataset: subset }, gpus: [1] } }
ruleSet: { name: production }
requirements:
  - { id: WORST, suite: stages, value: packing_lowest, operator: '>=', limit: 0.8 }
  - { id: BELOW, suite: stages, value: badly_packed_batches, operator: '==', limit: 0 }
`
const [budget, batches, sequencesPerBatch] = [16_384, 200, 8]
const line = (message: string) => `2026-11-20 14:21:54,839 - Worker 0 - virnucpro.async - INFO - ${message}\n`

type Options = {
  /** Tokens of each batch. */
  readonly tokens: readonly number[]
  /** Sequences per second, which the log rounds to tenths. */
  readonly rate: number
  /** Whether the log has the residues of all sequences. */
  readonly isIndexed?: boolean
  readonly tail?: string
  readonly state?: (batch: number) => string
}

/** A log of VirNucPro: the first batch and every tenth, and the rates of all at the end. */
function writeLog({ tokens, rate, isIndexed = false, tail = '', state = () => 'wait=0.1ms full' }: Options): string {
  const total = tokens.reduce((sum, one) => sum + one, 0)
  const sequences = tokens.length * sequencesPerBatch
  const tokenRate = Math.round((total * rate) / sequences).toLocaleString('en-US')
  const logged = tokens.flatMap((count, batch) => {
    const [wait, queue] = state(batch).split(' ')
    const message = `Batch ${batch}: ${wait}, seqs=${sequencesPerBatch}, tokens=${count}, queue_state=${queue}`
    return batch % 10 === 0 ? [line(message)] : []
  })
  return [
    isIndexed ? line(`Worker 0/1: ${sequences} sequences, ${total - 2 * sequences} tokens`) : '',
    line(`Dynamic token budget: ${budget}`),
    ...logged,
    line(
      `Batch ${tokens.length - 1}: ${sequences}/${sequences} (100.0%) | 358.0% pack eff, ${tokenRate} tok/s, ${rate.toFixed(1)} seq/s, ETA: unknown`,
    ),
    tail,
    line('Worker 0 completed successfully'),
  ].join('')
}

/** 20 logged batches with one share and 180 others, with this share of all. */
function fillBatches(logged: number, all: number): number[] {
  const others = (all * batches - logged * 20) / 180
  return Array.from({ length: batches }, (_, batch) => Math.round((batch % 10 === 0 ? logged : others) * budget))
}

let runs = 0
async function ingest(log: string) {
  using folder = aFolder({ 'config.yml': config, 'pipeline.log': pipelineLog, 'worker_0.log': log })
  const cases = [{ suite: 'stages', axes: { gpus: 1 }, files: ['*.log'] }]
  const manifest = { config: 'config.yml', testbed: { devices: 1, model: 'NVIDIA RTX 4090' }, cases }
  const { report } = await ingestFolder(folder.path, manifest, join(out.path, String((runs += 1))))
  return {
    limit: (id: string) => report.requirements.filter((one) => one.id === id).map(({ status }) => status),
    reason: (id: string) => report.requirements.find((one) => one.id === id)?.reason ?? '',
    figure: (name: string) => report.derived.find((one) => one.suite === 'stages' && one.name === name),
  }
}

describe('packing of a log with every tenth batch (F-25)', () => {
  // Clamped into the range from the rates, the logged batches would show 90.0 % and pass.
  const slow = { tokens: fillBatches(0.977, 0.859), rate: 0.7858 }
  // Here they would show 89.7 % and fail.
  const faster = { tokens: fillBatches(0.88, 0.908), rate: 3.013 }

  it.each([
    [slow, 0.794, 0.9, '79.4 % to 90.0 %'],
    [faster, 0.897, 0.927, '89.7 % to 92.7 %'],
  ])('gets no verdict while the limit is in the range from the rates', async (options, low, high, range) => {
    const { limit, reason, figure } = await ingest(writeLog(options))
    expect(limit('PERF-05')).toEqual(['not evaluated'])
    expect(reason('PERF-05')).toBe(`of 20 logged of 200 batches: ${range}; the limit is inside`)
    expect(figure('packing_efficiency')?.interval?.map((edge) => Number(edge.toFixed(3)))).toEqual([low, high])
  })

  it.each([
    [slow, 0.859, 'fail'],
    [faster, 0.908, 'pass'],
  ])('is exact where the log has the tokens of all sequences', async (options, share, status) => {
    const { limit, figure } = await ingest(writeLog({ ...options, isIndexed: true }))
    expect(figure('packing_efficiency')?.value).toBeCloseTo(share, 4)
    expect(limit('PERF-05')).toEqual([status])
  })

  it('is judged where the whole range is on one side of the limit', async () => {
    const fast = writeLog({ tokens: fillBatches(0.977, 0.859), rate: 321 })
    const { limit, reason } = await ingest(fast)
    expect(limit('PERF-05')).toEqual(['fail'])
    expect(reason('PERF-05')).toBe('of 20 logged of 200 batches: 85.9 % to 85.9 %')
  })

  it('shows the worst batch as a range: 97.7 % of the logged ones is not 73.2 % of all', async () => {
    const tokens = Array.from({ length: batches }, (_, batch) =>
      Math.round((batch % 10 === 0 ? 0.977 : 0.732) * budget),
    )
    const { limit, reason, figure } = await ingest(writeLog({ tokens, rate: 321 }))
    const [worst, below] = [figure('packing_lowest'), figure('badly_packed_batches')]
    expect(worst?.value).toBeCloseTo(0.732, 3)
    expect(worst?.reason).toMatch(/^of 20 logged of 200 batches: 0\.0 % to 73\.2 %$/)
    expect(below?.interval).toEqual([16, 180])
    expect(below?.reason).toBe('of 20 logged of 200 batches: 16 batches to 180 batches')
    expect([limit('WORST'), limit('BELOW')]).toEqual([['fail'], ['fail']])
    const good = await ingest(writeLog({ tokens: tokens.map(() => budget - 800), rate: 321 }))
    expect(good.limit('WORST')).toEqual(['not evaluated'])
    expect(good.limit('BELOW')).toEqual(['not evaluated'])
    expect(reason('WORST')).toContain('20 logged of 200')
  })

  it('covers the last buffer, whose batches are not logged', async () => {
    const tokens = Array.from({ length: batches }, () => Math.round(0.92 * budget))
    const log = writeLog({ tokens, rate: 321 }).replaceAll('1600/1600 (100.0%)', '1600/1700 (94.1%)')
    const flush = `Flush called: buffer has 100 sequences, packed_queue has 0 batches, total received: 1700, total returned so far: 1600`
    const ended = (count: number) =>
      log.replace(/(?=.*completed)/, line(flush) + line(`Flush returned ${count} batches`))
    const few = await ingest(ended(1))
    expect(few.reason('PERF-05')).toBe('of 20 logged of 201 batches: 91.5 % to 92.1 %')
    expect(few.limit('PERF-05')).toEqual(['pass'])
    expect((await ingest(ended(13))).limit('PERF-05')).toEqual(['not evaluated'])
    const cut = await ingest(log)
    expect(cut.limit('PERF-05')).toEqual(['not evaluated'])
    expect(cut.reason('PERF-05')).toMatch(/^of 20 logged of at least 200 batches: /)
  })
})

describe('starved batches of a log with every tenth (F-26)', () => {
  const tokens = fillBatches(0.95, 0.95)
  const read = (state: NonNullable<Options['state']>, tail = '') => ingest(writeLog({ tokens, rate: 321, tail, state }))
  const closing = (mean: number, max: number) =>
    line(`DataLoader stats: avg_wait=${mean.toFixed(1)}ms, max_wait=${max.toFixed(1)}ms, packing_efficiency=0.00%`)

  it('is not judged by the logged ones alone', async () => {
    const { limit, reason, figure } = await read(() => 'wait=0.1ms full')
    expect(limit('PERF-05-starved')).toEqual(['not evaluated', 'not evaluated'])
    expect(reason('PERF-05-starved')).toBe('of 20 logged of 200 batches: 0 % to 90 %; the limit is inside')
    expect(figure('loader_wait_p95')?.reason).toBe('of 20 logged of 200 batches')
  })

  it.each([
    ['the longest wait is short', closing(0.1, 0.6), ['pass', 'pass']],
    ['the mean wait allows few', closing(3, 90), ['pass', 'pass']],
    ['the mean wait allows some', closing(8, 90), ['not evaluated', 'pass']],
    ['the mean wait needs many', closing(70, 90), ['fail', 'fail']],
  ])('is judged by the waits of all batches: %s', async (_name, tail, expected) => {
    expect((await read(() => 'wait=0.1ms full', tail)).limit('PERF-05-starved')).toEqual(expected)
  })
})
