import { formatCaseId } from '../../domain/core/case.ts'
import { formatMetricLabel } from '../../domain/core/metric.ts'
import { chooseChartScale, formatCounted, formatEffect, formatInterval } from '../../domain/core/numbers.ts'
import { summarize, type Summary } from '../../domain/core/statistics.ts'
import { createChart, createText, type Block, type IntervalRow } from '../../domain/report/block.ts'
import { say } from '../../domain/report/content.ts'
import { summarizeOutcome, type CaseOutcome, getSamples, isMeasured } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../record/run.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import type { Baseline } from '../../record/baseline.ts'
import { compareByWeight, formatComparisonVerdict, formatOtherMedians, formatPlace, getTone } from '../report/labels.ts'

const mostCharts = 80
const mostIntervals = 60

/** Builds one chart of all effects with their intervals; empty without comparisons. */
export function buildEffectIntervals(comparisons: readonly Comparison[]): Block[] {
  const shown = comparisons.filter(({ effect }) => effect !== null && Number.isFinite(effect)).toSorted(compareByWeight)
  if (shown.length === 0) return []
  const hidden = shown.length - mostIntervals
  const isOneCase = new Set(shown.map(formatPlace)).size === 1
  const rows = shown
    .slice(0, mostIntervals)
    .map((item) => buildEffectRow(item, isOneCase ? formatMetricLabel(item.metric) : formatName(item)))
  const title = 'Effects with their 95 % intervals'
  const reference = { value: 0, label: 'no change' }
  const notes = hidden > 0 ? [say`The table of all comparisons has ${hidden} more.`] : []
  return [createChart({ kind: 'intervals', title, unit: '%', reference, rows }, { notes })]
}

/** Builds a chart of all samples for each comparison, most important first. */
export function buildSampleCharts(comparisons: readonly Comparison[], source: SampleSource): Block[] {
  const sorted = comparisons.toSorted(compareByWeight)
  const charts = sorted.slice(0, mostCharts).flatMap((comparison) => buildSampleChart(comparison, source))
  const hidden = sorted.length - mostCharts
  const more = say`run.json has the samples of ${formatCounted(hidden, 'more comparison')}.`
  return hidden > 0 ? [...charts, createText({ lead: [more] })] : charts
}

function buildSampleChart(comparison: Comparison, source: SampleSource): Block[] {
  const samples = findSamples(comparison, source)
  const groups = [
    { name: comparison.reference, values: samples.base ?? [] },
    { name: 'head', values: samples.head ?? [] },
  ].filter(({ values }) => values.length > 0)
  if (groups.length === 0) return []
  const values = groups.flatMap((group) => group.values)
  const { factor, unit } = chooseChartScale(values, comparison.unit)
  const { effect, base, head, verdict, reason } = comparison
  const other = base && head ? formatOtherMedians(effect, comparison.unit, [base.median, head.median]) : ''
  const isLost = samples.base === undefined && base !== null
  const missing = isLost ? say` The samples of the reference are not available.` : []
  const title = formatName(comparison)
  const scaled = groups.map((group) => ({ name: group.name, values: group.values.map((value) => value * factor) }))
  const effectRow = effect === null ? null : buildEffectRow(comparison, title)
  const lead = [say`${formatComparisonVerdict(verdict)}: ${reason + other}.${missing}`]
  return [createChart({ kind: 'samples', title, unit, groups: scaled, effect: effectRow }, { lead })]
}

function buildEffectRow({ effect, interval, unit, verdict }: Comparison, name: string): IntervalRow {
  const [value = null, low = null, high = null] = [effect, ...(interval ?? [])].map((share) =>
    share === null || !Number.isFinite(share) ? null : share * 100,
  )
  const note = `${verdict}, ${formatEffect(effect, unit)} (${formatInterval(interval, unit)})`
  return { name, value, low, high, tone: getTone(verdict), note }
}

function formatName(comparison: Comparison): string {
  return `${formatMetricLabel(comparison.metric)} · ${formatPlace(comparison)}`
}

/** Where the samples of comparisons are searched. */
type SampleSource = {
  readonly outcomes: readonly CaseOutcome[]
  readonly baselines: readonly Baseline[]
  /** Ids of the reference cases by the id of the head case. */
  readonly references: ReadonlyMap<string, readonly string[]>
}

/** Creates a source from a run and the baselines it was compared with. */
export function createSampleSource(record: RunRecord, baselines: readonly Baseline[]): SampleSource {
  const references = Map.groupBy(record.plan.comparisons, ({ head }) => head)
  return {
    outcomes: record.plan.cases.map((planned) => summarizeOutcome(planned, record.trials)),
    baselines,
    references: new Map([...references].map(([head, planned]) => [head, planned.map(({ base }) => base)])),
  }
}

type Samples = readonly number[] | undefined

/**
 * Finds the samples of a comparison. A list matches only when count, median, minimum and maximum equal those of the
 * comparison, so that a strip never shows other samples than the judged ones.
 */
function findSamples(comparison: Comparison, source: SampleSource): { readonly base: Samples; readonly head: Samples } {
  const { suite, benchmark, metric } = comparison
  const outcomes = source.outcomes.filter(isMeasured).filter(({ planned: { key } }) => key.suite === suite)
  const heads = outcomes.filter(({ planned: { key } }) => key.benchmark === benchmark)
  const ids = heads.flatMap(({ planned }) => source.references.get(planned.id) ?? [])
  const references = outcomes.filter(({ planned }) => ids.includes(planned.id))
  const stored = source.baselines.flatMap(({ suite: of, cases }) =>
    cases
      .filter((one) => formatCaseId({ suite: of, ...one }) === formatCaseId(comparison))
      .flatMap(({ metrics }) => metrics.filter(({ name }) => name === metric))
      .map(({ samples }) => samples),
  )
  return {
    base: findMatching(comparison.base, [...stored, ...references.map((one) => getSamples(one, metric))]),
    head: findMatching(
      comparison.head,
      heads.map((one) => getSamples(one, metric)),
    ),
  }
}

function findMatching(summary: Summary | null, lists: readonly (readonly number[])[]): Samples {
  return lists.find((samples) => {
    if (samples.length !== summary?.count) return false
    const { median, min, max } = summarize(samples)
    return median === summary.median && min === summary.min && max === summary.max
  })
}
