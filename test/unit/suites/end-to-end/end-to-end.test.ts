import { describe, expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import { endToEnd } from '../../../../src/suites/end-to-end/end-to-end.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'
import { aRecord, measured, someDevices } from '../../a-run.ts'

const goal = { sequences: 6_000_000, gpus: 2, hours: 10 }

function given(overrides: object = {}) {
  return aSuite('end-to-end', {
    suites: { 'end-to-end': { run: { dataset: 'medium' }, gpus: 2, goal, ...overrides } },
  })
}

function judge(outcomes: readonly CaseOutcome[], overrides: object = {}, devices = 2) {
  const small = { ...aRecord().datasets[0]!, name: 'small', sequences: 100 }
  const parts = { datasets: [...aRecord().datasets, small], devices: someDevices(devices) }
  return judgeSuite(endToEnd, { ...given(overrides), outcomes, ...parts })
}

const run = (dataset: string, seconds: readonly number[]) =>
  measured({ key: { suite: 'end-to-end', benchmark: 'predict', axes: { dataset, gpus: 2 } }, dataset, seconds })

describe('the end-to-end suite (F-15)', () => {
  it('projects the goal with its fixed cost and interval from two sizes', () => {
    const result = judge([run('small', [11, 11.1, 10.9]), run('medium', [15.5, 15.6, 15.4])], {
      moreDatasets: ['small'],
    })
    expect(result.figure('fixed_cost')?.value).toBeCloseTo(10.5, 6)
    expect(result.figure('projected_hours')?.value).toBeCloseTo((10.5 + 0.005 * 6_000_000) / 3600, 6)
    expect(result.figure('projected_hours')?.interval).not.toBeNull()
    const row = result.sections.find(({ id }) => id === 'goal')?.rows[0] ?? []
    expect([row.slice(0, 2), row[5]]).toMatchObject([['6,000,000', '2'], { value: expect.closeTo(10.5, 6), unit: 's' }])
    expect(result.results[0]).toMatchObject({ id: 'PERF-01', operator: '<', limit: 10, status: 'pass' })
  })

  it('flags a negative fixed cost', () => {
    const result = judge([run('small', [1, 1.01, 0.99]), run('medium', [15.5, 15.6, 15.4])], {
      moreDatasets: ['small'],
    })
    expect(result.figure('fixed_cost')?.value).toBeLessThan(0)
    expect(result.figure('fixed_cost')).toMatchObject({
      isSuspicious: true,
      reason: expect.stringContaining('negative: the larger dataset costs more per sequence'),
    })
    expect(result.figure('projected_hours')?.reason).toContain('the fixed cost is negative')
  })

  it('says that one size cannot separate the fixed cost', () => {
    const result = judge([run('medium', [6, 6.1, 5.9])])
    expect(result.figure('fixed_cost')).toMatchObject({
      value: null,
      reason: expect.stringContaining('moreDatasets'),
    })
    expect(result.figure('projected_hours')?.value).toBeCloseTo(10, 9)
  })

  it('takes a strict goal strictly and a tolerant one with its tolerance (X-11, I-142)', () => {
    const exactlyTen = [run('medium', [6, 6, 6])]
    expect(judge(exactlyTen).results[0]?.status).toBe('fail')
    expect(judge(exactlyTen, { goal: { ...goal, tolerance: 0.1 } }).results[0]).toMatchObject({
      operator: '<=',
      status: 'pass',
      limit: 11,
    })
  })

  it('does not judge a goal for other GPU counts than were measured (I-016, X-12)', () => {
    const result = judge([run('medium', [6, 6, 6])], { goal: { ...goal, gpus: 4 } })
    expect(result.results[0]).toMatchObject({ status: 'not evaluated', reason: expect.stringContaining('4 GPUs') })
    const lacking = judge([run('medium', [6, 6, 6])], {}, 1).results[0]
    expect(lacking?.reason).toContain('the goal is for 2 GPUs, this runner has 1')
    expect(judge([run('medium', [6, 6, 6])]).results[0]?.status).toBe('fail')
  })

  it.each(['projected_hours', 'sequences_per_hour'])('has no %s for a dataset of unknown size', (name) => {
    const datasets = [{ ...aRecord().datasets[0]!, sequences: null }]
    const result = judgeSuite(endToEnd, {
      ...given(),
      outcomes: [run('medium', [6, 6, 6])],
      datasets,
      devices: someDevices(2),
    })
    expect(result.figure(name)).toMatchObject({ value: null, reason: 'the size of the dataset is unknown' })
    expect(judge([run('unknown', [6, 6, 6])]).figure('projected_hours')?.value).toBeNull()
  })

  it('does not run on a machine that lacks the GPUs, and says so', () => {
    const { config, suite } = given()
    const plan = endToEnd.plan({ config, suite, devices: someDevices(1), revisions: [] })
    expect(plan).toMatchObject({ cases: [], notTested: [{ reason: 'needs 2 devices, this runner has 1' }] })
  })

  it('marks a projection from single runs (W12)', () => {
    expect(judge([run('medium', [6])]).figure('projected_hours')).toMatchObject({
      interval: null,
      reason: expect.stringContaining('single runs'),
    })
  })
})
