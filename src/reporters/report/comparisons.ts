import { formatCaseId } from '../../domain/core/case.ts'
import { parseStageName, wallTime } from '../../domain/core/metric.ts'
import { formatCount, formatShare } from '../../domain/core/numbers.ts'
import { createList, createTable, tabulate, toTable, type Block } from '../../domain/report/block.ts'
import { say, toOwnText, type Content } from '../../domain/report/content.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { chooseHeadlined, isOpenWithEffect, isOpen, isSameCase } from '../../domain/verdict/headlined.ts'
import type { Report } from '../../domain/verdict/report.ts'
import {
  compareByWeight,
  createCaseNamer,
  formatBeforeAfter,
  formatCaseName,
  formatChange,
  formatCost,
  formatMetricName,
  formatRowVerdict,
  isChange,
  joinFirst,
} from './labels.ts'

/** Maximum open rows; the folded table has all. */
const mostRows = 6
const mostOpenGates = 3
const mostStages = 3

/**
 * Builds the table of judged gates without the one of the headline: values, change and cost for the run. Stages of the
 * headlined case that changed follow. Order: regressions, gates, size of the change.
 */
export function buildComparedGates(report: Report): Block[] {
  const { comparisons } = report
  const headlined = findHeadlined(report)
  const gates = comparisons.filter((item) => item.isGate && item !== headlined && !isOpen(item))
  const stages = headlined ? selectChangedStages(headlined, comparisons) : []
  const rows = [...gates, ...stages].toSorted(compareByWeight)
  if (rows.length === 0) return []
  const [reference = '', ...others] = new Set(rows.map((item) => item.reference))
  const shown = rows.slice(0, mostRows).map((item) => ({ item, cost: computeCost(item, comparisons) }))
  const hasCost = shown.some(({ cost }) => cost !== null)
  const formatGate = createGateNamer(report)
  const { columns, rows: cells } = toTable<(typeof shown)[number]>(shown, {
    Compared: ({ item }) =>
      say`${formatRowVerdict(item)}: ${formatGate(item)}${others.length > 0 ? say`, against ${item.reference}` : []}`,
    '#Before → after': ({ item }) => formatBeforeAfter(item),
    '#Change (95 % interval)': ({ item }) => formatChange(item),
    ...(hasCost && { '#Effect on the run': ({ cost }: (typeof shown)[number]) => formatCost(cost) }),
  })
  const title = others.length > 0 ? say`Compared` : say`Compared with ${reference}`
  const table = { columns: columns.with(0, { title, isNumeric: false }), rows: cells }
  return [createTable(table, { importance: 1, noun: 'comparisons', notes: formatHidden(rows.length - shown.length) })]
}

/** Selects the changed stages of the headlined case that are no gates, the largest first. */
function selectChangedStages(headlined: Comparison, comparisons: readonly Comparison[]): Comparison[] {
  return comparisons
    .filter((item) => !item.isGate && isChange(item) && parseStageName(item.metric) !== null)
    .filter((item) => isSameCase(item, headlined))
    .toSorted((a, b) => Math.abs(computeDifference(b)) - Math.abs(computeDifference(a)))
    .slice(0, mostStages)
}

function findHeadlined(report: Report): Comparison | null {
  const headlined = chooseHeadlined(report)
  return headlined?.kind === 'comparison' ? headlined.item : null
}

/** Additional time of a part per wall time of the reference; null if it is no part or the wall time is unknown. */
function computeCost(item: Comparison, comparisons: readonly Comparison[]): number | null {
  if (item.cost !== undefined) return item.cost
  const run = comparisons.find((other) => other.metric === wallTime.name && isSameCase(other, item))
  const seconds = run?.base?.median ?? 0
  return parseStageName(item.metric) === null || !(seconds > 0) ? null : computeDifference(item) / seconds
}

function computeDifference({ base, head }: Comparison): number {
  return base && head ? head.median - base.median : 0
}

