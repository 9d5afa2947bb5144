import { isCommitId } from '../domain/core/revision.ts'
import { formatEffect, formatInterval, formatPair } from '../domain/core/numbers.ts'
import { computePointValue, type MetricHistory } from '../domain/history/history-records.ts'
import { createList, createTable, createText, type Block } from '../domain/report/block.ts'
import { joinContents, toCode, toLink, toOwnText, type Content } from '../domain/report/content.ts'
import type { CreepDistance } from '../domain/history/creep.ts'
import type { RegressionContext, RegressionTexts, Suspect } from '../domain/history/observe.ts'
import { formatSeriesName, type Shift } from '../domain/history/shift.ts'
import { formatSparkline, renderHistoryChart, type LevelSeries } from './drawing.ts'
import { renderMarkdownBlocks, toMarkdown } from './markdown/render.ts'
import { formatCaseName, formatCommit, formatMetricName, inferTestbed } from './report/labels.ts'
import { say } from '../domain/report/content.ts'
import { toPlain } from './terminal/plain.ts'
import type { LedgerMetric } from '../record/history.ts'

/** Leaves space for the marker below GitHub's limit of 65,536 characters. */
const maxBodyBytes = 64_000
const maxTitleLength = 200
const mostSuspects = 30
const mostCharts = 3

/** Texts of regression issues. */
export const regressionTexts: RegressionTexts = {
  issue: (story) => ({ title: formatTitle(story), body: formatBody(story) }),
  healed: formatRecovery,
  returned: formatReturn,
  grown: formatGrowth,
  double: (first) => `Duplicate of #${first}, which stays open; two jobs opened an issue at the same time.`,
}

function formatTitle(story: RegressionContext): string {
  const { entry, seen } = story
  const [first, ...others] = entry.metrics
  const more = others.length > 0 ? ` and ${others.length} more` : ''
  const subject = `${first?.name ?? 'performance'}${more}`
  const how =
    entry.kind === 'creep'
      ? `drifts from ${[...new Set(seen.creeps.map(({ from }) => from.label))].join(', ') || 'its anchor'}`
      : `got worse${first ? ` by ${formatEffect(Math.abs(first.bad / first.good - 1)).replace('+', '')}` : ''} at ${entry.badCommit.slice(0, 7)}`
  const title = toPlain(say`${subject} ${how} on ${seen.latest.testbed.id}`)
  return [...title].slice(0, maxTitleLength).join('')
}

function formatBody(story: RegressionContext): string {
  const blocks = [
    buildHeadline(story),
    buildMetrics(story),
    ...buildSuspects(story),
    ...buildCharts(story),
    buildNextSteps(story),
  ]
  return renderMarkdownBlocks(blocks, maxBodyBytes, 'the data branch')
}

function buildHeadline({ entry, causes, seen, runUrl, repositoryUrl }: RegressionContext): Block {
  const { latest } = seen
  const run = runUrl === null ? say`run ${toCode(latest.runId)}` : say`${toLink('run', runUrl)} ${toCode(latest.runId)}`
  const at = formatCommitLink(latest.commit, repositoryUrl)
  const what =
    entry.kind === 'creep'
      ? say`Metrics on ${toCode(latest.testbed.id)} drifted from an anchor further than the known steps explain. The cause is many small changes or a slow drift.`
      : say`Metrics on ${toCode(latest.testbed.id)} got worse after ${formatCommitLink(entry.goodCommit, repositoryUrl)} and up to ${formatCommitLink(entry.badCommit, repositoryUrl)}.`
  const sure = causes.some(({ status }) => status === 'confirmed')
    ? say`Enough runs at the new level confirm the change.`
    : say`The change is a candidate. More runs, or interleaved runs of both commits, are needed to confirm it.`
  const lead = [what, ...(entry.kind === 'step' && causes.length > 0 ? [sure] : []), say`Last seen at ${at} by ${run}.`]
  return createText({ lead })
}

function buildMetrics({ entry, causes, seen }: RegressionContext): Block {
  const shifts = new Map(causes.flatMap(({ shifts: own }) => own).map((shift) => [shift.history.id, shift]))
  const creeps = new Map(seen.creeps.map((creep) => [creep.history.id, creep]))
  const rows = entry.metrics.map((metric) =>
    buildMetricRow(metric, seen, shifts.get(metric.history), creeps.get(metric.history)),
  )
  const titles = ['Case', 'Metric', '#Before', '#Now', '#Change', '#95 % interval']
  return createTable(titles, rows, { title: say`What got worse`, importance: 1, noun: 'metrics' })
}

function buildMetricRow(
  metric: LedgerMetric,
  { histories, now, latest }: RegressionContext['seen'],
  shift: Shift | undefined,
  creep: CreepDistance | undefined,
): Content[] {
  const history = histories.find(({ id }) => id === metric.history)
  if (!history) return [toCode(metric.name), say`–`, say`–`, say`not measured`, say`–`, say`–`]
  const { key, metric: of } = history
  const level = now.get(history.id)?.level ?? metric.bad
  const [before, after] = formatPair(metric.good, level, of.unit)
  const interval = shift?.change.interval ?? creep?.creep.interval ?? null
  const effect = formatEffect(level / metric.good - 1)
  return [
    formatCaseName(key, inferTestbed(latest.testbed)),
    formatMetricName(of.name),
    say`${before}`,
    say`${after}`,
    say`${effect}`,
    say`${formatInterval(interval)}`,
  ]
}

