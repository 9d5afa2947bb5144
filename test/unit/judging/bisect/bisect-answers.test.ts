import { describe, expect, it } from 'vitest'
import { chooseTarget } from '../../../../src/domain/bisect/bisect-result.ts'
import { createStageMetric, wallTime } from '../../../../src/domain/core/metric.ts'
import { createPlan } from '../../../../src/domain/plan/plan.ts'
import { compareSamples } from '../../../../src/domain/verdict/comparison.ts'
import type { JudgedComparison } from '../../../../src/domain/verdict/judged-comparison.ts'
import {
  badLabel,
  beforeLabel,
  goodLabel,
  judgeCommit,
  judgeCulprit,
  judgeEnds,
  buildBisectConfig,
  buildBisectPlan,
} from '../../../../src/judging/bisect/bisect.ts'
import { aConfig } from '../../a-config.ts'
import { aCase } from '../../a-run.ts'

const steady = [10, 10.01, 9.99, 10, 10.01, 9.99]
const esm = createStageMetric('ESM-2')

/** The head is slower by this factor in each metric. */
function judged(
  base: string,
  head: string,
  factors: readonly number[],
  { count = 6, isGate = true } = {},
): JudgedComparison {
  const decisions = factors.map((factor, at) => {
    const metric = at === 0 ? wallTime : esm
    const samples = { base: steady.slice(0, count), head: steady.slice(0, count).map((value) => value * factor) }
    return {
      metric,
      isGate,
      request: samples,
      decision: compareSamples(metric, samples, { minEffect: 0.03 }),
    }
  })
  const sides = { base: aCase({ id: base, revision: base }), head: aCase({ id: head, revision: head }) }
  return { ...sides, decisions } as unknown as JudgedComparison
}

const ends = { good: 'a', bad: 'b' }
const target = chooseTarget([judged(goodLabel, 'head', [1.2])])!

describe('the metric of a search', () => {
  it('is the gate whose regression is the most certain, with a third of its step', () => {
    expect(target).toMatchObject({ caseId: 'head', metric: wallTime, minEffect: expect.closeTo(0.059, 3) })
    const two = judged(goodLabel, 'head', [1.2, 1.5])
    expect(chooseTarget([two])?.metric).toEqual(esm)
    expect(chooseTarget([judged(goodLabel, 'head', [1.5, 1.2])])?.metric).toEqual(wallTime)
    expect(chooseTarget([judged(goodLabel, 'head', [1.5], { isGate: false }), judged('x', 'y', [0.5, 1])])).toBeNull()
  })
})

describe('the ends of a search', () => {
  it('differ by the metric that was chosen', () => {
    const { mark, answers } = judgeEnds([judged(goodLabel, 'head', [1.2])], target, ends)
    expect([mark, answers]).toMatchObject(['bad', [{ head: 'b', base: 'a', verdict: 'regression', runs: [6, 6] }]])
  })

  it.each([
    [[], 6, 'undecided', 'no run of both ends has a gate metric'],
    [[1], 6, 'good', 'the bad end is not worse: '],
    [[1, 0.5], 6, 'good', 'the bad end is better than the good one: '],
    [[1, 1.2], 6, 'undecided', 'inconclusive whether the bad end is worse: '],
    [[1], 2, 'undecided', 'inconclusive whether the bad end is worse: '],
  ])('that differ by %j in %i runs are %s', (factors, count, mark, reason) => {
    const outcome = judgeEnds([judged(goodLabel, 'head', factors, { count })], null, ends)
    expect(outcome).toMatchObject({ mark, reason: expect.stringContaining(reason), isBetween: false })
    expect(outcome.answers).toHaveLength(factors.length)
    expect(judgeEnds([judged(goodLabel, 'head', factors, { count, isGate: false })], null, ends).answers).toEqual([])
  })
})

it.each([
  [1.2, 1, 'bad'],
  [1, 1.2, 'good'],
])(
  'a commit %d times as slow as the good end, and the bad end %d times as slow as it, is %s',
  (first, second, mark) => {
    const pair = [judged(goodLabel, 'head', [first]), judged('head', badLabel, [second])]
    expect(judgeCommit(pair, target, 'c', ends)).toMatchObject({
      mark,
      answers: [
        { base: 'a', head: 'c' },
        { base: 'c', head: 'b' },
      ],
    })
    const alone = judgeCommit(pair.slice(0, 1), target, 'c', ends)
    expect(alone.answers[1]).toMatchObject({
      verdict: 'missing',
      runs: [0, 0],
      reason: 'the two sides have no runs with wall_time',
    })
  },
)

it.each([
  [1.2, 6, 'bad'],
  [1, 6, 'good'],
  [0.5, 6, 'good'],
  [1, 2, 'undecided'],
])('a culprit %d times as slow as the commit before it in %i runs is %s', (factor, count, mark) => {
  const outcome = judgeCulprit([judged(beforeLabel, 'head', [factor], { count })], target, 'c', 'a')
  expect(outcome).toMatchObject({ mark, answers: [{ base: 'a', head: 'c' }] })
})

describe('the plan of a step', () => {
  const sides = [
    { label: goodLabel, commit: 'a', place: 'before' },
    { label: badLabel, commit: 'b', place: 'after' },
  ] as const
  const rules = { cases: [], gate: ['wall_time'], minEffect: 0.05, maxRepeats: 9, sides }
  const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 1 } }
  const heads = ['scaling/predict gpus=1', 'other/predict gpus=1'].map((id) =>
    aCase({ id, key, revision: 'head', repeats: 3, maxRepeats: 5 }),
  )
  const plan = createPlan([...heads, aCase({ id: 'tag', revision: 'v1.0' })])

  it('has each case of the head between both ends', () => {
    const { cases, comparisons } = buildBisectPlan(plan, { ...rules, cases: ['scaling*'] })
    expect(cases.map(({ id, revision, maxRepeats }) => [id, revision, maxRepeats])).toEqual([
      ['scaling/predict gpus=1', 'head', 9],
      ['scaling/predict gpus=1 revision=good', 'good', 9],
      ['scaling/predict gpus=1 revision=bad', 'bad', 9],
    ])
    expect(
      comparisons.map(({ base, head, minEffect, mayWiden, isScreened }) => [
        base,
        head,
        minEffect,
        mayWiden,
        isScreened,
      ]),
    ).toEqual([
      [cases[1]?.id, cases[0]?.id, 0.05, false, false],
      [cases[0]?.id, cases[2]?.id, 0.05, false, false],
    ])
    expect(buildBisectPlan(plan, rules).cases).toHaveLength(6)
    const repeats = [null, 2].map((maxRepeats) => buildBisectPlan(plan, { ...rules, maxRepeats }).cases[0]?.maxRepeats)
    expect(repeats).toEqual([5, 3])
  })

  it('needs the suite, and compares with no baseline or limit', () => {
    const config = aConfig({ suites: { scaling: { run: { dataset: 'medium' }, gpus: [1] } } })
    const { suites, revisions, comparison } = buildBisectConfig(config, 'scaling', sides)
    expect([Object.keys(suites), revisions, comparison.reference]).toEqual([
      ['scaling'],
      { good: { ref: 'a' }, bad: { ref: 'b' } },
      'baseline',
    ])
    for (const name of ['stages', 'toString'])
      expect(() => buildBisectConfig(config, name, sides)).toThrow(`the config has no suite ${name}`)
  })
})
