import { formatCaseId } from '../../domain/core/case.ts'
import { parseStageName, wallTime } from '../../domain/core/metric.ts'
import { formatShare, formatCount } from '../../domain/core/numbers.ts'
import { createList, createTable, type Block } from '../../domain/report/block.ts'
import { toOwnText, type Content, say } from '../../domain/report/content.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { chooseHeadlined, isOpenWithEffect, isOpen, isSameCase } from '../../domain/verdict/headlined.ts'
import type { Report } from '../../domain/verdict/report.ts'
import {
  compareByWeight,
  formatBeforeAfter,
  formatChange,
  formatCost,
  createCaseNamer,
  formatMetricName,
  formatRowVerdict,
  joinFirst,
  formatCaseName,
  isChange,
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
  const rows = selectRows(report)
  if (rows.length === 0) return []
  const references = new Set(rows.map((item) => item.reference))
  const [reference] = references
  const shown = rows.slice(0, mostRows).map((item) => ({ item, cost: computeCost(item, report) }))
  const hasCost = shown.some(({ cost }) => cost !== null)
  const title = references.size === 1 ? say`Compared with ${reference ?? ''}` : say`Compared`
  const formatGate = createGateNamer(report)
  const formatReference = (item: Comparison): Content => (references.size > 1 ? say`, against ${item.reference}` : [])
  return [
    createTable(
      [
        { title, isNumeric: false },
        '#Before → after',
        '#Change (95 % interval)',
        ...(hasCost ? ['#Effect on the run'] : []),
      ],
      shown.map(({ item, cost }) => [
        say`${formatRowVerdict(item)}: ${formatGate(item)}${formatReference(item)}`,
        formatBeforeAfter(item),
        formatChange(item),
        ...(hasCost ? [formatCost(cost)] : []),
      ]),
      { importance: 1, noun: 'comparisons', notes: formatHidden(rows.length - shown.length) },
    ),
  ]
}

function selectRows(report: Report): Comparison[] {
  const { comparisons } = report
  const headlined = findHeadlined(report)
  const gates = comparisons.filter((item) => item.isGate && item !== headlined && !isOpen(item))
  const stages = headlined ? selectChangedStages(headlined, comparisons) : []
  return [...gates, ...stages].toSorted(compareByWeight)
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
function computeCost(item: Comparison, { comparisons }: Report): number | null {
  if (item.cost !== undefined) return item.cost
  const run = comparisons.find((other) => other.metric === wallTime.name && isSameCase(other, item))
  const seconds = run?.base?.median ?? 0
  return parseStageName(item.metric) === null || !(seconds > 0) ? null : computeDifference(item) / seconds
}

function computeDifference({ base, head }: Comparison): number {
  return base && head ? head.median - base.median : 0
}

/** Builds one line per gate without a decision and one per reason for gates without figures. */
export function buildUndecidedGates(report: Report): Block[] {
  const headlined = findHeadlined(report)
  const undecided = report.comparisons.filter((item) => item.isGate && isOpen(item))
  const unexplained = undecided.filter((item) => !isExplained(item.reason, report))
  const groups = [...Map.groupBy(unexplained, ({ verdict, reason }) => `${verdict}\0${reason}`).values()]
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

/** Whether a finding or the headline states this reason. */
function isExplained(reason: string, { findings, sentence }: Report): boolean {
  return sentence.includes(reason) || findings.some((finding) => reason.includes(finding.reason))
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
  const reference =
    headlined !== null && first.reference === headlined.reference ? [] : say`; against ${first.reference}`
  return say`${formatRowVerdict(first)}: ${joinFirst(names, '; ')}${reference}: ${first.reason}.`
}

function formatHidden(hidden: number): Content[] {
  return hidden > 0 ? [say`${formatCount(hidden)} more: see “All comparisons” in the details.`] : []
}

/** A report, or comparisons without one. */
type ComparisonSource = {
  readonly comparisons: readonly Comparison[]
  readonly testbed?: Pick<Testbed, 'deviceKind'>
}

/** Builds the folded table of every comparison with its reason. */
export function buildAllComparisons({ comparisons, testbed }: ComparisonSource): Block[] {
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
  const cost = hasCost ? ['#Effect on the run'] : []
  const titles = ['Verdict', 'Case', 'Metric', '#Before → after', '#Change (95 % interval)', ...cost, '#Ruled out']
  return [
    createTable([...titles, 'Reference', 'Reason'], rows, {
      title: say`All comparisons`,
      importance: 8,
      isFolded: true,
      noun: 'comparisons',
      notes: [
        say`Before and after are medians; the change is estimated from all runs. “Ruled out” is the smallest slowdown that these runs exclude. Rows marked ↳ explain; they do not decide the verdict.`,
      ],
    }),
  ]
}

function formatRuledOut(excluded: number): string {
  return excluded > 0 ? `≥ ${formatShare(excluded)}` : 'any'
}
