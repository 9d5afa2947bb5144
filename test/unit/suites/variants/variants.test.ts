import { describe, expect, it } from 'vitest'
import { formatCaseId } from '../../../../src/domain/core/case.ts'
import { judgeComparisons } from '../../../../src/domain/verdict/judged-comparison.ts'
import { summarizeOutcome } from '../../../../src/domain/trial/outcome.ts'
import type { Plan } from '../../../../src/domain/plan/plan.ts'
import { nothingKnown } from '../../../../src/domain/plan/interleaved-runs.ts'
import { chooseNextTrial } from '../../../../src/domain/plan/schedule.ts'
import type { Trial } from '../../../../src/domain/trial/trial.ts'
import { variants } from '../../../../src/suites/variants/variants.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'
import { aRecord, aTrial, someDevices } from '../../a-run.ts'
import { aComparison, otherLabels, referenceDigest, someFindings, subjectDigest, trialTables } from '../../a-table.ts'
import { aGpuUse, aTelemetry, steady } from '../../a-telemetry.ts'
import { formatFrozen } from '../../frozen-text.ts'

const matrix = {
  baseline: [],
  streams: ['--cuda-streams'],
  persistent: ['--persistent-models'],
  all: ['--cuda-streams', '--persistent-models'],
}

function given(suite: object = {}, suites: object = {}) {
  const variantConfig = {
    run: { dataset: 'medium', repeats: 4, maxRepeats: 4 },
    base: 'baseline',
    options: matrix,
    ...suite,
  }
  const found = aSuite('variants', { suites: { variants: variantConfig, ...suites } })
  const input = { ...found, devices: someDevices(2), revisions: aRecord().revisions }
  return { ...input, plan: variants.plan(input) }
}

type Runs = {
  readonly seconds: readonly number[]
  readonly rows?: number
  readonly memoryBytes?: number
  readonly argv?: readonly string[]
  readonly more?: (index: number) => Partial<Trial>
}

const idOf = (name: string): string =>
  formatCaseId({ suite: 'variants', benchmark: 'predict', axes: { gpus: 1, variant: name } })

function trialsOf(plan: Plan, runs: Readonly<Record<string, Runs>>): Trial[] {
  return Object.entries(runs).flatMap(([name, { seconds, rows = 1000, memoryBytes, argv, more }]) => {
    const planned = plan.cases.find(({ id }) => id === idOf(name))
    const telemetry = memoryBytes
      ? aTelemetry({
          gpus: [aGpuUse({ gpu: 0, ownMemoryPeakBytes: memoryBytes, utilizationPercent: steady(80) })],
        })
      : null
    return seconds.map((wallSeconds, place) => {
      const index = (planned?.warmups ?? 0) + place
      const started = argv ?? ['node', 'pipeline.mjs', ...(planned?.options?.args ?? [])]
      const basic = { caseId: idOf(name), index, wallSeconds, resultRows: rows, telemetry, argv: started }
      return aTrial({ ...basic, ...more?.(index) })
    })
  })
}

function judge(runs: Readonly<Record<string, Runs>>, suite: object = {}, suites: object = {}) {
  const { plan, ...input } = given(suite, suites)
  const trials = trialsOf(plan, runs)
  const outcomes = plan.cases.map((planned) => summarizeOutcome(planned, trials))
  const comparisons = judgeComparisons(plan, trials, nothingKnown)
  const { results, ...findings } = judgeSuite(variants, { ...input, outcomes, comparisons })
  const result = (id: string, variant: string) =>
    results.find((item) => item.id === id && item.axes['variant'] === variant)
  const figure = (name: string, variant: string) => findings.figure(name, { variant })
  const verdict = (variant: string) => {
    return findings.sections[0]?.rows.find(([name]) => name === variant)?.at(-1)
  }
  return { ...findings, result, figure, verdict }
}

const around = (seconds: number): number[] => [0.999, 1.001, 1.0005, 0.9995].map((factor) => seconds * factor)
const noisy = (seconds: number): number[] => [0.8, 1.25, 1.1, 0.9].map((factor) => seconds * factor)

