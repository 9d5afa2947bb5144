import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { aFolder, ingestFolder, verdicts, type Ingested } from './ingested.ts'
import { publishedFigures } from './published-figures.ts'
import { publishedLogs, type PublishedFigures } from './published-logs.ts'

const fixtures = new URL('../fixtures/published/', import.meta.url).pathname
const manifest = JSON.parse(readFileSync(join(fixtures, 'manifest.json'), 'utf8')) as {
  readonly cases: readonly Record<string, unknown>[]
}
const out = aFolder()
afterAll(() => out[Symbol.dispose]())
let published: Ingested
beforeAll(async () => {
  published = await ingestFolder(fixtures, manifest, join(out.path, 'published'))
})

describe('the published runs under the published rules', () => {
  it('give exactly the seven published verdicts: 4 of 7 (F-39)', () => {
    expect(verdicts(published.report)).toEqual([
      'TIME-1-GPU: pass',
      'TIME-2-GPU: fail',
      'PERF-03: fail',
      'SPEEDUP-v1.0: pass',
      'AGREEMENT: pass',
      'PERF-02: fail',
      'PERF-05: pass',
    ])
    expect(published.report).toMatchObject({ verdict: 'fail', exitCode: 1 })
  })

  it('says of a pass that it rests on an impossible figure that was only printed (W14, F-25)', () => {
    const packing = published.report.requirements.find(({ id }) => id === 'PERF-05')
    expect(packing).toMatchObject({ value: 'packing_printed', actual: 3.58, rule: 'published@1' })
    expect(packing?.reason).toContain('more than 100 % is impossible')
  })

  it('says that the speed-up over v1.0 rests on a declared time (W35, X-16)', () => {
    const speedup = published.report.requirements.find(({ id }) => id === 'SPEEDUP-v1.0')
    expect(speedup?.reason).toContain('based on a declared value, not a measurement')
  })

  it('stores the rule set and its version with the record and every verdict (W39)', () => {
    expect(published.record.yardstick.ruleSet).toBe('published@1')
    expect(new Set(published.report.requirements.map(({ rule }) => rule))).toEqual(new Set(['published@1']))
  })

  it('warns that the two runs used different models (W36)', () => {
    const reasons = published.report.findings.map(({ subject, reason }) => `${subject}: ${reason}`)
    expect(reasons).toContain('scaling/virnucpro: its runs differ in model: 500_model.pth, 300_model.pth')
  })
})

describe('the published runs under the limits of production', () => {
  let production: Ingested
  beforeAll(async () => {
    using folder = aFolder({
      ...publishedLogs(publishedFigures),
      'published.yml': readFileSync(join(fixtures, 'published.yml'), 'utf8').replace(
        'name: published, only',
        'name: production, only',
      ),
    })
    const cases = manifest.cases.filter(({ suite }) => suite !== 'command')
    production = await ingestFolder(folder.path, { ...manifest, cases }, join(out.path, 'production'))
  })

  it('answer PERF-01 to PERF-05 and MON-01', () => {
    const answered = production.report.requirements.filter(({ status }) => status !== 'not evaluated')
    expect([...new Set(answered.map(({ id }) => id))]).toEqual(
      expect.arrayContaining(['PERF-01', 'PERF-02', 'PERF-03', 'PERF-04', 'PERF-05', 'MON-01']),
    )
    const byStage = answered.filter(({ value }) => value === 'gpu_stage_utilization')
    expect(new Set(byStage.map(({ axes }) => axes['stage']))).toEqual(
      new Set(['DNABERT-S Feature Extraction', 'ESM-2 Feature Extraction']),
    )
    expect(production.report.requirements.find(({ id }) => id === 'MON-01')?.reason).toBe(
      '6 of 6 runs have GPU samples; 2 of 9 stages have samples in all of them',
    )
  })

  it('show what each stage contributes to each limit', () => {
    const table = production.report.sections.find(({ id }) => id === 'limits-by-stage')
    expect(table?.columns.slice(2)).toEqual([
      'PERF-01: time',
      'PERF-02: utilization',
      'PERF-03: speed-up',
      'PERF-04: rate',
      'PERF-05: packing',
      'MON-01: utilization',
      'MON-01: memory',
    ])
    const esm = table?.rows.find(([stage, gpus]) => stage === 'ESM-2 Feature Extraction' && gpus === '2')
    expect(esm?.every((cell) => cell !== null)).toBe(true)
    expect(esm?.at(-2)).toEqual({ interval: [65, 80], unit: '%' })
  })

  it('give every figure of a stage by GPU, and time per sequence', () => {
    const esm = production.report.derived.filter(
      ({ axes }) => axes['stage'] === 'ESM-2 Feature Extraction' && axes['gpus'] === 2,
    )
    const read = (name: string) => esm.filter((item) => item.name === name).map(({ value }) => value)
    expect(read('stage_utilization_min')).toEqual([65, 65])
    expect(read('stage_utilization_max')).toEqual([80, 80])
    for (const name of ['stage_memory_min', 'stage_memory_mean', 'stage_memory_peak'])
      for (const value of read(name)) expect(value).toBeCloseTo(6198.9 * 2 ** 20, -2)
    expect(read('avg_time_per_sequence_ms')).toEqual([1.3832])
  })

  it('advise by stage', () => {
    const rows = production.report.sections.find(({ id }) => id === 'bottlenecks')?.rows ?? []
    const [, , , cause, evidence, advice] = rows.find(([stage]) => stage === 'ESM-2 Feature Extraction') ?? []
    expect([cause, evidence]).toEqual(['gpu-idle', 'the GPU was only 70 % busy; 0 % of its batches came late'])
    expect(advice).toContain('make batches larger')
  })
})

