import { describe, expect, it } from 'vitest'
import { configSchema } from '../../../src/config/schema/schema.ts'
import { evaluateRequirement, type DerivedValue, type Requirement } from '../../../src/domain/verdict/requirement.ts'
import { applyRules, type RuleChoice } from '../../../src/domain/rules/apply-rules.ts'
import { ruleSetNames, ruleSets, type RuleSetName } from '../../../src/domain/rules/rule-sets.ts'

function aFigure(suite: string, name: string, value: number | null, axes: DerivedValue['axes'] = {}): DerivedValue {
  const reason = value === null ? 'nobody measured it' : null
  return {
    suite,
    benchmark: 'predict',
    axes,
    name,
    value,
    unit: '',
    interval: null,
    reason,
    isSuspicious: false,
    isDeclared: false,
  }
}

function judge(
  name: RuleSetName,
  derived: readonly DerivedValue[],
  rest: Partial<RuleChoice> & { others?: Requirement[] } = {},
) {
  const { others = [], ...choice } = rest
  const suites = [...new Set(derived.map(({ suite }) => suite))]
  const requirements = applyRules({ name, severities: {}, isAlone: false, ...choice }, { suites, derived, others })
  return requirements.flatMap((item) => evaluateRequirement(item, derived))
}

const statusOf = (name: RuleSetName, id: string, derived: readonly DerivedValue[]) =>
  judge(name, derived).flatMap((result) => (result.id === id ? [`${result.status} (${result.severity})`] : []))

describe('a rule set', () => {
  it('can be named in the config; the latest document is the default', () => {
    const { name } = configSchema.shape.ruleSet.unwrap().shape
    expect(name.unwrap().options).toEqual([...ruleSetNames])
    expect(name.parse(undefined)).toBe('production')
    expect(Object.keys(ruleSets)).toEqual([...ruleSetNames])
  })

  it('gives a row to PERF-01 to PERF-05 and MON-01 even when nothing was measured, and none of them passes (F-39, W18)', () => {
    const results = judge('production', [])
    const ids = new Set(results.map(({ id }) => id))
    expect([...ids]).toEqual(expect.arrayContaining(['PERF-01', 'PERF-02', 'PERF-03', 'PERF-04', 'PERF-05', 'MON-01']))
    expect(new Set(results.map(({ status }) => status))).toEqual(new Set(['not evaluated']))
    expect(results.every(({ reason, rule }) => reason !== '' && rule === 'production@1')).toBe(true)
  })

  it('does not hold a run up by what its suites do not ask, and does by what they ask and do not give', () => {
    expect(statusOf('production', 'PERF-01', [aFigure('scaling', 'speedup', 1.9, { gpus: 2 })])).toEqual([
      'not evaluated (info)',
    ])
    expect(statusOf('production', 'PERF-01', [aFigure('end-to-end', 'projected_hours', null)])).toEqual([
      'not evaluated (fail)',
    ])
  })

  it('asks a pipeline without GPUs for no samples of them', () => {
    expect(statusOf('production', 'MON-01', [])).toEqual(['not evaluated (info)'])
    const unwatched = aFigure('monitor', 'gpu_samples_logged', null)
    expect(statusOf('production', 'MON-01', [unwatched])).toEqual(['not evaluated (fail)'])
  })

  it('takes the place of what a suite asks for under the same id, and leaves other figures alone', () => {
    const others: Requirement[] = [
      { ...requirement('PERF-03', 'scaling', 'speedup'), axes: { gpus: 2 }, limit: 1.6 },
      { ...requirement('PERF-03', 'scaling', 'speedup'), axes: { gpus: 16 }, limit: 14.4 },
      { ...requirement('MINE', 'scaling', 'speedup'), axes: { gpus: 2 }, limit: 1.5 },
    ]
    const derived = [aFigure('scaling', 'speedup', 1.7, { gpus: 2 }), aFigure('scaling', 'speedup', 15, { gpus: 16 })]
    const results = judge('production', derived, { others }).filter(({ suite }) => suite === 'scaling')
    expect(
      results.filter(({ axes }) => axes['gpus'] === 2).map(({ id, limit, status }) => [id, limit, status]),
    ).toEqual([
      ['PERF-03', 1.9, 'fail'],
      ['MINE', 1.5, 'pass'],
    ])
    expect(results.some(({ limit }) => limit === 14.4)).toBe(true)
    const alone = judge('production', derived, { others, isAlone: true })
    expect(alone.some(({ id }) => id === 'MINE')).toBe(false)
  })

  it('lets the config say what a missed rule does (X-37)', () => {
    const derived = [aFigure('scaling', 'speedup', 1.7, { gpus: 2 })]
    const [result] = judge('production', derived, { severities: { 'PERF-03': 'warn' } }).filter(
      ({ id, status }) => id === 'PERF-03' && status === 'fail',
    )
    expect(result?.severity).toBe('warn')
  })
})

