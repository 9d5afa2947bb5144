import { computeReachableEffect, type KnownNoise } from '../detection/pair/reachable-effect.ts'
import { isWellKnown, type NoiseFloor } from './noise-floor.ts'
import { formatShare } from '../core/share-text.ts'

/** A gate wider than this would pass what everybody calls a regression; it is left as it is and cannot be settled. */
const widestGate = 0.1

export type EffectiveMinEffect = {
  readonly minEffect: number
  /** Why a gate cannot be judged as asked, as a sentence; null when it can. */
  readonly note: string | null
  readonly reach: 'as asked' | 'widened' | 'out of reach'
}

/**
 * The minimum effect that can be judged on this noise: the one that was asked for, or the smallest one within reach of so
 * many runs per side. A floor that is not well known changes nothing.
 */
export function computeEffectiveMinEffect(
  asked: number,
  floor: NoiseFloor | null,
  maxRepeats: number,
  gates = 1,
): EffectiveMinEffect {
  if (!isWellKnown(floor)) return { minEffect: asked, note: null, reach: 'as asked' }
  const least = computeReachableEffect(toKnownNoise(floor), { maxRuns: maxRepeats, gates })
  if (least === null) {
    const note = `${formatRunsPerSide(maxRepeats)} can tell nothing at all: set run.maxRepeats to 3 or more`
    return { minEffect: asked, note, reach: 'out of reach' }
  }
  if (least <= asked) return { minEffect: asked, note: null, reach: 'as asked' }
  const noise = `because runs of the same code differ by ${formatShare(floor.cv)}`
  const limits = `${formatShare(asked)} is below what ${formatRunsPerSide(maxRepeats)} can tell here (${formatShare(least)}), ${noise}`
  if (least <= Math.max(widestGate, asked))
    return { minEffect: least, note: `${limits}: judged at ${formatShare(least)}`, reach: 'widened' }
  const advice = 'out of reach; gate on a stage or a synchronised region instead'
  return { minEffect: asked, note: `${limits}: ${advice}`, reach: 'out of reach' }
}

/** A floor as the rule for pairs takes it. */
export function toKnownNoise({ cv, runs, sessions }: NoiseFloor): KnownNoise {
  return { cv, degreesOfFreedom: runs - sessions }
}

function formatRunsPerSide(runs: number): string {
  return `${runs} run${runs === 1 ? '' : 's'} per side`
}
