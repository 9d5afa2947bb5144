import type { Comparison } from '../domain/verdict/comparison.ts'
import { inferMetricKind } from '../domain/core/metric.ts'
import type { Report } from '../domain/verdict/report.ts'
import { joinContents, say, type Content } from './content.ts'
import { formatEffect, formatFactor, formatInterval, formatPair } from './markdown/numbers.ts'
import { createColumns, createPart, type Part } from './part.ts'
import { buildUndecidedGates } from './parts/changes.ts'
import { compareByWeight } from './parts/comparison-cells.ts'
import { buildHeadline } from './parts/headline.ts'
import { buildSections } from './parts/sections.ts'
import { addVerdictIcon, formatMetricName } from './parts/labels.ts'
import { renderParts, type TerminalOptions } from './terminal.ts'

/**
 * Renders one screen: the verdict, each gate against each reference, reasons for inconclusive gates, and the scaling.
 */
export function renderTerminalSummary(report: Report, options: TerminalOptions): string {
  const scaling = buildSections({ ...report, sections: report.sections.filter(({ id }) => id === 'scaling') })
  return renderParts(
    [buildHeadline(report), ...buildGateTable(report), ...buildUndecidedGates(report), ...scaling],
    options,
  )
}

function buildGateTable({ comparisons }: Report): Part[] {
  const gates = comparisons.filter(({ isGate, base, head }) => isGate && base !== null && head !== null)
  if (gates.length === 0) return []
  const metrics = [...new Set(gates.map(({ metric }) => metric))].map(formatMetricName)
  const rows = gates.toSorted(compareByWeight).map(buildGateRow)
  return [
    createPart({
      title: say`Head by ${joinContents(metrics, ', ')}`,
      importance: 1,
      body: {
        kind: 'table',
        columns: createColumns('Verdict', 'Reference', '#Before → after', '#Change (95 % interval)'),
        rows,
      },
    }),
  ]
}

function buildGateRow(item: Comparison): Content[] {
  const { verdict, reference, base, head, unit, effect, interval } = item
  const times = base && head ? formatPair(base.median, head.median, unit).join(' → ') : ''
  const factor = formatFactor(effect, unit)
  const range = interval === null ? '' : ` (${formatInterval(interval, unit)})`
  return [
    addVerdictIcon(verdict, formatVerdict(item)),
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
