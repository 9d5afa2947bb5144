import type { Baseline } from '../../record/baseline.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { formatMetricLabel } from '../../domain/core/metric-label.ts'
import { chooseChartScale, formatCounted, formatEffect, formatInterval } from '../../domain/core/numbers.ts'
import { summarize, type Summary } from '../../domain/core/statistics.ts'
import { createChart, createText, type Block, type IntervalRow } from '../../domain/report/block.ts'
import { say } from '../../domain/report/content.ts'
import { summarizeOutcome, type CaseOutcome } from '../../domain/trial/outcome.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
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
  const { base, head } = findSamples(comparison, source)
  const groups = [
    { name: comparison.reference, values: base },
    { name: 'head', values: head },
  ].flatMap(({ name, values }) => (values === null ? [] : [{ name, values }]))
  if (groups.length === 0) return []
  const { factor, unit } = chooseChartScale(
    groups.flatMap(({ values }) => values),
    comparison.unit,
  )
  const { effect, base: before, head: after } = comparison
  const other = before && after ? formatOtherMedians(effect, comparison.unit, [before.median, after.median]) : ''
  const missing = base === null && comparison.base !== null ? say` The samples of the reference are not available.` : []
  return [
    createChart(
      {
        kind: 'samples',
        title: formatName(comparison),
        unit,
        groups: groups.map(({ name, values }) => ({ name, values: values.map((value) => value * factor) })),
        effect: comparison.effect === null ? null : buildEffectRow(comparison, formatName(comparison)),
      },
      { lead: [say`${formatComparisonVerdict(comparison.verdict)}: ${comparison.reason + other}.${missing}`] },
    ),
  ]
}

function buildEffectRow({ effect, interval, unit, verdict }: Comparison, name: string): IntervalRow {
  return {
    name,
    value: toPercent(effect),
    low: toPercent(interval?.[0] ?? null),
    high: toPercent(interval?.[1] ?? null),
    tone: getTone(verdict),
    note: `${verdict}, ${formatEffect(effect, unit)} (${formatInterval(interval, unit)})`,
  }
}

function toPercent(share: number | null): number | null {
  return share === null || !Number.isFinite(share) ? null : share * 100
}

function formatName(comparison: Comparison): string {
  return `${formatMetricLabel(comparison.metric)} · ${formatPlace(comparison)}`
}

/** Samples of both sides; null: not available. */
type ComparedSamples = { readonly base: readonly number[] | null; readonly head: readonly number[] | null }

/** Where the samples of comparisons are searched. */
export type SampleSource = {
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

/**
 * Finds the samples of a comparison. A list matches only when count, median, minimum and maximum equal those of the
 * comparison, so that a strip never shows other samples than the judged ones.
 */
function findSamples(comparison: Comparison, source: SampleSource): ComparedSamples {
  const suiteOutcomes = source.outcomes.filter(({ planned: { key } }) => key.suite === comparison.suite)
  const heads = suiteOutcomes.filter(({ planned: { key } }) => key.benchmark === comparison.benchmark)
  const head = findMatching(
    comparison.head,
    heads.map((outcome) => listMeasuredSamples(outcome, comparison.metric)),
  )
  const ids = heads.flatMap(({ planned }) => source.references.get(planned.id) ?? [])
  const referenceOutcomes = suiteOutcomes.filter(({ planned }) => ids.includes(planned.id))
  const lists = [
    ...listStoredSamples(comparison, source.baselines),
    ...referenceOutcomes.map((outcome) => listMeasuredSamples(outcome, comparison.metric)),
  ]
  return { base: findMatching(comparison.base, lists), head }
}

function listMeasuredSamples(outcome: CaseOutcome, metric: string): readonly number[] {
  if (outcome.status !== 'measured') return []
  return outcome.measurements.find((item) => item.metric.name === metric)?.samples ?? []
}

function listStoredSamples(comparison: Comparison, baselines: readonly Baseline[]): (readonly number[])[] {
  const id = formatCaseId(comparison)
  return baselines.flatMap(({ suite, cases }) =>
    cases
      .filter(({ benchmark, axes }) => formatCaseId({ suite, benchmark, axes }) === id)
      .flatMap(({ metrics }) => metrics.filter(({ name }) => name === comparison.metric))
      .map(({ samples }) => samples),
  )
}

function findMatching(summary: Summary | null, lists: readonly (readonly number[])[]): readonly number[] | null {
  if (!summary) return null
  return (
    lists.find((samples) => {
      if (samples.length !== summary.count) return false
      const { median, min, max } = summarize(samples)
      return median === summary.median && min === summary.min && max === summary.max
    }) ?? null
  )
}
