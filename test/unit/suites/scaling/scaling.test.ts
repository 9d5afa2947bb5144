import { describe, expect, it } from 'vitest'
import type { CaseOutcome } from '../../../../src/domain/trial/outcome.ts'
import { createStageMetric, gpuBusyTime } from '../../../../src/domain/core/metric.ts'
import { formatValue } from '../../../../src/domain/core/numbers.ts'
import { scaling } from '../../../../src/suites/scaling/scaling.ts'
import { aSuite, judgeSuite } from '../../a-judge-input.ts'
import { aKey, measured, someDevices } from '../../a-run.ts'
import { formatFrozen } from '../../frozen-text.ts'

function scalingConfig(overrides: object = {}) {
  return aSuite('scaling', { suites: { scaling: { run: { dataset: 'medium' }, gpus: [1, 2, 4, 8], ...overrides } } })
}

function judge(outcomes: readonly CaseOutcome[], overrides: object = {}, devices = 8) {
  return judgeSuite(scaling, { ...scalingConfig(overrides), outcomes, devices: someDevices(devices) })
}

const gpus = (count: number, seconds: readonly number[], more: Partial<Parameters<typeof measured>[0]> = {}) =>
  measured({ key: aKey({ axes: { gpus: count } }), seconds, ...more })
const speedup = (result: ReturnType<typeof judge>, count: number) => result.figure('speedup', { gpus: count })

