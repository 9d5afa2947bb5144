import { formatCounted, formatEffect, formatInterval, formatShare } from '../domain/core/numbers.ts'
import { fewestSeriesValues } from '../domain/detection/series/change-points.ts'
import { createTable, createText, type Block } from '../domain/report/block.ts'
import { toCode, toLink, type Content } from '../domain/report/content.ts'
import type { Cause } from '../domain/history/shift.ts'
import type { CreepDistance } from '../domain/history/creep.ts'
import type { HistoryReport, Observation, LimitOutlook, UnresolvedHistory } from '../domain/history/observe.ts'
import { renderMarkdownBlocks } from './markdown/render.ts'
import { formatCaseName, formatCommit, formatMetricName, inferTestbed } from './report/labels.ts'
import { say } from '../domain/report/content.ts'
import { formatCount, formatValue } from '../domain/core/numbers.ts'
import { toPlain } from './terminal/plain.ts'

type RunTestbed = ReturnType<typeof inferTestbed>

const maxBytes = 200_000
const mostRestarts = 20
const tenfold = 9

/** Renders the history after a run as Markdown for the job summary. */
export function renderHistorySummary(report: HistoryReport): string {
  return renderMarkdownBlocks(buildHistoryBlocks(report), maxBytes, `the branch ${report.branch}`)
}

/** Summarizes the history in one plain-text sentence. */
export function summarizeHistory({ observation, runs, isNew, branch }: HistoryReport): string {
  const { causes, creeps, latest } = observation
  const kept = isNew ? `recorded on ${branch}` : `already recorded on ${branch}`
  const found =
    causes.length + creeps.length === 0
      ? describeAbsence(observation)
      : `${formatCounted(causes.length, 'persistent regression')}, slow drift of ${formatCounted(creeps.length, 'metric')}`
  return toPlain(say`${latest.testbed.id}: ${kept}; ${formatCounted(runs, 'run')} checked; ${found}`)
}

/** Describes what a history without regressions can and cannot exclude. */
export function describeAbsence({ histories, unresolved }: Pick<Observation, 'histories' | 'unresolved'>): string {
  const [first] = unresolved
  if (!first) return 'no persistent regression'
  if (unresolved.length < histories.length)
    return `no persistent regression found, inconclusive for ${unresolved.length} of ${formatCounted(histories.length, 'metric')}`
  const effect = formatShare(first.minEffect)
  return `inconclusive: a change of ${effect} is not detectable in any metric`
}

/** Describes which changes of a metric the history cannot resolve; no full stop. */
export function describeUnresolved({ runs, detectable }: UnresolvedHistory): string {
  if (detectable === null) return `too few runs: ${formatCount(runs)} of at least ${fewestSeriesValues}`
  if (detectable > tenfold) return `noise hides even a tenfold change (${formatCounted(runs, 'run')})`
  return `noise hides changes below ${formatShare(detectable)} (${formatCounted(runs, 'run')})`
}

/** Builds the blocks of a history report. */
export function buildHistoryBlocks(report: HistoryReport): Block[] {
  const { causes, creeps, unresolved, latest } = report.observation
  const testbed = inferTestbed(latest.testbed)
  return [
    createText({ title: say`History`, lead: [say`${summarizeHistory(report)}.`], notes: buildNotes(report) }),
    ...(causes.length > 0 ? [buildCauses(causes, testbed)] : []),
    ...(creeps.length > 0 ? [buildDrift(creeps, testbed)] : []),
    ...(unresolved.length > 0 ? [buildUnresolved(unresolved, testbed)] : []),
    ...(report.outlooks.length > 0 ? [buildOutlooks(report.outlooks, testbed)] : []),
    ...(report.issues.length > 0 ? [buildIssues(report)] : []),
  ]
}

function buildNotes({ anchors, restarts, observation }: HistoryReport): Content[] {
  const missing = anchors.filter(({ record }) => record === null)
  const more = restarts.length - mostRestarts
  return [
    ...missing.map(
      ({ label }) => say`No run of ${toCode(label)} is recorded for this testbed, so drift from it is unknown.`,
    ),
    ...restarts
      .slice(0, mostRestarts)
      .map(
        ({ what, ...key }) =>
          say`The history of ${formatCaseName(key, inferTestbed(observation.latest.testbed))} restarts: ${what.join(', ')} changed.`,
      ),
    ...(more > 0 ? [say`${formatCounted(more, 'more case')} ${more === 1 ? 'restarts' : 'restart'}.`] : []),
  ]
}

function buildCauses(causes: readonly Cause[], testbed: RunTestbed): Block {
  const rows = causes.flatMap(({ good, bad, status, shifts }) =>
    shifts.map(({ history, change }) => [
      say`${formatCommit(good.commit)} to ${formatCommit(bad.commit)}`,
      formatCaseName(history.key, testbed),
      formatMetricName(history.metric.name),
      say`${formatEffect(change.effect)}`,
      say`${formatInterval(change.interval)}`,
      say`${status}`,
    ]),
  )
  const titles = ['After, up to', 'Case', 'Metric', '#Change', '#95 % interval', 'Status']
  return createTable(titles, rows, { title: say`Persistent regressions`, importance: 1, noun: 'changes' })
}

function buildDrift(creeps: readonly CreepDistance[], testbed: RunTestbed): Block {
  const rows = creeps.map(({ from, history, creep }) => [
    toCode(from.label),
    formatCaseName(history.key, testbed),
    formatMetricName(history.metric.name),
    say`${creep.reason}`,
  ])
  const titles = ['Anchor', 'Case', 'Metric', 'Drift']
  return createTable(titles, rows, { title: say`Slow drift`, importance: 1, noun: 'metrics' })
}

function buildUnresolved(unresolved: readonly UnresolvedHistory[], testbed: RunTestbed): Block {
  const rows = unresolved.map((one) => [
    formatCaseName(one.history.key, testbed),
    formatMetricName(one.history.metric.name),
    say`${describeUnresolved(one)}`,
  ])
  const titles = ['Case', 'Metric', 'Reason']
  return createTable(titles, rows, { title: say`Inconclusive`, importance: 2, noun: 'metrics' })
}

function buildOutlooks(outlooks: readonly LimitOutlook[], testbed: RunTestbed): Block {
  const rows = outlooks.map(({ limit, history, forecast }) => [
    toCode(limit.id),
    formatCaseName(history.key, testbed),
    say`${formatMetricName(history.metric.name)} ${limit.operator} ${formatValue(limit.limit, limit.unit || history.metric.unit)}`,
    say`${'runs' in forecast ? `in about ${formatCount(Math.ceil(forecast.runs))} runs` : 'already missed'}`,
  ])
  const titles = ['Limit', 'Case', 'Requirement', 'Expected miss']
  return createTable(titles, rows, { title: say`Limits at risk`, importance: 2, noun: 'limits' })
}

function buildIssues({ issues }: HistoryReport): Block {
  const rows = issues.map(({ status, url, id }) => [
    toCode(id),
    say`${status}`,
    url === null ? say`–` : toLink('issue', url),
  ])
  const frame = { title: say`Issues`, importance: 3, noun: 'issues' }
  return createTable(['Regression', 'Status', 'Issue'], rows, frame)
}
