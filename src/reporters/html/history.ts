import { formatCaseId } from '../../domain/core/case.ts'
import { formatCount, formatCounted, formatEffect } from '../../domain/core/numbers.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { computePointValue, type MetricHistory } from '../../domain/history/history-records.ts'
import type { HistoryReport } from '../../domain/history/observe.ts'
import { formatSeriesName, type Shift } from '../../domain/history/shift.ts'
import {
  createAxis,
  createChart,
  createText,
  tabulate,
  type Block,
  type Curve,
  type CurvePoint,
  type Page,
  type PageDownload,
} from '../../domain/report/block.ts'
import { say, toCode, toStatus, type Content } from '../../domain/report/content.ts'
import type { Baseline } from '../../record/baseline.ts'
import { buildHistoryBlocks, describeAbsence, describeUnresolved } from '../history-summary.ts'

/** Input of the history page. */
export type HistoryPageInput = {
  readonly histories: readonly { readonly report: HistoryReport; readonly baselines: readonly Baseline[] }[]
  /** Testbeds without a readable record; absent: none. */
  readonly unreadable?: readonly string[]
  readonly downloads: readonly PageDownload[]
  readonly madeBy: string
}

/** Builds the history page of the default branch: one view per testbed. */
export function buildHistoryPage({ histories, unreadable = [], downloads, madeBy }: HistoryPageInput): Page {
  const reports = histories.map(({ report }) => report)
  const blocks = tabulate(
    reports,
    {
      Testbed: ({ observation: { latest } }) => toCode(latest.testbed.id),
      '#Runs': ({ runs }) => formatCount(runs),
      Latest: ({ observation: { latest } }) => say`${toCode(latest.commit.slice(0, 7))} ${latest.measuredAt}`,
      '#Persistent regressions': ({ observation: { causes } }) => formatCount(causes.length),
      '#Drifting metrics': ({ observation: { creeps } }) => formatCount(creeps.length),
      '#Inconclusive metrics': ({ observation: { unresolved } }) => formatCount(unresolved.length),
    },
    { title: say`Testbeds` },
  )
  const views = histories.map(({ report, baselines }, index) => ({
    id: `testbed-${index}`,
    title: report.observation.latest.testbed.id,
    blocks: buildHistoryView(report, baselines),
  }))
  return {
    title: 'History',
    madeBy,
    ...buildHeadline(reports, unreadable),
    views: [{ id: 'overview', title: 'Overview', blocks }, ...views],
    downloads,
  }
}

