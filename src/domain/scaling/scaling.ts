import type { Requirement, Severity } from '../verdict/requirement.ts'

export const scalingProfileNames = ['perf-03', 'realistic', 'target', 'research-summary', 'legacy-range'] as const
export type ScalingProfileName = (typeof scalingProfileNames)[number]

/** Smallest speed-up expected of a GPU count, and the upper end of the usual band, which is a flag and never a failure. */
type Band = { readonly min: number; readonly usualMax: number | null }

type ScalingProfile = {
  readonly version: number
  readonly bands: Readonly<Record<number, Band>>
  /** Smallest efficiency for counts without a band; null: such counts are not judged. */
  readonly minEfficiencyElsewhere: number | null
}

/** The five sets of limits that the founding documents give (F-04); the latest, perf-03, is the default. */
const profiles: Readonly<Record<ScalingProfileName, ScalingProfile>> = {
  'perf-03': { version: 1, bands: { 2: { min: 1.9, usualMax: null } }, minEfficiencyElsewhere: 0.9 },
  realistic: {
    version: 1,
    bands: { 2: { min: 1.8, usualMax: 1.95 }, 4: { min: 3.5, usualMax: 3.8 }, 8: { min: 6.8, usualMax: 7.4 } },
    minEfficiencyElsewhere: null,
  },
  target: {
    version: 1,
    bands: { 2: { min: 1.7, usualMax: 1.9 }, 4: { min: 3.4, usualMax: 3.8 }, 8: { min: 6.8, usualMax: 7.6 } },
    minEfficiencyElsewhere: 0.85,
  },
  'research-summary': {
    version: 1,
    bands: { 2: { min: 1.8, usualMax: null }, 4: { min: 3.5, usualMax: null }, 8: { min: 7, usualMax: null } },
    minEfficiencyElsewhere: null,
  },
  'legacy-range': {
    version: 1,
    bands: { 2: { min: 1.6, usualMax: 2 }, 4: { min: 3, usualMax: 4 }, 8: { min: 6, usualMax: 8 } },
    minEfficiencyElsewhere: null,
  },
}

/** The smallest speed-up a profile asks of `gpus` GPUs; null when it says nothing about that count. */
export function getMinimumSpeedup(profile: ScalingProfileName, gpus: number): number | null {
  const { bands, minEfficiencyElsewhere } = profiles[profile]
  const band = bands[gpus]
  if (band) return band.min
  return minEfficiencyElsewhere === null ? null : minEfficiencyElsewhere * gpus
}

/** The upper end of the band a profile calls usual; above it a reader should look twice. */
export function getUsualMaximum(profile: ScalingProfileName, gpus: number): number | null {
  return profiles[profile].bands[gpus]?.usualMax ?? null
}

/** The profile's limit for one GPU count as a requirement on the derived value `speedup`. */
export function buildScalingRequirement(
  profile: ScalingProfileName,
  gpus: number,
  severity: Severity,
): Requirement | null {
  const limit = getMinimumSpeedup(profile, gpus)
  if (limit === null) return null
  const rule = `${profile}@${profiles[profile].version}`
  const id = profile === 'perf-03' ? 'PERF-03' : `SCALING-${profile}`
  return { id, suite: 'scaling', value: 'speedup', axes: { gpus }, operator: '>=', limit, unit: '×', severity, rule }
}

/**
 * Largest speed-up that `gpus` devices can give when only `parallelShare` of the 1-GPU time uses them:
 * 1 / ((1 − p) + p / n), Amdahl 1967. The share must come from the 1-GPU run (W37).
 */
export function computeAmdahlCeiling(parallelShare: number, gpus: number): number {
  return 1 / (1 - parallelShare + parallelShare / gpus)
}
