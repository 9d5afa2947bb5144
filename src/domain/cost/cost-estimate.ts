import type { Baseline } from '../baselines/baseline.ts'
import { computeDeviceMinutes } from './device-minutes.ts'
import { wallTime } from '../core/metric.ts'
import { isQuiet } from '../noise/noise-floor.ts'
import { listSessionSamples, type NoiseRecord } from '../noise/noise.ts'
import type { Plan, PlannedCase, PlannedComparison } from '../plan/plan.ts'
import { isSameCase, estimateGate, type MetricEstimate } from './gate-estimate.ts'
import { computeMedian, sumValues } from '../core/statistics.ts'

/** A plan with the history of its cases. */
export type CostEstimateInput = {
  readonly plan: Plan
  readonly noise: NoiseRecord | null
  readonly baselines: readonly Baseline[]
  /** SHA-256 of each dataset by its name in the config. */
  readonly datasets: ReadonlyMap<string, string>
}

/** Device-minutes of the cases with a history; the others are only counted. */
export type CostAmount = { readonly minutes: number; readonly unknownCases: number }

/** Estimate for one planned comparison before anything runs. */
export type ComparisonEstimate = {
  readonly planned: PlannedComparison
  readonly head: PlannedCase
  /** Label of the reference revision. */
  readonly against: string
  /** Maximum number of runs per side. */
  readonly maxRuns: number
  /** The gate metric that needs the most runs; null when no gate metric has a history. */
  readonly decisive: MetricEstimate | null
  /** Gate metrics without a history on this testbed. */
  readonly unknownMetrics: readonly string[]
  /** Sentences about gate metrics that cannot be judged at the configured minimum effect. */
  readonly notes: readonly string[]
  /** The committed samples are expected to clear an unchanged head without a run of the reference. */
  readonly isLikelyCleared: boolean
  /** Runs per side if the code is unchanged; null when unknown. */
  readonly expectedRuns: number | null
  readonly expectedMinutes: number | null
  readonly largestMinutes: number | null
}

/** Expected cost and sensitivity of a plan. */
export type CostEstimate = {
  readonly comparisons: readonly ComparisonEstimate[]
  /** If the code is unchanged. */
  readonly expected: CostAmount
  /** If every comparison uses all its runs and every contaminated run is repeated. */
  readonly largest: CostAmount
}

/** Estimates the cost of a plan from the history of its cases. Assumes that the reference is as fast as the head. */
export function estimateCost(input: CostEstimateInput): CostEstimate {
  const comparisons = input.plan.comparisons.flatMap((planned) => estimateComparison(planned, input) ?? [])
  const cases = input.plan.cases.map((planned) => ({ planned, runs: countRuns(planned, comparisons) }))
  const sumMinutes = (which: keyof RunCounts): CostAmount => {
    const minutes = cases.map(({ planned, runs }) => estimateMinutes(planned, runs[which], input))
    const known = minutes.filter((value) => value !== null)
    return { minutes: sumValues(known), unknownCases: minutes.length - known.length }
  }
  return { comparisons, expected: sumMinutes('expected'), largest: sumMinutes('largest') }
}

function estimateComparison(planned: PlannedComparison, input: CostEstimateInput): ComparisonEstimate | null {
  const head = input.plan.cases.find((item) => item.id === planned.head)
  const base = input.plan.cases.find((item) => item.id === planned.base)
  if (!head || !base) return null
  const { known, unknown } = estimateGate(planned, head, input.noise, input.datasets.get(head.dataset) ?? '')
  const decisive = known.toSorted((a, b) => b.expectedRuns - a.expectedRuns || b.floor.cv - a.floor.cv)[0] ?? null
  const isKnown = unknown.length === 0
  const isLikelyCleared = planned.isScreened && isKnown && known.every(({ floor }) => isQuiet(floor))
  const priced: ComparisonEstimate = {
    planned,
    head,
    against: base.revision,
    maxRuns: Math.max(planned.maxRepeats, head.repeats),
    decisive,
    unknownMetrics: unknown,
    notes: known.flatMap(({ name, note }) => (note === null ? [] : [`${head.id}, ${name}: ${note}`])),
    isLikelyCleared,
    expectedRuns: isLikelyCleared ? head.repeats : isKnown ? (decisive?.expectedRuns ?? null) : null,
    expectedMinutes: null,
    largestMinutes: null,
  }
  const sumMinutes = (which: keyof RunCounts): number | null => {
    const minutes = [head, base].map((side) => estimateMinutes(side, countSideRuns(side, priced)[which], input))
    return minutes.includes(null) ? null : sumValues(minutes.map(Number))
  }
  return { ...priced, expectedMinutes: sumMinutes('expected'), largestMinutes: sumMinutes('largest') }
}

/** Runs of one case, including warm-ups; null: unknown. */
type RunCounts = { readonly expected: number | null; readonly largest: number }

/** A head with several references runs once for all of them. */
function countRuns(planned: PlannedCase, comparisons: readonly ComparisonEstimate[]): RunCounts {
  const sides = comparisons
    .filter((item) => [item.planned.head, item.planned.base].includes(planned.id))
    .map((item) => countSideRuns(planned, item))
  if (sides.length === 0) {
    const runs = planned.warmups + planned.repeats
    return { expected: runs, largest: runs + planned.maxReruns }
  }
  const expected = sides.map((side) => side.expected)
  return {
    expected: expected.includes(null) ? null : Math.max(...expected.map(Number)),
    largest: Math.max(...sides.map((side) => side.largest)),
  }
}

/**
 * If screening does not clear the head, the head starts again together with its reference, so that both are measured in
 * one session.
 */
function countSideRuns(side: PlannedCase, priced: ComparisonEstimate): RunCounts {
  const isHead = side.id === priced.planned.head
  const { warmups, maxReruns, repeats } = side
  const screening = priced.planned.isScreened && isHead ? repeats : 0
  const largest = warmups + screening + priced.maxRuns + maxReruns
  if (priced.isLikelyCleared) return { expected: isHead ? warmups + repeats : 0, largest }
  return { expected: priced.expectedRuns === null ? null : warmups + priced.expectedRuns, largest }
}

function estimateMinutes(planned: PlannedCase, runs: number | null, input: CostEstimateInput): number | null {
  if (runs === 0) return 0
  const seconds = estimateRunSeconds(planned, input)
  return runs === null || seconds === null ? null : computeDeviceMinutes(planned, runs, seconds)
}

/** Median seconds of one run, from the noise record or else the baseline; null without either. */
function estimateRunSeconds(
  { key, dataset }: PlannedCase,
  { noise, baselines, datasets }: CostEstimateInput,
): number | null {
  const sha256 = datasets.get(dataset) ?? ''
  const sessions = listSessionSamples(noise, key, wallTime.name, sha256)
  if (sessions.length > 0) return computeMedian(sessions.map((session) => computeMedian(session)))
  const stored = baselines
    .filter((baseline) => baseline.suite === key.suite)
    .flatMap((baseline) => baseline.cases)
    .find((item) => item.conditions.datasetSha256 === sha256 && isSameCase({ suite: key.suite, ...item }, key))
  const samples = stored?.metrics.find((metric) => metric.name === wallTime.name)?.samples ?? []
  return samples.length > 0 ? computeMedian(samples) : null
}
