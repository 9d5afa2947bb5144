import { formatCaseId } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { parseStageName } from '../../domain/core/metric.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import { formatShare } from '../../domain/core/share-text.ts'
import { say, type Content } from '../content.ts'
import { formatEffect, formatFactor, formatPair, formatValue } from '../markdown/numbers.ts'
import { createColumns, createPart, type Part } from '../part.ts'
import {
  formatCaseCode,
  formatCaseName,
  formatMetricName,
  formatRowVerdict,
  joinFirst,
  omitRepeatedReason,
} from './labels.ts'

/** A report, or comparisons without one. */
type ComparisonSource = {
  readonly comparisons: readonly Comparison[]
  readonly findings?: readonly Finding[]
  readonly testbed?: Pick<Testbed, 'deviceKind'>
}

/** With more gates than this, unchanged ones appear only in the folded table. */
const mostGates = 12

/**
 * Builds the table of gates: values, change, cost for the run, and the smallest slowdown that is not excluded. Metrics
 * that changed but do not decide follow. Order: regressions, gates, size of the change.
 */
export function buildComparedGates({ comparisons, testbed }: ComparisonSource): Part[] {
  const rows = selectRows(comparisons).toSorted(compareByWeight)
  if (rows.length === 0) return []
  const [reference, ...otherReferences] = new Set(rows.map((item) => item.reference))
  const shown = chooseColumns(rows)
  const isOneReference = otherReferences.length === 0
  const hasGuides = rows.some((comparison) => !comparison.isGate)
  return [
    createPart({
      title: isOneReference ? say`Compared with ${reference ?? ''}` : say`Compared`,
      importance: 1,
      noun: 'comparisons',
      body: {
        kind: 'table',
        columns: createColumns(...listTitles(shown), ...(isOneReference ? [] : ['Reference'])),
        rows: rows.map((item) => [
          ...buildRow(item, shown, testbed),
          ...(isOneReference ? [] : [say`${item.reference}`]),
        ]),
      },
      notes: [
        [
          ...say`Before and after are medians.`,
          ...(shown.hasLimit ? say` “Ruled out” is the smallest slowdown that these runs exclude.` : []),
          ...(hasGuides ? say` Rows marked ↳ explain; they do not decide the verdict.` : []),
        ],
      ],
    }),
  ]
}

/** Stages have their own table. */
function selectRows(comparisons: readonly Comparison[]): Comparison[] {
  const gates = comparisons.filter((item) => item.isGate && item.verdict !== 'missing' && item.effect !== null)
  const isShown = (item: Comparison): boolean => gates.length <= mostGates || item.verdict !== 'unchanged'
  const guides = comparisons.filter((item) => !item.isGate && isChange(item) && parseStageName(item.metric) === null)
  return [...gates.filter(isShown), ...guides]
}

/** Builds one line per reason for gates without a decision, such as 40 cases without a baseline. */
export function buildUndecidedGates({ comparisons, findings = [], testbed }: ComparisonSource): Part[] {
  const undecided = comparisons.filter((comparison) => comparison.isGate && isUndecided(comparison))
  const groups = [...Map.groupBy(undecided, ({ verdict, reason }) => `${verdict}\0${reason}`).values()]
  if (groups.length === 0) return []
  const rows = groups.map((group) => [formatUndecided(group, findings, testbed)])
  return [
    createPart({
      title: say`Inconclusive`,
      importance: 2,
      noun: 'undecided comparisons',
      body: { kind: 'list', rows },
    }),
  ]
}

/** Builds the folded table of every comparison with its reason. */
export function buildAllComparisons({ comparisons, testbed }: ComparisonSource): Part[] {
  if (comparisons.length === 0) return []
  const shown = { ...chooseColumns(comparisons), hasCase: true }
  const rows = comparisons
    .toSorted((a, b) => Number(isChange(b)) - Number(isChange(a)) || compareByWeight(a, b))
    .map((comparison) => [
      ...buildRow(comparison, shown, testbed),
      say`${comparison.reference}`,
      say`${comparison.reason}`,
    ])
  const titles = listTitles(shown)
  return [
    createPart({
      title: say`All comparisons`,
      importance: 12,
      isFolded: true,
      noun: 'comparisons',
      body: { kind: 'table', columns: createColumns(...titles, 'Reference', 'Reason'), rows },
    }),
  ]
}