describe('the scaling suite', () => {
  it('measures the counts the runner has and says which it lacks (F-03, I-003)', () => {
    const { config, suite } = scalingConfig()
    const plan = scaling.plan({ config, suite, devices: someDevices(2), revisions: [] })
    expect(plan.cases.map((planned) => planned.gpus)).toEqual([[0], [0, 1]])
    expect(plan.notTested.map((item) => item.reason)).toEqual([
      'needs 4 devices, this runner has 2',
      'needs 8 devices, this runner has 2',
    ])
  })

  it('always measures the 1-GPU base and orders counts as numbers (W60)', () => {
    const { config, suite } = scalingConfig({ gpus: [10, 2] })
    const plan = scaling.plan({ config, suite, devices: someDevices(16), revisions: [] })
    expect(plan.cases.map((planned) => planned.gpus.length)).toEqual([1, 2, 10])
  })

  it('puts speed-up and efficiency against the 1-GPU run of the same set, whatever order it was run in (W59)', () => {
    const result = judge([gpus(2, [5.2, 5.1, 5.3]), gpus(1, [10, 10.1, 9.9])])
    expect(speedup(result, 2)?.value).toBeCloseTo(10 / 5.2, 9)
    expect(result.derived.find((item) => item.name === 'efficiency')?.value).toBeCloseTo(10 / 5.2 / 2, 9)
    expect(speedup(result, 2)?.interval?.[0]).toBeLessThan(10 / 5.2)
  })

  it('keeps efficiency as a share; percent are for people (X-07)', () => {
    const result = judge([gpus(1, [10, 10, 10]), gpus(2, [6.25, 6.25, 6.25])])
    const efficiency = result.derived.find(({ name }) => name === 'efficiency')
    expect(efficiency).toMatchObject({ value: 0.8, unit: 'share' })
    expect(formatValue(efficiency?.value ?? null, 'share')).toBe('80 %')
  })

  it('judges every count by its own limit, not the largest by the 2-GPU one (W43)', () => {
    const result = judge([gpus(1, [10, 10, 10]), gpus(2, [5.1, 5.1, 5.1]), gpus(4, [4, 4, 4])])
    expect(
      result.results
        .filter((item) => item.status !== 'not evaluated')
        .map(({ axes, status, limit }) => [axes['gpus'], status, limit]),
    ).toEqual([
      [2, 'pass', 1.9],
      [4, 'fail', 3.6],
    ])
  })

  it('never judges counts that were not run, neither as 0 nor as failed (W53)', () => {
    const result = judge([gpus(1, [10, 10, 10]), gpus(2, [5.1, 5.1, 5.1])], {}, 2)
    const lacking = result.results.filter((item) => item.axes['gpus'] === 8)
    expect(lacking).toMatchObject([{ status: 'not evaluated', severity: 'info', actual: null }])
    expect(result.sections[0]?.rows[3]).toEqual([
      '8',
      null,
      null,
      null,
      null,
      { value: 7.2, unit: '×' },
      'not tested: this runner has 2',
    ])
  })

  it('flags more than the usual speed-up and does not fail it (W40, X-06)', () => {
    const result = judge([gpus(1, [10, 10.6, 9.4]), gpus(2, [4.95, 5.2, 4.7])], { profile: 'legacy-range' })
    expect(result.results[0]).toMatchObject({ status: 'pass' })
    expect(speedup(result, 2)?.reason).toBe('above the usual 2×: the excess over 2× is within the noise')
    const below = judge([gpus(1, [10, 10.6, 9.4]), gpus(2, [5.1, 5.3, 4.9])], { profile: 'realistic' })
    expect(speedup(below, 2)?.reason).toBe('above the usual 1.95×: check that both runs did the same work')
    const withoutBand = judge([gpus(1, [10, 10.6, 9.4]), gpus(2, [4.95, 5.2, 4.7])])
    expect(speedup(withoutBand, 2)?.reason).toBe('efficiency above 100 %: the excess over 2× is within the noise')
  })

  it('judges no speed-up of 2.4 on 2 devices, however wide its interval is', () => {
    const result = judge([gpus(1, [6, 10, 14]), gpus(2, [4.17, 3, 7])], { profile: 'legacy-range' })
    expect(speedup(result, 2)?.value).toBeCloseTo(2.4, 2)
    expect(speedup(result, 2)?.interval?.[0]).toBeLessThan(2)
    const reason =
      'faster than 2 GPUs can be (efficiency above 100 %): the noise of these runs is too large to judge it'
    expect(result.results[0]).toMatchObject({ status: 'not evaluated', reason })
  })

  it('neither passes nor fails an efficiency that is above 100 % beyond its noise', () => {
    const result = judge([gpus(1, [10, 10.01, 9.99]), gpus(2, [4, 4.01, 3.99])])
    expect(result.results[0]).toMatchObject({ status: 'not evaluated', reason: expect.stringContaining('above 100 %') })
  })

  it('does not trust a 2-GPU run that wrote half of the rows (W26)', () => {
    const result = judge([gpus(1, [10, 10, 10]), gpus(2, [3, 3, 3], { rows: 500 })])
    expect(result.results[0]).toMatchObject({
      status: 'not evaluated',
      reason: expect.stringContaining('different work'),
    })
  })

  it('shows figures and judges nothing below the smallest useful input (I-050)', () => {
    const result = judge([gpus(1, [10, 10, 10]), gpus(2, [5, 5.1, 5])], { minSequences: 5000 })
    expect(result.results[0]?.status).toBe('not evaluated')
    expect(speedup(result, 2)?.value).toBeCloseTo(2, 1)
  })

  it('does not judge a dataset whose size nobody recorded, nor call it empty', () => {
    const result = judge([gpus(1, [10, 10, 10]), gpus(2, [5, 5.1, 5])], { run: { dataset: 'small' } })
    expect(result.results[0]).toMatchObject({ status: 'not evaluated', reason: 'the size of dataset small is unknown' })
  })

  it('takes the ceiling from 1-GPU shares and says when a limit is out of its reach (W37)', () => {
    const stages = [{ metric: createStageMetric('ESM-2'), samples: [8.1, 8.1, 8.1] }]
    const result = judge([gpus(1, [10, 10, 10], { stages }), gpus(2, [6.3, 6.4, 6.35])], { parallelStages: ['ESM-2'] })
    expect(result.derived.find((item) => item.name === 'ceiling' && item.axes['gpus'] === 2)?.value).toBeCloseTo(
      1.68,
      2,
    )
    expect(speedup(result, 2)?.reason).toContain('exceeds the ceiling')
  })

  it('has no speed-up without a 1-GPU run', () => {
    expect(speedup(judge([gpus(2, [5, 5, 5])]), 2)).toMatchObject({
      value: null,
      reason: expect.stringContaining('no 1-GPU run'),
    })
  })
})

