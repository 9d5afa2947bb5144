import { formatMetricLabel } from '../domain/core/metric-label.ts'
import { inferMetricKind, parseStageName, wallTime } from '../domain/core/metric.ts'
import { formatEffect, formatInterval, formatShare, formatUncertain, formatValue } from '../domain/core/numbers.ts'
import type { Summary } from '../domain/core/statistics.ts'
import { createList, createTable, createText, type Block } from '../domain/report/block.ts'
import { say, toStatus, type Content } from '../domain/report/content.ts'
import { doesFailCheck, type Comparison } from '../domain/verdict/comparison.ts'
import type { Finding, Report } from '../domain/verdict/report.ts'
import {
  formatComparisonVerdict,
  formatMetricName,
  formatOtherMedians,
  formatOverallVerdict,
  formatRowVerdict,
  isChange,
} from './report/labels.ts'
import { buildSection } from './report/tables.ts'
import { renderTerminalBlocks, type TerminalOptions } from './terminal.ts'

/** One side of a comparison: the title of its column, and what runs. */
export type AbSide = { readonly title: string; readonly text: string }

/** The two sides of a comparison, as shown to the reader. */
export type AbSides = {
  readonly base: AbSide
  readonly head: AbSide
  /** The commit of both sides; absent: they differ in it. */
  readonly place?: string
}

/** Metrics that change but do not decide are shown up to this number. */
const mostGuides = 6

/** Renders a comparison of two commits or commands: the verdict in one line, the sides and a table of the metrics. */
export function renderAb(report: Report, sides: AbSides, options: TerminalOptions): string {
  const headline = createText({
    title: formatHeadline(report, sides),
    lead: listSides(sides).map((line) => say`${line}`),
  })
  return renderTerminalBlocks(
    [headline, ...buildTable(report, sides), ...buildKernels(report), ...buildNotes(report, sides)],
    options,
  )
}

/** What the GPUs executed on both sides, where it differs. */
function buildKernels({ sections }: Report): Block[] {
  return sections
    .filter(({ isExplanation }) => isExplanation)
    .map((section) => buildSection({ ...section, title: 'Kernels' }, false))
}

/** Lists what is compared, one line each. */
export function listSides({ base, head, place }: AbSides): string[] {
  const sides = [base, head].map(({ title, text }) => `${title}: ${text}`)
  return place === undefined ? sides : [...sides, `Both at: ${place}`]
}

/** Formats the verdict with the size of the change: `Slower: wall time 1.12 × slower (+12.0 %, 95 % interval …)`. */
function formatHeadline(report: Report, sides: AbSides): Content {
  const main = findMain(report.comparisons)
  if (report.verdict === 'fail' && main) return say`${toStatus('❌', 'Slower', 'bad')}: ${describeMain(main)}`
  if (report.verdict === 'pass' && main?.toleratedBecause !== undefined)
    return say`${toStatus('🟠', 'Slower, but tolerated', 'unsure')}: ${describeMain(main)}; ${main.toleratedBecause.replace(/comparison\.minCost \((.+)\)/, '$1')}${describeLimits(report.comparisons)}`
  if (report.verdict === 'pass' && main)
    return main.verdict === 'improvement'
      ? say`${toStatus('✅', 'Faster', 'good')}: ${describeMain(main)}`
      : say`${toStatus('✅', 'Not slower', 'good')}: ${describeMain(main)}${describeLimits(report.comparisons)}`
  const [start = ''] = report.sentence.split('\n')
  const reason = start.replace(/^(?:inconclusive|could not be measured): /, '').replace(': exit-code: ', ': ')
  return say`${formatOverallVerdict(report.verdict)}: ${replaceCaseIds(reason, sides)}`
}

/** Replaces ids and names of cases by the titles of the sides, and config keys by options. */
function replaceCaseIds(text: string, { base, head }: AbSides): string {
  return text
    .replaceAll(/ of revision, \d+ (?:core|GPU)s?(?:, (?:base|command-a))?, against (?:base|command-a)\b/g, '')
    .replaceAll(
      /revision(?:\/\S+ gpus=\d+ revision=(\S*[^\s:;,])|, \d+ (?:core|GPU)s?(?:, (base|command-a)\b)?)/g,
      (_name, id, label) => ((id ?? label ?? 'head') === 'head' ? head.title : base.title),
    )
    .replaceAll('the config has no pipeline.proof', 'no --proof names a text that they print')
}

/**
 * The result that decides: a regression before an improvement before a tolerated slowdown, wall time before other
 * changes. Without a change the most precise gate.
 */
function findMain(comparisons: readonly Comparison[]): Comparison | undefined {
  const gates = comparisons.filter(({ isGate, effect }) => isGate && effect !== null)
  return gates.toSorted((a, b) => rankGate(b) - rankGate(a) || getLimit(a) - getLimit(b))[0]
}

function rankGate(item: Comparison): number {
  if (!isChange(item)) return 0
  return (doesFailCheck(item) ? 4 : item.verdict === 'improvement' ? 2 : 1) + (item.metric === wallTime.name ? 1 : 0)
}

