import type { Cause } from '../domain/tracking/cause.ts'
import type { CreepDistance } from '../domain/tracking/creep-report.ts'
import type { HistoryReport } from '../domain/tracking/history-report.ts'
import type { UnresolvedHistory } from '../domain/tracking/unresolved.ts'
import type { LimitOutlook } from '../domain/tracking/outlooks.ts'
import type { Observation } from '../domain/tracking/observe.ts'
import { fewestSeriesValues } from '../domain/detection/series/change-points.ts'
import { formatShare } from '../domain/core/share-text.ts'
import { toCode, toLink, say, type Content } from './content.ts'
import { toBlock } from './markdown/blocks.ts'
import { fitBlocks } from './markdown/budget.ts'
import { formatCount, formatEffect, formatInterval, formatValue } from './markdown/numbers.ts'
import { createColumns, createPart, type Part } from './part.ts'
import { formatCaseName, formatCommit, formatMetricName } from './parts/labels.ts'
import { toPlain } from './terminal/plain.ts'

const maxBytes = 200_000
const mostRestarts = 20
const tenfold = 9

/** Renders the history after a run as Markdown for the job summary. */
export function renderHistorySummary(report: HistoryReport): string {
  return fitBlocks(buildHistoryParts(report).map(toBlock), maxBytes, `the branch ${report.branch}`)
}

/** Summarizes the history in one plain-text sentence. */
export function summarizeHistory({ observation, runs, isNew, branch }: HistoryReport): string {
  const { causes, creeps, latest } = observation
  const kept = isNew ? `recorded on ${branch}` : `was on ${branch} already`
  const found =
    causes.length + creeps.length === 0
      ? describeAbsence(observation)
      : `${formatPlural(causes.length, 'lasting regression')}, ${formatPlural(creeps.length, 'metric')} creeping`
  return toPlain(say`${latest.testbed.id}: ${kept}, ${formatPlural(runs, 'run')} looked at, ${found}`)
}

/** Describes what a history without regressions can and cannot exclude. */
export function describeAbsence({ histories, unresolved }: Pick<Observation, 'histories' | 'unresolved'>): string {
  const [first] = unresolved
  if (!first) return 'no lasting regression'
  if (unresolved.length < histories.length)
    return `no lasting regression found, inconclusive for ${unresolved.length} of ${formatPlural(histories.length, 'metric')}`
  const effect = formatShare(first.minEffect)
  return `inconclusive: a change of ${effect} could not have been found in any metric`
}

/** Describes which changes of a metric the history cannot resolve; no full stop. */
export function describeUnresolved({ runs, detectable }: UnresolvedHistory): string {
  if (detectable === null) return `too few runs: ${formatCount(runs)} of at least ${fewestSeriesValues}`
  if (detectable > tenfold) return `noise hides even a tenfold change (${formatPlural(runs, 'run')})`
  return `noise hides changes below ${formatShare(detectable)} (${formatPlural(runs, 'run')})`
}

/** Builds the parts of a history report. */
export function buildHistoryParts(report: HistoryReport): Part[] {
  const { causes, creeps } = report.observation
  return [
    createPart({
      title: say`History`,
      importance: 0,
      lead: [say`${summarizeHistory(report)}.`],
      notes: buildNotes(report),
    }),
    ...(causes.length > 0 ? [buildCausesPart(causes)] : []),
    ...(creeps.length > 0 ? [buildDriftPart(creeps)] : []),
    ...(report.observation.unresolved.length > 0 ? [buildUnresolvedPart(report.observation.unresolved)] : []),
    ...(report.outlooks.length > 0 ? [buildOutlooksPart(report.outlooks)] : []),
    ...(report.issues.length > 0 ? [buildIssuesPart(report)] : []),
  ]
}

function buildNotes({ anchors, restarts }: HistoryReport): Content[] {
  const missing = anchors.filter(({ record }) => record === null)
  const more = restarts.length - mostRestarts
  return [
    ...missing.map(
      ({ label }) => say`No run of ${toCode(label)} is on record for this testbed, so that creep from it is unknown.`,
    ),
    ...restarts
      .slice(0, mostRestarts)
      .map(({ what, ...key }) => say`The history of ${formatCaseName(key)} begins anew: ${what.join(', ')} changed.`),
    ...(more > 0 ? [say`${more} more cases begin anew.`] : []),
  ]
}

function buildCausesPart(causes: readonly Cause[]): Part {
  const rows = causes.flatMap(({ good, bad, status, shifts }) =>
    shifts.map(({ history, change }) => [
      say`${formatCommit(good.commit)} to ${formatCommit(bad.commit)}`,
      formatCaseName(history.key),
      formatMetricName(history.metric.name),
      say`${formatEffect(change.effect)}`,
      say`${formatInterval(change.interval)}`,
      say`${status}`,
    ]),
  )
  const body = {
    kind: 'table',
    columns: createColumns('after, up to', 'case', 'metric', '#change', '#95 % interval', 'status'),
    rows,
  } as const
  return createPart({ title: say`Lasting regressions`, importance: 1, noun: 'changes', body })
}

function buildDriftPart(creeps: readonly CreepDistance[]): Part {
  const rows = creeps.map(({ from, history, creep }) => [
    toCode(from.label),
    formatCaseName(history.key),
    formatMetricName(history.metric.name),
    say`${creep.reason}`,
  ])
  const body = { kind: 'table', columns: createColumns('from', 'case', 'metric', 'how far'), rows } as const
  return createPart({ title: say`Slow creep`, importance: 1, noun: 'metrics', body })
}

function buildUnresolvedPart(unresolved: readonly UnresolvedHistory[]): Part {
  const rows = unresolved.map((one) => [
    formatCaseName(one.history.key),
    formatMetricName(one.history.metric.name),
    say`${describeUnresolved(one)}`,
  ])
  const body = { kind: 'table', columns: createColumns('case', 'metric', 'why'), rows } as const
  return createPart({ title: say`Inconclusive`, importance: 2, noun: 'metrics', body })
}

function buildOutlooksPart(outlooks: readonly LimitOutlook[]): Part {
  const rows = outlooks.map(({ limit, history, forecast }) => [
    toCode(limit.id),
    formatCaseName(history.key),
    say`${formatMetricName(history.metric.name)} ${limit.operator} ${formatValue(limit.limit, limit.unit || history.metric.unit)}`,
    say`${'runs' in forecast ? `in about ${formatCount(Math.ceil(forecast.runs))} runs` : 'broken by the level now'}`,
  ])
  const body = { kind: 'table', columns: createColumns('limit', 'case', 'what', 'crossed'), rows } as const
  return createPart({ title: say`Limits ahead`, importance: 2, noun: 'limits', body })
}

function buildIssuesPart({ issues }: HistoryReport): Part {
  const rows = issues.map(({ status, url, id }) => [
    toCode(id),
    say`${status}`,
    url === null ? say`–` : toLink('issue', url),
  ])
  return createPart({
    title: say`Issues`,
    importance: 3,
    noun: 'issues',
    body: { kind: 'table', columns: createColumns('regression', 'status', 'issue'), rows },
  })
}

function formatPlural(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
