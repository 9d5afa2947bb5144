import { describe, expect, it } from 'vitest'
import { parseConfig } from '../../../../src/config/load.ts'
import type { Cell } from '../../../../src/domain/verdict/report.ts'
import { summarizeOutcome, type CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import { listSettings } from '../../../../src/domain/sweep/settings.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { sweep } from '../../../../src/suites/sweep/sweep.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'
import { aTrial, someDevices } from '../../a-run.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import { formatFrozen } from '../../frozen-text.ts'

const parameters = { 'batch-size': [16, 32, 64], workers: [1, 2] }

function sweepConfig(overrides: object = {}) {
  return aSuite('sweep', { suites: { sweep: { run: { dataset: 'medium' }, parameters, ...overrides } } })
}

function planned(overrides: object = {}, devices = 1) {
  return sweep.plan({ ...sweepConfig(overrides), devices: someDevices(devices), revisions: [] })
}

type Run = Partial<Trial> & { readonly bytes?: number; readonly joules?: number }

/** Three runs of every setting, 1 % apart; `make` gives those of one by its axes. */
function judge(make: (batch: number, workers: number) => Run, overrides: object = {}) {
  const plan = planned(overrides)
  const outcomes = plan.cases.map((item): CaseOutcome => {
    const {
      bytes = null,
      joules = null,
      ...run
    } = make(Number(item.key.axes['batch-size']), Number(item.key.axes['workers']))
    const use = aGpuUse({
      memoryUsedBytes: bytes === null ? null : steady(bytes),
      ownMemoryPeakBytes: null,
      energyJoules: joules,
    })
    const trials = [1, 1.01, 0.99].map((factor, index) =>
      aTrial({
        caseId: item.id,
        index: index + 1,
        telemetry: aTelemetry({ gpus: [use] }),
        ...run,
        wallSeconds: (run.wallSeconds ?? 10) * factor,
      }),
    )
    return summarizeOutcome(item, trials)
  })
  return judgeSuite(sweep, { ...sweepConfig(overrides), outcomes, devices: someDevices(1) })
}

const section = (result: ReturnType<typeof judge>, id: string) => result.section(id)
const text = (cell: Cell | undefined) => (typeof cell === 'string' ? cell : JSON.stringify(cell))
const places = (result: ReturnType<typeof judge>) =>
  section(result, 'sweep')?.rows.map((row) => `${text(row[0])}/${text(row[1])} ${text(row.at(-1))}`)

describe('the plan of a sweep (F-29)', () => {
  it('has one case for every combination, run in turn, on one GPU by default (I-215, I-218, I-223, X-35)', () => {
    const { cases } = planned()
    expect(cases.map(({ key }) => key.axes)).toEqual(
      listSettings(parameters).map((setting) => ({ gpus: 1, ...setting })),
    )
    expect(new Set(cases.map(({ interleaveGroup }) => interleaveGroup)).size).toBe(1)
    expect(new Set(cases.map(({ id }) => id)).size).toBe(6)
  })

  it('appends --NAME VALUE, and a switch only where it is on', () => {
    const { cases } = planned({ parameters: { batch: [8], 'persistent-models': [true, false] } })
    expect(cases.map(({ options }) => options?.args)).toEqual([
      ['--batch', '8', '--persistent-models'],
      ['--batch', '8'],
    ])
  })

  it('fills {param.NAME} in options and variables, and leaves ${…} of a shell alone', () => {
    const [first] = planned({
      parameters: { batch: [8, 16], mode: ['a b'] },
      options: ['--config=batch={param.batch},x=${param.batch}'],
      env: { MODE: '{param.mode}' },
    }).cases
    expect(first?.options).toEqual({ args: ['--config=batch=8,x=${param.batch}'], env: { MODE: 'a b' } })
  })

  it('lets the settings climb a ladder with halving, under the budget of the suite', () => {
    const { ladders, cases } = planned({
      method: 'halving',
      run: { dataset: 'medium', gpuMinutes: 30, repeats: 2, maxRepeats: 8 },
    })
    expect(ladders).toMatchObject([{ factor: 2, gpuMinutes: 30, maxRepeats: 8, metric: 'wall_time' }])
    expect(ladders?.[0]?.cases).toEqual(cases.map(({ id }) => id))
    expect(planned().ladders).toBeUndefined()
  })

  it('says once that the GPUs are lacking', () => {
    expect(planned({ gpus: 2 })).toMatchObject({
      cases: [],
      notTested: [{ reason: 'needs 2 devices, this runner has 1' }],
    })
  })
})

describe('the verdict of a sweep (F-29)', () => {
  it('names the best by the median and lists as ties all that these runs do not tell from it (I-219)', () => {
    const result = judge((batch, workers) => ({
      wallSeconds: workers === 2 ? (batch === 16 ? 10.05 : 10 + batch / 640) : 20,
    }))
    expect(places(result)?.toSorted()).toEqual(
      ['16/1 worse', '16/2 best', '32/1 worse', '32/2 tie', '64/1 worse', '64/2 tie'].toSorted(),
    )
    expect(section(result, 'sweep')?.notes[0]).toMatch(/Ties with the best setting, .*batch-size=16 workers=2: /)
  })

  it('states the queue depth of workers and prefetched batches (I-205)', () => {
    const both = { parameters: { 'batch-size': [16], workers: [1, 4], 'prefetch-factor': [2] } }
    const result = judge((_, workers) => ({ wallSeconds: workers === 4 ? 10 : 20 }), both)
    expect(section(result, 'sweep')?.notes).toContain(
      'Queue depth of the best setting: 4 workers × 2 prefetched batches = 8 batches.',
    )
  })

  it('says how much worse each other one is, with an interval', () => {
    const result = judge((batch, workers) => ({ wallSeconds: 10 * workers + batch }))
    const worst = result.derived.find(
      ({ name, axes }) => name === 'against_best' && axes['batch-size'] === 64 && axes['workers'] === 2,
    )
    expect(worst?.value).toBeCloseTo(84 / 26 - 1, 2)
    expect(worst?.interval?.[0]).toBeLessThan(84 / 26 - 1)
    expect(result.derived.find(({ name }) => name === 'best_objective')).toMatchObject({ value: 26, unit: 's' })
  })

  it('takes the highest rate for the best and turns its loss into a positive share', () => {
    const result = judge((batch) => ({ wallSeconds: 640 / batch }), { objective: 'throughput' })
    expect(places(result)?.[0]).toMatch(/^64\/\d best$/)
    expect(
      result.derived.find(({ name, axes }) => name === 'against_best' && axes['batch-size'] === 32)?.value,
    ).toBeCloseTo(1, 9)
  })

  it('counts a setting that runs out of memory as a result and no failure', () => {
    const failure = { kind: 'out-of-memory', detail: 'exit code 4: out of memory' } as const
    const result = judge((batch) => (batch === 64 ? { failure } : { wallSeconds: batch }))
    expect(places(result)?.filter((place) => place.endsWith('out of memory'))).toEqual([
      '64/1 out of memory',
      '64/2 out of memory',
    ])
    expect(result.findings).toEqual([])
    expect(planned().cases[0]?.answers).toEqual(['out-of-memory'])
  })

  it('says of a setting that failed for another reason why, and leaves the failure to the verdict', () => {
    const failure = { kind: 'exit-code', detail: 'exit code 1' } as const
    const result = judge((batch) => (batch === 64 ? { failure } : {}))
    expect(section(result, 'sweep')?.notes).toContain('batch-size=64 workers=1: exit-code: exit code 1')
  })

  it('lets no setting win that did other work than the rest (W1)', () => {
    const result = judge((batch, workers) => (batch === 64 && workers === 1 ? { wallSeconds: 1, resultRows: 10 } : {}))
    expect(places(result)?.at(-1)).toBe('64/1 failed')
    expect(section(result, 'sweep')?.notes).toContain(
      'batch-size=64 workers=1: wrote 10 result rows, most settings 1000',
    )
  })

  it('names no best where no setting gave the metric', () => {
    const result = judge(() => ({}), { objective: 'stage:ESM-2' })
    expect(result.derived).toMatchObject([
      { name: 'best_objective', value: null, reason: 'no setting gave stage:ESM-2' },
    ])
    expect(result.findings).toMatchObject([{ kind: 'failed' }])
  })

  it('does not call the only parameter that was varied settled (I-223)', () => {
    for (const more of [{}, { workers: [1] }]) {
      const result = judge((batch) => ({ wallSeconds: batch }), { parameters: { 'batch-size': [16, 32], ...more } })
      expect(result.findings).toMatchObject([
        { kind: 'caution', reason: expect.stringMatching(/^only batch-size was varied/) },
      ])
    }
  })

  it('names the options of the best setting', () => {
    const result = judge((batch, workers) => ({ wallSeconds: 1000 / batch / workers }), { env: { MODE: 'fast' } })
    expect(section(result, 'sweep')?.notes).toContain(
      'Options of the best setting: MODE=fast --batch-size 64 --workers 2',
    )
  })
})

describe('a config of a sweep', () => {
  const lines = (sweepLines: string) => `version: 1
pipeline:
  name: predict
  command: [node, p.mjs, '{dataset}', --fast, '{output}']
  proof: { stdout: [done] }
datasets: { small: { preset: small } }
suites:
  sweep:
    run: { dataset: small }
${sweepLines}`

  it.each([
    [
      '    parameters: { batch: [1, 2], workers: [1] }\n    options: ["--batch={param.batc}"]',
      /w.yml:11:15 .*unknown parameter "batc" — did you mean "batch"/,
    ],
    [
      '    parameters: { batch: [1, 2], workers: [1, 2] }\n    options: ["--batch={param.batch}"]',
      /w.yml:10:34 .*workers: is not used/,
    ],
    ['    parameters: { batch: [1] }', /gives only one setting/],
    ['    parameters: { gpus: [1, 2] }', /"gpus" is an axis of every case/],
    ['    parameters: { batch: [1, 2, 1] }', /1 is repeated/],
    [
      '    parameters: { batch: [1, 2] }\n    objective: walltime',
      /w.yml:11:16 .*"walltime" is neither a metric of a run nor stage:NAME — did you mean "wall_time"/,
    ],
    ['    parameters: { batch: [1, 2] }\n    objective: throughput', /throughput needs pipeline.throughput/],
    ['    parameters: { fast: [true, false] }', /already contains --fast/],
    [
      `    parameters: { a: [${Array.from({ length: 30 }, (_, i) => i).join()}], b: [${Array.from({ length: 30 }, (_, i) => i).join()}] }`,
      /gives 900 settings, at most 500/,
    ],
  ])('is refused with line and hint: %s', (sweepLines, expected) => {
    expect(() => parseConfig(lines(sweepLines), 'w.yml')).toThrow(expected)
  })
})

it('says the same about settings with two goals, one of which failed', async () => {
  const failure = { kind: 'exit-code', detail: 'exit code 1' } as const
  const told = judge((batch, workers) => ({
    wallSeconds: 8 + 64 / batch - 2 * workers + (batch === 64 && workers === 2 ? 3 : 0),
    bytes: batch * 1e8,
    joules: 500 + batch,
    ...(batch === 32 && workers === 1 && { failure }),
  }))
  await expect(formatFrozen({ ...told, results: undefined })).toMatchFileSnapshot('../../../frozen/suite-sweep.txt')
})