/** The smallest slowdown that a comparison excludes. */
function getLimit({ excluded }: Comparison): number {
  return excluded ?? Number.POSITIVE_INFINITY
}

/** Describes the largest slowdown that a gate leaves possible. */
function describeLimits(comparisons: readonly Comparison[]): string {
  const [worst] = comparisons
    .filter(({ isGate, excluded }) => isGate && excluded !== null && excluded > 0)
    .toSorted((a, b) => (b.excluded ?? 0) - (a.excluded ?? 0))
  if (!worst) return ''
  return `; ${formatMetricLabel(worst.metric)}: a slowdown below ${formatShare(worst.excluded ?? 0)} cannot be excluded`
}

function describeMain(item: Comparison): Content {
  const { effect, interval, unit } = item
  const range = interval === null ? '' : `, 95 % interval ${formatInterval(interval, unit)}`
  const factor = isChange(item) ? say` ${formatRatio(item)}` : say``
  return say`${formatMetricName(item.metric)}${factor} (${formatEffect(effect, unit)}${range})`
}

/** Formats the ratio of the medians as the reader expects it: `1.12 × slower`, never below 1. */
function formatRatio(item: Comparison): string {
  const ratio = 1 + (item.effect ?? 0)
  const factor = ratio >= 1 ? ratio : 1 / ratio
  return `${factor.toFixed(factor < 10 ? 2 : 0)} × ${chooseWord(item, ratio > 1)}`
}

function chooseWord(item: Comparison, isMore: boolean): string {
  const kind = inferMetricKind(item)
  const isWorse = isMore === (item.betterWhen === 'lower')
  if (kind === 'duration' || kind === 'rate') return isWorse ? 'slower' : 'faster'
  return isMore ? 'more' : 'less'
}

function buildTable({ comparisons }: Report, { base, head }: AbSides): Block[] {
  const measured = comparisons.filter((item) => item.base !== null && item.head !== null)
  const gates = measured.filter(({ isGate }) => isGate)
  const others = measured.filter((item) => !item.isGate)
  const guides = others.filter((item) => isChange(item) || parseStageName(item.metric) !== null).slice(0, mostGuides)
  if (gates.length === 0) return []
  const titles = ['Metric', `#${base.title}`, `#${head.title}`, '#Change (95 % interval)', 'Result']
  const notes = guides.length > 0 ? [say`Rows marked ↳ explain; they do not decide.`] : []
  return [createTable(titles, [...gates, ...guides].map(buildRow), { importance: 1, noun: 'metrics', notes })]
}

function buildRow(item: Comparison): Content[] {
  const { base, head, effect, interval, unit, metric, isGate } = item
  const name = formatMetricName(metric)
  const range = interval === null ? '' : ` (${formatInterval(interval, unit)})`
  const other = base && head ? formatOtherMedians(effect, unit, [base.median, head.median]) : ''
  return [
    isGate ? name : say`↳ ${name}`,
    say`${formatSpread(base, unit)}`,
    say`${formatSpread(head, unit)}`,
    say`${formatEffect(effect, unit) + range + other}`,
    formatResult(item),
  ]
}

/** Formats median and standard deviation: `1.020 s ± 0.031 s`. */
function formatSpread(side: Summary | null, unit: string): string {
  if (side === null) return '–'
  if (side.standardDeviation === null) return formatValue(side.median, unit)
  return formatUncertain(side.median, side.standardDeviation, unit).join(' ± ')
}

function formatResult(item: Comparison): Content {
  return isChange(item) ? formatComparisonVerdict(item.verdict, formatRatio(item)) : formatRowVerdict(item)
}

/** Lists how often both sides ran, what limits the result, and the end of the output of failed runs. */
function buildNotes({ comparisons, findings, isolation, verdict }: Report, sides: AbSides): Block[] {
  const counts = comparisons.find(({ isGate, head }) => isGate && head !== null)
  const runs =
    counts?.head && counts.base ? [say`${describeRuns(counts.base, counts.head) + describeIsolation(isolation)}.`] : []
  const undecided = comparisons
    .filter((item) => item.isGate && item.verdict === 'inconclusive')
    .map((item) => say`${formatMetricName(item.metric)}: ${item.reason}.`)
  const lead = [...runs, ...(verdict === 'inconclusive' ? undecided : [])]
  const rows = findings
    .toSorted((a, b) => Number(isFailed(b)) - Number(isFailed(a)))
    .map(
      ({ subject, reason, isProminent }) =>
        say`${replaceCaseIds(subject, sides) + (isProminent ? ' ' : ': ') + replaceCaseIds(reason, sides)}`,
    )
  return lead.length + rows.length === 0 ? [] : [createList(rows, { importance: 2, noun: 'notes', lead })]
}

function describeRuns(base: Summary, head: Summary): string {
  const runs = base.count === head.count ? `${base.count} runs per side` : `${base.count} and ${head.count} runs`
  return `${runs} in turn`
}

function describeIsolation(isolation: Report['isolation']): string {
  if (!isolation) return ''
  return isolation.mode === 'none' ? ', without a sandbox' : ', in a sandbox'
}

function isFailed({ kind }: Finding): boolean {
  return kind === 'failed'
}