describe('the optimisation matrix (F-22, I-173)', () => {
  it('runs every variant in turn with the base, with its own arguments (W8)', () => {
    const { plan } = given()
    expect(
      plan.cases.map(({ options, interleaveGroup, revision }) => [options?.args, interleaveGroup, revision]),
    ).toEqual(Object.values(matrix).map((args) => [args, 'variants', 'head']))
    expect(plan.comparisons.map(({ head, base }) => [head, base])).toEqual(
      ['streams', 'persistent', 'all'].map((name) => [idOf(name), idOf('baseline')]),
    )
    const order: string[] = []
    const trials: Trial[] = []
    for (let next = chooseNextTrial(plan, trials); next && trials.length < 12; next = chooseNextTrial(plan, trials)) {
      order.push(String(next.planned.key.axes['variant']))
      trials.push(aTrial({ caseId: next.planned.id, index: next.index, isWarmup: next.isWarmup }))
    }
    const counted = order.slice(4)
    expect(counted).toEqual([...counted.slice(0, 4), ...counted.slice(0, 4).toReversed()])
    expect(new Set(order.slice(0, 4)).size).toBe(4)
  })

  it('calls a difference inside the noise no gain, and one out of it a gain by what the noise leaves of it (I-174, I-175)', () => {
    const { result, figure, verdict } = judge({
      baseline: { seconds: around(10) },
      streams: { seconds: around(10).toReversed() },
      persistent: { seconds: around(5) },
      all: { seconds: noisy(9.5) },
    })
    expect([verdict('streams'), verdict('persistent'), verdict('all')]).toEqual([
      'no difference',
      'faster',
      'inconclusive',
    ])
    expect(result('VARIANT-gain', 'streams')).toMatchObject({ status: 'fail', severity: 'warn', actual: 0 })
    expect(result('VARIANT-gain', 'persistent')).toMatchObject({ status: 'pass' })
    expect(result('VARIANT-gain', 'all')).toMatchObject({ status: 'not evaluated' })
    expect(figure('speedup', 'persistent')?.value).toBeCloseTo(2, 2)
    expect(result('VARIANT-gain', 'persistent')?.actual).toBeLessThan((figure('speedup', 'persistent')?.value ?? 0) - 1)
  })

  it('counts a certain gain below the minimum effect, as the interval next to it says', () => {
    const { result, verdict } = judge({ baseline: { seconds: around(10) }, streams: { seconds: around(9.9) } })
    expect(verdict('streams')).toBe('small difference')
    expect(result('VARIANT-gain', 'streams')).toMatchObject({ status: 'pass', actual: expect.closeTo(0.009, 2) })
  })

  it('never takes a slower variant for a regression of the change that is tested', () => {
    const { comparisons, result } = judge({ baseline: { seconds: around(5) }, streams: { seconds: around(10) } })
    expect(comparisons.filter(({ verdict }) => verdict === 'regression')).toMatchObject([
      { isGate: false, reference: 'variant baseline' },
    ])
    expect(result('VARIANT-gain', 'streams')).toMatchObject({ status: 'fail', actual: expect.closeTo(-0.5, 2) })
  })

  it('reports a variant that changes nothing (W62)', () => {
    const { findings } = judge({
      baseline: { seconds: around(10), memoryBytes: 1e9 },
      streams: { seconds: around(10), memoryBytes: 1.001e9 },
      persistent: { seconds: around(10), memoryBytes: 2e9 },
    })
    expect(findings).toMatchObject([
      {
        subject: 'variant streams',
        reason: expect.stringContaining('check that the pipeline reads this option'),
      },
    ])
    const unseen = judge({ baseline: { seconds: around(10) }, streams: { seconds: around(10) } })
    expect(unseen.findings.map(({ reason }) => reason)).toContain(
      'no detectable effect: the same time as baseline, unknown memory; check that the pipeline reads this option',
    )
  })

  it('says that an option never reached the command, instead of what it gained (W8)', () => {
    const { result, verdict, findings } = judge({
      baseline: { seconds: around(10) },
      streams: { seconds: around(5), argv: ['node', 'pipeline.mjs'] },
    })
    expect(verdict('streams')).toContain('was started without --cuda-streams')
    expect(result('VARIANT-gain', 'streams')?.status).toBe('not evaluated')
    expect(findings[0]).toMatchObject({ kind: 'failed', subject: 'variant streams' })
  })

  it('fails a variant that is twice as fast because it wrote half of the rows (W26)', () => {
    const { result, comparisons } = judge({
      baseline: { seconds: around(10) },
      persistent: { seconds: around(5), rows: 500 },
    })
    expect(result('VARIANT-answer', 'persistent')).toMatchObject({
      status: 'fail',
      severity: 'fail',
      reason: expect.stringContaining('wrote 500 result rows, baseline 1000'),
    })
    expect(result('VARIANT-gain', 'persistent')?.status).toBe('not evaluated')
    expect(comparisons.find(({ axes }) => axes['variant'] === 'persistent')?.verdict).toBe('not comparable')
  })

  it('keeps a variant that failed in the table, with the reason, and judges nothing of it (W61)', () => {
    const { verdict, result } = judge({ baseline: { seconds: around(10) } })
    expect(verdict('all')).toContain('not measured: no trial of this case was recorded')
    expect(result('VARIANT-gain', 'all')).toMatchObject({ status: 'not evaluated', actual: null })
  })

  it('shows utilisation and memory of each variant (I-176), and nothing where nobody watched', () => {
    const { sections } = judge({
      baseline: { seconds: around(10), memoryBytes: 1e9 },
      streams: { seconds: around(9) },
    })
    expect(sections[0]?.rows.map((row) => row.slice(5, 7))).toEqual([
      [
        { value: 80, unit: '%' },
        { value: 1e9, unit: 'B' },
      ],
      [null, null],
      [null, null],
      [null, null],
    ])
  })
})

