import type { Cause } from '../domain/tracking/cause.ts'
import type { CreepDistance } from '../domain/tracking/creep-report.ts'
import type { HistoryReport } from '../domain/tracking/history-report.ts'
import type { UnresolvedHistory } from '../domain/tracking/unresolved.ts'
import type { LimitOutlook } from '../domain/tracking/outlooks.ts'
import type { Observation } from '../domain/tracking/observe.ts'
import { fewestSeriesValues } from '../domain/detection/series/change-points.ts'
import { shareText } from '../domain/core/share-text.ts'
import { code, link, say, type Content } from './content.ts'
import { blockOf } from './markdown/blocks.ts'
import { fitBlocks } from './markdown/budget.ts'
import { formatCount, formatEffect, formatInterval, formatValue } from './markdown/numbers.ts'
import { columns, part, type Part } from './part.ts'
import { caseName, commitName, metricName } from './parts/words.ts'
import { toPlain } from './terminal/plain.ts'

const maxBytes = 200_000
const mostRestarts = 20
const tenfold = 9

/** What the history says after a run, as Markdown for the summary of the job. */
export function renderHistorySummary(report: HistoryReport): string {
  return fitBlocks(historyParts(report).map(blockOf), maxBytes, `the branch ${report.branch}`)
}

/** The same in one sentence without Markdown. */
export function historySentence({ observation, runs, isNew, branch }: HistoryReport): string {
  const { causes, creeps, latest } = observation
  const kept = isNew ? `recorded on ${branch}` : `was on ${branch} already`
  const found =
    causes.length + creeps.length === 0
      ? absenceText(observation)
      : `${countOf(causes.length, 'lasting regression')}, ${countOf(creeps.length, 'metric')} creeping`
  return toPlain(say`${latest.testbed.id}: ${kept}, ${countOf(runs, 'run')} looked at, ${found}`)
}

/** What it means that no regression was found. */
export function absenceText({ histories, unresolved }: Pick<Observation, 'histories' | 'unresolved'>): string {
  const [first] = unresolved
  if (!first) return 'no lasting regression'
  if (unresolved.length < histories.length)
    return `no lasting regression found, inconclusive for ${unresolved.length} of ${countOf(histories.length, 'metric')}`
  const effect = shareText(first.minEffect)
  return `inconclusive: a change of ${effect} could not have been found in any metric`
}

/** What could not have been found in a metric, as a sentence without its full stop. */
export function unresolvedText({ runs, detectable }: UnresolvedHistory): string {
  if (detectable === null) return `too few runs: ${formatCount(runs)} of at least ${fewestSeriesValues}`
  if (detectable > tenfold) return `noise hides even a tenfold change (${countOf(runs, 'run')})`
  return `noise hides changes below ${shareText(detectable)} (${countOf(runs, 'run')})`
}

/** The parts of what a history says, before it is known where it will be read. */
export function historyParts(report: HistoryReport): Part[] {
  const { causes, creeps } = report.observation
  return [
    part({ title: say`History`, importance: 0, lead: [say`${historySentence(report)}.`], notes: notesOf(report) }),
    ...(causes.length > 0 ? [causesPart(causes)] : []),
    ...(creeps.length > 0 ? [creepsPart(creeps)] : []),
    ...(report.observation.unresolved.length > 0 ? [unresolvedPart(report.observation.unresolved)] : []),
    ...(report.outlooks.length > 0 ? [outlooksPart(report.outlooks)] : []),
    ...(report.issues.length > 0 ? [issuesPart(report)] : []),
  ]
}

function notesOf({ anchors, restarts }: HistoryReport): Content[] {
  const missing = anchors.filter(({ record }) => record === null)
  const more = restarts.length - mostRestarts
  return [
    ...missing.map(
      ({ label }) => say`No run of ${code(label)} is on record for this testbed, so that creep from it is unknown.`,
    ),
    ...restarts
      .slice(0, mostRestarts)
      .map(({ what, ...key }) => say`The history of ${caseName(key)} begins anew: ${what.join(', ')} changed.`),
    ...(more > 0 ? [say`${more} more cases begin anew.`] : []),
  ]
}

function causesPart(causes: readonly Cause[]): Part {
  const rows = causes.flatMap(({ good, bad, status, shifts }) =>
    shifts.map(({ history, change }) => [
      say`${commitName(good.commit)} to ${commitName(bad.commit)}`,
      caseName(history.key),
      metricName(history.metric.name),
      say`${formatEffect(change.effect)}`,
      say`${formatInterval(change.interval)}`,
      say`${status}`,
    ]),
  )
  const body = {
    kind: 'table',
    columns: columns('after, up to', 'case', 'metric', '#change', '#95 % interval', 'status'),
    rows,
  } as const
  return part({ title: say`Lasting regressions`, importance: 1, noun: 'changes', body })
}

function creepsPart(creeps: readonly CreepDistance[]): Part {
  const rows = creeps.map(({ from, history, creep }) => [
    code(from.label),
    caseName(history.key),
    metricName(history.metric.name),
    say`${creep.reason}`,
  ])
  const body = { kind: 'table', columns: columns('from', 'case', 'metric', 'how far'), rows } as const
  return part({ title: say`Slow creep`, importance: 1, noun: 'metrics', body })
}

function unresolvedPart(unresolved: readonly UnresolvedHistory[]): Part {
  const rows = unresolved.map((one) => [
    caseName(one.history.key),
    metricName(one.history.metric.name),
    say`${unresolvedText(one)}`,
  ])
  const body = { kind: 'table', columns: columns('case', 'metric', 'why'), rows } as const
  return part({ title: say`Inconclusive`, importance: 2, noun: 'metrics', body })
}

function outlooksPart(outlooks: readonly LimitOutlook[]): Part {
  const rows = outlooks.map(({ limit, history, forecast }) => [
    code(limit.id),
    caseName(history.key),
    say`${metricName(history.metric.name)} ${limit.operator} ${formatValue(limit.limit, limit.unit || history.metric.unit)}`,
    say`${'runs' in forecast ? `in about ${formatCount(Math.ceil(forecast.runs))} runs` : 'broken by the level now'}`,
  ])
  const body = { kind: 'table', columns: columns('limit', 'case', 'what', 'crossed'), rows } as const
  return part({ title: say`Limits ahead`, importance: 2, noun: 'limits', body })
}

function issuesPart({ issues }: HistoryReport): Part {
  const rows = issues.map(({ status, url, id }) => [
    code(id),
    say`${status}`,
    url === null ? say`–` : link('issue', url),
  ])
  return part({
    title: say`Issues`,
    importance: 3,
    noun: 'issues',
    body: { kind: 'table', columns: columns('regression', 'status', 'issue'), rows },
  })
}

function countOf(count: number, noun: string): string {
  return `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`
}
