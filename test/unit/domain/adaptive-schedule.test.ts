import { describe, expect, it } from 'vitest'
import { isForwards } from '../../../src/domain/plan/run-order.ts'
import { createSeededRandom } from '../../../src/domain/core/bootstrap.ts'
import type { Plan } from '../../../src/domain/plan/plan.ts'
import {
  isCounted as takenAsSample,
  nothingKnown,
  type PriorKnowledge,
} from '../../../src/domain/plan/interleaved-runs.ts'
import { chooseNextTrial, plainSchedule, type ScheduleRules } from '../../../src/domain/plan/schedule.ts'
import type { Trial } from '../../../src/domain/trial/trial.ts'
import { aCase, aTrial } from '../a-run.ts'

type Seconds = (caseId: string, count: number) => number

function aPlan(overrides: Partial<Plan['comparisons'][number]> = {}, names: readonly string[] = ['one']): Plan {
  const cases = names.flatMap((name) =>
    ['head', 'base'].map((side) =>
      aCase({ id: `${name} ${side}`, revision: side, warmups: 1, repeats: 3, maxRepeats: 10, interleaveGroup: name }),
    ),
  )
  const comparisons = names.map((name) => ({
    head: `${name} head`,
    base: `${name} base`,
    minEffect: 0.03,
    mayWiden: true,
    gate: ['wall_time'],
    maxRepeats: 10,
    isScreened: false,
    ...overrides,
  }))
  return { cases, notTested: [], comparisons }
}

function run(plan: Plan, seconds: Seconds, rules: Partial<ScheduleRules> = {}): Trial[] {
  const trials: Trial[] = []
  const all = { ...plainSchedule, ...rules }
  for (let next = chooseNextTrial(plan, trials, all); next; next = chooseNextTrial(plan, trials, all)) {
    const { planned, index, isWarmup } = next
    const count = trials.filter((trial) => trial.caseId === planned.id && !trial.isWarmup).length
    trials.push(aTrial({ caseId: planned.id, index, isWarmup, wallSeconds: seconds(planned.id, count) }))
    if (trials.length > 500) throw new Error('the schedule does not end')
  }
  return trials
}

const counted = (trials: readonly Trial[], id: string): number =>
  trials.filter((trial) => trial.caseId === id && !trial.isWarmup).length

const noisy =
  (spread: number, slowdown = 1, seed = 1): Seconds =>
  (id) =>
    10 * (id.endsWith('head') ? slowdown : 1) * Math.exp(spread * normal(random(seed)))
const generators = new Map<number, () => number>()
function random(seed: number): () => number {
  const found = generators.get(seed) ?? createSeededRandom(seed)
  generators.set(seed, found)
  return found
}
function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

