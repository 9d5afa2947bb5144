import type { Baseline } from '../../domain/baselines/baseline.ts'
import { caseId } from '../../domain/core/case.ts'
import { pointValue } from '../../domain/history/history-point.ts'
import type { Curve, CurveMark, CurvePoint, CurvesBlock, PageBlock, PageText } from '../../domain/page/page.ts'
import { median } from '../../domain/core/statistics.ts'
import type { HistoryReport } from '../../domain/tracking/history-report.ts'
import type { MetricHistory } from '../../domain/tracking/metric-history.ts'
import { seriesName, type Shift } from '../../domain/tracking/shift.ts'
import { say } from '../content.ts'
import { historyParts, unresolvedText } from '../history-summary.ts'
import { formatCount, formatEffect } from '../markdown/numbers.ts'
import { visibleText } from '../visible-text.ts'
import { scaledAxis } from './axis.ts'
import { pageText, partBlocks } from './part-blocks.ts'

const mostCharts = 60

/** What a history says, and every metric over the runs: those that changed first. */
export function historyBlocks(report: HistoryReport, baselines: readonly Baseline[]): PageBlock[] {
  const { histories, shifts } = report.observation
  const told = histories.filter(({ points }) => points.some((point) => Number.isFinite(pointValue(point))))
  const weight = (history: MetricHistory): number =>
    shiftsOf(history, shifts).filter(({ isLasting }) => isLasting).length
  const sorted = told.toSorted((one, other) => weight(other) - weight(one))
  const hidden = sorted.length - mostCharts
  const more: PageBlock[] =
    hidden > 0
      ? [{ kind: 'text', text: pageText(say`${hidden} more metrics without a change are in the history itself.`) }]
      : []
  const charts = sorted.slice(0, mostCharts).map((history) => chartOf(history, report, baselines))
  const [first, ...others] = historyParts(report)
  // It opens with what was recorded just now, and here nothing was.
  const opening = first
    ? partBlocks({ ...first, title: null, lead: [say`${formatCount(report.runs)} runs are looked at.`] })
    : []
  return [...opening, ...others.flatMap(partBlocks), ...charts, ...more]
}

function chartOf(history: MetricHistory, report: HistoryReport, baselines: readonly Baseline[]): CurvesBlock {
  const { key, metric, points } = history
  const own = shiftsOf(history, report.observation.shifts)
  const y = scaledAxis(
    metric.name,
    metric.unit,
    points.flatMap(({ samples }) => samples),
  )
  const dots = points.flatMap((point, x): CurvePoint[] => {
    const samples = point.samples.filter(Number.isFinite).map((value) => value * y.factor)
    if (samples.length === 0) return []
    const note = `${point.commit.slice(0, 7)}, ${visibleText(point.time)}`
    return [{ x, y: median(samples), low: Math.min(...samples), high: Math.max(...samples), note }]
  })
  const levels = levelsOf(points.length, own).map((one) => ({ ...one, y: one.y * y.factor }))
  const curves: Curve[] = [
    { name: 'median of each run', style: 'dots', points: dots },
    ...(levels.length > 0 ? [{ name: 'level', style: 'steps', points: levels } as const] : []),
    ...baselineLines(history, baselines, y.factor),
  ]
  return {
    kind: 'curves',
    title: visibleText(seriesName(key, metric), 200),
    x: { label: 'runs', unit: '', isFromZero: false, words: points.map(({ commit }) => commit.slice(0, 7)) },
    y: y.axis,
    curves,
    marks: [...own.map((shift) => markOf(shift)), ...anchorMarks(history, report)],
    notes: own
      .map(({ change, good, bad, isWorse, isLasting }) =>
        pageText(
          say`${formatEffect(change.effect)} ${isWorse ? 'worse' : 'better'} after ${good.commit.slice(0, 7)}, up to ${bad.commit.slice(0, 7)}: ${change.status}${isLasting ? '' : ', gone since'}.`,
        ),
      )
      .concat(unresolvedNotes(history, report)),
  }
}

function unresolvedNotes({ id }: MetricHistory, { observation }: HistoryReport): PageText[] {
  const own = observation.unresolved.filter(({ history }) => history.id === id)
  return own.map((one) => pageText(say`Inconclusive: ${unresolvedText(one)}.`))
}

function shiftsOf({ id }: MetricHistory, shifts: readonly Shift[]): Shift[] {
  return shifts.filter(({ history }) => history.id === id).toSorted((one, other) => one.change.at - other.change.at)
}

/** The level before and after each change, as steps; empty without a change. */
function levelsOf(runs: number, shifts: readonly Shift[]): CurvePoint[] {
  const [first] = shifts
  const last = shifts.at(-1)
  if (!first || !last) return []
  return [
    { x: 0, y: first.change.before.level },
    ...shifts.map(({ change }) => ({ x: change.at, y: change.after.level })),
    { x: runs - 1, y: last.change.after.level },
  ]
}

function baselineLines(
  { key, metric, points }: MetricHistory,
  baselines: readonly Baseline[],
  factor: number,
): Curve[] {
  return baselines.flatMap(({ suite, cases, provenance }) =>
    cases
      .filter(({ benchmark, axes }) => caseId({ suite, benchmark, axes }) === caseId(key))
      .flatMap(({ metrics }) => metrics.filter(({ name }) => name === metric.name))
      .flatMap(({ samples }): Curve[] => {
        if (samples.length === 0) return []
        const y = median(samples) * factor
        const ends = [0, Math.max(1, points.length - 1)]
        return [
          { name: `baseline ${provenance.commit.slice(0, 7)}`, style: 'dashes', points: ends.map((x) => ({ x, y })) },
        ]
      }),
  )
}

function markOf({ change, isWorse, bad }: Shift): CurveMark {
  const label = `${formatEffect(change.effect)} at ${bad.commit.slice(0, 7)}`
  return { x: change.at - 0.5, label, tone: isWorse ? 'bad' : 'good' }
}

function anchorMarks({ points }: MetricHistory, { anchors }: HistoryReport): CurveMark[] {
  return anchors.flatMap(({ label, record }) => {
    const x = points.findIndex(({ commit }) => commit === record?.commit)
    return x < 0 ? [] : [{ x, label: visibleText(label), tone: 'quiet' as const }]
  })
}
