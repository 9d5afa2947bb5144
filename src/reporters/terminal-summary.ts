import { inferMetricKind } from '../domain/core/metric.ts'
import { formatEffect, formatFactor, formatInterval, formatPair } from '../domain/core/numbers.ts'
import { createTable, type Block } from '../domain/report/block.ts'
import { joinContents, say, type Content } from '../domain/report/content.ts'
import type { Comparison } from '../domain/verdict/comparison.ts'
import type { Report } from '../domain/verdict/report.ts'
import { buildUndecidedGates } from './report/comparisons.ts'
import { compareByWeight, formatComparisonVerdict, formatMetricName, formatOtherMedians } from './report/labels.ts'
import { buildHeadline } from './report/overview.ts'
import { buildSections } from './report/tables.ts'
import { renderTerminalBlocks, type TerminalOptions } from './terminal.ts'

/**
 * Renders one screen: the verdict, each gate against each reference, reasons for inconclusive gates, and the scaling.
 */
export function renderTerminalSummary(report: Report, options: TerminalOptions): string {
  const scaling = buildSections({ ...report, sections: report.sections.filter(({ id }) => id === 'scaling') })
  return renderTerminalBlocks(
    [buildHeadline(report), ...buildGateTable(report), ...buildUndecidedGates(report), ...scaling],
    options,
  )
}

function buildGateTable({ comparisons }: Report): Block[] {
  const gates = comparisons.filter(({ isGate, base, head }) => isGate && base !== null && head !== null)
  if (gates.length === 0) return []
  const metrics = [...new Set(gates.map(({ metric }) => metric))].map(formatMetricName)
  const titles = ['Verdict', 'Reference', '#Before → after', '#Change (95 % interval)']
  const title = say`Head by ${joinContents(metrics, ', ')}`
  return [createTable(titles, gates.toSorted(compareByWeight).map(buildGateRow), { title, importance: 1 })]
}

function buildGateRow(item: Comparison): Content[] {
  const { verdict, reference, base, head, unit, effect, interval } = item
  const medians = base && head ? ([base.median, head.median] as const) : null
  const times = medians ? formatPair(...medians, unit).join(' → ') + formatOtherMedians(effect, unit, medians) : ''
  const factor = formatFactor(effect, unit)
  const range = interval === null ? '' : ` (${formatInterval(interval, unit)})`
  return [
    formatComparisonVerdict(verdict, formatVerdict(item)),
    say`${reference}`,
    say`${times}`,
    say`${formatEffect(effect, unit) + range + (factor === null ? '' : `, ${factor}`)}`,
  ]
}

/** Formats the verdict of times and rates as slower or faster; "unchanged" only excludes a slowdown. */
function formatVerdict({ verdict, ...metric }: Comparison): string {
  const kind = inferMetricKind(metric)
  if (kind !== 'duration' && kind !== 'rate') return verdict
  const words: Partial<Record<Comparison['verdict'], string>> = {
    regression: 'slower',
    improvement: 'faster',
    unchanged: 'not slower',
  }
  return words[verdict] ?? verdict
}