test('with packing computed from tokens the honest count is 3 of 7 (E18, W14)', async () => {
  const { report } = await ingestFolder(fixtures, { ...manifest, config: 'subset.yml' }, join(out.path, 'subset'))
  expect(verdicts(report).filter((text) => text.endsWith(': pass'))).toHaveLength(3)
  expect(report.requirements.find(({ id }) => id === 'PERF-05')).toMatchObject({
    value: 'packing_efficiency',
    status: 'fail',
    rule: 'subset@1',
  })
})

/** Figure by suite, name and axes: value and by how much it may be off, which is the rounding of what is expected. */
const expected: readonly [string, string, string, Record<string, string | number>, number, number][] = [
  ['E1, 1 GPU', 'scaling', 'stage_total', { gpus: 1 }, 3200.6, 0.1],
  ['E1, 2 GPUs', 'scaling', 'stage_total', { gpus: 2 }, 2025, 0.1],
  ['E2', 'scaling', 'wall_time', { gpus: 1 }, 3200.6, 0.05],
  ['E3', 'scaling', 'wall_time', { gpus: 2 }, 2025, 0.05],
  ['E4', 'scaling', 'speedup', { gpus: 2 }, 1.5805, 5e-5],
  ['E5', 'scaling', 'efficiency', { gpus: 2 }, 0.7903, 5e-5],
  ['E6', 'stages', 'stage_speedup', { gpus: 2, stage: 'ESM-2 Feature Extraction' }, 1.8733, 5e-5],
  ['E6', 'stages', 'stage_efficiency', { gpus: 2, stage: 'ESM-2 Feature Extraction' }, 0.9366, 5e-5],
  ['E7', 'stages', 'stage_speedup', { gpus: 2, stage: 'DNABERT-S Feature Extraction' }, 0.9587, 5e-5],
  ['E7', 'stages', 'stage_efficiency', { gpus: 2, stage: 'DNABERT-S Feature Extraction' }, 0.4794, 5e-5],
  ['E8', 'stages', 'small_stages_speedup', { gpus: 2 }, 0.9096, 5e-5],
  ['E9', 'revision', 'speedup', { revision: 'v1.0' }, 6.2222, 5e-5],
  ['E11', 'command', 'bench:consensus agreement', { gpus: 2 }, 0.99873, 5e-6],
  ['E13', 'command', 'bench:per-frame agreement', { gpus: 1 }, 0.9982, 5e-5],
  ['E14', 'command', 'bench:per-frame score_difference_mean', { gpus: 1 }, 0.0014, 5e-5],
  ['E14', 'command', 'bench:per-frame score_difference_median', { gpus: 1 }, 0.0005, 5e-5],
  ['E14', 'command', 'bench:embedding cosine', { gpus: 1 }, 0.999999, 5e-7],
  ['E14', 'command', 'bench:DNABERT-S mean_difference', { gpus: 1 }, 0, 0],
  ['E14', 'command', 'bench:ESM-2 mean_difference', { gpus: 1 }, 0.000249, 5e-7],
  ['E14', 'command', 'bench:scores within_0.01', { gpus: 1 }, 0.979, 5e-4],
  ['E17', 'stages', 'packing_printed', { gpus: 1 }, 3.58, 5e-3],
  ['E18', 'stages', 'packing_efficiency', { gpus: 1 }, 0.895, 5e-4],
  ['E19', 'stages', 'loader_wait_mean', { gpus: 2 }, 0.0001, 1e-9],
  ['E19', 'stages', 'loader_wait_max', { gpus: 2 }, 0.0006, 1e-9],
  ['E20', 'stages', 'starved_share', { gpus: 2 }, 0, 0],
  ['E21', 'stages', 'inference_rate', { gpus: 2 }, 629.2, 0.05],
  ['E21', 'stages', 'inference_speedup', { gpus: 2 }, 1.96, 5e-4],
  ['E22', 'stages', 'load_imbalance', { gpus: 2 }, 0.007, 5e-4],
  ['E23', 'stages', 'share:ESM-2 Feature Extraction', { gpus: 1 }, 0.81, 5e-4],
  ['E23', 'stages', 'share:ESM-2 Feature Extraction', { gpus: 2 }, 0.683, 5e-4],
  ['E23', 'stages', 'share:DNABERT-S Feature Extraction', { gpus: 2 }, 0.259, 5e-4],
  ['E24', 'stages', 'ceiling', { gpus: 2 }, 1.68, 5e-4],
  ['E25', 'end-to-end', 'projected_hours', {}, 3.375, 5e-4],
  ['E26', 'end-to-end', 'sequences_per_hour', {}, 1_777_778, 0.5],
  ['W29, 1 GPU', 'stages', 'utilization_warnings', { gpus: 1 }, 0.194, 5e-4],
  ['W29, 2 GPUs', 'stages', 'utilization_warnings', { gpus: 2 }, 0.149, 5e-4],
]

