import { createSeededRandom } from '../core/bootstrap.ts'
import { compareSamples, type ComparisonRules, type SideSamples } from '../verdict/comparison.ts'
import type { Metric } from '../core/metric.ts'

/** Values of the two arms of each round, in the order in which they were taken. */
export type Rounds = readonly (readonly [one: number, other: number])[]

/** How often something happened in how many draws. */
export type Rate = { readonly count: number; readonly draws: number }

export type SelfTestRules = {
  readonly metric: Metric
  readonly minEffect: number
  /** Runs per side at the first look and at the last. */
  readonly repeats: number
  readonly maxRepeats: number
  /** Earlier sessions of the same case; the samples under test are not among them. */
  readonly sessions: ComparisonRules['sessions']
  /** How many relabelled splits are judged. */
  readonly draws: number
}

/**
 * How often our own rule calls unchanged code slower on this noise: the rounds of one session are started at another place
 * and the arms of each round swapped by lot, and the rule is asked after every run, at least as often as in earnest.
 * Deterministic. All draws share the same runs: "0 of 400" is not 400 independent trials.
 */
export function countFalseAlarms(rounds: Rounds, rules: SelfTestRules): Rate {
  return countAlarms(rounds, rules, 0)
}

/** How often it finds a slowdown of this share, made by multiplying the times of one arm (dividing the rates). */
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