/** At the limit and just beside it, on the side that fails. */
const edges: readonly [string, RuleSetName, string, [string, string, DerivedValue['axes']], number, string][] = [
  [
    'X-11, X-12: 10 h are not less than 10 h',
    'production',
    'PERF-01',
    ['end-to-end', 'projected_hours', {}],
    10,
    'fail',
  ],
  ['X-11: the first documents allow 11 h', 'first-phase', 'PERF-01', ['end-to-end', 'projected_hours', {}], 11, 'pass'],
  ['X-11: and no more', 'first-phase', 'PERF-01', ['end-to-end', 'projected_hours', {}], 11.01, 'fail'],
  ['X-02: 70 % are enough', 'production', 'PERF-02', ['end-to-end', 'lowest_gpu_utilization', {}], 70, 'pass'],
  ['X-01: 69.9 % are not', 'production', 'PERF-02', ['end-to-end', 'lowest_gpu_utilization', {}], 69.9, 'fail'],
  ['X-01: 80 % in a GPU stage', 'first-phase', 'PERF-02', ['stages', 'gpu_stage_utilization', {}], 80, 'pass'],
  ['X-01: less in a GPU stage', 'first-phase', 'PERF-02', ['stages', 'gpu_stage_utilization', {}], 79.9, 'fail'],
  [
    'X-01: the goals on a subset want more than 80 %',
    'subset',
    'PERF-02',
    ['scaling', 'lowest_gpu_utilization', { gpus: 2 }],
    80,
    'fail',
  ],
  ['X-03: 1.85 is excellent once', 'first-phase', 'PERF-03', ['scaling', 'speedup', { gpus: 2 }], 1.85, 'pass'],
  ['X-03: and too little later', 'production', 'PERF-03', ['scaling', 'speedup', { gpus: 2 }], 1.85, 'fail'],
  ['X-04', 'production', 'PERF-03', ['scaling', 'speedup', { gpus: 4 }], 3.59, 'fail'],
  ['X-05', 'production', 'PERF-03', ['scaling', 'speedup', { gpus: 8 }], 7.2, 'pass'],
  ['X-06: no upper end', 'first-phase', 'PERF-03', ['scaling', 'speedup', { gpus: 2 }], 2.05, 'pass'],
  ['X-10: the floor of the goal', 'production', 'PERF-04', ['end-to-end', 'sequences_per_hour', {}], 599_999, 'fail'],
  ['X-10: the old floor', 'first-phase', 'PERF-04', ['end-to-end', 'sequences_per_hour', {}], 500, 'pass'],
  ['X-14: 4.0 is the limit', 'production', 'SPEEDUP-v1.0', ['revision', 'speedup', { revision: 'v1.0' }], 4, 'pass'],
  [
    'X-14: 3.937 is not 4.0',
    'production',
    'SPEEDUP-v1.0',
    ['revision', 'speedup', { revision: 'v1.0' }],
    3.937,
    'fail',
  ],
  ['I-195: packing', 'production', 'PERF-05', ['stages', 'packing_efficiency', {}], 0.895, 'fail'],
  ['MON-01: one run without samples', 'production', 'MON-01', ['monitor', 'gpu_samples_logged', {}], 0.75, 'fail'],
]

it.each(edges)('%s (%s %s)', (...[, name, id, [suite, figure, axes], value, status]) => {
  const results = judge(name, [aFigure(suite, figure, value, axes)])
  const judged = results.filter((result) => result.id === id && result.actual !== null)
  expect(judged.map((result) => result.status)).toEqual([status])
})

it('warns above 10 % of starved batches and fails above 20 % (X-24, F-26)', () => {
  const statuses = (share: number) =>
    statusOf('production', 'PERF-05-starved', [aFigure('stages', 'starved_share', share)])
  expect(statuses(0.099)).toEqual(['pass (warn)', 'pass (fail)'])
  expect(statuses(0.1)).toEqual(['fail (warn)', 'pass (fail)'])
  expect(statuses(0.35)).toEqual(['fail (warn)', 'fail (fail)'])
})

function requirement(id: string, suite: string, value: string): Requirement {
  return { id, suite, value, axes: {}, operator: '>=', limit: 1, unit: '×', severity: 'fail', rule: 'config@1' }
}