describe('scaling across nodes', () => {
  it('measures each node count with all GPUs of a node, against one GPU of one node', () => {
    const { config, suite } = scalingConfig({ gpus: [1, 2, 4], nodes: [4, 2] })
    const plan = scaling.plan({ config, suite, devices: someDevices(2), revisions: [] })
    expect(plan.cases.map(({ id, gpus: ids, nodes }) => [id, ids.length, nodes])).toEqual([
      ['scaling/predict gpus=1 nodes=1', 1, 1],
      ['scaling/predict gpus=2 nodes=1', 2, 1],
      ['scaling/predict gpus=4 nodes=2', 2, 2],
      ['scaling/predict gpus=8 nodes=4', 2, 4],
    ])
    expect(plan.notTested.map(({ key }) => key.axes)).toEqual([{ gpus: 4, nodes: 1 }])
  })

  it('does not take four GPUs of two nodes for four GPUs of one', () => {
    const at = (count: number, nodes: number, seconds: readonly number[]) =>
      measured({ key: aKey({ axes: { gpus: count, nodes } }), seconds })
    const outcomes = [at(1, 1, [8, 8, 8]), at(2, 1, [4, 4, 4]), at(4, 2, [2.5, 2.5, 2.5])]
    const result = judge(outcomes, { gpus: [1, 2, 4], nodes: [2] }, 2)
    const found = result.derived.filter(({ name, axes }) => name === 'speedup' && axes['gpus'] === 4)
    expect(found.map(({ axes, value, reason }) => [axes['nodes'], value, reason])).toEqual([
      [1, null, 'needs 4 devices, this runner has 2'],
      [2, 3.2, null],
    ])
    expect(result.sections[0]?.rows.map((row) => row[0])).toEqual(['1', '2', '4', '4 (2 nodes)'])
  })
})

describe('a speed-up that the time without GPU work limits', () => {
  const busy = (count: number, seconds: number, sum: number) =>
    gpus(count, [seconds, seconds, seconds], { stages: [{ metric: gpuBusyTime, samples: [sum, sum, sum] }] })

  it('is explained by busy time per GPU and the rest of the run', () => {
    const { findings } = judge([busy(1, 18.3, 4.07), busy(2, 16.8, 4.59), busy(4, 16, 4.8)])
    expect(findings).toEqual([
      {
        kind: 'caution',
        subject: 'scaling, 2 GPUs',
        reason:
          'GPU work scaled 1.77× (busy time of each GPU 4.07 to 2.29 s), but the rest of the run, such as start-up, took 14.2 to 14.5 s: give each run more GPU work to measure its scaling',
      },
    ])
  })

  it('is not, if the GPUs work most of the time, scale as little as the run, or were not observed', () => {
    expect(judge([busy(1, 10, 9), busy(2, 6, 9.2)]).findings).toEqual([])
    expect(judge([busy(1, 18.3, 4), busy(2, 18, 7.9)]).findings).toEqual([])
    expect(judge([gpus(1, [18, 18, 18]), gpus(2, [17, 17, 17])]).findings).toEqual([])
  })

  it('is explained for short work, and for a single run of each', () => {
    const short = (count: number, seconds: number, sum: number) =>
      gpus(count, [seconds], { stages: [{ metric: gpuBusyTime, samples: [sum] }] })
    const { findings } = judge([short(1, 1.8, 0.4), short(2, 1.6, 0.42)])
    expect(findings).toContainEqual({
      kind: 'caution',
      subject: 'scaling, 2 GPUs',
      reason: expect.stringContaining('GPU work scaled 1.90×'),
    })
  })
})

it('says the same about one to eight GPUs, with a stage that does not scale', async () => {
  const runs = [1, 2, 4, 8].map((count) => {
    const seconds = [0.99, 1, 1.01].map((factor) => factor * (2 + 16 / count))
    const stages = [2, 16 / count].map((value, at) => ({
      metric: createStageMetric(at === 0 ? 'merge' : 'esm2'),
      samples: [0.99, 1, 1.01].map((factor) => factor * value),
    }))
    return gpus(count, seconds, { stages })
  })
  const nodes = [1, 2, 4].map((count) =>
    measured({
      key: aKey({ axes: { gpus: 2 * count, nodes: count } }),
      seconds: [12 / count, 12.1 / count, 11.9 / count],
    }),
  )
  const told = ['perf-03', 'legacy-range', 'target'].map((profile) => judge(runs, { profile }))
  told.push(judge(nodes, { nodes: [2, 4] }))
  await expect(told.map((item) => formatFrozen(item)).join('')).toMatchFileSnapshot('../../../frozen/suite-scaling.txt')
})