describe('persistent models: speed for memory (F-21, I-168, I-169)', () => {
  const paying = { tradeOff: ['persistent'] }
  const advice = (seconds: readonly number[], memoryBytes?: number) => {
    const memory = memoryBytes === undefined ? {} : { memoryBytes }
    const judged = judge(
      { baseline: { seconds: around(12), memoryBytes: 1e9 }, persistent: { seconds, ...memory } },
      paying,
    )
    const row = judged.sections.find(({ id }) => id === 'trade-off')?.rows[0]
    return { advice: row?.at(-1), rule: judged.result('VARIANT-memory', 'persistent'), figure: judged.figure }
  }

  it('are recommended, acceptable, inefficient or without advice by measured memory and speed', () => {
    expect(advice(around(10), 1.2e9)).toMatchObject({ advice: 'recommended', rule: undefined })
    expect(advice(around(10), 1.4e9)).toMatchObject({ advice: 'no advice', rule: undefined })
    expect(advice(around(8), 1.6e9)).toMatchObject({ advice: 'acceptable', rule: { status: 'pass' } })
    expect(advice(around(11), 1.6e9)).toMatchObject({ advice: 'inefficient', rule: { status: 'fail' } })
    expect(advice(around(10), 1.2e9).figure('memory_overhead', 'persistent')?.value).toBeCloseTo(0.2, 9)
  })

  it('get no advice from a gain that the noise hides, nor without the memory of both', () => {
    expect(advice(noisy(10), 1.2e9).advice).toBe('no advice')
    const unseen = advice(around(10))
    expect(unseen.advice).toContain('not evaluated: the memory of both was not sampled')
    expect(unseen.rule).toMatchObject({ status: 'not evaluated', actual: null })
  })
})