/** Optional columns of a table. */
type ColumnChoice = { readonly hasCase: boolean; readonly hasCost: boolean; readonly hasLimit: boolean }

function chooseColumns(rows: readonly Comparison[]): ColumnChoice {
  return {
    hasCase: new Set(rows.map((item) => formatCaseId(item))).size > 1,
    hasCost: rows.some(({ cost }) => cost !== undefined),
    hasLimit: rows.some((item) => item.excluded !== null && !isChange(item)),
  }
}

function listTitles({ hasCase, hasCost, hasLimit }: ColumnChoice): string[] {
  return [
    'Verdict',
    ...(hasCase ? ['Case'] : []),
    'Metric',
    '#Before → after',
    '#Change (95 % interval)',
    ...(hasCost ? ['#Effect on the run'] : []),
    ...(hasLimit ? ['#Ruled out'] : []),
  ]
}

function buildRow(
  comparison: Comparison,
  { hasCase, hasCost, hasLimit }: ColumnChoice,
  testbed: ComparisonSource['testbed'],
): Content[] {
  const { cost, excluded } = comparison
  const metric = formatMetricName(comparison.metric)
  return [
    formatRowVerdict(comparison),
    ...(hasCase ? [formatCaseName(comparison, testbed)] : []),
    comparison.isGate ? metric : say`↳ ${metric}`,
    formatBeforeAfter(comparison),
    toOwnText(formatChange(comparison)),
    ...(hasCost ? [toOwnText(cost === undefined ? '–' : formatEffect(cost))] : []),
    ...(hasLimit ? [toOwnText(excluded === null || isChange(comparison) ? '–' : formatRuledOut(excluded))] : []),
  ]
}

function formatChange({ effect, interval, unit }: Comparison): string {
  const factor = formatFactor(effect, unit)
  const end = factor === null ? '' : `, ${factor}`
  if (interval === null) return `${formatEffect(effect, unit)}${end}`
  const [low, high] = interval.map((edge) => formatEffect(edge, unit).replace(/ (?:%|points)$/, ''))
  return `${formatEffect(effect, unit)} (${low} to ${high})${end}`
}

function formatRuledOut(excluded: number): string {
  return excluded > 0 ? `≥ ${formatShare(excluded)}` : 'any'
}

function formatBeforeAfter({ base, head, unit }: Comparison): Content {
  if (!base || !head)
    return say`${formatValue(base?.median ?? null, unit)} → ${formatValue(head?.median ?? null, unit)}`
  const [before, after] = formatPair(base.median, head.median, unit)
  return say`${before} → ${after}`
}

function formatUndecided(
  group: readonly Comparison[],
  findings: readonly Finding[],
  testbed: ComparisonSource['testbed'],
): Content {
  const [first] = group
  if (!first) return []
  const names = joinFirst(
    group.map((comparison) => {
      const name = group.length === 1 ? formatCaseName(comparison, testbed) : formatCaseCode(comparison)
      return say`${formatMetricName(comparison.metric)} of ${name}`
    }),
  )
  const reason = omitRepeatedReason(first.reason, findings)
  return say`${formatRowVerdict(first)}: ${names} against ${first.reference}: ${reason}.`
}

/** Whether a comparison shows a regression or an improvement. */
export function isChange({ verdict }: Comparison): boolean {
  return verdict === 'regression' || verdict === 'improvement'
}

function isUndecided({ verdict }: Comparison): boolean {
  return verdict !== 'unchanged' && verdict !== 'regression' && verdict !== 'improvement'
}

const rank = { regression: 0, inconclusive: 1, 'not comparable': 2, missing: 3, improvement: 4, unchanged: 5 }

/** Sorts by verdict with regressions first, then gates first, then by size of the effect. */
export function compareByWeight(a: Comparison, b: Comparison): number {
  return (
    rank[a.verdict] - rank[b.verdict] ||
    Number(b.isGate) - Number(a.isGate) ||
    Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0)
  )
}

/** Marks text that consists of trusted words and digits. */
function toOwnText(text: string): Content {
  return [{ style: 'ours', text }]
}
