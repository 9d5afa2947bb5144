import { buildTable, toShareCell, type Column } from '../verdict/section.ts'
import type { Baseline } from '../../record/baseline.ts'
import type { NoiseRecord } from '../../record/noise.ts'
import { formatCaseId, type CaseKey } from '../core/case.ts'
import { wallTime } from '../core/metric.ts'
import { formatCounted, roundToTwoDigits, formatShare } from '../core/numbers.ts'
import { computeMedian, sumValues, type Interval } from '../core/statistics.ts'
import { computeReachableEffect } from '../detection/pair/reach.ts'
import {
  buildNoiseKey,
  computeEffectiveMinEffect,
  estimateNoiseFloor,
  isWellKnown,
  listSessionSamples,
  toKnownNoise,
  type EffectiveMinEffect,
  type NoiseFloor,
} from '../noise/noise.ts'
import { computeSpentSeconds, type Budget } from '../plan/budget.ts'
import { isCounted } from '../plan/interleaved-runs.ts'
import type { Plan, PlannedCase, PlannedComparison } from '../plan/plan.ts'
import type { Testbed } from '../testbed/testbed.ts'
import type { Trial } from '../trial/trial.ts'
import type { Comparison } from '../verdict/comparison.ts'
import { isGateMetric, computeMedianLevels, selectGates } from '../verdict/gate.ts'
import type { Section } from '../verdict/report.ts'

/** A plan with the history of its cases. */
export type CostEstimateInput = {
  readonly plan: Plan
  /** Null: no noise is committed for this testbed. */
  readonly noise: NoiseRecord | null
  readonly baselines: readonly Baseline[]
  /** SHA-256 of each dataset by its name in the config. */
  readonly datasets: ReadonlyMap<string, string>
}

/** Estimate for one planned comparison before anything runs. */
type ComparisonEstimate = {
  readonly planned: PlannedComparison
  readonly head: PlannedCase
  /** Label of the reference revision. */
  readonly against: string
  /** Maximum number of runs per side. */
  readonly maxRuns: number
  /** The noisiest gate metric; null when no gate metric has a history. */
  readonly noisiest: MetricEstimate | null
  /** Gate patterns without a history on this testbed, as written in the config. */
  readonly unknownMetrics: readonly string[]
  /** Sentences about gate metrics that cannot be judged at the configured minimum effect. */
  readonly notes: readonly string[]
}

/** Noise and sensitivity of one gate metric, from earlier runs. */
type MetricEstimate = EffectiveMinEffect & {
  readonly name: string
  readonly floor: NoiseFloor
  /** The smallest slowdown detectable with the maximum number of runs; null: none with so few runs. */
  readonly reachable: number | null
}

/** Largest cost and sensitivity of a plan. */
export type CostEstimate = {
  readonly comparisons: readonly ComparisonEstimate[]
  /**
   * Device-minutes of the cases with a history, if every comparison uses all its runs and every contaminated run is
   * repeated; measuring usually ends earlier.
   */
  readonly largest: { readonly minutes: number; readonly unknownCases: number }
}

/** Estimates the cost of a plan: median time of earlier runs × planned runs. */
export function estimateCost(input: CostEstimateInput): CostEstimate {
  const { cases, comparisons } = input.plan
  const minutes = cases.map((planned) => {
    const { id, warmups, repeats, maxReruns } = planned
    const seconds = estimateRunSeconds(planned, input)
    // A head with several references runs once for all of them; one that screening does not clear starts again.
    const own = comparisons.filter(({ head, base }) => id === head || id === base)
    const screening = own.some(({ head, isScreened }) => isScreened && id === head) ? repeats : 0
    const runs = warmups + screening + Math.max(repeats, ...own.map(({ maxRepeats }) => maxRepeats)) + maxReruns
    return seconds === null ? null : computeDeviceMinutes(planned, runs, seconds)
  })
  const known = minutes.filter((value) => value !== null)
  return {
    comparisons: comparisons.flatMap((planned) => estimateComparison(planned, input) ?? []),
    largest: { minutes: sumValues(known), unknownCases: minutes.length - known.length },
  }
}

