import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCaseId } from '../../../../src/domain/core/case.ts'
import {
  groupComparedCases,
  isPatternMatch,
  parseSelection,
  selectCaseIds,
  selectPlanPart,
} from '../../../../src/domain/plan/selection.ts'
import { partitionByWeight } from '../../../../src/domain/plan/job-matrix.ts'
import type { Plan, PlannedCase } from '../../../../src/domain/plan/plan.ts'
import { planCompleteRun } from '../../../../src/judging/plan/plan-run.ts'
import { aConfig } from '../../a-config.ts'
import { aCase, headCommit, otherCommit } from '../../a-run.ts'
import { measureProcessorMs } from '../../../fakes/processor-time.ts'

const revisions = [
  { label: 'head', ref: 'HEAD', commit: headCommit, problem: null },
  { label: 'merge-base', ref: 'merge-base', commit: otherCommit, problem: null },
  { label: 'v1', ref: 'v1.0', commit: otherCommit, problem: null },
]
const config = aConfig({
  revisions: { v1: { ref: 'v1.0' } },
  suites: {
    scaling: { run: { dataset: 'medium' }, gpus: [1, 2, 4, 8] },
    'end-to-end': { run: { dataset: 'small' }, moreDatasets: ['medium'] },
    revision: { run: { dataset: 'small' }, against: ['v1'] },
    sweep: {
      run: { dataset: 'small' },
      parameters: { batch: [1, 2, 4] },
      objective: 'wall_time',
      options: ['--batch', '{param.batch}'],
    },
  },
})
const whole = planCompleteRun(config, revisions)

const aPlan = (cases: readonly PlannedCase[], comparisons: readonly (readonly [string, string])[] = []): Plan => ({
  cases,
  notTested: [],
  comparisons: comparisons.map(([head, base]) => ({
    head,
    base,
    minEffect: 0.03,
    mayWiden: true,
    gate: ['wall_time'],
    maxRepeats: 3,
    isScreened: false,
  })),
})

describe('what never parts', () => {
  it('head and base of a comparison, whatever pattern meets one of them', () => {
    for (const { head, base } of whole.comparisons)
      for (const one of [head, base])
        expect([...selectCaseIds(whole, { only: [one] })]).toEqual(expect.arrayContaining([head, base]))
  })

  it('settings of a sweep, which are compared with the best of them', () => {
    const groups = groupComparedCases(whole).map((group) => group.map(({ key }) => key.suite))
    expect(groups.filter((suites) => suites.includes('sweep'))).toEqual([['sweep', 'sweep', 'sweep']])
  })

  it('cases of one ladder, and those that are held to the same answers', () => {
    const cases = ['a', 'b', 'c', 'd', 'e'].map((id) => aCase({ id, interleaveGroup: id }))
    const ladders = [
      { cases: ['a', 'b'], metric: 'wall_time', factor: 2, finalists: 1, maxRepeats: 9, gpuMinutes: null },
    ]
    const tables = { rules: [], against: ['d'], standsFor: [], stored: [] }
    const plan = { ...aPlan(cases.map((one) => (one.id === 'c' ? { ...one, tables } : one))), ladders }
    expect(groupComparedCases(plan).map((group) => group.map(({ id }) => id))).toEqual([['a', 'b'], ['c', 'd'], ['e']])
  })

  it('and GPU counts of one suite may', () => {
    const scaling = groupComparedCases(whole).filter(([first]) => first?.key.suite === 'scaling')
    expect(scaling.map((group) => group.map(({ gpus }) => gpus.length))).toEqual([
      [1, 1],
      [2, 2],
      [4, 4],
      [8, 8],
    ])
  })
})

