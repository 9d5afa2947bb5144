import { formatShare } from '../../domain/core/share-text.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { say } from '../content.ts'
import { createColumns, createPart, type Part } from '../part.ts'
import {
  compareByWeight,
  formatBeforeAfter,
  formatChange,
  formatCost,
  isChange,
  toOwnText,
} from './comparison-cells.ts'
import { formatCaseName, formatMetricName, formatRowVerdict } from './labels.ts'

/** A report, or comparisons without one. */
type ComparisonSource = {
  readonly comparisons: readonly Comparison[]
  readonly testbed?: Pick<Testbed, 'deviceKind'>
}

/** Builds the folded table of every comparison with its reason. */
export function buildAllComparisons({ comparisons, testbed }: ComparisonSource): Part[] {
  if (comparisons.length === 0) return []
  const hasCost = comparisons.some(({ cost }) => cost !== undefined)
  const rows = comparisons
    .toSorted((a, b) => Number(isChange(b)) - Number(isChange(a)) || compareByWeight(a, b))
    .map((item) => [
      formatRowVerdict(item),
      formatCaseName(item, testbed),
      item.isGate ? formatMetricName(item.metric) : say`↳ ${formatMetricName(item.metric)}`,
      formatBeforeAfter(item),
      formatChange(item),
      ...(hasCost ? [formatCost(item.cost ?? null)] : []),
      toOwnText(item.excluded === null || isChange(item) ? '–' : formatRuledOut(item.excluded)),
      say`${item.reference}`,
      say`${[item.reason, ...(item.toleratedBecause === undefined ? [] : [item.toleratedBecause])].join('; ')}`,
    ])
  const titles = ['Verdict', 'Case', 'Metric', '#Before → after', '#Change (95 % interval)']
  const columns = createColumns(
    ...titles,
    ...(hasCost ? ['#Effect on the run'] : []),
    '#Ruled out',
    'Reference',
    'Reason',
  )
  return [
    createPart({
      title: say`All comparisons`,
      importance: 8,
      isFolded: true,
      noun: 'comparisons',
      body: { kind: 'table', columns, rows },
      notes: [
        say`Before and after are medians. “Ruled out” is the smallest slowdown that these runs exclude. Rows marked ↳ explain; they do not decide the verdict.`,
      ],
    }),
  ]
}

function formatRuledOut(excluded: number): string {
  return excluded > 0 ? `≥ ${formatShare(excluded)}` : 'any'
}
