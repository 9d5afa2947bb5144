import { judgeComparisons, type JudgedComparison } from '../../src/domain/verdict/judged-comparison.ts'
import { createPlan } from '../../src/domain/plan/plan.ts'
import { nothingKnown } from '../../src/domain/plan/interleaved-runs.ts'
import { adjustComparisons } from '../../src/domain/verdict/adjustments.ts'
import { aCase, aStage, aTrial } from '../../test/unit/a-run.ts'
import { drawsFrom } from './noise-families.ts'

export type WatchedRates = {
  /** Share of runs in which at least one stage is told as changed that did not. */
  readonly anyFalse: number
  /** Of the stages told as changed: those that did not. */
  readonly falseShare: number
  /** Of the stages that changed: those told. */
  readonly found: number
}

export type WatchedOptions = {
  readonly isControlled: boolean
  /** Earlier sessions that are known of each stage. */
  readonly sessions: number
}

const stages = 30
const runs = 6

/** Thirty watched stages with noise of 2 %, of which so many are 5 % slower: with the control or without it. */
export function watchedRates(changed: number, { isControlled, sessions }: WatchedOptions, count: number): WatchedRates {
  const totals = { anyFalse: 0, wrong: 0, right: 0 }
  for (let seed = 0; seed < count; seed += 1) {
    const judged = thirtyStages(changed, seed, sessions)
    const told = (isControlled ? adjustComparisons(judged) : judged).flatMap(({ decisions }) =>
      decisions.filter(({ isGate, decision }) => !isGate && /regression|improvement/.test(decision.verdict)),
    )
    const numbers = told.map(({ metric }) => Number(metric.name.replace('stage:s', '')))
    const wrong = numbers.filter((number) => number >= changed).length
    totals.wrong += wrong
    totals.right += numbers.length - wrong
    if (wrong > 0) totals.anyFalse += 1
  }
  const all = totals.wrong + totals.right
  return {
    anyFalse: totals.anyFalse / count,
    falseShare: all > 0 ? totals.wrong / all : 0,
    found: changed > 0 ? totals.right / (changed * count) : Number.NaN,
  }
}

function thirtyStages(changed: number, seed: number, sessions: number): JudgedComparison[] {
  const { normal } = drawsFrom(seed + 77)
  const cases = ['head', 'base'].map((side) => aCase({ id: side, revision: side, repeats: runs, maxRepeats: runs }))
  const trials = Array.from({ length: 2 * runs }, (_, place) => {
    const caseId = [0, 3].includes(place % 4) ? 'base' : 'head'
    const slowdownOf = (stage: number): number => (caseId === 'head' && stage < changed ? 1.05 : 1)
    const times = Array.from({ length: stages }, (__, stage) =>
      aStage(`s${stage}`, slowdownOf(stage) * Math.exp(0.02 * normal())),
    )
    return aTrial({ caseId, index: place, wallSeconds: 40, stages: times })
  })
  const comparison = {
    head: 'head',
    base: 'base',
    minEffect: 0.03,
    mayWiden: true,
    gate: ['wall_time'],
    maxRepeats: runs,
  }
  const plan = { ...createPlan(cases), comparisons: [{ ...comparison, isScreened: false }] }
  const earlier = (): number[] => Array.from({ length: runs }, () => Math.exp(0.02 * normal()))
  const sessionsOf = (): number[][] => Array.from({ length: sessions }, earlier)
  return judgeComparisons(plan, trials, { ...nothingKnown, sessionsOf })
}