describe('a selection', () => {
  it('takes the whole of what is compared when a pattern meets one side', () => {
    const ids = selectCaseIds(whole, { only: ['revision/* revision=v1'] })
    expect([...ids].toSorted()).toEqual([
      'revision/predict gpus=1 revision=head',
      'revision/predict gpus=1 revision=v1',
    ])
  })

  it('does not depend on the devices of the machine', () => {
    const selection = { only: ['scaling/*', 'sweep/*'] }
    const small = aPlan(
      whole.cases.filter(({ gpus }) => gpus.length <= 2),
      [],
    )
    const big = aPlan(whole.cases, [])
    const [onSmall, onBig] = [small, big].map((plan) =>
      selectPlanPart(plan, whole, selection).cases.map(({ id }) => id),
    )
    expect(onBig).toEqual(expect.arrayContaining(onSmall!))
  })

  it('lists what this machine lacks devices for with the job that was given it, and once', () => {
    const key = { suite: 'scaling', benchmark: 'predict', axes: { gpus: 8 } }
    const lost = { key: { suite: 'revision', benchmark: 'predict', axes: { revision: 'gone' } }, reason: 'no such tag' }
    const plan = { ...aPlan([]), notTested: [{ key, reason: 'needs 8' }, lost] }
    const told = ['scaling/*', 'end-to-end/*', 'revision/*', 'sweep/*'].flatMap(
      (pattern) => selectPlanPart(plan, whole, { only: [pattern] }).notTested,
    )
    expect(told.map((one) => formatCaseId(one.key)).toSorted()).toEqual(
      [formatCaseId(lost.key), formatCaseId(key)].toSorted(),
    )
    const nowhere = { key: { suite: 'nowhere', benchmark: 'predict', axes: {} }, reason: 'no such suite' }
    const count = (...only: readonly string[]) =>
      selectPlanPart({ ...aPlan([]), notTested: [nowhere] }, whole, { only }).notTested.length
    expect([count('x', 'nowhere*'), count('x')]).toEqual([1, 0])
  })

  it('matches * as any text and all else as itself', () => {
    expect(isPatternMatch('scaling/predict gpus=2', 'scaling/*')).toBe(true)
    expect(isPatternMatch('scaling/predict gpus=2', '*gpus=2')).toBe(true)
    expect(isPatternMatch('scaling/predict gpus=2', 's*predict*2')).toBe(true)
    expect(isPatternMatch('scaling/predict gpus=2', 'scaling/predict gpus=2')).toBe(true)
    expect(isPatternMatch('scaling/predict gpus=2', 'scaling')).toBe(false)
    expect(isPatternMatch('ab', 'a*b*b')).toBe(false)
    expect(isPatternMatch('scaling/predict gpus=2', '.*')).toBe(false)
  })

  it('answers a hostile pattern in no time', () => {
    const pattern = `${'a*'.repeat(2000)}b`
    let isMatch = true
    const ms = measureProcessorMs(() => {
      isMatch = isPatternMatch('a'.repeat(50_000), pattern)
    })
    expect(isMatch).toBe(false)
    expect(ms).toBeLessThan(1000)
  })

  it('is read from what a matrix gives', () => {
    expect(parseSelection(['', ' scaling/* '])).toEqual({ only: ['scaling/*'] })
    expect(parseSelection([])).toBeNull()
    expect(() => parseSelection([' '])).toThrow('--only is empty')
  })
})

it('deals out evenly, and the same way every time', () => {
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 40 }),
      fc.integer({ min: 1, max: 9 }),
      (weights, count) => {
        const items = weights.map((weight, place) => ({ weight, place }))
        const hands = partitionByWeight(items, count)
        const loads = hands.map((hand) => hand.reduce((sum, { weight }) => sum + weight, 0))
        const fair = weights.reduce((sum, weight) => sum + weight, 0) / count
        expect(Math.max(0, ...loads)).toBeLessThanOrEqual(fair + Math.max(0, ...weights))
        expect(hands.flat().toSorted((a, b) => a.place - b.place)).toEqual(items)
        expect(partitionByWeight(items, count)).toEqual(hands)
      },
    ),
  )
})