describe('variants on several GPU counts', () => {
  const several = {
    gpus: [2, 1],
    options: { baseline: [], persistent: ['--persistent-models'] },
    tradeOff: ['persistent'],
  }
  const idAt = (gpus: number, variant: string) =>
    formatCaseId({ suite: 'variants', benchmark: 'predict', axes: { gpus, variant } })

  it('compare each variant with the base on the same GPUs, in rounds of its own', () => {
    const { plan } = given(several)
    expect(plan.cases.map(({ id, gpus, interleaveGroup }) => [id, gpus.length, interleaveGroup])).toEqual([
      [idAt(1, 'baseline'), 1, 'variants gpus=1'],
      [idAt(1, 'persistent'), 1, 'variants gpus=1'],
      [idAt(2, 'baseline'), 2, 'variants gpus=2'],
      [idAt(2, 'persistent'), 2, 'variants gpus=2'],
    ])
    expect(plan.comparisons.map(({ head, base }) => [head, base])).toEqual([
      [idAt(1, 'persistent'), idAt(1, 'baseline')],
      [idAt(2, 'persistent'), idAt(2, 'baseline')],
    ])
  })

  it('measure the counts that fit, and report the others as not tested', () => {
    const { plan } = given({ ...several, gpus: [1, 4] })
    expect(plan.cases.map(({ id }) => id)).toEqual([idAt(1, 'baseline'), idAt(1, 'persistent')])
    expect(plan.notTested.map(({ key, reason }) => [key.axes, reason])).toEqual([
      [{ gpus: 4, variant: 'baseline' }, 'needs 4 devices, this runner has 2'],
      [{ gpus: 4, variant: 'persistent' }, 'needs 4 devices, this runner has 2'],
    ])
  })

  it('have a speed-up, a row and advice for each count', () => {
    const { plan, ...input } = given(several)
    const seconds: Record<string, number[]> = {
      [idAt(1, 'baseline')]: around(12),
      [idAt(1, 'persistent')]: around(10),
      [idAt(2, 'baseline')]: around(8),
      [idAt(2, 'persistent')]: around(4),
    }
    const trials = plan.cases.flatMap((planned) =>
      (seconds[planned.id] ?? []).map((wallSeconds, place) =>
        aTrial({
          caseId: planned.id,
          index: planned.warmups + place,
          wallSeconds,
          argv: ['node', ...(planned.options?.args ?? [])],
          telemetry: aTelemetry({ gpus: planned.gpus.map((gpu) => aGpuUse({ gpu, ownMemoryPeakBytes: 1e9 })) }),
        }),
      ),
    )
    const findings = variants.judge({
      ...input,
      outcomes: plan.cases.map((planned) => summarizeOutcome(planned, trials)),
      comparisons: judgeComparisons(plan, trials, nothingKnown),
      datasets: aRecord().datasets,
      identity: {},
      policy: input.config.comparison,
    })
    const speedups = findings.derived.filter(({ name }) => name === 'speedup')
    expect(speedups.map(({ axes, value }) => [axes['gpus'], value?.toFixed(2)])).toEqual([
      [1, '1.20'],
      [2, '2.00'],
    ])
    const rows = (id: string) => findings.sections.find((section) => section.id === id)?.rows ?? []
    expect(rows('variants').map(([name, gpus]) => [name, gpus])).toEqual([
      ['baseline', '1'],
      ['persistent', '1'],
      ['baseline', '2'],
      ['persistent', '2'],
    ])
    expect(rows('trade-off').map((row) => [row[0], row.at(-1)])).toEqual([
      ['persistent, 1 GPU', 'recommended'],
      ['persistent, 2 GPUs', 'recommended'],
    ])
  })

  it('refuse a count that is named twice', () => {
    expect(() => given({ ...several, gpus: [2, 2] })).toThrow(/2/)
  })
})