/** Without a regression, the headline states whether one could have been detected. */
function buildHeadline(
  reports: readonly HistoryReport[],
  unreadable: readonly string[],
): Pick<Page, 'headline' | 'tone'> {
  const bad = reports.filter(isBadHistory).map(({ observation }) => observation.latest.testbed.id)
  const unread = unreadable.length === 0 ? '' : `; no readable record of ${unreadable.join(', ')}`
  if (bad.length > 0)
    return createHeadline('❌', 'bad', `Confirmed regression or slow drift on ${bad.join(', ')}${unread}`)
  const unresolved = reports.flatMap(({ observation }) => observation.unresolved)
  const histories = reports.flatMap(({ observation }) => observation.histories)
  const text = describeAbsence({ unresolved, histories })
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)} on ${formatCounted(reports.length, 'testbed')}${unread}`
  const unchecked = reports.filter(({ observation }) => observation.histories.length === 0)
  const lost = reports.flatMap(({ observation }) => observation.lost)
  if (lost.length > 0)
    return createHeadline('🟡', 'unsure', `${sentence}; ${formatCounted(lost.length, 'metric')} not measured`)
  if (unread !== '' || unresolved.length === histories.length) return createHeadline('🟡', 'unsure', sentence)
  if (unchecked.length === 0) return createHeadline('✅', 'good', sentence)
  const names = unchecked.map(({ observation }) => observation.latest.testbed.id)
  return createHeadline('🟡', 'unsure', `${sentence}, no metric to check on ${names.join(', ')}`)
}

function createHeadline(icon: string, tone: Page['tone'], sentence: string): Pick<Page, 'headline' | 'tone'> {
  return { headline: say`${toStatus(icon, 'History', tone)}: ${sentence}`, tone }
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
  const hidden = sorted.slice(mostCharts)
  const changed = hidden.filter((history) => selectShifts(history, shifts).length > 0).length
  const more = say`${formatCounted(hidden.length, 'more metric')} not shown, ${formatCount(changed)} of them with a change.`
  const charts = sorted.slice(0, mostCharts).map((history) => buildChart(history, report, baselines))
  const [first, ...others] = buildHistoryBlocks(report)
  // Replaces the opening sentence, which reports a recording; this page records nothing.
  const opening = first && { ...first, title: null, lead: [say`${formatCounted(report.runs, 'run')} checked.`] }
  return [
    ...(opening ? [opening] : []),
    ...others,
    ...charts,
    ...(hidden.length > 0 ? [createText({ lead: [more] })] : []),
  ]
}

function buildChart(history: MetricHistory, report: HistoryReport, baselines: readonly Baseline[]): Block {
  const { key, metric, points } = history
  const own = selectShifts(history, report.observation.shifts)
  const samples = points.flatMap((point) => point.samples)
  const { axis: y, factor } = createAxis(metric.name, metric.unit, samples)
  const dots = points.flatMap((point, x): CurvePoint[] => {
    const values = point.samples.filter(Number.isFinite).map((value) => value * factor)
    if (values.length === 0) return []
    const note = `${point.commit.slice(0, 7)}, ${point.time}`
    return [{ x, y: computeMedian(values), low: Math.min(...values), high: Math.max(...values), note }]
  })
  const levels = buildLevels(points.length, own).map(([x, level]) => ({ x, y: level * factor }))
  const curves: Curve[] = [
    { name: 'median of each run', style: 'dots', points: dots },
    ...(levels.length > 0 ? [{ name: 'level', style: 'steps', points: levels } as const] : []),
    ...buildBaselineLines(history, baselines, factor),
  ]
  const changes = own.map(({ change, isWorse, bad }) => ({
    x: change.at - 0.5,
    label: `${formatEffect(change.effect)} at ${bad.commit.slice(0, 7)}`,
    tone: isWorse ? ('bad' as const) : ('good' as const),
  }))
  const anchors = report.anchors.flatMap(({ label, record }) => {
    const x = points.findIndex(({ commit }) => commit === record?.commit)
    return x < 0 ? [] : [{ x, label, tone: 'quiet' as const }]
  })
  const x = { label: 'runs', unit: '', isFromZero: false, words: points.map(({ commit }) => commit.slice(0, 7)) }
  const marks = [...changes, ...anchors]
  const unresolved = report.observation.unresolved.filter((one) => one.history.id === history.id)
  const notes = [...own.map(formatShift), ...unresolved.map((one) => say`Inconclusive: ${describeUnresolved(one)}.`)]
  return createChart({ kind: 'curves', title: formatSeriesName(key, metric), x, y, curves, marks }, { notes })
}

function formatShift({ change, good, bad, isWorse, isLasting }: Shift): Content {
  const end = isLasting ? '' : isWorse ? ', recovered since' : ', lost since'
  return say`${formatEffect(change.effect)} ${isWorse ? 'worse' : 'better'} after ${good.commit.slice(0, 7)}, up to ${bad.commit.slice(0, 7)}: ${change.status}${end}.`
}

function selectShifts({ id }: MetricHistory, shifts: readonly Shift[]): Shift[] {
  return shifts.filter(({ history }) => history.id === id).toSorted((one, other) => one.change.at - other.change.at)
}

/** Builds the level before and after each change as steps; empty without a change. */
function buildLevels(runs: number, shifts: readonly Shift[]): [x: number, level: number][] {
  const [first, last] = [shifts[0], shifts.at(-1)]
  if (!first || !last) return []
  const after = shifts.map(({ change }): [number, number] => [change.at, change.after.level])
  return [[0, first.change.before.level], ...after, [runs - 1, last.change.after.level]]
}

function buildBaselineLines(
  { key, metric, points }: MetricHistory,
  baselines: readonly Baseline[],
  factor: number,
): Curve[] {
  const ends = [0, Math.max(1, points.length - 1)]
  return baselines.flatMap(({ suite, cases, provenance }) =>
    cases
      .filter((one) => formatCaseId({ suite, ...one }) === formatCaseId(key))
      .flatMap(({ metrics }) => metrics.filter(({ name, samples }) => name === metric.name && samples.length > 0))
      .map(({ samples }): Curve => {
        const y = computeMedian(samples) * factor
        const name = `baseline ${provenance.commit.slice(0, 7)}`
        return { name, style: 'dashes', points: ends.map((x) => ({ x, y })) }
      }),
  )
}
