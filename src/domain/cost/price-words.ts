import type { Budget } from '../plan/budget.ts'
import type { DeviceMinutes } from './device-minutes.ts'
import type { Amount, Price, PricedComparison } from './price-before.ts'
import type { PricedMetric } from './price-gate.ts'
import type { Cell, Section } from '../verdict/report.ts'
import { roughly, shareText } from '../core/share-text.ts'

const columns = [
  'Case',
  'Against',
  'Metric',
  'Noise (CV)',
  'Asked',
  'Judged at',
  'Within reach',
  'Runs per side',
  'Expected',
  'At most',
]

/** What a run will cost and can tell, as sentences for a log or a check: the total first. */
export function priceSentences(price: Price, unit: DeviceMinutes, budget: Budget): string[] {
  return [
    totalSentence(price, unit),
    ...budgetSentence(price, unit, budget),
    ...price.comparisons.flatMap(comparisonSentences),
  ]
}

/** The same as a table. */
export function priceSection(price: Price, unit: DeviceMinutes, budget: Budget): Section {
  const notes = price.comparisons.flatMap((item) => item.notes)
  const rows = price.comparisons.map((item) => rowOf(item, unit))
  const said = [totalSentence(price, unit), ...budgetSentence(price, unit, budget), ...notes]
  return { id: 'price', title: 'What this run can tell, and its price', columns, rows, notes: said, isDetail: true }
}

/** `3 to 4`, `3`, `10`: a mean number of runs as people expect to see it; less than a run in twenty is none. */
export function runsText(mean: number): string {
  const runs = Math.abs(mean - Math.round(mean)) < 0.05 ? Math.round(mean) : mean
  const [low, high] = [Math.floor(runs), Math.ceil(runs)]
  return low === high ? String(low) : `${low} to ${high}`
}

function rowOf(item: PricedComparison, unit: DeviceMinutes): Cell[] {
  const { decisive, planned } = item
  return [
    item.head.id,
    item.against,
    decisive?.name ?? item.unknownMetrics.join(', '),
    shareCell(decisive?.floor.cv ?? null),
    shareCell(planned.minEffect),
    decisive && shareCell(decisive.minEffect),
    shareCell(decisive?.reachable ?? null),
    item.expectedRuns === null ? 'unknown' : runsText(item.expectedRuns),
    minutesCell(item.expectedMinutes, unit),
    minutesCell(item.largestMinutes, unit),
  ]
}

function comparisonSentences(item: PricedComparison): string[] {
  const subject = `${item.head.id} against ${item.against}`
  const { decisive } = item
  const known = decisive && decisive.note === null ? [`${subject}: ${knownText(decisive, item)}.`] : []
  const notes = item.notes.map((note) => `${note}.`)
  if (item.unknownMetrics.length === 0) return [...known, ...notes]
  const metrics = item.unknownMetrics.join(', ')
  const unknown = `no history of ${metrics} on this machine, so its noise is not known`
  return [...known, ...notes, `${subject}: ${unknown}; \`warpgauge run --calibrate\` measures it.`]
}

function knownText({ name, floor, minEffect, expectedRuns, reachable }: PricedMetric, item: PricedComparison): string {
  const noise = `${name} differs by ${shareText(floor.cv)} from run to run (${floor.runs} runs, ${sessionsText(floor.sessions)})`
  if (item.isLikelyCleared)
    return `${noise}; committed samples should clear an unchanged head in ${item.head.repeats} runs of its own`
  const told = `${shareText(minEffect)} is told in ${runsText(expectedRuns)} runs per side`
  return `${noise}; ${told}${reachable === null ? '' : `, and ${item.maxRuns} would tell ${shareText(reachable)}`}`
}

function totalSentence({ expected, largest }: Price, unit: DeviceMinutes): string {
  if (expected.minutes === 0 && expected.unknownCases > 0)
    return `The price of this run is unknown: ${historyless(expected)}.`
  const most = largest.unknownCases === 0 ? `, ${amountText(largest, unit)} at most` : ''
  return `If nothing has changed this run takes ${amountText(expected, unit)}${most}.`
}

function budgetSentence({ expected }: Price, unit: DeviceMinutes, { run }: Budget): string[] {
  if (run === null || expected.minutes <= run) return []
  return [`The budget of ${run} ${unit} is less than that: comparisons may be left open.`]
}

function amountText(amount: Amount, unit: DeviceMinutes): string {
  const minutes = `about ${roughly(amount.minutes)} ${unit}`
  return amount.unknownCases === 0 ? minutes : `${minutes} and more: ${historyless(amount)}`
}

function historyless({ unknownCases }: Amount): string {
  return unknownCases === 1 ? '1 case has no history here' : `${unknownCases} cases have no history here`
}

function sessionsText(sessions: number): string {
  return sessions === 1 ? '1 session' : `${sessions} sessions`
}

function shareCell(share: number | null): Cell {
  return share === null ? null : { value: roughly(share), unit: 'share' }
}

function minutesCell(minutes: number | null, unit: DeviceMinutes): Cell {
  return minutes === null ? 'unknown' : { value: roughly(minutes), unit }
}