function buildSuspects({ entry, suspects, repositoryUrl }: RegressionContext): Block[] {
  if (entry.kind === 'creep') return []
  const frame = { title: say`Suspects`, importance: 2 }
  if (suspects === null || suspects.total === 0) {
    const range = say`the commits after ${toCode(entry.goodCommit)} up to ${toCode(entry.badCommit)}`
    return [createText({ ...frame, lead: [say`The suspects are ${range}.`] })]
  }
  const { commits, total } = suspects
  const shown = commits.slice(-mostSuspects).toReversed()
  const rows = shown.map((suspect) => formatSuspect(suspect, repositoryUrl))
  const rest = total - shown.length
  const notes = rest > 0 ? [say`${rest} earlier ${rest === 1 ? 'commit' : 'commits'} of the range not shown.`] : []
  const lead =
    total === 1
      ? [say`One commit lies between the last good and the first bad run:`]
      : [say`${total} commits lie between the last good and the first bad run, the newest first:`]
  return [createList(rows, { ...frame, noun: 'commits', lead, notes })]
}

/** Subject and author are untrusted: they must not mention or link anything. */
function formatSuspect({ commit, subject, author }: Suspect, repositoryUrl: string | null): Content {
  return say`${formatCommitLink(commit, repositoryUrl)} ${subject} (${author})`
}

function buildCharts({ entry, causes, seen }: RegressionContext): Block[] {
  const shifts = causes.flatMap(({ shifts: own }) => own)
  const histories = entry.metrics.flatMap(({ history }) => seen.histories.find(({ id }) => id === history) ?? [])
  const charts = histories.slice(0, mostCharts).flatMap((history) => {
    const series = buildSeries(
      history,
      shifts.filter((shift) => shift.history.id === history.id),
      entry.metrics,
    )
    return [renderHistoryChart(series), say`As text: ${toCode(formatSparkline(series), 400)}`]
  })
  return charts.length === 0 ? [] : [createText({ title: say`History`, importance: 3, lead: charts })]
}

function buildSeries(history: MetricHistory, [shift]: readonly Shift[], metrics: readonly LedgerMetric[]): LevelSeries {
  const values = history.points.map(computePointValue)
  const known = metrics.find((metric) => metric.history === history.id)
  const order = shift?.change.point.order ?? Number.POSITIVE_INFINITY
  const [good, bad] = [known?.good ?? Number.NaN, known?.bad ?? Number.NaN]
  const levels = history.points.map((point) => (point.order < order ? good : bad))
  return {
    title: `${formatSeriesName(history.key, history.metric)} in ${history.metric.unit}`,
    unit: history.metric.unit,
    values,
    levels,
  }
}

function buildNextSteps({ entry, seen, unmeasuredAnchors }: RegressionContext): Block {
  const suites = [
    ...new Set(
      entry.metrics.flatMap(({ history }) => seen.histories.find(({ id }) => id === history)?.key.suite ?? []),
    ),
  ]
  const suite = suites[0] === undefined ? '' : ` --suite ${suites[0]}`
  const commands =
    entry.kind === 'creep'
      ? [`git switch --detach ${entry.badCommit}`, `warpgauge run${suite}`]
      : [
          `git switch --detach ${entry.badCommit} && warpgauge run${suite}`,
          `warpgauge bisect --good ${entry.goodCommit} --bad ${entry.badCommit}${suite}`,
        ]
  const fence = toOwnText(['```sh', ...commands, '```'].join('\n'))
  const unmeasured = unmeasuredAnchors.map((label) => say`No run of ${toCode(label)} is recorded for this testbed.`)
  return createText({
    title: say`Reproduce and find the commit`,
    importance: 2,
    lead: [fence],
    notes: [
      ...unmeasured,
      say`warpgauge updates this text. It closes the issue when the level has recovered and reopens it when the regression returns. An issue that a person closed stays closed.`,
    ],
  })
}

function formatRecovery({ entry, seen, runUrl, repositoryUrl }: RegressionContext): string {
  const lines = entry.metrics.slice(0, 10).map(({ history, name, good }) => {
    const now = seen.now.get(history)
    if (!now) return say`- ${toCode(name)}: not measured in this run`
    const [before, after] = formatPair(good, now.level, now.history.metric.unit)
    return say`- ${toCode(name)}: ${after} now, ${before} before; since ${formatCommitLink(now.since.commit, repositoryUrl)}`
  })
  const by = runUrl === null ? toCode(seen.latest.runId) : toLink('this run', runUrl)
  return [
    say`The level has recovered, measured by ${by} at ${formatCommitLink(seen.latest.commit, repositoryUrl)}:`,
    joinContents(lines, '\n'),
  ]
    .map(toMarkdown)
    .join('\n\n')
}

function formatReturn({ entry, seen, repositoryUrl }: RegressionContext): string {
  const names = joinContents(
    entry.metrics.slice(0, 5).map(({ name }) => toCode(name)),
    ', ',
  )
  const at = formatCommitLink(entry.kind === 'creep' ? seen.latest.commit : entry.badCommit, repositoryUrl)
  return toMarkdown(say`The regression is back at ${at}: ${names}. The text above is up to date.`)
}

function formatGrowth({ entry, seen, repositoryUrl }: RegressionContext): string {
  const at = formatCommitLink(seen.latest.commit, repositoryUrl)
  return toMarkdown(
    say`This regression now affects ${entry.metrics.length} metrics, as of ${at}. The text above lists them.`,
  )
}

/** A commit of hexadecimal digits needs no escaping, which would add invisible characters to copied text. */
function formatCommitLink(commit: string, repositoryUrl: string | null): Content {
  const isPlain = isCommitId(commit) && /^https?:\/\/[\w./:-]+$/.test(repositoryUrl ?? '')
  if (!isPlain) return formatCommit(commit)
  return toOwnText(`[\`${commit.slice(0, 7)}\`](${repositoryUrl}/commit/${commit})`)
}
