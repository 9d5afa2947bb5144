import { sessionOf, simulatedLoop, type LoopEnd, type LoopOptions } from '../simulated-loop.ts'
import { normals } from './noisy-series.ts'

export const loops = 300

/** Normal noise of this coefficient of variation. */
export function machine(cv: number, seed: number): LoopOptions['machine'] {
  const normal = normals(seed)
  return () => cv * normal()
}

export function ends(cv: number, slowdown: number, more: Partial<LoopOptions> = {}, sessions = 0): LoopEnd[] {
  return Array.from({ length: loops }, (_, seed) => {
    const known = Array.from({ length: sessions }, (__, session) =>
      sessionOf(machine(cv, 1e6 + 10 * seed + session), 6),
    )
    return simulatedLoop({ machine: machine(cv, seed), slowdown, sessions: known, seed, ...more })
  })
}

export const shareOf = (all: readonly LoopEnd[], verdict: LoopEnd['verdict']): number =>
  all.filter((end) => end.verdict === verdict).length / all.length
export const runsOf = (all: readonly LoopEnd[]): number =>
  all.reduce((sum, { runsPerSide }) => sum + runsPerSide, 0) / all.length
