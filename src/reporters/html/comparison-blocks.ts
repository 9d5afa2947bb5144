import { formatAxes } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { formatMetricLabel } from '../../domain/core/metric-label.ts'
import type { IntervalRow, IntervalsBlock, PageBlock, PageTone, StripBlock } from '../../domain/page/page.ts'
import { say } from '../content.ts'
import { formatEffect, formatInterval } from '../markdown/numbers.ts'
import { formatComparisonVerdict } from '../parts/labels.ts'
import { toVisibleText } from '../visible-text.ts'
import { chooseScale } from './axis.ts'
import { toPageText } from './part-blocks.ts'
import { findSamples, type SampleSource } from './comparison-samples.ts'

const mostStrips = 80
const mostIntervals = 60

const tones: Readonly<Record<Comparison['verdict'], PageTone>> = {
  regression: 'bad',
  improvement: 'good',
  unchanged: 'quiet',
  inconclusive: 'unsure',
  'not comparable': 'unsure',
  missing: 'unsure',
}
const rank = { regression: 0, inconclusive: 1, 'not comparable': 2, missing: 3, improvement: 4, unchanged: 5 }

/** Sorts gates first, then by verdict with regressions first, then by size of the effect. */
function compareByWeight(a: Comparison, b: Comparison): number {
  return (
    Number(b.isGate) - Number(a.isGate) ||
    rank[a.verdict] - rank[b.verdict] ||
    Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0)
  )
}

/** Builds one chart of all effects with their intervals; empty without comparisons. */
export function buildEffectIntervals(comparisons: readonly Comparison[]): PageBlock[] {
  const shown = comparisons.filter(({ effect }) => effect !== null && Number.isFinite(effect)).toSorted(compareByWeight)
  if (shown.length === 0) return []
  const hidden = shown.length - mostIntervals
  const isOneCase = new Set(shown.map(formatCase)).size === 1
  const block: IntervalsBlock = {
    kind: 'intervals',
    title: 'Effects with their 95 % intervals',
    unit: '%',
    reference: { value: 0, label: 'no change' },
    rows: shown
      .slice(0, mostIntervals)
      .map((item) => buildEffectRow(item, isOneCase ? formatMetricLabel(item.metric) : formatName(item))),
  }
  const more: PageBlock[] =
    hidden > 0 ? [{ kind: 'text', text: toPageText(say`The table of all comparisons has ${hidden} more.`) }] : []
  return [block, ...more]
}

/** Builds a strip of all samples for each comparison, most important first. */
export function buildComparisonStrips(comparisons: readonly Comparison[], source: SampleSource): PageBlock[] {
  const sorted = comparisons.toSorted(compareByWeight)
  const strips = sorted.slice(0, mostStrips).flatMap((comparison) => buildStrip(comparison, source))
  const hidden = sorted.length - mostStrips
  if (hidden <= 0) return strips
  return [
    ...strips,
    {
      kind: 'text',
      text: toPageText(say`run.json has the samples of ${hidden} more ${hidden === 1 ? 'comparison' : 'comparisons'}.`),
    },
  ]
}

function buildStrip(comparison: Comparison, source: SampleSource): StripBlock[] {
  const { base, head } = findSamples(comparison, source)
  const groups = [
    { name: comparison.reference, values: base },
    { name: 'head', values: head },
  ].flatMap(({ name, values }) => (values === null ? [] : [{ name: toVisibleText(name), values }]))
  if (groups.length === 0) return []
  const { factor, label } = chooseScale(
    groups.flatMap(({ values }) => values),
    comparison.unit,
  )
  const missing = base === null && comparison.base !== null ? say` The samples of the reference are not available.` : []
  return [
    {
      kind: 'strip',
      title: formatName(comparison),
      unit: label,
      groups: groups.map(({ name, values }) => ({ name, values: values.map((value) => value * factor) })),
      caption: toPageText(say`${formatComparisonVerdict(comparison.verdict)}: ${comparison.reason}.${missing}`),
      effect: comparison.effect === null ? null : buildEffectRow(comparison, formatName(comparison)),
    },
  ]
}

function buildEffectRow({ effect, interval, unit, verdict }: Comparison, name: string): IntervalRow {
  return {
    name: toVisibleText(name, 200),
    value: toPercent(effect),
    low: toPercent(interval?.[0] ?? null),
    high: toPercent(interval?.[1] ?? null),
    tone: tones[verdict],
    note: `${verdict}, ${formatEffect(effect, unit)} (${formatInterval(interval, unit)})`,
  }
}

function toPercent(share: number | null): number | null {
  return share === null || !Number.isFinite(share) ? null : share * 100
}

function formatName(comparison: Comparison): string {
  return toVisibleText(`${formatMetricLabel(comparison.metric)} · ${formatCase(comparison)}`, 200)
}

function formatCase({ suite, benchmark, axes }: Comparison): string {
  return [`${suite}/${benchmark}`, formatAxes(axes)].filter((text) => text !== '').join(' ')
}