/** Estimates each gate metric of a comparison from earlier runs. */
function estimateComparison(
  planned: PlannedComparison,
  { plan, noise, datasets }: CostEstimateInput,
): ComparisonEstimate | null {
  const head = plan.cases.find((item) => item.id === planned.head)
  const base = plan.cases.find((item) => item.id === planned.base)
  if (!head || !base) return null
  const sha256 = datasets.get(head.dataset) ?? ''
  const maxRuns = Math.max(planned.maxRepeats, head.repeats)
  const stored = noise?.cases.find((item) => item.datasetSha256 === sha256 && isSameCase(item, head.key))
  const samples = (stored?.metrics ?? []).map(({ name, sessions }) => ({
    name,
    samples: sessions.flatMap((session) => session.samples),
  }))
  const names = [...selectGates(planned.gate, computeMedianLevels(samples))]
  const known = names.flatMap((name): MetricEstimate[] => {
    const floor = estimateNoiseFloor(listSessionSamples(noise, head.key, name, sha256))
    if (!isWellKnown(floor)) return []
    const effective = computeEffectiveMinEffect(planned.minEffect, floor, maxRuns, names.length)
    return [
      {
        name,
        floor,
        ...effective,
        reachable: computeReachableEffect(toKnownNoise(floor), { maxRuns, gates: names.length }),
      },
    ]
  })
  return {
    planned,
    head,
    against: base.revision,
    maxRuns,
    noisiest: known.toSorted((a, b) => b.floor.cv - a.floor.cv)[0] ?? null,
    unknownMetrics: planned.gate.filter((pattern) => !known.some(({ name }) => isGateMetric(name, [pattern]))),
    notes: known.flatMap(({ name, note }) => (note === null ? [] : [`${head.id}, ${name}: ${note}`])),
  }
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

/** Whether two keys name the same case, whatever side of a comparison they are on. */
function isSameCase(one: CaseKey, other: CaseKey): boolean {
  return formatCaseId(buildNoiseKey(one)) === formatCaseId(buildNoiseKey(other))
}

/** Sentences about the largest cost and sensitivity of a run, for a log or a check; the total comes first. */
export function describeCostEstimate(estimate: CostEstimate, unit: MinutesUnit, budget: Budget): string[] {
  const sentences = estimate.comparisons.flatMap(({ head, against, noisiest, maxRuns, notes, unknownMetrics }) => {
    const subject = `${head.id} against ${against}`
    const metrics = unknownMetrics.join(', ')
    const unknown = `${subject}: no history of ${metrics} on this testbed, so its noise is unknown; measure it with \`warpgauge run --calibrate\`.`
    return [
      ...(noisiest?.note === null ? [`${subject}: ${describeNoise(noisiest, maxRuns)}.`] : []),
      ...notes.map((note) => `${note}.`),
      ...(metrics === '' ? [] : [unknown]),
    ]
  })
  return [...describeTotal(estimate, unit, budget), ...sentences]
}

function describeNoise({ name, floor, reachable }: MetricEstimate, maxRuns: number): string {
  const history = `${formatCounted(floor.runs, 'run')}, ${formatCounted(floor.sessions, 'session')}`
  const noise = `${name} varies by ${formatShare(floor.cv)} between runs (${history})`
  if (reachable === null) return noise
  return `${noise}; ${formatCounted(maxRuns, 'run')} per side can detect ${formatShare(reachable)}`
}

const columns: readonly Column<ComparisonEstimate>[] = [
  ['Case', ({ head }) => head.id],
  ['Against', ({ against }) => against],
  ['Metric', ({ noisiest, unknownMetrics }) => noisiest?.name ?? unknownMetrics.join(', ')],
  ['Noise (CV)', ({ noisiest }) => toShareCell(noisiest?.floor.cv ?? null)],
  ['Minimum effect', ({ planned }) => toShareCell(planned.minEffect)],
  ['Effective minimum effect', ({ noisiest }) => toShareCell(noisiest?.minEffect ?? null)],
  ['Minimum detectable effect', ({ noisiest }) => toShareCell(noisiest?.reachable ?? null)],
  ['Most runs per side', ({ maxRuns }) => String(maxRuns)],
]

/** The estimate as a section of the report: one row for each comparison. */
export function buildCostEstimateSection(estimate: CostEstimate, unit: MinutesUnit, budget: Budget): Section {
  const notes = [...describeTotal(estimate, unit, budget), ...estimate.comparisons.flatMap((item) => item.notes)]
  const heading = { id: 'price', title: 'Cost and sensitivity of this run', notes, isDetail: true }
  return buildTable(heading, estimate.comparisons, columns)
}

function describeTotal(
  { largest: { minutes, unknownCases } }: CostEstimate,
  unit: MinutesUnit,
  { run }: Budget,
): string[] {
  const most = `at most about ${roundToTwoDigits(minutes)} ${unit}`
  const unknown = `${unknownCases === 1 ? '1 case has' : `${unknownCases} cases have`} no history on this testbed`
  const total =
    unknownCases === 0
      ? `This run takes ${most}.`
      : minutes === 0
        ? `The cost of this run cannot be estimated: ${unknown}.`
        : `${unknown}; the other cases of this run take ${most}.`
  if (run === null || minutes <= run) return [total]
  return [total, `The budget of ${run} ${unit} may end it earlier; comparisons that are open then stay inconclusive.`]
}

/** Unit of the cost in texts. Costs are run time × devices, in minutes. */
export type MinutesUnit = 'GPU-minutes' | 'device-minutes'

/** A pipeline without GPUs occupies CPU cores, so its unit is not GPU-minutes. */
export function chooseMinutesUnit({ deviceKind }: Pick<Testbed, 'deviceKind'>): MinutesUnit {
  return deviceKind === 'gpu' ? 'GPU-minutes' : 'device-minutes'
}

/** Device-minutes that `runs` runs of a case take; `seconds` is the duration of one run. */
function computeDeviceMinutes({ gpus }: Pick<PlannedCase, 'gpus'>, runs: number, seconds: number): number {
  return (runs * seconds * Math.max(1, gpus.length)) / 60
}

/**
 * A table of the device-minutes by suite, warm-ups and failed runs included, with a note on every inconclusive gate
 * comparison: the benefit and cost of doubling its runs.
 */
export function buildRunCostSection(
  plan: Plan,
  trials: readonly Trial[],
  comparisons: readonly Comparison[],
  unit: MinutesUnit,
): Section {
  const made = trials.filter((trial) => trial.cachedFromRun === null)
  const open = comparisons.filter((item) => item.isGate && item.verdict === 'inconclusive')
  return {
    id: 'spent',
    title: 'Cost of this run',
    columns: ['Suite', 'Runs', 'Counted runs', 'Cost'],
    rows: [...Map.groupBy(plan.cases, ({ key }) => key.suite)].map(([suite, cases]) => {
      const own = made.filter((trial) => cases.some(({ id }) => id === trial.caseId))
      const minutes = roundToTwoDigits(computeSpentSeconds(cases, trials) / 60)
      return [suite, String(own.length), String(own.filter(isCounted).length), { value: minutes, unit }]
    }),
    notes: open.map((comparison) => describeOpenComparison(comparison, plan, trials, unit)),
    isDetail: true,
  }
}

/** The standard error shrinks with the square root of the number of runs. */
function describeOpenComparison(
  comparison: Comparison,
  { cases, comparisons }: Plan,
  trials: readonly Trial[],
  unit: MinutesUnit,
): string {
  const id = formatCaseId(comparison)
  // A comparison with another revision has the axes of that revision; the plan maps it to the head's case.
  const headId = comparisons.find((item) => item.base === id)?.head ?? id
  const head = cases.find((planned) => planned.revision === 'head' && planned.id === headId)
  const runs = comparison.head?.count ?? 0
  const { resolution } = comparison
  const subject = `${comparison.metric} of ${id} is inconclusive after ${formatCounted(runs, 'run')}`
  if (resolution === null) return `${subject}: too few to estimate what more would detect`
  const own = trials.filter((trial) => trial.caseId === head?.id && isCounted(trial))
  const sides = comparisons.some((item) => item.head === head?.id) ? 2 : 1
  const seconds = computeMedian(own.map((trial) => trial.wallSeconds ?? 0))
  const cost = head && own.length > 0 ? computeDeviceMinutes(head, runs * sides, seconds) : null
  const price = cost === null ? '' : ` for about ${roundToTwoDigits(cost)} ${unit} more`
  return `${subject}, which can detect ${formatShare(resolution)}; twice as many would detect ${formatShare(resolution / Math.SQRT2)}${price}`
}

/** Advice on a variant that trades memory for speed. */
export type TradeOff = 'recommended' | 'acceptable' | 'inefficient' | 'no advice'

/** Name and version of the rule, for the report. */
export const tradeOffRule = 'persistent-models@1'
/** Above this memory overhead a variant must be faster than `speedupForHeavyOverhead`. */
export const heavyOverhead = 0.5
/** Minimum speed-up of a variant above `heavyOverhead`. */
export const speedupForHeavyOverhead = 1.2

/**
 * Recommended: above 1.1× with less than 30 % more memory. With more than 50 % more memory: acceptable above 1.2×,
 * inefficient otherwise. No advice in between.
 */
export function classifyTradeOff(speedup: number, memoryOverhead: number): TradeOff {
  if (memoryOverhead > heavyOverhead) return speedup > speedupForHeavyOverhead ? 'acceptable' : 'inefficient'
  return speedup > 1.1 && memoryOverhead < 0.3 ? 'recommended' : 'no advice'
}

/** The advice for a speed-up that is known as an interval; `no advice` when the ends fall into different bands. */
export function classifyTradeOffInterval(interval: Interval, memoryOverhead: number): TradeOff {
  const [low, high] = interval.map((speedup) => classifyTradeOff(speedup, memoryOverhead))
  return low === undefined || low !== high ? 'no advice' : low
}
