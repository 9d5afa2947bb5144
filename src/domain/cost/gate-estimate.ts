import { formatCaseId, type CaseKey } from '../core/case.ts'
import { computeReachableEffect } from '../detection/pair/reachable-effect.ts'
import { computeEffectiveMinEffect, toKnownNoise, type EffectiveMinEffect } from '../noise/effective-min-effect.ts'
import { isGateMetric, computeMedianLevels, selectGates } from '../verdict/gate.ts'
import { isWellKnown, estimateNoiseFloor, type NoiseFloor } from '../noise/noise-floor.ts'
import { buildNoiseKey, listSessionSamples, type NoiseRecord } from '../noise/noise.ts'
import type { PlannedCase, PlannedComparison } from '../plan/plan.ts'

/** Noise and sensitivity of one gate metric, from earlier runs. */
export type MetricEstimate = EffectiveMinEffect & {
  readonly name: string
  readonly floor: NoiseFloor
  /** The smallest slowdown detectable with the maximum number of runs; null: none with so few runs. */
  readonly reachable: number | null
}

/** Estimates for the gate metrics of one comparison. */
export type GateEstimate = {
  readonly known: readonly MetricEstimate[]
  /** Gate patterns without a history on this testbed, as written in the config. */
  readonly unknown: readonly string[]
}

/**
 * Estimates each gate metric of a comparison from earlier runs. A pattern that matches no known metric is listed as
 * unknown.
 */
export function estimateGate(
  comparison: PlannedComparison,
  head: PlannedCase,
  noise: NoiseRecord | null,
  datasetSha256: string,
): GateEstimate {
  const stored = noise?.cases.find((item) => item.datasetSha256 === datasetSha256 && isSameCase(item, head.key))
  const samples = (stored?.metrics ?? []).map(({ name, sessions }) => ({
    name,
    samples: sessions.flatMap((session) => session.samples),
  }))
  const names = [...selectGates(comparison.gate, computeMedianLevels(samples))]
  const maxRuns = Math.max(comparison.maxRepeats, head.repeats)
  const known = names.flatMap((name): MetricEstimate[] => {
    const floor = estimateNoiseFloor(listSessionSamples(noise, head.key, name, datasetSha256))
    if (!isWellKnown(floor)) return []
    const effective = computeEffectiveMinEffect(comparison.minEffect, floor, maxRuns, names.length)
    const reachable = computeReachableEffect(toKnownNoise(floor), { maxRuns, gates: names.length })
    return [{ name, floor, ...effective, reachable }]
  })
  const unknown = comparison.gate.filter((pattern) => !known.some(({ name }) => isGateMetric(name, [pattern])))
  return { known, unknown }
}

/** Whether two keys name the same case, whatever side of a comparison they are on. */
export function isSameCase(one: CaseKey, other: CaseKey): boolean {
  return formatCaseId(buildNoiseKey(one)) === formatCaseId(buildNoiseKey(other))
}