test.each(expected)('%s: %s %s', (...[, suite, name, axes, value, rounding]) => {
  const found = published.report.derived.filter(
    (item) =>
      item.suite === suite &&
      item.name === name &&
      Object.entries(axes).every(([axis, wanted]) => item.axes[axis] === wanted) &&
      Object.hasOwn(item.axes, 'stage') === Object.hasOwn(axes, 'stage'),
  )
  const closest = found.flatMap((item) => (item.value === null ? [] : Math.abs(item.value - value)))
  expect(Math.min(...closest)).toBeLessThanOrEqual(rounding * (1 + 1e-9))
})

test('E12: an answer of another model is not comparable, and judges nothing (W36)', () => {
  const first = published.report.derived.filter(({ name, isSuspicious }) => name.includes('agreement') && isSuspicious)
  expect(first.map(({ value }) => value?.toFixed(5))).toEqual(['0.93089'])
  expect(first[0]?.reason).toBe('not comparable: model: 500_model.pth → 300_model.pth')
})

test('E16: a utilisation between two ends is judged by what was logged, of the GPU that was least busy (X-34)', () => {
  const figures = published.report.derived.filter(
    ({ suite, name }) => suite === 'scaling' && name === 'gpu_utilization',
  )
  const values = figures.map(({ value }) => value ?? Number.NaN)
  expect(values.length).toBeGreaterThanOrEqual(2)
  expect(values.every((value) => value >= 60 && value <= 80)).toBe(true)
  const judged = published.report.requirements.find(({ id }) => id === 'PERF-02')
  expect(judged).toMatchObject({ value: 'lowest_gpu_utilization', axes: { gpus: 2 }, status: 'fail' })
  const ofTwo = figures.filter(({ axes }) => axes['gpus'] === 2).map(({ value }) => value ?? Number.NaN)
  expect(judged?.actual).toBe(Math.min(...ofTwo))
})

test('E23: ESM-2 alone takes more than 30 % of the time (F-13)', () => {
  const rows = published.report.sections.find(({ id }) => id === 'stages')?.rows ?? []
  const flagged = rows.filter((row) =>
    row.some((cell) => typeof cell === 'string' && cell.startsWith('more than 30 % of the time')),
  )
  expect(flagged.map(([stage]) => stage)).toEqual(['ESM-2 Feature Extraction', 'ESM-2 Feature Extraction'])
})

