import { createSeededRandom } from '../core/bootstrap.ts'
import { compareSamples, type ComparisonRules, type SideSamples } from '../verdict/comparison.ts'
import type { Metric } from '../core/metric.ts'

/** Values of the two arms of each round, in the order of measurement. */
export type Rounds = readonly (readonly [one: number, other: number])[]

/** Number of events in a number of draws. */
export type Rate = { readonly count: number; readonly draws: number }

/** Rules of the self-test: those of a real comparison, and the number of draws. */
export type SelfTestRules = {
  readonly metric: Metric
  readonly minEffect: number
  /** Runs per side at the first and at the last look. */
  readonly repeats: number
  readonly maxRepeats: number
  /** Earlier sessions of the same case, without the samples under test. */
  readonly sessions: ComparisonRules['sessions']
  /** Number of relabeled splits to judge. */
  readonly draws: number
}

/**
 * Counts how often the rule calls unchanged code slower at this noise. Each draw rotates the rounds of one session,
 * swaps the arms of each round at random, and judges after every run, at least as often as a real comparison.
 * Deterministic. All draws use the same runs, so "0 of 400" is not 400 independent trials.
 */
export function countFalseAlarms(rounds: Rounds, rules: SelfTestRules): Rate {
  return countAlarms(rounds, rules, 0)
}

/**
 * Counts how often the rule finds a slowdown of this share, simulated by multiplying the times (dividing the rates) of
 * one arm.
 */
export function countDetections(rounds: Rounds, rules: SelfTestRules, effect: number): Rate {
  return countAlarms(rounds, rules, effect)
}

function countAlarms(rounds: Rounds, rules: SelfTestRules, effect: number): Rate {
  const random = createSeededRandom(0x5eed)
  const factor = rules.metric.betterWhen === 'lower' ? 1 + effect : 1 / (1 + effect)
  let count = 0
  for (let draw = 0; draw < rules.draws; draw += 1) {
    const { base, head } = drawRelabeling(rounds, random)
    const slower = head.map((value) => value * factor)
    if (isCalledSlower({ base, head: slower }, rules)) count += 1
  }
  return { count, draws: rules.draws }
}

function drawRelabeling(rounds: Rounds, random: () => number): SideSamples {
  const start = Math.floor(random() * rounds.length)
  const turned = [...rounds.slice(start), ...rounds.slice(0, start)]
  const swapped = turned.map(([one, other]) => (random() < 0.5 ? [one, other] : [other, one]))
  return { base: swapped.map((pair) => pair[0] ?? Number.NaN), head: swapped.map((pair) => pair[1] ?? Number.NaN) }
}

function isCalledSlower({ base, head }: SideSamples, rules: SelfTestRules): boolean {
  const last = Math.min(rules.maxRepeats, base.length)
  for (let runs = Math.min(rules.repeats, last); runs <= last; runs += 1) {
    const sides = { base: base.slice(0, runs), head: head.slice(0, runs) }
    const { verdict } = compareSamples(rules.metric, sides, {
      minEffect: rules.minEffect,
      design: 'interleaved',
      sessions: rules.sessions,
      sessionDeviation: null,
      maxRuns: rules.maxRepeats,
      gates: 1,
    })
    if (verdict !== 'inconclusive') return verdict === 'regression'
  }
  return false
}
