import type { Baseline } from '../../domain/baselines/baseline.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { computePointValue } from '../../domain/history/history-point.ts'
import type { Curve, CurveMark, CurvePoint, CurvesBlock, PageBlock, PageText } from '../../domain/page/page.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import type { HistoryReport } from '../../domain/tracking/history-report.ts'
import type { MetricHistory } from '../../domain/tracking/metric-history.ts'
import { formatSeriesName, type Shift } from '../../domain/tracking/shift.ts'
import { say } from '../content.ts'
import { buildHistoryParts, describeUnresolved } from '../history-summary.ts'
import { formatCount, formatEffect } from '../markdown/numbers.ts'
import { toVisibleText } from '../visible-text.ts'
import { createScaledAxis } from './axis.ts'
import { toPageText, toPageBlocks } from './part-blocks.ts'

const mostCharts = 60

/** Builds the findings of a history and a chart per metric, changed metrics first. */
export function buildHistoryBlocks(report: HistoryReport, baselines: readonly Baseline[]): PageBlock[] {
  const { histories, shifts } = report.observation
  const measured = histories.filter(({ points }) => points.some((point) => Number.isFinite(computePointValue(point))))
  const countLastingShifts = (history: MetricHistory): number =>
    selectShifts(history, shifts).filter(({ isLasting }) => isLasting).length
  const sorted = measured.toSorted((one, other) => countLastingShifts(other) - countLastingShifts(one))
  const hidden = sorted.length - mostCharts
  const more: PageBlock[] =
    hidden > 0
      ? [
          {
            kind: 'text',
            text: toPageText(say`${hidden} more ${hidden === 1 ? 'metric' : 'metrics'} without a change not shown.`),
          },
        ]
      : []
  const charts = sorted.slice(0, mostCharts).map((history) => buildChart(history, report, baselines))
  const [first, ...others] = buildHistoryParts(report)
  // Replaces the opening sentence, which reports a recording; this page records nothing.
  const opening = first
    ? toPageBlocks({
        ...first,
        title: null,
        lead: [say`${formatCount(report.runs)} ${report.runs === 1 ? 'run' : 'runs'} checked.`],
      })
    : []
  return [...opening, ...others.flatMap(toPageBlocks), ...charts, ...more]
}

function buildChart(history: MetricHistory, report: HistoryReport, baselines: readonly Baseline[]): CurvesBlock {
  const { key, metric, points } = history
  const own = selectShifts(history, report.observation.shifts)
  const y = createScaledAxis(
    metric.name,
    metric.unit,
    points.flatMap(({ samples }) => samples),
  )
  const dots = points.flatMap((point, x): CurvePoint[] => {
    const samples = point.samples.filter(Number.isFinite).map((value) => value * y.factor)
    if (samples.length === 0) return []
    const note = `${point.commit.slice(0, 7)}, ${toVisibleText(point.time)}`
    return [{ x, y: computeMedian(samples), low: Math.min(...samples), high: Math.max(...samples), note }]
  })
  const levels = buildLevels(points.length, own).map((one) => ({ ...one, y: one.y * y.factor }))
  const curves: Curve[] = [
    { name: 'median of each run', style: 'dots', points: dots },
    ...(levels.length > 0 ? [{ name: 'level', style: 'steps', points: levels } as const] : []),
    ...buildBaselineLines(history, baselines, y.factor),
  ]
  return {
    kind: 'curves',
    title: toVisibleText(formatSeriesName(key, metric), 200),
    x: { label: 'runs', unit: '', isFromZero: false, words: points.map(({ commit }) => commit.slice(0, 7)) },
    y: y.axis,
    curves,
    marks: [...own.map((shift) => buildMark(shift)), ...buildAnchorMarks(history, report)],
    notes: own
      .map(({ change, good, bad, isWorse, isLasting }) =>
        toPageText(
          say`${formatEffect(change.effect)} ${isWorse ? 'worse' : 'better'} after ${good.commit.slice(0, 7)}, up to ${bad.commit.slice(0, 7)}: ${change.status}${isLasting ? '' : ', recovered since'}.`,
        ),
      )
      .concat(buildUnresolvedNotes(history, report)),
  }
}

function buildUnresolvedNotes({ id }: MetricHistory, { observation }: HistoryReport): PageText[] {
  const own = observation.unresolved.filter(({ history }) => history.id === id)
  return own.map((one) => toPageText(say`Inconclusive: ${describeUnresolved(one)}.`))
}

function selectShifts({ id }: MetricHistory, shifts: readonly Shift[]): Shift[] {
  return shifts.filter(({ history }) => history.id === id).toSorted((one, other) => one.change.at - other.change.at)
}

/** Builds the level before and after each change as steps; empty without a change. */
function buildLevels(runs: number, shifts: readonly Shift[]): CurvePoint[] {
  const [first] = shifts
  const last = shifts.at(-1)
  if (!first || !last) return []
  return [
    { x: 0, y: first.change.before.level },
    ...shifts.map(({ change }) => ({ x: change.at, y: change.after.level })),
    { x: runs - 1, y: last.change.after.level },
  ]
}

function buildBaselineLines(
  { key, metric, points }: MetricHistory,
  baselines: readonly Baseline[],
  factor: number,
): Curve[] {
  return baselines.flatMap(({ suite, cases, provenance }) =>
    cases
      .filter(({ benchmark, axes }) => formatCaseId({ suite, benchmark, axes }) === formatCaseId(key))
      .flatMap(({ metrics }) => metrics.filter(({ name }) => name === metric.name))
      .flatMap(({ samples }): Curve[] => {
        if (samples.length === 0) return []
        const y = computeMedian(samples) * factor
        const ends = [0, Math.max(1, points.length - 1)]
        return [
          { name: `baseline ${provenance.commit.slice(0, 7)}`, style: 'dashes', points: ends.map((x) => ({ x, y })) },
        ]
      }),
  )
}

function buildMark({ change, isWorse, bad }: Shift): CurveMark {
  const label = `${formatEffect(change.effect)} at ${bad.commit.slice(0, 7)}`
  return { x: change.at - 0.5, label, tone: isWorse ? 'bad' : 'good' }
}

function buildAnchorMarks({ points }: MetricHistory, { anchors }: HistoryReport): CurveMark[] {
  return anchors.flatMap(({ label, record }) => {
    const x = points.findIndex(({ commit }) => commit === record?.commit)
    return x < 0 ? [] : [{ x, label: toVisibleText(label), tone: 'quiet' as const }]
  })
}