describe('checkpoints (F-27, I-206)', () => {
  const options = { baseline: [], checkpoints: ['--resume'], none: { env: { NO_CHECKPOINTS: '1' } } }
  const overhead = (base: string, withCheckpoints: string, without: string, seconds: Record<string, number[]>) => {
    const suite = { base, options, checkpointing: { with: withCheckpoints, without } }
    const judged = judge(
      Object.fromEntries(Object.entries(seconds).map(([name, list]) => [name, { seconds: list }])),
      suite,
    )
    const value = judged.figure('checkpoint_overhead', withCheckpoints)
    return { value, rule: judged.result('CHECKPOINT-overhead', withCheckpoints), findings: judged.findings }
  }

  it.each([
    ['without', 'baseline', 'checkpoints', 'baseline'],
    ['with', 'checkpoints', 'checkpoints', 'baseline'],
    ['neither', 'none', 'checkpoints', 'baseline'],
  ])('cost the same share of the throughput when the base is %s', (_, base, withName, without) => {
    const seconds = { baseline: around(8), checkpoints: around(10), none: around(7) }
    const { value, rule, findings } = overhead(base, withName, without, seconds)
    expect(value?.value).toBeCloseTo(0.2, 3)
    expect(value?.interval?.[0]).toBeLessThan(0.2)
    expect(value?.interval?.[1]).toBeGreaterThan(0.2)
    expect(rule).toMatchObject({ status: 'fail', limit: 0.1 })
    expect(findings.at(-1)?.reason).toMatch(/checkpoints cost 20\.0 % of the throughput.*less often/)
  })

  it('may cost a tenth, and are not blamed for less (X-26)', () => {
    const { rule, findings } = overhead('baseline', 'checkpoints', 'baseline', {
      baseline: around(9.2),
      checkpoints: around(10),
    })
    expect(rule?.status).toBe('pass')
    expect(findings.filter(({ reason }) => reason.includes('less often'))).toEqual([])
  })
})

describe('variants with the suite equivalence beside them', () => {
  const equivalence = { equivalence: { run: { dataset: 'small' }, options: { other: ['--other'] } } }

  it('are held against the tables of the base in the runs that they make anyway', () => {
    const { plan } = given({}, equivalence)
    expect(plan.cases.map(({ tables }) => [tables?.against, tables?.standsFor.length])).toEqual([
      [[], 3],
      [[idOf('baseline')], 0],
      [[idOf('baseline')], 0],
      [[idOf('baseline')], 0],
    ])
    expect(given().plan.cases.map(({ tables }) => tables)).toEqual([undefined, undefined, undefined, undefined])
  })

  const withTables = (findings = someFindings()) => ({
    baseline: { seconds: around(10), more: () => ({ resultTables: trialTables(referenceDigest) }) },
    streams: {
      seconds: around(5),
      more: (index: number) => {
        const subject = { caseId: idOf('streams'), index }
        const comparison = aComparison({ subject, reference: { caseId: idOf('baseline'), index: 1 }, findings })
        return { resultTables: trialTables(subjectDigest, [comparison]) }
      },
    },
  })

  it('gain nothing with a different answer: speed with a different answer is a fail', () => {
    const same = judge(withTables(), {}, equivalence)
    expect([same.verdict('streams'), same.result('VARIANT-answer', 'streams')?.status]).toEqual(['faster', 'pass'])
    const other = judge(withTables(otherLabels()), {}, equivalence)
    expect(other.verdict('streams')).toContain('the answers differ (results, 1000 rows): 12 rows with different labels')
    expect(other.result('VARIANT-answer', 'streams')).toMatchObject({ status: 'fail', severity: 'fail' })
    expect(other.result('VARIANT-gain', 'streams')?.status).toBe('not evaluated')
  })

  it('are not comparable when the record says nothing of the answers', () => {
    const { result, verdict } = judge(
      { baseline: { seconds: around(10) }, streams: { seconds: around(5) } },
      {},
      equivalence,
    )
    expect(verdict('streams')).toContain('the answers could not be compared')
    expect(result('VARIANT-answer', 'streams')).toMatchObject({ status: 'not evaluated', severity: 'fail' })
  })
})

it('says the same about variants that are faster, slower, larger and wrong', async () => {
  const told = judge({
    baseline: { seconds: around(10), memoryBytes: 5e9 },
    streams: { seconds: around(8), memoryBytes: 8e9 },
    persistent: { seconds: around(12) },
    all: { seconds: noisy(9), rows: 900 },
  })
  await expect(formatFrozen(told)).toMatchFileSnapshot('../../../frozen/suite-variants.txt')
})
