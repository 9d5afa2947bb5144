import { computeEffectInterval } from '../core/bootstrap.ts'
import { computeMedian, type Interval } from '../core/statistics.ts'
import type { Requirement, Severity } from '../verdict/requirement.ts'

/** Names of the built-in sets of speed-up limits. */
export const scalingProfileNames = ['perf-03', 'realistic', 'target', 'research-summary', 'legacy-range'] as const
export type ScalingProfileName = (typeof scalingProfileNames)[number]

type ScalingProfile = {
  /**
   * Minimum speed-up for a GPU count, and the upper end of the usual range. A value above the range is flagged, never
   * failed.
   */
  readonly bands: Readonly<Record<number, readonly [min: number, usualMax: number | null]>>
  /** Minimum efficiency for counts without a band; null: such counts are not judged. */
  readonly minEfficiencyElsewhere: number | null
}

/** Limits from the project's requirement documents; perf-03 is the latest and the default. */
const profiles: Readonly<Record<ScalingProfileName, ScalingProfile>> = {
  'perf-03': { bands: { 2: [1.9, null] }, minEfficiencyElsewhere: 0.9 },
  realistic: { bands: { 2: [1.8, 1.95], 4: [3.5, 3.8], 8: [6.8, 7.4] }, minEfficiencyElsewhere: null },
  target: { bands: { 2: [1.7, 1.9], 4: [3.4, 3.8], 8: [6.8, 7.6] }, minEfficiencyElsewhere: 0.85 },
  'research-summary': { bands: { 2: [1.8, null], 4: [3.5, null], 8: [7, null] }, minEfficiencyElsewhere: null },
  'legacy-range': { bands: { 2: [1.6, 2], 4: [3, 4], 8: [6, 8] }, minEfficiencyElsewhere: null },
}
/** Of all profiles. */
const version = 1

/** Minimum speed-up of a profile for `gpus` GPUs; null if the profile has no limit for that count. */
export function getMinimumSpeedup(profile: ScalingProfileName, gpus: number): number | null {
  const { bands, minEfficiencyElsewhere } = profiles[profile]
  return bands[gpus]?.[0] ?? (minEfficiencyElsewhere === null ? null : minEfficiencyElsewhere * gpus)
}

/** Upper end of the usual range of a profile, above which a speed-up deserves a check; null: no upper end. */
export function getUsualMaximum(profile: ScalingProfileName, gpus: number): number | null {
  return profiles[profile].bands[gpus]?.[1] ?? null
}

/** Builds the requirement on the derived value `speedup` for one GPU count; null without a limit. */
export function buildScalingRequirement(
  profile: ScalingProfileName,
  gpus: number,
  severity: Severity,
): Requirement | null {
  const limit = getMinimumSpeedup(profile, gpus)
  if (limit === null) return null
  const rule = `${profile}@${version}`
  const id = profile === 'perf-03' ? 'PERF-03' : `SCALING-${profile}`
  return { id, suite: 'scaling', value: 'speedup', axes: { gpus }, operator: '>=', limit, unit: '×', severity, rule }
}

/**
 * Largest possible speed-up with `gpus` devices if a share p of the 1-GPU time runs in parallel: 1 / ((1 − p) + p / n),
 * Amdahl 1967. `parallelShare` must come from the 1-GPU run.
 */
export function computeAmdahlCeiling(parallelShare: number, gpus: number): number {
  return 1 / (1 - parallelShare + parallelShare / gpus)
}

/** A speed-up factor with its confidence interval; null when there is no spread. */
export type Speedup = { readonly value: number; readonly interval: Interval | null }

/**
 * How many times as fast `other` is as `base`: the ratio of their median times. The bootstrap interval of the ratio of
 * geometric means is shifted to it. Null without samples on a side, or if one is not positive.
 */
export function computeSpeedup(base: readonly number[], other: readonly number[], confidence: number): Speedup | null {
  if (base.length === 0 || other.length === 0 || [...base, ...other].some((value) => !(value > 0))) return null
  const value = computeMedian(base) / computeMedian(other)
  const relative = computeEffectInterval(other, base, confidence)
  if (!relative) return { value, interval: null }
  const center = Math.sqrt((1 + relative[0]) * (1 + relative[1]))
  return { value, interval: [((1 + relative[0]) / center) * value, ((1 + relative[1]) / center) * value] }
}
