import type { NoiseRecord } from '../../record/noise.ts'
import type { Baseline } from '../../record/baseline.ts'
import { wallTime } from '../core/metric.ts'
import {
  listSessionSamples,
  buildNoiseKey,
  computeEffectiveMinEffect,
  toKnownNoise,
  type EffectiveMinEffect,
  isWellKnown,
  estimateNoiseFloor,
  type NoiseFloor,
} from '../noise/noise.ts'
import type { Plan, PlannedCase, PlannedComparison } from '../plan/plan.ts'
import { computeMedian, sumValues } from '../core/statistics.ts'
import { formatCaseId, type CaseKey } from '../core/case.ts'
import { computeReachableEffect } from '../detection/pair/reach.ts'
import { isGateMetric, computeMedianLevels, selectGates } from '../verdict/gate.ts'
import type { Budget } from '../plan/budget.ts'
import type { Cell, Section } from '../verdict/report.ts'
import { roundToTwoDigits, formatShare } from '../core/numbers.ts'
import type { Testbed } from '../testbed/testbed.ts'

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

const columns = [
  'Case',
  'Against',
  'Metric',
  'Noise (CV)',
  'Minimum effect',
  'Effective minimum effect',
  'Minimum detectable effect',
  'Most runs per side',
]

/** Sentences about the largest cost and sensitivity of a run, for a log or a check; the total comes first. */
export function describeCostEstimate(estimate: CostEstimate, unit: MinutesUnit, budget: Budget): string[] {
  return [
    describeTotal(estimate, unit),
    ...describeBudget(estimate, unit, budget),
    ...estimate.comparisons.flatMap(describeComparison),
  ]
}

/** The same estimate as a table. */
export function buildCostEstimateSection(estimate: CostEstimate, unit: MinutesUnit, budget: Budget): Section {
  const notes = estimate.comparisons.flatMap((item) => item.notes)
  const sentences = [describeTotal(estimate, unit), ...describeBudget(estimate, unit, budget), ...notes]
  return {
    id: 'price',
    title: 'Cost and sensitivity of this run',
    columns,
    rows: estimate.comparisons.map(buildRow),
    notes: sentences,
    isDetail: true,
  }
}

function buildRow({ head, against, noisiest, unknownMetrics, planned, maxRuns }: ComparisonEstimate): Cell[] {
  return [
    head.id,
    against,
    noisiest?.name ?? unknownMetrics.join(', '),
    toShareCell(noisiest?.floor.cv ?? null),
    toShareCell(planned.minEffect),
    noisiest && toShareCell(noisiest.minEffect),
    toShareCell(noisiest?.reachable ?? null),
    String(maxRuns),
  ]
}

function describeComparison(item: ComparisonEstimate): string[] {
  const subject = `${item.head.id} against ${item.against}`
  const { noisiest } = item
  const known = noisiest?.note === null ? [`${subject}: ${describeMetric(noisiest, item.maxRuns)}.`] : []
  const notes = item.notes.map((note) => `${note}.`)
  if (item.unknownMetrics.length === 0) return [...known, ...notes]
  const metrics = item.unknownMetrics.join(', ')
  const unknown = `no history of ${metrics} on this testbed, so its noise is unknown`
  return [...known, ...notes, `${subject}: ${unknown}; measure it with \`warpgauge run --calibrate\`.`]
}

function describeMetric({ name, floor, reachable }: MetricEstimate, maxRuns: number): string {
  const noise = `${name} varies by ${formatShare(floor.cv)} between runs (${formatCount(floor.runs, 'run')}, ${formatCount(floor.sessions, 'session')})`
  return `${noise}${reachable === null ? '' : `; ${formatCount(maxRuns, 'run')} per side can detect ${formatShare(reachable)}`}`
}

function describeTotal({ largest }: CostEstimate, unit: MinutesUnit): string {
  if (largest.unknownCases === 0) return `This run takes at most about ${formatMinutes(largest, unit)}.`
  if (largest.minutes === 0) return `The cost of this run cannot be estimated: ${formatUnknownCases(largest)}.`
  return `${formatUnknownCases(largest)}; the other cases of this run take at most about ${formatMinutes(largest, unit)}.`
}

function describeBudget({ largest }: CostEstimate, unit: MinutesUnit, { run }: Budget): string[] {
  if (run === null || largest.minutes <= run) return []
  return [`The budget of ${run} ${unit} may end it earlier; comparisons that are open then stay inconclusive.`]
}

function formatMinutes({ minutes }: CostAmount, unit: MinutesUnit): string {
  return `${roundToTwoDigits(minutes)} ${unit}`
}

function formatUnknownCases({ unknownCases }: CostAmount): string {
  return unknownCases === 1
    ? '1 case has no history on this testbed'
    : `${unknownCases} cases have no history on this testbed`
}

function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

function toShareCell(share: number | null): Cell {
  return share === null ? null : { value: roundToTwoDigits(share), unit: 'share' }
}

export type MinutesUnit = 'GPU-minutes' | 'device-minutes'

/** Unit of run time × devices. A pipeline without GPUs occupies CPU cores, so its unit is not GPU-minutes. */
export function chooseMinutesUnit({ deviceKind }: Pick<Testbed, 'deviceKind'>): MinutesUnit {
  return deviceKind === 'gpu' ? 'GPU-minutes' : 'device-minutes'
}

/** Device-minutes that `runs` runs of a case take; `seconds` is the duration of one run. */
export function computeDeviceMinutes({ gpus }: Pick<PlannedCase, 'gpus'>, runs: number, seconds: number): number {
  return (runs * seconds * Math.max(1, gpus.length)) / 60
}
