import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCaseId } from '../../../../src/domain/core/case.ts'
import {
  formatSelection,
  groupComparedCases,
  isPatternMatch,
  parseSelection,
  partitionByWeight,
  selectCaseIds,
  selectPlanPart,
} from '../../../../src/domain/plan/selection.ts'
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
  it('head and base of a comparison, whatever the number of shards', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 12 }), (of) => {
        const shards = Array.from({ length: of }, (_, index) =>
          selectCaseIds(whole, { only: [], shard: { index: index + 1, of } }),
        )
        for (const { head, base } of whole.comparisons) {
          const homes = shards.flatMap((ids, index) => (ids.has(head) || ids.has(base) ? [index] : []))
          expect(homes).toHaveLength(1)
        }
        // Every case is measured once.
        expect(shards.flatMap((ids) => [...ids]).toSorted()).toEqual(whole.cases.map(({ id }) => id).toSorted())
      }),
    )
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
    const ids = selectCaseIds(whole, { only: ['revision/* revision=v1'], shard: null })
    expect([...ids].toSorted()).toEqual([
      'revision/predict gpus=1 revision=head',
      'revision/predict gpus=1 revision=v1',
    ])
  })

  it('deals the cases out by their runs, warm-ups included', () => {
    const runs = { a: [3, 1], b: [0, 2], c: [1, 1] } as const
    const cases = Object.entries(runs).map(([id, [warmups, repeats]]) =>
      aCase({ id, interleaveGroup: id, warmups, repeats }),
    )
    const select = (index: number) => [...selectCaseIds(aPlan(cases), { only: [], shard: { index, of: 2 } })]
    expect([select(1), select(2)]).toEqual([['a'], ['b', 'c']])
  })

  it('does not depend on the devices of the machine', () => {
    const selection = { only: [], shard: { index: 2, of: 3 } }
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
    const told = [1, 2, 3, 4].flatMap(
      (index) => selectPlanPart(plan, whole, { only: [], shard: { index, of: 4 } }).notTested,
    )
    expect(told.map((one) => formatCaseId(one.key)).toSorted()).toEqual(
      [formatCaseId(lost.key), formatCaseId(key)].toSorted(),
    )
    const nowhere = { key: { suite: 'nowhere', benchmark: 'predict', axes: {} }, reason: 'no such suite' }
    const count = (only: readonly string[], index: number) =>
      selectPlanPart({ ...aPlan([]), notTested: [nowhere] }, whole, { only, shard: { index, of: 2 } }).notTested.length
    expect([count([], 1), count([], 2), count(['x', 'nowhere*'], 1), count(['x'], 1)]).toEqual([1, 0, 1, 0])
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

  it('is read from what a matrix gives, and refused when it is none', () => {
    expect(parseSelection(['', ' scaling/* '], '1/1')).toEqual({ only: ['scaling/*'], shard: null })
    expect(parseSelection([], '1/1')).toBeNull()
    expect(parseSelection([], null)).toBeNull()
    expect(parseSelection([], '2/5')).toEqual({ only: [], shard: { index: 2, of: 5 } })
    for (const text of ['0/3', '4/3', '1', 'a/b', '1/2/3', '-1/3', '01/3', '1/9999'])
      expect(() => parseSelection([], text)).toThrow('is not a valid shard')
    expect(formatSelection({ only: ['a', 'b'], shard: { index: 1, of: 2 } })).toBe('shard 1/2 of a, b')
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
