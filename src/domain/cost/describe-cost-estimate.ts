import type { Budget } from '../plan/budget.ts'
import type { MinutesUnit } from './device-minutes.ts'
import type { CostAmount, CostEstimate, ComparisonEstimate } from './cost-estimate.ts'
import type { MetricEstimate } from './gate-estimate.ts'
import type { Cell, Section } from '../verdict/report.ts'
import { roundToTwoDigits, formatShare } from '../core/share-text.ts'

const columns = [
  'Case',
  'Against',
  'Metric',
  'Noise (CV)',
  'Minimum effect',
  'Effective minimum effect',
  'Minimum detectable effect',
  'Runs per side',
  'Expected cost',
  'Maximum cost',
]

/** Sentences about the expected cost and sensitivity of a run, for a log or a check; the total comes first. */
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
  const rows = estimate.comparisons.map((item) => buildRow(item, unit))
  const sentences = [describeTotal(estimate, unit), ...describeBudget(estimate, unit, budget), ...notes]
  return {
    id: 'price',
    title: 'Expected cost and sensitivity of this run',
    columns,
    rows,
    notes: sentences,
    isDetail: true,
  }
}

/**
 * Formats a mean number of runs as `3 to 4`, `3` or `10`. A distance of less than 0.05 from a whole number is rounded
 * away.
 */
export function formatMeanRuns(mean: number): string {
  const runs = Math.abs(mean - Math.round(mean)) < 0.05 ? Math.round(mean) : mean
  const [low, high] = [Math.floor(runs), Math.ceil(runs)]
  return low === high ? String(low) : `${low} to ${high}`
}

function buildRow(item: ComparisonEstimate, unit: MinutesUnit): Cell[] {
  const { decisive, planned } = item
  return [
    item.head.id,
    item.against,
    decisive?.name ?? item.unknownMetrics.join(', '),
    toShareCell(decisive?.floor.cv ?? null),
    toShareCell(planned.minEffect),
    decisive && toShareCell(decisive.minEffect),
    toShareCell(decisive?.reachable ?? null),
    item.expectedRuns === null ? 'unknown' : formatMeanRuns(item.expectedRuns),
    toMinutesCell(item.expectedMinutes, unit),
    toMinutesCell(item.largestMinutes, unit),
  ]
}

function describeComparison(item: ComparisonEstimate): string[] {
  const subject = `${item.head.id} against ${item.against}`
  const { decisive } = item
  const known = decisive && decisive.note === null ? [`${subject}: ${describeMetric(decisive, item)}.`] : []
  const notes = item.notes.map((note) => `${note}.`)
  if (item.unknownMetrics.length === 0) return [...known, ...notes]
  const metrics = item.unknownMetrics.join(', ')
  const unknown = `no history of ${metrics} on this testbed, so its noise is unknown`
  return [...known, ...notes, `${subject}: ${unknown}; measure it with \`warpgauge run --calibrate\`.`]
}

function describeMetric(
  { name, floor, minEffect, expectedRuns, reachable }: MetricEstimate,
  item: ComparisonEstimate,
): string {
  const noise = `${name} varies by ${formatShare(floor.cv)} between runs (${floor.runs} runs, ${formatSessions(floor.sessions)})`
  if (item.isLikelyCleared)
    return `${noise}; committed samples should clear an unchanged head after ${formatRuns(item.head.repeats)}`
  const sensitivity = `a decision on ${formatShare(minEffect)} takes ${formatMeanRuns(expectedRuns)} runs per side`
  return `${noise}; ${sensitivity}${reachable === null ? '' : `; ${formatRuns(item.maxRuns)} can detect ${formatShare(reachable)}`}`
}

function describeTotal({ expected, largest }: CostEstimate, unit: MinutesUnit): string {
  if (expected.minutes === 0 && expected.unknownCases > 0)
    return `The cost of this run cannot be estimated: ${formatUnknownCases(expected)}.`
  const most = largest.unknownCases === 0 ? `, at most ${formatAmount(largest, unit)}` : ''
  return `For unchanged code this run takes ${formatAmount(expected, unit)}${most}.`
}

function describeBudget({ expected }: CostEstimate, unit: MinutesUnit, { run }: Budget): string[] {
  if (run === null || expected.minutes <= run) return []
  return [`The budget of ${run} ${unit} is smaller: some comparisons may stay inconclusive.`]
}

function formatAmount(amount: CostAmount, unit: MinutesUnit): string {
  const minutes = `about ${roundToTwoDigits(amount.minutes)} ${unit}`
  return amount.unknownCases === 0 ? minutes : `${minutes} and more: ${formatUnknownCases(amount)}`
}

function formatUnknownCases({ unknownCases }: CostAmount): string {
  return unknownCases === 1
    ? '1 case has no history on this testbed'
    : `${unknownCases} cases have no history on this testbed`
}

function formatRuns(runs: number): string {
  return runs === 1 ? '1 run' : `${runs} runs`
}

function formatSessions(sessions: number): string {
  return sessions === 1 ? '1 session' : `${sessions} sessions`
}

function toShareCell(share: number | null): Cell {
  return share === null ? null : { value: roundToTwoDigits(share), unit: 'share' }
}

function toMinutesCell(minutes: number | null, unit: MinutesUnit): Cell {
  return minutes === null ? 'unknown' : { value: roundToTwoDigits(minutes), unit }
}
