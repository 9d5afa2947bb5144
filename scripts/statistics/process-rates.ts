import type { Config } from '../../src/config/schema/schema.ts'
import { drawsFrom, type Draws } from './noise-families.ts'
import type { ProcessFamily } from './noise-processes.ts'
import { simulatePullRequest, type Outcome, type PullRequest } from './simulated-pull-request.ts'

/** What the checks of many pull requests concluded, as shares of them. */
export type CheckRates = {
  readonly pullRequests: number
  readonly failed: number
  readonly passed: number
  readonly inconclusive: number
  /** Mean of counted runs per side. */
  readonly runs: number
}

/** The rates of one family by planted slowdown: "0", "0.02", … */
export type FamilyResult = { readonly name: string; readonly at: Readonly<Record<string, CheckRates>> }

/** How many pull requests are simulated without a change, and with each slowdown. */
export type Repetitions = { readonly unchanged: number; readonly slower: number }

const slowdowns: readonly number[] = [0, 0.02, 0.03, 0.05]

const sessions = 3
const runsOfSession = 6
const secondsOfRun = 10
const sessionSeeds = 1 << 24

export function familyResult(family: ProcessFamily, config: Config, repetitions: Repetitions): FamilyResult {
  const at = slowdowns.map((slowdown) => {
    const count = slowdown === 0 ? repetitions.unchanged : repetitions.slower
    return [String(slowdown), checkRates(count, (seed) => pullRequestOf(family, { config, slowdown, seed }))] as const
  })
  return { name: family.name, at: Object.fromEntries(at) }
}

/** Simulates so many pull requests, each with a seed of its own. */
export function checkRates(count: number, requestFor: (seed: number) => PullRequest): CheckRates {
  const outcomes = Array.from({ length: count }, (_, seed) => simulatePullRequest(requestFor(seed)))
  const share = (verdict: Outcome['verdict']): number =>
    outcomes.filter((outcome) => outcome.verdict === verdict).length / count
  const runs = outcomes.reduce((sum, outcome) => sum + outcome.runs, 0) / count
  const errors = outcomes.find(({ verdict }) => verdict === 'error')
  if (errors) throw new Error('a simulated pull request ended with an error; it must be judged')
  return {
    pullRequests: count,
    failed: share('fail'),
    passed: share('pass'),
    inconclusive: share('inconclusive'),
    runs: Number(runs.toFixed(2)),
  }
}

type Draw = Pick<PullRequest, 'config' | 'slowdown' | 'seed'>

/** A pull request on this kind of noise. */
export function pullRequestOf(family: ProcessFamily, draw: Draw): PullRequest {
  const seconds = family.seconds ?? secondsOfRun
  return {
    ...draw,
    noise: family.make(drawsFrom(draw.seed)),
    seconds,
    tick: family.tick ?? null,
    sessions: sessionsOf(family.historyCv, seconds, drawsFrom(sessionSeeds + draw.seed)),
  }
}

function sessionsOf(cv: number | undefined, seconds: number, { normal }: Draws): number[][] {
  if (cv === undefined) return []
  return Array.from({ length: sessions }, () =>
    Array.from({ length: runsOfSession }, () => seconds * Math.exp(cv * normal())),
  )
}
