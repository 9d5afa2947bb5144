import { sessionOf, simulatedLoop, type LoopEnd, type LoopOptions } from '../../test/unit/simulated-loop.ts'
import type { NoiseFamily } from './noise-families.ts'

/** What became of many comparisons of one kind, as shares of them. */
export type Rates = {
  readonly count: number
  readonly regression: number
  readonly improvement: number
  readonly unchanged: number
  readonly inconclusive: number
  /** Of all: ended before the cap because more runs would not have settled it. */
  readonly outOfReach: number
  /** Mean per side. */
  readonly runs: number
}

export type RatesOptions = Omit<LoopOptions, 'machine' | 'seed' | 'sessions'> & {
  readonly count: number
  /** Earlier sessions of six runs that are known. */
  readonly sessions?: number
  readonly factsFor?: (seed: number) => NonNullable<LoopOptions['facts']>
}

const runsOfSession = 6
/** Seeds of sessions lie apart from those of pairs. */
const sessionSeeds = 1 << 24

/** Runs the whole loop so often, each time on a machine of its own. */
export function ratesOn(family: NoiseFamily, { count, sessions = 0, factsFor, ...options }: RatesOptions): Rates {
  const ends = Array.from({ length: count }, (_, seed) => {
    const earlier = Array.from({ length: sessions }, (__, session) =>
      sessionOf(family.make(sessionSeeds + seed * 16 + session), runsOfSession),
    )
    const facts = factsFor ? { facts: factsFor(seed) } : {}
    return simulatedLoop({ ...options, ...facts, machine: family.make(seed), sessions: earlier, seed })
  })
  return summed(ends)
}

function summed(ends: readonly LoopEnd[]): Rates {
  const count = ends.length
  const share = (which: (end: LoopEnd) => boolean): number => ends.filter(which).length / count
  return {
    count,
    regression: share(({ verdict }) => verdict === 'regression'),
    improvement: share(({ verdict }) => verdict === 'improvement'),
    unchanged: share(({ verdict }) => verdict === 'unchanged'),
    inconclusive: share(({ verdict }) => verdict === 'inconclusive'),
    outOfReach: share(({ state }) => state === 'out of reach'),
    runs: ends.reduce((sum, { runsPerSide }) => sum + runsPerSide, 0) / count,
  }
}

/** 95 % interval of a share that was counted (Wilson, Journal of the American Statistical Association 22, 1927). */
export function wilson(share: number, count: number): [low: number, high: number] {
  const z = 1.96
  const centre = (share + z ** 2 / (2 * count)) / (1 + z ** 2 / count)
  const half = (z / (1 + z ** 2 / count)) * Math.sqrt((share * (1 - share)) / count + z ** 2 / (4 * count ** 2))
  return [Math.max(0, centre - half), centre + half]
}