describe('a comparison that is run in turn', () => {
  it('stops after the planned runs when they settle it', () => {
    const same = run(aPlan(), noisy(0.001))
    const slower = run(aPlan(), noisy(0.001, 1.5))
    expect([same, slower].map((trials) => counted(trials, 'one head'))).toEqual([3, 3])
  })

  it('confirms a slowdown that two speeds of one program may look like with six runs per side', () => {
    expect(counted(run(aPlan(), noisy(0.001, 1.13)), 'one head')).toBe(6)
  })

  it('goes on while the answer is open, a look at a time, both sides alike', () => {
    const trials = run(aPlan(), (id, count) => (id.endsWith('head') ? 10.15 : 10) * (1 + 0.012 * ((count % 3) - 1)))
    expect(counted(trials, 'one head')).toBe(counted(trials, 'one base'))
    expect(counted(trials, 'one head')).toBeGreaterThan(3)
    expect(counted(trials, 'one head')).toBeLessThanOrEqual(10)
  })

  const undecided: Seconds = (id, count) => (id.endsWith('head') ? 10.15 : 10) * (1 + 0.012 * ((count % 3) - 1))
  const pairsOf = (trials: readonly Trial[]): string[] => {
    const sides = trials.filter(takenAsSample).map((trial) => (trial.caseId.endsWith('head') ? 'H' : 'B'))
    return Array.from({ length: Math.floor(sides.length / 2) }, (_, pair) =>
      sides.slice(2 * pair, 2 * pair + 2).join(''),
    )
  }

  it('makes every pair of runs forwards or backwards, two of each in every four, as the seed draws', () => {
    const orders = Array.from({ length: 40 }, (_, seed) => pairsOf(run(aPlan(), undecided, { seed })).slice(0, 4))
    for (const pairs of orders) expect(pairs.toSorted()).toEqual(['BH', 'BH', 'HB', 'HB'])
    expect(new Set(orders.map((pairs) => pairs.join(' '))).size).toBe(4)
    expect(pairsOf(run(aPlan(), undecided, { seed: 3 }))).toEqual(pairsOf(run(aPlan(), undecided, { seed: 3 })))
  })

  it.each([
    [2, 1],
    [3, 1],
    [3, 2],
    [4, 2],
    [5, 1],
    [5, 3],
  ])(
    'meets no side with more than half of what noise of period %i adds, if %i of its runs are slow',
    (period, slow) => {
      const orders = new Set<string>()
      for (const seed of Array.from({ length: 200 }, (_, index) => index)) {
        const pairs = Array.from({ length: 20 }, (_, pair) => isForwards(pair, seed * 7919, 'group'))
        orders.add(pairs.slice(0, 10).join(' '))
        for (const phase of Array.from({ length: period }, (_, index) => index))
          for (const runs of [6, 8, 10, 20]) {
            const isSlow = (slot: number): number => Number((slot + phase) % period < slow)
            const difference = pairs
              .slice(0, runs)
              .reduce(
                (sum, isBaseFirst, pair) => sum + (isSlow(2 * pair) - isSlow(2 * pair + 1)) * (isBaseFirst ? 1 : -1),
                0,
              )
            expect(Math.abs(difference) / runs).toBeLessThanOrEqual(0.5)
          }
      }
      expect(orders.size).toBeGreaterThan(50)
    },
  )

  it('alternates without a seed from the first pair to the last, past the planned runs and whatever the warm-ups', () => {
    for (const warmups of [0, 1, 2]) {
      const plan = aPlan()
      const pairs = pairsOf(run({ ...plan, cases: plan.cases.map((item) => ({ ...item, warmups })) }, undecided))
      expect(pairs.length).toBeGreaterThan(3)
      expect(pairs).toEqual(pairs.map((_, pair) => (pair % 2 === 0 ? 'HB' : 'BH')))
    }
  })

  it.each(['contaminated', 'failed'])(
    'keeps the order of the pairs where a run was %s, and when it is resumed',
    (how) => {
      const failure = { kind: 'exit-code', detail: 'exit code 1' } as const
      const spoilt = how === 'failed' ? { failure } : { contamination: ['throttled'] }
      const plain = aPlan()
      const plan = { ...plain, cases: plain.cases.map((item) => ({ ...item, maxReruns: 3 })) }
      const expected = pairsOf(run(plan, undecided, { seed: 5 }))
      for (const at of [2, 3, 5, 7, 8]) {
        const trials: Trial[] = []
        const next = () => chooseNextTrial(plan, trials, { ...plainSchedule, seed: 5 })
        for (let due = next(); due; due = next()) {
          const { planned, index, isWarmup } = due
          const count = trials.filter((trial) => trial.caseId === planned.id && takenAsSample(trial)).length
          const trial = aTrial({ caseId: planned.id, index, isWarmup, wallSeconds: undecided(planned.id, count) })
          trials.push(trials.length === at ? { ...trial, ...spoilt } : trial)
        }
        expect(pairsOf(trials)).toEqual(expected)
      }
    },
  )

  it('draws every pair by itself and takes seven before the first look, where only an exact test confirms', () => {
    const exact = Array.from({ length: 60 }, (_, seed) =>
      pairsOf(run(aPlan({ confirm: 'exact' }), undecided, { seed })),
    )
    for (const pairs of exact) expect(pairs.length).toBeGreaterThanOrEqual(7)
    expect(exact.some((pairs) => new Set(pairs.slice(0, 4)).size === 1)).toBe(true)
    const forwards = exact.flatMap((pairs) => pairs.slice(0, 7)).filter((pair) => pair === 'HB').length
    expect(Math.abs(forwards - 210)).toBeLessThan(3 * Math.sqrt(105))
  })

  it('spends the budget where the answer is open, and stops with it', () => {
    const open: Seconds = (id, count) => {
      if (id.startsWith('quiet')) return 10
      return (id.endsWith('head') ? 10.15 : 10) * (1 + 0.012 * ((count % 3) - 1))
    }
    const plan = aPlan({}, ['quiet', 'open'])
    const free = run(plan, open)
    expect(counted(free, 'quiet head')).toBe(3)
    expect(counted(free, 'open head')).toBeGreaterThan(4)
    // 16 runs of 10 s are the minimum; one step of two more fits, a second does not.
    const tight = run(plan, open, { budget: { run: (16 * 10 + 25) / 60, suites: {} } })
    expect(counted(tight, 'open head')).toBe(4)
    const ofSuite = run(plan, open, { budget: { run: null, suites: { scaling: (16 * 10) / 60 } } })
    expect(counted(ofSuite, 'open head')).toBe(3)
  })

  it('makes up for a run that failed, so that both sides have as many', () => {
    const plan = aPlan()
    const trials: Trial[] = []
    for (let next = chooseNextTrial(plan, trials); next; next = chooseNextTrial(plan, trials)) {
      const failure = trials.length === 4 ? ({ kind: 'exit-code', detail: 'exit code 1' } as const) : null
      trials.push(aTrial({ caseId: next.planned.id, index: next.index, isWarmup: next.isWarmup, failure }))
      if (trials.length > 50) throw new Error('the schedule does not end')
    }
    expect(trials).toHaveLength(9)
  })

  it('ends when a side keeps failing', () => {
    const plan = aPlan()
    const trials: Trial[] = []
    for (let next = chooseNextTrial(plan, trials); next; next = chooseNextTrial(plan, trials)) {
      const failure = next.planned.id === 'one head' ? ({ kind: 'exit-code', detail: 'exit code 1' } as const) : null
      trials.push(aTrial({ caseId: next.planned.id, index: next.index, isWarmup: next.isWarmup, failure }))
      if (trials.length > 50) throw new Error('the schedule does not end')
    }
    expect(trials.filter((trial) => trial.caseId === 'one head')).toHaveLength(2)
  })
})

