import { describe, expect, it } from 'vitest'
import {
  formatDrift,
  keepAnchors,
  resetAnchors,
  type AnchorRules,
} from '../../../../src/domain/baselines/baseline-anchor.ts'
import { aTestbed } from '../../a-run.ts'
import { aBaseline as buildBaseline, aBaselineCase, aBaselineMetric as aMetric } from '../../a-baseline.ts'
import type { BaselineMetric, Baseline } from '../../../../src/record/baseline.ts'

const rules: AnchorRules = { gate: ['wall_time', 'throughput'], minEffect: 0.25, isImproved: () => false }
const anchor = { median: 8, commit: 'e'.repeat(40), recordedAt: '2025-12-01T00:00:00.000Z' }

const aBaseline = (metrics: readonly BaselineMetric[], overrides: Partial<Baseline> = {}, item = {}) =>
  buildBaseline([aBaselineCase(metrics, 1, item)], overrides)

const stored = aBaseline([aMetric([9, 10, 12])])

function keep(fresh: Baseline, before: Baseline | null = stored, changed: Partial<AnchorRules> = {}) {
  const { baseline, drifts } = keepAnchors(fresh, before, { ...rules, ...changed })
  return { baseline, drifts, anchors: baseline.cases.flatMap(({ metrics }) => metrics.map((metric) => metric.anchor)) }
}

describe('keepAnchors', () => {
  it('anchors at the median of the stored samples, or where they are anchored', () => {
    const { commit, recordedAt } = stored.provenance
    expect(keep(aBaseline([aMetric([11])])).anchors).toEqual([{ median: 10, commit, recordedAt }])
    expect(keep(aBaseline([aMetric([9])]), aBaseline([aMetric([10], { anchor })])).anchors).toEqual([anchor])
    const provenance = { ...stored.provenance, commit: 'f'.repeat(40) }
    const own = aBaseline([aMetric([10])], {}, { provenance })
    expect(keep(aBaseline([aMetric([11])]), own).anchors).toMatchObject([{ commit: provenance.commit }])
  })

  it.each([
    ['lower', [12.5], null],
    ['lower', [12.51], 0.251],
    ['lower', [7], null],
    ['higher', [8], null],
    ['higher', [7.5], 1 / 3],
    ['higher', [14], null],
    ['lower', [0], null],
    ['higher', [0], Number.POSITIVE_INFINITY],
  ] as const)('better when %s: %j against 10 is a drift of %d', (betterWhen, samples, effect) => {
    const name = betterWhen === 'lower' ? 'wall_time' : 'throughput'
    const { drifts } = keep(
      aBaseline([aMetric(samples, { name, betterWhen })]),
      aBaseline([aMetric([10], { name, betterWhen })]),
    )
    const expected = { caseId: 'scaling/predict gpus=1', metric: name, effect: expect.closeTo(effect ?? 0) as number }
    expect(drifts).toMatchObject(effect === null ? [] : [expected])
  })

  it.each([
    ['no stored samples', aBaseline([aMetric([])]), {}],
    ['nothing stored', null, {}],
    ['another case', aBaseline([aMetric([10])], {}, { axes: { gpus: 2 } }), {}],
    ['another suite', aBaseline([aMetric([10])], { suite: 'memory' }), {}],
    ['another machine', aBaseline([aMetric([10])], { testbed: aTestbed({ driverVersion: '600.1' }) }), {}],
    ['another metric', aBaseline([aMetric([10], { name: 'cpu_time' })]), {}],
    ['another unit', aBaseline([aMetric([10], { unit: 'ms' })]), {}],
    ['another direction', aBaseline([aMetric([10], { betterWhen: 'higher' })]), {}],
    [
      'other data',
      aBaseline([aMetric([10])], {}, { conditions: { ...stored.cases[0]!.conditions, sequences: 2 } }),
      {},
    ],
    ['a proven improvement', stored, { isImproved: (id: string) => id === 'scaling/predict gpus=1' }],
    ['a metric that is no gate', stored, { gate: ['throughput'] }],
  ])('has no anchor: %s', (_name, before, changed) => {
    expect(keep(aBaseline([aMetric([20])]), before, changed)).toMatchObject({ anchors: [undefined], drifts: [] })
  })
})

it('says that a rate fell to 0, which has no percentage', () => {
  const drift = { caseId: 'scaling/predict gpus=1', metric: 'throughput', effect: 0.125, anchor }
  expect(formatDrift(drift)).toBe(
    'throughput of scaling/predict gpus=1 is 12.5 % worse than its anchor eeeeeee of 2025-12-01',
  )
  expect(formatDrift({ ...drift, effect: Number.POSITIVE_INFINITY })).toContain('fell to 0 since its anchor')
})

it('moves only the anchors of what drifted', () => {
  const metrics = [aMetric([20], { anchor }), aMetric([20], { name: 'cpu_time', anchor })]
  const fresh = aBaseline(metrics)
  const drift = { caseId: 'scaling/predict gpus=1', metric: 'wall_time', effect: 1, anchor }
  const [first, second] = resetAnchors(fresh, [drift, { ...drift, caseId: 'other', metric: 'cpu_time' }]).cases[0]!
    .metrics
  expect([first, second]).toEqual([aMetric([20]), metrics[1]])
})
