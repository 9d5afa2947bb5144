import { formatMetricLabel, isTimed, parseStageName } from '../domain/core/metric.ts'
import { formatEffect, formatInterval, formatShare, formatUncertain, formatValue } from '../domain/core/numbers.ts'
import type { Summary } from '../domain/core/statistics.ts'
import { createList, createText, tabulate, type Block } from '../domain/report/block.ts'
import { say, toStatus, type Content } from '../domain/report/content.ts'
import { doesFailCheck, type Comparison } from '../domain/verdict/comparison.ts'
import { findMostImportant } from '../domain/verdict/headlined.ts'
import type { Report } from '../domain/verdict/report.ts'
import {
  formatComparisonVerdict,
  formatMetricName,
  formatOtherMedians,
  formatOverallVerdict,
  formatRowVerdict,
  isChange,
} from './report/labels.ts'
import { listUndecided } from './report/comparisons.ts'
import { buildSection } from './report/tables.ts'
import { renderTerminalBlocks, type TerminalOptions } from './terminal.ts'

/** One side of a comparison: the title of its column, and what runs. */
type AbSide = { readonly title: string; readonly text: string }

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
  const lead = listSides(sides).map((line) => say`${line}`)
  // What the GPUs executed on both sides, where it differs.
  const kernels = report.sections
    .filter(({ isExplanation }) => isExplanation)
    .map((section) => buildSection({ ...section, title: 'Kernels' }, false))
  return renderTerminalBlocks(
    [
      createText({ title: formatHeadline(report, sides), lead }),
      ...buildTable(report, sides),
      ...kernels,
      ...buildNotes(report, sides),
    ],
    options,
  )
}

/** Lists what is compared, one line each. */
export function listSides({ base, head, place }: AbSides): string[] {
  const sides = [base, head].map(({ title, text }) => `${title}: ${text}`)
  return place === undefined ? sides : [...sides, `Both at: ${place}`]
}

/** Formats the verdict with the size of the change: `Slower: wall time 1.12 × slower (+12.0 %, 95 % interval …)`. */
function formatHeadline({ verdict, sentence, comparisons }: Report, sides: AbSides): Content {
  const main = findMain(comparisons)
  if (verdict === 'fail' && main) return say`${toStatus('❌', 'Slower', 'bad')}: ${describeMain(main)}`
  if (verdict === 'pass' && main?.toleratedBecause !== undefined)
    return say`${toStatus('🟠', 'Slower, but tolerated', 'unsure')}: ${describeMain(main)}; ${main.toleratedBecause.replace(/comparison\.minCost \((.+)\)/, '$1')}${describeLimits(comparisons)}`
  if (verdict === 'pass' && main?.verdict === 'improvement')
    return say`${toStatus('✅', 'Faster', 'good')}: ${describeMain(main)}`
  if (verdict === 'pass' && main)
    return say`${toStatus('✅', 'Not slower', 'good')}: ${describeMain(main)}${describeLimits(comparisons)}`
  const [start = ''] = sentence.split('\n')
  const reason = start.replace(/^(?:inconclusive|could not be measured): /, '')
  return say`${formatOverallVerdict(verdict)}: ${replaceCaseIds(reason, sides)}`
}