test('E10: 3.937 is not 4.0, however it is rounded (W35)', async () => {
  const config = readFileSync(join(fixtures, 'published.yml'), 'utf8')
  using folder = aFolder({
    ...publishedLogs(publishedFigures),
    'one.yml': config.replace('against: [v1.0], gpus: 2', 'against: [v1.0], gpus: 1'),
  })
  const cases = [{ suite: 'revision', axes: { revision: 'head' }, files: ['1-gpu/*.log'] }]
  const { report } = await ingestFolder(folder.path, { config: 'one.yml', cases }, join(folder.path, 'run'))
  const speedup = report.requirements.find(({ id }) => id === 'SPEEDUP-v1.0')
  expect(speedup).toMatchObject({ status: 'fail' })
  expect(speedup?.actual?.toFixed(3)).toBe('3.937')
})

const [one, two] = [publishedFigures.runs['1-gpu'], publishedFigures.runs['2-gpus']]

/** Other runs: every stage as much slower or faster as drawn, other rates, other answers. */
const otherFigures: fc.Arbitrary<Drawn> = fc.record({
  first: fc.integer({ min: 20, max: 300 }),
  second: fc.integer({ min: 20, max: 300 }),
  tokens: fc.integer({ min: 3000, max: 18_000 }),
  // Too close to the limit, the few samples of a short run decide.
  low: fc.integer({ min: 10, max: 90 }).filter((low) => Math.abs(low + 5 - 80) > 3),
  different: fc.integer({ min: 0, max: 30_000 }),
  printed: fc.integer({ min: 50, max: 400 }),
})

type Drawn = Readonly<Record<'first' | 'second' | 'tokens' | 'low' | 'different' | 'printed', number>>

function figuresOf(drawn: Drawn): PublishedFigures {
  if (!one || !two) throw new Error('two runs are published')
  const stretched = (stages: readonly number[], percent: number) =>
    stages.map((seconds) => Math.max(0.1, Math.round((seconds * percent) / 10) / 10))
  const [worker] = one.workers
  return {
    ...publishedFigures,
    printedPacking: drawn.printed,
    runs: {
      '1-gpu': {
        ...one,
        stages: stretched(one.stages, drawn.first),
        workers: worker ? [{ ...worker, tokensPerSecond: drawn.tokens }] : [],
      },
      '2-gpus': { ...two, stages: stretched(two.stages, drawn.second), utilization: [drawn.low, drawn.low + 10] },
    },
    comparisons: {
      ...publishedFigures.comparisons,
      '2-gpus': { mode: 'consensus', equal: 601_257 - drawn.different, different: drawn.different },
    },
  }
}

/** The seven verdicts by the arithmetic of a pocket calculator. */
function byHand(figures: PublishedFigures): string[] {
  const total = (name: string) => (figures.runs[name]?.stages ?? []).reduce((sum, seconds) => sum + seconds, 0)
  const rounded = (name: string) => Number(total(name).toFixed(1))
  const [first, second] = [rounded('1-gpu'), rounded('2-gpus')]
  const { equal = 0, different = 0 } = figures.comparisons['2-gpus'] ?? {}
  const [low = 0, high = 0] = figures.runs['2-gpus']?.utilization ?? []
  const rows: [string, boolean | null][] = [
    ['TIME-1-GPU', first < 3600],
    ['TIME-2-GPU', second < 1800],
    // Faster than two GPUs can be judges nothing.
    ['PERF-03', first / second > 2 ? null : first / second >= 1.9],
    ['SPEEDUP-v1.0', 12_600 / second >= 4],
    ['AGREEMENT', equal / (equal + different) >= 0.99],
    ['PERF-02', (low + high) / 2 > 80],
    ['PERF-05', figures.printedPacking / 100 > 0.9],
  ]
  return rows.map(([id, isMet]) => `${id}: ${isMet === null ? 'not evaluated' : isMet ? 'pass' : 'fail'}`)
}

test('other figures give other verdicts: nothing knows the published ones (W38)', async () => {
  const config = readFileSync(join(fixtures, 'published.yml'), 'utf8')
  await fc.assert(
    fc.asyncProperty(otherFigures, async (drawn) => {
      const figures = figuresOf(drawn)
      using folder = aFolder({ ...publishedLogs(figures), 'published.yml': config })
      const cases = manifest.cases.filter(({ files }) => !JSON.stringify(files).includes('correctness'))
      const { report } = await ingestFolder(folder.path, { ...manifest, cases }, join(folder.path, 'run'))
      expect(verdicts(report)).toEqual(byHand(figures))
    }),
    { numRuns: 4, seed: 7 },
  )
})
