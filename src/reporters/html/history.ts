import type { Baseline } from '../../record/baseline.ts'
import { formatCaseId } from '../../domain/core/case.ts'
import { formatCount, formatCounted, formatEffect } from '../../domain/core/numbers.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { computePointValue, type MetricHistory } from '../../domain/history/history-records.ts'
import {
  createAxis,
  createChart,
  createTable,
  createText,
  type Block,
  type Curve,
  type CurveMark,
  type CurvePoint,
} from '../../domain/report/block.ts'
import { say, toCode, toStatus, type Tone } from '../../domain/report/content.ts'
import type { Page, PageDownload, PageView } from '../../domain/report/page.ts'
import type { HistoryReport } from '../../domain/history/observe.ts'
import { formatSeriesName, type Shift } from '../../domain/history/shift.ts'
import { buildHistoryBlocks, describeAbsence, describeUnresolved } from '../history-summary.ts'

/** Input of the history page. */
export type HistoryPageInput = {
  readonly histories: readonly { readonly report: HistoryReport; readonly baselines: readonly Baseline[] }[]
  readonly downloads: readonly PageDownload[]
  readonly madeBy: string
}

/** Builds the history page of the default branch: one view per testbed. */
export function buildHistoryPage({ histories, downloads, madeBy }: HistoryPageInput): Page {
  const { icon, tone, sentence } = buildHeadline(histories.map(({ report }) => report))
  return {
    title: 'History',
    madeBy,
    headline: say`${toStatus(icon, 'History', tone)}: ${sentence}`,
    tone,
    views: [buildOverview(histories.map(({ report }) => report)), ...histories.map(buildTestbedView)],
    downloads,
  }
}

type Headline = { readonly icon: string; readonly tone: Tone; readonly sentence: string }

/** Without a regression, the headline states whether one could have been detected. */
function buildHeadline(reports: readonly HistoryReport[]): Headline {
  const bad = reports.filter(isBadHistory).map(({ observation }) => observation.latest.testbed.id)
  if (bad.length > 0)
    return { icon: '❌', tone: 'bad', sentence: `Confirmed regression or slow drift on ${bad.join(', ')}` }
  const unresolved = reports.flatMap(({ observation }) => observation.unresolved)
  const histories = reports.flatMap(({ observation }) => observation.histories)
  const text = describeAbsence({ unresolved, histories })
  const testbeds = formatCounted(reports.length, 'testbed')
  const isOpen = unresolved.length > 0 && unresolved.length === histories.length
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)} on ${testbeds}`
  return isOpen ? { icon: '🟡', tone: 'unsure', sentence } : { icon: '✅', tone: 'good', sentence }
}

function buildOverview(reports: readonly HistoryReport[]): PageView {
  const rows = reports.map(({ observation, runs }) => [
    toCode(observation.latest.testbed.id),
    say`${formatCount(runs)}`,
    say`${toCode(observation.latest.commit.slice(0, 7))} ${observation.latest.measuredAt}`,
    say`${formatCount(observation.causes.length)}`,
    say`${formatCount(observation.creeps.length)}`,
    say`${formatCount(observation.unresolved.length)}`,
  ])
  const titles = ['Testbed', '#Runs', 'Latest', '#Persistent regressions', '#Drifting metrics', '#Inconclusive metrics']
  return { id: 'overview', title: 'Overview', blocks: [createTable(titles, rows, { title: say`Testbeds` })] }
}

function buildTestbedView({ report, baselines }: HistoryPageInput['histories'][number], index: number): PageView {
  const { id } = report.observation.latest.testbed
  return { id: `testbed-${index}`, title: id, blocks: buildHistoryView(report, baselines) }
}

/** Whether a confirmed regression persists, or a metric drifts. */
export function isBadHistory({ observation: { causes, creeps } }: HistoryReport): boolean {
  return creeps.length > 0 || causes.some(({ status }) => status === 'confirmed')
}

const mostCharts = 60

/** Builds the findings of a history and a chart per metric, changed metrics first. */
export function buildHistoryView(report: HistoryReport, baselines: readonly Baseline[]): Block[] {
  const { histories, shifts } = report.observation
  const measured = histories.filter(({ points }) => points.some((point) => Number.isFinite(computePointValue(point))))
  const countLastingShifts = (history: MetricHistory): number =>
    selectShifts(history, shifts).filter(({ isLasting }) => isLasting).length
  const sorted = measured.toSorted((one, other) => countLastingShifts(other) - countLastingShifts(one))
  const hidden = sorted.length - mostCharts
  const more = say`${formatCounted(hidden, 'more metric')} without a change not shown.`
  const charts = sorted.slice(0, mostCharts).map((history) => buildChart(history, report, baselines))
  const [first, ...others] = buildHistoryBlocks(report)
  // Replaces the opening sentence, which reports a recording; this page records nothing.
  const opening = first && { ...first, title: null, lead: [say`${formatCounted(report.runs, 'run')} checked.`] }
  return [...(opening ? [opening] : []), ...others, ...charts, ...(hidden > 0 ? [createText({ lead: [more] })] : [])]
}

function buildChart(history: MetricHistory, report: HistoryReport, baselines: readonly Baseline[]): Block {
  const { key, metric, points } = history
  const own = selectShifts(history, report.observation.shifts)
  const y = createAxis(
    metric.name,
    metric.unit,
    points.flatMap(({ samples }) => samples),
  )
  const dots = points.flatMap((point, x): CurvePoint[] => {
    const samples = point.samples.filter(Number.isFinite).map((value) => value * y.factor)
    if (samples.length === 0) return []
    const note = `${point.commit.slice(0, 7)}, ${point.time}`
    return [{ x, y: computeMedian(samples), low: Math.min(...samples), high: Math.max(...samples), note }]
  })
  const levels = buildLevels(points.length, own).map((one) => ({ ...one, y: one.y * y.factor }))
  const curves: Curve[] = [
    { name: 'median of each run', style: 'dots', points: dots },
    ...(levels.length > 0 ? [{ name: 'level', style: 'steps', points: levels } as const] : []),
    ...buildBaselineLines(history, baselines, y.factor),
  ]
  const notes = own.map(
    ({ change, good, bad, isWorse, isLasting }) =>
      say`${formatEffect(change.effect)} ${isWorse ? 'worse' : 'better'} after ${good.commit.slice(0, 7)}, up to ${bad.commit.slice(0, 7)}: ${change.status}${isLasting ? '' : ', recovered since'}.`,
  )
  const unresolved = report.observation.unresolved.filter((one) => one.history.id === history.id)
  const words = points.map(({ commit }) => commit.slice(0, 7))
  return createChart(
    {
      kind: 'curves',
      title: formatSeriesName(key, metric),
      x: { label: 'runs', unit: '', isFromZero: false, words },
      y: y.axis,
      curves,
      marks: [...own.map((shift) => buildMark(shift)), ...buildAnchorMarks(history, report)],
    },
    { notes: [...notes, ...unresolved.map((one) => say`Inconclusive: ${describeUnresolved(one)}.`)] },
  )
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
    return x < 0 ? [] : [{ x, label, tone: 'quiet' as const }]
  })
}
