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
