import type { PairRules } from '../../src/domain/detection/pair/pair.ts'
import { compareSamples, unknownSessionDeviation } from '../../src/domain/verdict/comparison.ts'
import { wallTime } from '../../src/domain/core/metric.ts'
import { drawsFrom, noiseFamilies, steady, type NoiseFamily } from './noise-families.ts'

/** A way to take the two sides, and what is known of the machine. */
export type Design = {
  readonly name: string
  readonly rules: Pick<PairRules, 'design' | 'sessionDeviation'>
  readonly isStored: boolean
  /** Order of the sides where both are of one session. */
  readonly order: 'in turn' | 'one after the other'
  /** Earlier sessions that are known. */
  readonly sessions: number
}

const ofOneSession = { isStored: false, sessions: 3 } as const
const stored = { isStored: true, order: 'one after the other' } as const

/** Ten runs a side, one look. */
export const designs: readonly Design[] = [
  { name: 'interleaved', ...ofOneSession, order: 'in turn', rules: { design: 'interleaved' } },
  {
    name: 'all base, then all head',
    ...ofOneSession,
    order: 'one after the other',
    rules: { design: 'blocked' },
  },
  {
    name: 'stored base, treated as the same session',
    ...stored,
    sessions: 3,
    rules: { design: 'interleaved' },
  },
  {
    name: 'stored base, six sessions known',
    ...stored,
    sessions: 6,
    rules: { design: 'stored' },
  },
  {
    name: 'stored base, sessions unknown',
    ...stored,
    sessions: 0,
    rules: { design: 'stored', sessionDeviation: unknownSessionDeviation },
  },
]

export type SteppingFamily = NoiseFamily & {
  /** Standard deviation of the level from session to session. */
  readonly step: number
}

/** Machines whose sessions lie apart, or whose speed moves within one. */
export const steppingFamilies: readonly SteppingFamily[] = [
  { ...steady(0.002), name: 'quiet: 0.2 %, sessions 0.2 % apart', step: 0.002 },
  { ...steady(0.005), name: '0.5 %, sessions 1 % apart', step: 0.01 },
  { ...steady(0.02), name: '2 %, sessions 2 % apart', step: 0.02 },
  { ...found('heating up'), name: 'heating up, sessions 0.2 % apart', step: 0.002 },
  { ...found('AR(1), r = 0.8, 2 %'), name: 'AR(1) r = 0.8, sessions 1 % apart', step: 0.01 },
]

function found(name: string): NoiseFamily {
  const family = noiseFamilies.find((item) => item.name === name)
  if (!family) throw new RangeError(`there is no machine ${name}`)
  return family
}

const runs = 10
const runsOfSession = 6

/** Share of comparisons that are called slower. */
export function alarmsOf(design: Design, family: SteppingFamily, slowdown: number, count: number): number {
  const verdicts = Array.from({ length: count }, (_, seed) => verdictOf(design, family, slowdown, seed))
  return verdicts.filter((verdict) => verdict === 'regression').length / count
}

function verdictOf(design: Design, family: SteppingFamily, slowdown: number, seed: number) {
  const { normal } = drawsFrom(seed * 31 + 7)
  const session = (place: number, length: number): number[] => {
    const machine = family.make(seed * 64 + place)
    const level = Math.exp(family.step * normal())
    return Array.from({ length }, () => 10 * level * Math.exp(machine()))
  }
  const { base, head } = sidesOf(design, session)
  const history = Array.from({ length: design.sessions }, (_, index) => session(index + 2, runsOfSession))
  const rules = { minEffect: 0.03, history, ...design.rules }
  const slower = head.map((value) => value * (1 + slowdown))
  return compareSamples(wallTime, { base, head: slower }, rules).verdict
}

type Session = (place: number, length: number) => number[]

function sidesOf({ isStored, order }: Design, session: Session): { base: number[]; head: number[] } {
  if (isStored) return { base: session(0, runs), head: session(1, runs) }
  const values = session(0, 2 * runs)
  if (order !== 'in turn') return { base: values.slice(0, runs), head: values.slice(runs) }
  // A B B A: places 0, 3, 4, 7 … are the base's.
  return {
    base: values.filter((_, place) => [0, 3].includes(place % 4)),
    head: values.filter((_, place) => [1, 2].includes(place % 4)),
  }
}
