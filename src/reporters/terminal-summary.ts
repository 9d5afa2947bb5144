import type { Comparison } from '../domain/verdict/comparison.ts'
import { metricKindOf } from '../domain/core/metric.ts'
import type { Report } from '../domain/verdict/report.ts'
import { joined, say, type Content } from './content.ts'
import { formatEffect, formatInterval, formatPair } from './markdown/numbers.ts'
import { columns, part, type Part } from './part.ts'
import { byWeight, undecidedGates } from './parts/changes.ts'
import { headline } from './parts/headline.ts'
import { sections } from './parts/sections.ts'
import { comparisonIcon, metricName } from './parts/words.ts'
import { renderParts, type TerminalOptions } from './terminal.ts'

/** What fits on one screen: the verdict, each gate against each reference, why a gate is open, and the scaling. */
export function renderTerminalSummary(report: Report, options: TerminalOptions): string {
  const scaling = sections({ ...report, sections: report.sections.filter(({ id }) => id === 'scaling') })
  return renderParts([headline(report), ...gateTable(report), ...undecidedGates(report), ...scaling], options)
}

function gateTable({ comparisons }: Report): Part[] {
  const gates = comparisons.filter(({ isGate, base, head }) => isGate && base !== null && head !== null)
  if (gates.length === 0) return []
  const metrics = [...new Set(gates.map(({ metric }) => metric))].map(metricName)
  const rows = gates.toSorted(byWeight).map(gateRow)
  return [
    part({
      title: say`The head, by ${joined(metrics, ', ')}`,
      importance: 1,
      body: { kind: 'table', columns: columns('Is', 'Against', '#Before → after', '#Change (95 % interval)'), rows },
    }),
  ]
}

function gateRow(item: Comparison): Content[] {
  const { verdict, reference, base, head, unit, effect, interval } = item
  const times = base && head ? formatPair(base.median, head.median, unit).join(' → ') : ''
  const range = interval === null ? '' : ` (${formatInterval(interval, unit)})`
  return [
    comparisonIcon(verdict, verdictWord(item)),
    say`${reference}`,
    say`${times}`,
    say`${formatEffect(effect, unit) + range}`,
  ]
}

/** Times and rates in the words of people; "unchanged" has only excluded a slowdown. */
function verdictWord({ verdict, ...metric }: Comparison): string {
  const kind = metricKindOf(metric)
  if (kind !== 'duration' && kind !== 'rate') return verdict
  const words: Partial<Record<Comparison['verdict'], string>> = {
    regression: 'slower',
    improvement: 'faster',
    unchanged: 'not slower',
  }
  return words[verdict] ?? verdict
}
