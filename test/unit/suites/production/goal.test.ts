import { describe, expect, it } from 'vitest'
import { planRun } from '../../../../src/judging/plan/plan-run.ts'
import { judgeRun } from '../../../../src/judging/verdict/judge-run.ts'
import { aConfig } from '../../a-config.ts'
import { aRecord, aTrial } from '../../a-run.ts'
import { aGpuUse, aTelemetry } from '../../a-telemetry.ts'
import { judgeProductionLimits, judgeProjectionLimits } from '../../judged-goals.ts'

const pick = (id: string, results: readonly { readonly id: string }[]) => results.filter((one) => one.id === id)
const hour = 3600

describe('a goal next to a rule set', () => {
  it('gives the time limit instead of the 10 h of the rule set', () => {
    const goal = { sequences: 60_000, hours: 0.3 }
    const results = judgeProductionLimits({ sequences: 60_000, seconds: 0.556 * hour }, goal)
    expect(pick('PERF-01', results)).toMatchObject([
      { status: 'fail', operator: '<', limit: 0.3, rule: 'goal of 60,000 sequences on 2 GPUs' },
    ])
  })

  it('gives the throughput that its time needs instead of 600,000 sequences/h', () => {
    const goal = { sequences: 60_000, hours: 6 }
    const results = judgeProductionLimits({ sequences: 60_000, seconds: (60_000 / 214_000) * hour }, goal)
    expect(pick('PERF-04', results)).toMatchObject([{ status: 'pass', limit: 10_000, unit: 'sequences/h' }])
    const slow = judgeProductionLimits({ sequences: 60_000, seconds: 6.1 * hour }, goal)
    expect(pick('PERF-04', slow)).toMatchObject([{ status: 'fail' }])
  })

  it('leaves the constants to a rule set that is used alone, and to a suite without a goal', () => {
    const run = { sequences: 60_000, seconds: (60_000 / 214_000) * hour }
    const alone = judgeProductionLimits(run, { sequences: 60_000, hours: 0.2 }, { ruleSet: { only: true } })
    expect(pick('PERF-01', alone)).toMatchObject([{ limit: 10 }])
    for (const results of [alone, judgeProductionLimits(run, undefined)])
      expect(pick('PERF-04', results)).toMatchObject([{ status: 'fail', limit: 600_000, rule: 'production@1' }])
  })

  it('keeps the severity that the config gives to a rule', () => {
    const goal = { sequences: 60_000, hours: 0.2 }
    const ruleSet = { severities: { 'PERF-04': 'warn' } }
    const results = judgeProductionLimits({ sequences: 60_000, seconds: hour }, goal, { ruleSet })
    expect(pick('PERF-04', results)).toMatchObject([{ status: 'fail', severity: 'warn' }])
    expect(pick('PERF-01', results)).toMatchObject([{ status: 'fail', severity: 'fail' }])
  })

  it('judges no figure of a dataset below the smallest size', () => {
    const few = judgeProductionLimits({ sequences: 9999, seconds: 1 }, undefined)
    for (const id of ['PERF-01', 'PERF-04'])
      expect(pick(id, few)).toMatchObject([
        {
          status: 'not evaluated',
          reason: '9,999 sequences, and start-up dominates below minSequences (10,000): measure a larger dataset',
        },
      ])
    expect(pick('PERF-04', judgeProductionLimits({ sequences: 10_000, seconds: 1 }, undefined))).toMatchObject([
      { status: 'pass' },
    ])
  })
})

it.each([
  [9999, 'not evaluated'],
  [10_000, 'pass'],
])(
  'judges neither limits of the run nor those of its GPUs below the smallest size: %s sequences',
  (sequences, status) => {
    const config = aConfig({
      suites: { production: { run: { dataset: 'medium' }, gpus: 1 } },
      ruleSet: { severities: {} },
      requirements: [{ id: 'OWN', suite: 'production', value: 'wall_time', operator: '<=', limit: 60, unit: 's' }],
    })
    const record = aRecord()
    const plan = planRun(config, record.testbed.devices, record.revisions)
    const telemetry = aTelemetry({ gpus: [aGpuUse()] })
    const trials = plan.cases.map(({ id }) => aTrial({ caseId: id, wallSeconds: 10, telemetry }))
    const datasets = record.datasets.map((dataset) => ({ ...dataset, sequences }))
    const report = judgeRun({ record: { ...record, plan, trials, datasets }, config, baselines: [], obstacles: [] })
    const judged = report.requirements.filter(({ suite, actual }) => suite === 'production' && actual !== null)
    expect(judged.map((result) => [result.id, result.value, result.status])).toEqual([
      ['PERF-01', 'total_hours', status],
      ['PERF-02', 'lowest_gpu_utilization', status],
      ['PERF-04', 'sequences_per_hour', status],
      ['OWN', 'wall_time', status],
    ])
  },
)

describe('a projection far beyond the measured sizes', () => {
  const goal = { sequences: 6_000_000, hours: 10 }

  it('does not pass by single runs, and says what to do', () => {
    const { results } = judgeProjectionLimits([{ sequences: 75, seconds: [0.4] }], goal)
    for (const id of ['PERF-01', 'PERF-04'])
      expect(pick(id, results)).toMatchObject([
        {
          status: 'not evaluated',
          reason:
            'projected to 80,000× the largest measured size; from single runs, which give no interval: measure a size of at least a tenth of the goal, or set repeats to 2 or more',
        },
      ])
  })

  it('does not pass by an interval that includes the limit', () => {
    const noisy = judgeProjectionLimits([{ sequences: 75, seconds: [0.4, 0.5, 0.35] }], goal).results
    expect(pick('PERF-01', noisy)).toMatchObject([
      { status: 'not evaluated', reason: expect.stringContaining('the limit is inside') },
    ])
    const clear = judgeProjectionLimits([{ sequences: 75, seconds: [0.1, 0.101, 0.099] }], goal).results
    expect(pick('PERF-01', clear)).toMatchObject([{ status: 'pass' }])
  })
})
