import { axesText } from '../../domain/core/case.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { metricLabel } from '../../domain/core/metric-label.ts'
import type { IntervalRow, IntervalsBlock, PageBlock, PageTone, StripBlock } from '../../domain/page/page.ts'
import { say } from '../content.ts'
import { formatEffect, formatInterval } from '../markdown/numbers.ts'
import { comparisonStatus } from '../parts/words.ts'
import { visibleText } from '../visible-text.ts'
import { scaleOf } from './axis.ts'
import { pageText } from './part-blocks.ts'
import { samplesOf, type SampleSource } from './samples-of-comparison.ts'

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

/** Regressions first, gates before what only explains, the largest first. */
function byWeight(a: Comparison, b: Comparison): number {
  return (
    Number(b.isGate) - Number(a.isGate) ||
    rank[a.verdict] - rank[b.verdict] ||
    Math.abs(b.effect ?? 0) - Math.abs(a.effect ?? 0)
  )
}

/** All effects with their intervals below each other; empty where nothing was compared. */
export function effectIntervals(comparisons: readonly Comparison[]): PageBlock[] {
  const told = comparisons.filter(({ effect }) => effect !== null && Number.isFinite(effect)).toSorted(byWeight)
  if (told.length === 0) return []
  const hidden = told.length - mostIntervals
  const isOneCase = new Set(told.map(caseText)).size === 1
  const block: IntervalsBlock = {
    kind: 'intervals',
    title: 'Effects with their 95 % intervals',
    unit: '%',
    reference: { value: 0, label: 'no change' },
    rows: told
      .slice(0, mostIntervals)
      .map((item) => effectRow(item, isOneCase ? metricLabel(item.metric) : nameOf(item))),
  }
  const more: PageBlock[] =
    hidden > 0
      ? [{ kind: 'text', text: pageText(say`${hidden} more effects are in the table of all comparisons.`) }]
      : []
  return [block, ...more]
}

/** Every sample of each comparison, the weightiest first. */
export function comparisonStrips(comparisons: readonly Comparison[], source: SampleSource): PageBlock[] {
  const sorted = comparisons.toSorted(byWeight)
  const strips = sorted.slice(0, mostStrips).flatMap((comparison) => stripOf(comparison, source))
  const hidden = sorted.length - mostStrips
  if (hidden <= 0) return strips
  return [...strips, { kind: 'text', text: pageText(say`The samples of ${hidden} more comparisons are in run.json.`) }]
}

function stripOf(comparison: Comparison, source: SampleSource): StripBlock[] {
  const { base, head } = samplesOf(comparison, source)
  const groups = [
    { name: comparison.reference, values: base },
    { name: 'head', values: head },
  ].flatMap(({ name, values }) => (values === null ? [] : [{ name: visibleText(name), values }]))
  if (groups.length === 0) return []
  const { factor, label } = scaleOf(
    groups.flatMap(({ values }) => values),
    comparison.unit,
  )
  const missing = base === null && comparison.base !== null ? say` The samples of the reference are not at hand.` : []
  return [
    {
      kind: 'strip',
      title: nameOf(comparison),
      unit: label,
      groups: groups.map(({ name, values }) => ({ name, values: values.map((value) => value * factor) })),
      caption: pageText(say`${comparisonStatus(comparison.verdict)}: ${comparison.reason}.${missing}`),
      effect: comparison.effect === null ? null : effectRow(comparison, nameOf(comparison)),
    },
  ]
}

function effectRow({ effect, interval, unit, verdict }: Comparison, name: string): IntervalRow {
  return {
    name: visibleText(name, 200),
    value: percent(effect),
    low: percent(interval?.[0] ?? null),
    high: percent(interval?.[1] ?? null),
    tone: tones[verdict],
    note: `${verdict}, ${formatEffect(effect, unit)} (${formatInterval(interval, unit)})`,
  }
}

function percent(share: number | null): number | null {
  return share === null || !Number.isFinite(share) ? null : share * 100
}

function nameOf(comparison: Comparison): string {
  return visibleText(`${metricLabel(comparison.metric)} · ${caseText(comparison)}`, 200)
}

function caseText({ suite, benchmark, axes }: Comparison): string {
  return [`${suite}/${benchmark}`, axesText(axes)].filter((text) => text !== '').join(' ')
}