describe('a comparison that committed samples may clear', () => {
  const screening = (answer: boolean | null): PriorKnowledge => ({
    ...nothingKnown,
    screen: (_, runs) => (answer === null ? null : answer && runs.length > 0),
  })

  it('never runs the reference of a case that they clear', () => {
    const trials = run(aPlan({ isScreened: true }), noisy(0.001), { known: screening(true) })
    expect([counted(trials, 'one head'), counted(trials, 'one base')]).toEqual([3, 0])
  })

  it('runs both in turn, the head anew, when they do not', () => {
    const trials = run(aPlan({ isScreened: true }), noisy(0.001), { known: screening(false) })
    expect([counted(trials, 'one head'), counted(trials, 'one base')]).toEqual([6, 3])
    const later = trials.slice(trials.findIndex((trial) => trial.caseId === 'one base'))
    expect(later.filter((trial) => trial.caseId === 'one head')).toHaveLength(3)
  })

  it('ends with a single planned run, whichever side starts', () => {
    for (let seed = 0; seed < 8; seed += 1) {
      const plan = aPlan({ isScreened: true, maxRepeats: 1 })
      const single = { ...plan, cases: plan.cases.map((item) => ({ ...item, warmups: 0, repeats: 1, maxRepeats: 1 })) }
      expect(run(single, noisy(0.001), { seed })).toHaveLength(2)
    }
  })

  it('runs both from the start where there is nothing to screen by', () => {
    const trials = run(aPlan({ isScreened: true }), noisy(0.001), { known: screening(null) })
    expect([counted(trials, 'one head'), counted(trials, 'one base')]).toEqual([3, 3])
  })
})