/** Lists the gates without a decision whose reason neither the sentence nor a finding of the report states. */
export function listUndecided({ comparisons, findings, sentence }: Report): Comparison[] {
  const isExplained = (reason: string): boolean =>
    sentence.includes(reason) || findings.some((finding) => reason.includes(finding.reason))
  return comparisons.filter((item) => item.isGate && isOpen(item) && !isExplained(item.reason))
}

/** Builds one line per gate without a decision and one per reason for gates without figures. */
export function buildUndecidedGates(report: Report): Block[] {
  const headlined = findHeadlined(report)
  const groups = [...Map.groupBy(listUndecided(report), ({ verdict, reason }) => `${verdict}\0${reason}`).values()]
  if (groups.length === 0) return []
  const shown = groups.slice(0, mostOpenGates)
  const formatGate = createGateNamer(report)
  return [
    createList(
      shown.map((group) => formatUndecided(group, headlined, formatGate)),
      { importance: 2, noun: 'undecided comparisons', notes: formatHidden(groups.length - shown.length) },
    ),
  ]
}

/** Names a gate by its metric, with the case if the report has several. */
function createGateNamer(report: Report): (item: Comparison) => Content {
  const hasCases = new Set(report.comparisons.map(formatCaseId)).size > 1
  const formatCase = createCaseNamer(report)
  return (item) => {
    const metric = formatMetricName(item.metric)
    return hasCases ? say`${metric} of ${formatCase(item)}` : metric
  }
}

/** The figures of the headlined comparison are left out. */
function formatUndecided(
  group: readonly Comparison[],
  headlined: Comparison | null,
  formatGate: (item: Comparison) => Content,
): Content {
  const [first] = group
  if (!first) return []
  const names = group.map((item) => {
    const hasFigures = item !== headlined && isOpenWithEffect(item)
    const figures = hasFigures ? say`, ${formatBeforeAfter(item)}, ${formatChange(item)}` : []
    return say`${formatGate(item)}${figures}`
  })
  const reference = first.reference === headlined?.reference ? [] : say`; against ${first.reference}`
  return say`${formatRowVerdict(first)}: ${joinFirst(names, '; ')}${reference}: ${first.reason}.`
}

function formatHidden(hidden: number): Content[] {
  return hidden > 0 ? [say`${formatCount(hidden)} more: see “All comparisons” in the details.`] : []
}

/** A report, or comparisons without one. */
type ComparisonSource = { readonly comparisons: readonly Comparison[]; readonly testbed?: Pick<Testbed, 'deviceKind'> }

/** Builds the folded table of every comparison with its reason. */
export function buildAllComparisons({ comparisons, testbed }: ComparisonSource): Block[] {
  const hasCost = comparisons.some(({ cost }) => cost !== undefined)
  return tabulate(
    comparisons.toSorted((a, b) => Number(isChange(b)) - Number(isChange(a)) || compareByWeight(a, b)),
    {
      Verdict: formatRowVerdict,
      Case: (item) => formatCaseName(item, testbed),
      Metric: ({ isGate, metric }) => (isGate ? formatMetricName(metric) : say`↳ ${formatMetricName(metric)}`),
      '#Before → after': formatBeforeAfter,
      '#Change (95 % interval)': formatChange,
      ...(hasCost && { '#Effect on the run': ({ cost }: Comparison) => formatCost(cost ?? null) }),
      '#Ruled out': (item) => toOwnText(formatRuledOut(item)),
      Reference: ({ reference }) => reference,
      Reason: ({ reason, toleratedBecause: why }) => (why === undefined ? reason : `${reason}; ${why}`),
    },
    {
      title: say`All comparisons`,
      importance: 8,
      isFolded: true,
      noun: 'comparisons',
      notes: [
        say`Before and after are medians; the change is estimated from all runs. “Ruled out” is the smallest slowdown that these runs exclude. Rows marked ↳ explain; they do not decide the verdict.`,
      ],
    },
  )
}

function formatRuledOut(item: Comparison): string {
  if (item.excluded === null || isChange(item)) return '–'
  return item.excluded > 0 ? `≥ ${formatShare(item.excluded)}` : 'any'
}
