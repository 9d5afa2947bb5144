import { adjustComparisons } from '../../src/domain/verdict/adjustments.ts'
import { toComparisons, judgeComparisons } from '../../src/domain/verdict/judged-comparison.ts'
import { createPlan, type Plan } from '../../src/domain/plan/plan.ts'
import { nothingKnown } from '../../src/domain/plan/interleaved-runs.ts'
import { chooseNextTrial, plainSchedule, type ScheduleRules } from '../../src/domain/plan/schedule.ts'
import type { Trial } from '../../src/domain/trial/trial.ts'
import type { Comparison } from '../../src/domain/verdict/comparison.ts'
import { aCase, aTrial } from './a-run.ts'

/** A machine: the noise of its next run, in logs, whichever side runs. */
export type Machine = () => number

export type LoopOptions = {
  readonly machine: Machine
  /** True head / base − 1. */
  readonly slowdown: number
  readonly minEffect?: number
  /** Judged at what is within reach where the known noise hides the minimum effect. Absent: true. */
  readonly mayWiden?: boolean
  readonly repeats?: number
  readonly maxRepeats?: number
  /** Earlier sessions of the machine. */
  readonly sessions?: readonly (readonly number[])[]
  /** Draws which side starts. */
  readonly seed?: number
  /** What else is on record of a run whose noise is this. */
  readonly facts?: (noise: number) => Partial<Trial>
}

export type LoopEnd = {
  readonly verdict: Comparison['verdict']
  readonly state: string
  readonly runsPerSide: number
  readonly effect: number | null
  readonly interval: Comparison['interval']
  readonly reason: string
}

const seconds = 10

/** One comparison from its first warm-up to its verdict, by the functions that run and judge in earnest. */
export function simulatedLoop(options: LoopOptions): LoopEnd {
  const plan = planFor(options)
  const rules = rulesFor(options)
  const trials: Trial[] = []
  for (let next = chooseNextTrial(plan, trials, rules); next; next = chooseNextTrial(plan, trials, rules)) {
    const { planned, index, isWarmup } = next
    const noise = options.machine()
    const wallSeconds = seconds * (planned.id === 'head' ? 1 + options.slowdown : 1) * Math.exp(noise)
    trials.push(aTrial({ caseId: planned.id, index, isWarmup, wallSeconds, ...options.facts?.(noise) }))
  }
  return endOf(plan, trials, rules)
}

/** So many runs of the machine, as an earlier session on it would have left them. */
export function sessionOf(machine: Machine, runs: number): number[] {
  return Array.from({ length: runs }, () => seconds * Math.exp(machine()))
}

function planFor({ minEffect = 0.03, mayWiden = true, repeats = 3, maxRepeats = 10 }: LoopOptions): Plan {
  const cases = ['head', 'base'].map((side) => aCase({ id: side, revision: side, warmups: 1, repeats, maxRepeats }))
  const comparison = { head: 'head', base: 'base', minEffect, mayWiden, gate: ['wall_time'], maxRepeats }
  return { ...createPlan(cases), comparisons: [{ ...comparison, isScreened: false }] }
}

function rulesFor({ sessions = [], seed = 0 }: LoopOptions): ScheduleRules {
  const sessionsOf = (_: string, metric: string) => (metric === 'wall_time' ? sessions : [])
  return { ...plainSchedule, seed, known: { ...nothingKnown, sessionsOf } }
}

function endOf(plan: Plan, trials: readonly Trial[], rules: ScheduleRules): LoopEnd {
  const [judged] = adjustComparisons(judgeComparisons(plan, trials, rules.known))
  const gate = judged && toComparisons(judged, 'base', {}).find(({ isGate }) => isGate)
  if (!gate) throw new Error('the loop ended without a decision')
  const { verdict, effect, interval, reason } = gate
  const runsPerSide = trials.filter((trial) => trial.caseId === 'base' && !trial.isWarmup).length
  return { verdict, state: judged.progress.state, runsPerSide, effect, interval, reason }
}
