import { computeReachableEffect, type KnownNoise } from '../detection/pair/reachable-effect.ts'
import { isWellKnown, type NoiseFloor } from './noise-floor.ts'
import { formatShare } from '../core/share-text.ts'

/**
 * Largest automatic minimum effect. A wider gate would pass obvious regressions, so it keeps the configured value and
 * stays inconclusive.
 */
const widestGate = 0.1

/** The minimum effect used for a gate, as a share, and how it relates to the configured one. */
export type EffectiveMinEffect = {
  readonly minEffect: number
  /** Reason why a gate cannot be judged at the configured minimum effect, as a sentence; null when it can. */
  readonly note: string | null
  readonly reach: 'as asked' | 'widened' | 'out of reach'
}

/**
 * Computes the minimum effect that can be judged at this noise: the configured one, or the smallest one detectable with
 * `maxRepeats` runs per side. A noise floor from too few runs changes nothing.
 */
export function computeEffectiveMinEffect(
  configured: number,
  floor: NoiseFloor | null,
  maxRepeats: number,
  gates = 1,
): EffectiveMinEffect {
  if (!isWellKnown(floor)) return { minEffect: configured, note: null, reach: 'as asked' }
  const least = computeReachableEffect(toKnownNoise(floor), { maxRuns: maxRepeats, gates })
  if (least === null) {
    const note = `${formatRunsPerSide(maxRepeats)} cannot detect any change: set run.maxRepeats to 3 or more`
    return { minEffect: configured, note, reach: 'out of reach' }
  }
  if (least <= configured) return { minEffect: configured, note: null, reach: 'as asked' }
  const noise = `because runs of the same code vary by ${formatShare(floor.cv)}`
  const limits = `${formatShare(configured)} is below what ${formatRunsPerSide(maxRepeats)} can detect here (${formatShare(least)}), ${noise}`
  if (least <= Math.max(widestGate, configured))
    return { minEffect: least, note: `${limits}: judged at ${formatShare(least)}`, reach: 'widened' }
  const advice = 'out of reach; gate on a stage or a synchronized region instead'
  return { minEffect: configured, note: `${limits}: ${advice}`, reach: 'out of reach' }
}

/** Converts a noise floor to the input of the rule for pairs. */
export function toKnownNoise({ cv, runs, sessions }: NoiseFloor): KnownNoise {
  return { cv, degreesOfFreedom: runs - sessions }
}

function formatRunsPerSide(runs: number): string {
  return `${runs} run${runs === 1 ? '' : 's'} per side`
}
