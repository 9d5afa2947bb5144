import type { Baseline } from '../baselines/baseline.ts'
import { computeDeviceMinutes } from './device-minutes.ts'
import { wallTime } from '../core/metric.ts'
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
  /** The noisiest gate metric; null when no gate metric has a history. */
  readonly noisiest: MetricEstimate | null
  /** Gate metrics without a history on this testbed. */
  readonly unknownMetrics: readonly string[]
  /** Sentences about gate metrics that cannot be judged at the configured minimum effect. */
  readonly notes: readonly string[]
}

/** Largest cost and sensitivity of a plan. */
export type CostEstimate = {
  readonly comparisons: readonly ComparisonEstimate[]
  /** If every comparison uses all its runs and every contaminated run is repeated; measuring usually ends earlier. */
  readonly largest: CostAmount
}

/** Estimates the cost of a plan: median time of earlier runs × planned runs. */
export function estimateCost(input: CostEstimateInput): CostEstimate {
  const minutes = input.plan.cases.map((planned) => estimateMinutes(planned, input))
  const known = minutes.filter((value) => value !== null)
  return {
    comparisons: input.plan.comparisons.flatMap((planned) => estimateComparison(planned, input) ?? []),
    largest: { minutes: sumValues(known), unknownCases: minutes.length - known.length },
  }
}

function estimateComparison(planned: PlannedComparison, input: CostEstimateInput): ComparisonEstimate | null {
  const head = input.plan.cases.find((item) => item.id === planned.head)
  const base = input.plan.cases.find((item) => item.id === planned.base)
  if (!head || !base) return null
  const { known, unknown } = estimateGate(planned, head, input.noise, input.datasets.get(head.dataset) ?? '')
  return {
    planned,
    head,
    against: base.revision,
    maxRuns: Math.max(planned.maxRepeats, head.repeats),
    noisiest: known.toSorted((a, b) => b.floor.cv - a.floor.cv)[0] ?? null,
    unknownMetrics: unknown,
    notes: known.flatMap(({ name, note }) => (note === null ? [] : [`${head.id}, ${name}: ${note}`])),
  }
}

function estimateMinutes(planned: PlannedCase, input: CostEstimateInput): number | null {
  const seconds = estimateRunSeconds(planned, input)
  return seconds === null ? null : computeDeviceMinutes(planned, countMostRuns(planned, input.plan), seconds)
}

/** A head with several references runs once for all of them; one that screening does not clear starts again. */
function countMostRuns({ id, warmups, repeats, maxReruns }: PlannedCase, { comparisons }: Plan): number {
  const own = comparisons.filter(({ head, base }) => id === head || id === base)
  const screening = own.some(({ head, isScreened }) => isScreened && id === head) ? repeats : 0
  return warmups + screening + Math.max(repeats, ...own.map(({ maxRepeats }) => maxRepeats)) + maxReruns
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
