import { computeSpentSeconds } from '../plan/budget.ts'
import { formatCaseId } from '../core/case.ts'
import type { Comparison } from '../verdict/comparison.ts'
import { computeDeviceMinutes, type MinutesUnit } from './cost-estimate.ts'
import type { Plan } from '../plan/plan.ts'
import type { Section } from '../verdict/report.ts'
import { isCounted } from '../plan/interleaved-runs.ts'
import { roundToTwoDigits, formatShare } from '../core/numbers.ts'
import { computeMedian, type Interval } from '../core/statistics.ts'
import type { Trial } from '../trial/trial.ts'

/** Cost of a run, and the cost of settling its inconclusive gate comparisons. */
export type RunCost = {
  readonly suites: readonly SuiteCost[]
  readonly open: readonly OpenComparison[]
}

type SuiteCost = {
  readonly suite: string
  /** Executions in this run, including warm-ups and failed ones. */
  readonly trials: number
  /** How many of them count as samples. */
  readonly counted: number
  /** Device-minutes. */
  readonly minutes: number
}

/** A gate comparison that stayed inconclusive. */
export type OpenComparison = {
  readonly comparison: Comparison
  /** Runs of the head so far. */
  readonly runs: number
  /** Resolution with twice the runs; null with too few runs for an estimate. */
  readonly resolutionOfTwice: number | null
  /** Device-minutes of as many runs again; null when no counted run gives a duration. */
  readonly moreMinutes: number | null
}

/** The plan, trials and comparisons of a finished run. */
export type RunCostInput = {
  readonly plan: Plan
  readonly trials: readonly Trial[]
  readonly comparisons: readonly Comparison[]
}

/**
 * Computes device-minutes by suite, and for every inconclusive gate comparison the benefit and cost of doubling its
 * runs.
 */
export function computeRunCost({ plan, trials, comparisons }: RunCostInput): RunCost {
  const made = trials.filter((trial) => trial.cachedFromRun === null)
  const suites = [...Map.groupBy(plan.cases, ({ key }) => key.suite)].map(([suite, cases]): SuiteCost => {
    const own = made.filter((trial) => cases.some(({ id }) => id === trial.caseId))
    return {
      suite,
      trials: own.length,
      counted: own.filter(isCounted).length,
      minutes: computeSpentSeconds(cases, trials) / 60,
    }
  })
  const open = comparisons.filter((item) => item.isGate && item.verdict === 'inconclusive')
  return { suites, open: open.map((comparison) => estimateOpenComparison(comparison, plan, trials)) }
}

/** A table of the cost by suite, with one note for each inconclusive gate comparison. */
export function buildRunCostSection({ suites, open }: RunCost, unit: MinutesUnit): Section {
  const rows = suites.map(({ suite, trials, counted, minutes }) => [
    suite,
    String(trials),
    String(counted),
    { value: roundToTwoDigits(minutes), unit },
  ])
  const columns = ['Suite', 'Runs', 'Counted runs', 'Cost']
  return {
    id: 'spent',
    title: 'Cost of this run',
    columns,
    rows,
    notes: open.map((item) => formatOpenComparison(item, unit)),
    isDetail: true,
  }
}

/** The standard error shrinks with the square root of the number of runs. */
function estimateOpenComparison(comparison: Comparison, plan: Plan, trials: readonly Trial[]): OpenComparison {
  const head = plan.cases.find((planned) => planned.revision === 'head' && planned.id === findHeadId(comparison, plan))
  const runs = comparison.head?.count ?? 0
  const own = trials.filter((trial) => trial.caseId === head?.id && isCounted(trial))
  const isPaired = plan.comparisons.some((item) => item.head === head?.id)
  const seconds = own.length > 0 ? computeMedian(own.map((trial) => trial.wallSeconds ?? 0)) : null
  return {
    comparison,
    runs,
    resolutionOfTwice: comparison.resolution === null ? null : comparison.resolution / Math.SQRT2,
    moreMinutes: head && seconds !== null ? computeDeviceMinutes(head, runs * (isPaired ? 2 : 1), seconds) : null,
  }
}

/** A comparison with another revision has the axes of that revision; the plan maps it to the head's case. */
function findHeadId(comparison: Comparison, { comparisons }: Plan): string {
  const id = formatCaseId(comparison)
  return comparisons.find((item) => item.base === id)?.head ?? id
}

function formatOpenComparison(
  { comparison, runs, resolutionOfTwice, moreMinutes }: OpenComparison,
  unit: MinutesUnit,
): string {
  const subject = `${comparison.metric} of ${formatCaseId(comparison)} is inconclusive after ${runs} ${runs === 1 ? 'run' : 'runs'}`
  if (comparison.resolution === null || resolutionOfTwice === null)
    return `${subject}: too few to estimate what more would detect`
  const cost = moreMinutes === null ? '' : ` for about ${roundToTwoDigits(moreMinutes)} ${unit} more`
  return `${subject}, which can detect ${formatShare(comparison.resolution)}; twice as many would detect ${formatShare(resolutionOfTwice)}${cost}`
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