/** The kind of a failure, which its text says again. */
const failureKind = /(^|: |\()(?:exit-code|signal|no-proof|not-started|timed-out|partial): /

/** Replaces ids and names of cases by the titles of the sides, and config keys by options. */
function replaceCaseIds(text: string, { base, head }: AbSides): string {
  return text
    .replace(failureKind, '$1')
    .replaceAll(/ of revision, \d+ (?:core|GPU)s?(?:, (?:base|command-a))?, against (?:base|command-a)\b/g, '')
    .replaceAll(
      /revision(?:\/\S+ gpus=\d+ revision=(\S*[^\s:;,])|, \d+ (?:core|GPU)s?(?:, (base|command-a)\b)?)/g,
      (_name, id, label) => ((id ?? label ?? 'head') === 'head' ? head.title : base.title),
    )
    .replaceAll('the config has no pipeline.proof', 'no --proof names a text that they print')
    .replaceAll('the variables of pipeline.passEnv', 'those of --pass-env')
    .replaceAll('pipeline.setup', '--setup')
}

/**
 * The result that decides: the most important regression, as in every report, before an improvement before a tolerated
 * slowdown. Without a change the gate that excludes the smallest slowdown.
 */
function findMain(comparisons: readonly Comparison[]): Comparison | null {
  const gates = comparisons.filter(({ isGate, effect }) => isGate && effect !== null)
  const better = gates.filter(({ verdict }) => verdict === 'improvement')
  const changed = [gates.filter(doesFailCheck), better, gates.filter(isChange)].find((some) => some.length > 0)
  if (changed) return findMostImportant(changed)
  return gates.toSorted((a, b) => (a.excluded ?? Infinity) - (b.excluded ?? Infinity))[0] ?? null
}

/** Describes the largest slowdown that a gate leaves possible. */
function describeLimits(comparisons: readonly Comparison[]): string {
  const [worst] = comparisons
    .flatMap(({ isGate, metric, excluded }) => (isGate && excluded !== null ? [{ metric, excluded }] : []))
    .toSorted((a, b) => b.excluded - a.excluded)
  if (!worst || worst.excluded <= 0) return ''
  return `; ${formatMetricLabel(worst.metric)}: a slowdown below ${formatShare(worst.excluded)} cannot be excluded`
}

function describeMain(item: Comparison): Content {
  const { effect, interval, unit } = item
  const range = interval === null ? '' : `, 95 % interval ${formatInterval(interval, unit)}`
  const factor = isChange(item) ? say` ${formatRatio(item)}` : []
  return say`${formatMetricName(item.metric)}${factor} (${formatEffect(effect, unit)}${range})`
}

/** Formats the ratio of the medians as the reader expects it: `1.12 × slower`, never below 1. */
function formatRatio(item: Comparison): string {
  const ratio = 1 + (item.effect ?? 0)
  const factor = ratio >= 1 ? ratio : 1 / ratio
  const [isMore, isWorse] = [ratio > 1, ratio > 1 === (item.betterWhen === 'lower')]
  const word = isTimed(item) ? (isWorse ? 'slower' : 'faster') : isMore ? 'more' : 'less'
  return `${factor.toFixed(factor < 10 ? 2 : 0)} × ${word}`
}

function buildTable({ comparisons }: Report, { base, head }: AbSides): Block[] {
  const measured = comparisons.filter((item) => item.base !== null && item.head !== null)
  const gates = measured.filter(({ isGate }) => isGate)
  const others = measured.filter((item) => !item.isGate)
  const guides = others.filter((item) => isChange(item) || parseStageName(item.metric) !== null).slice(0, mostGuides)
  if (gates.length === 0) return []
  const notes = guides.length > 0 ? [say`Rows marked ↳ explain; they do not decide.`] : []
  return tabulate(
    [...gates, ...guides],
    {
      Metric: ({ isGate, metric }) => (isGate ? formatMetricName(metric) : say`↳ ${formatMetricName(metric)}`),
      [`#${base.title}`]: (item) => formatSpread(item.base, item.unit),
      [`#${head.title}`]: (item) => formatSpread(item.head, item.unit),
      '#Change (95 % interval)': ({ effect, interval, unit, ...side }) => {
        const range = interval === null ? '' : ` (${formatInterval(interval, unit)})`
        const medians = side.base && side.head ? ([side.base.median, side.head.median] as const) : null
        return formatEffect(effect, unit) + range + (medians ? formatOtherMedians(effect, unit, medians) : '')
      },
      Result: (item) =>
        isChange(item) ? formatComparisonVerdict(item.verdict, formatRatio(item)) : formatRowVerdict(item),
    },
    { importance: 1, noun: 'metrics', notes },
  )
}

/** Formats median and standard deviation: `1.020 s ± 0.031 s`. */
function formatSpread(side: Summary | null, unit: string): string {
  if (side === null) return '–'
  if (side.standardDeviation === null) return formatValue(side.median, unit)
  return formatUncertain(side.median, side.standardDeviation, unit).join(' ± ')
}

/** Lists how often both sides ran, what limits the result, and the end of the output of failed runs. */
function buildNotes(report: Report, sides: AbSides): Block[] {
  const { comparisons, findings, isolation, verdict } = report
  const measured = comparisons.find((item) => item.isGate && item.head !== null)
  const lead = [
    ...(measured?.base && measured.head ? [say`${describeRuns(measured.base, measured.head, isolation)}.`] : []),
    ...(verdict === 'inconclusive' ? listUndecided(report) : []).map(
      ({ metric, reason }) => say`${formatMetricName(metric)}: ${reason}.`,
    ),
  ]
  const rows = findings
    .toSorted((a, b) => Number(b.kind === 'failed') - Number(a.kind === 'failed'))
    .map(
      ({ subject, reason, isProminent }) =>
        say`${replaceCaseIds(subject, sides) + (isProminent ? ' ' : ': ') + replaceCaseIds(reason, sides)}`,
    )
  return lead.length + rows.length === 0 ? [] : [createList(rows, { importance: 2, noun: 'notes', lead })]
}

function describeRuns(base: Summary, head: Summary, isolation: Report['isolation']): string {
  const runs = base.count === head.count ? `${base.count} runs per side` : `${base.count} and ${head.count} runs`
  if (!isolation) return `${runs} in turn`
  return `${runs} in turn, ${isolation.mode === 'none' ? 'without a' : 'in a'} sandbox`
}
