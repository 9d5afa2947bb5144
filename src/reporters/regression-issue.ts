import { formatEffect, formatInterval, formatPair } from '../domain/core/numbers.ts'
import { isCommitId } from '../domain/core/revision.ts'
import { computePointValue, type MetricHistory } from '../domain/history/history-records.ts'
import type { RegressionContext } from '../domain/history/observe.ts'
import { formatSeriesName, type Shift } from '../domain/history/shift.ts'
import { createList, createText, tabulate, type Block } from '../domain/report/block.ts'
import { joinContents, say, toCode, toLink, toOwnText, type Content } from '../domain/report/content.ts'
import type { LedgerMetric } from '../record/history.ts'
import { formatSparkline, renderHistoryChart, type LevelSeries } from './drawing.ts'
import { renderMarkdownBlocks, toMarkdown } from './markdown/render.ts'
import { formatCaseName, formatCommit, formatMetricName, inferTestbed } from './report/labels.ts'
import { toPlain } from './terminal/plain.ts'

/** Leaves space for the marker below GitHub's limit of 65,536 characters. */
const maxBodyBytes = 64_000
const maxTitleLength = 200
const mostSuspects = 30
const mostCharts = 3
const mostRecovered = 10

/** Title and body of the issue of a regression, and the comments on its changes of state, as Markdown. */
export const regressionTexts = {
  issue: (story: RegressionContext) => ({ title: formatTitle(story), body: formatBody(story) }),
  healed: formatRecovery,
  returned({ entry, seen, repositoryUrl }: RegressionContext): string {
    const names = entry.metrics.slice(0, 5).map(({ name }) => toCode(name))
    const at = formatCommitLink(entry.kind === 'creep' ? seen.latest.commit : entry.badCommit, repositoryUrl)
    return toMarkdown(say`The regression is back at ${at}: ${joinContents(names, ', ')}. The text above is up to date.`)
  },
  /** Of further creeping metrics. */
  grown: ({ entry, seen, repositoryUrl }: RegressionContext) =>
    toMarkdown(
      say`This regression now affects ${entry.metrics.length} metrics, as of ${formatCommitLink(seen.latest.commit, repositoryUrl)}. The text above lists them.`,
    ),
  double: (first: number) => `Duplicate of #${first}, which stays open; two jobs opened an issue at the same time.`,
}

function formatTitle({ entry, seen }: RegressionContext): string {
  const [first, ...others] = entry.metrics
  const subject = `${first?.name ?? 'performance'}${others.length > 0 ? ` and ${others.length} more` : ''}`
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
    ...buildMetrics(story),
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

function buildMetrics({ entry, causes, seen }: RegressionContext): Block[] {
  const { histories, now, latest } = seen
  const shifts = new Map(causes.flatMap(({ shifts: own }) => own).map((shift) => [shift.history.id, shift]))
  const creeps = new Map(seen.creeps.map((creep) => [creep.history.id, creep]))
  const levels = entry.metrics.map(({ history: id, name, good, bad }) => {
    const history = histories.find((one) => one.id === id)
    const level = now.get(id)?.level ?? bad
    const interval = shifts.get(id)?.change.interval ?? creeps.get(id)?.creep.interval ?? null
    return { name, history, good, level, interval, texts: formatPair(good, level, history?.metric.unit ?? '') }
  })
  return tabulate(
    levels,
    {
      Case: ({ name, history }) => (history ? formatCaseName(history.key, inferTestbed(latest.testbed)) : toCode(name)),
      Metric: ({ history }) => (history ? formatMetricName(history.metric.name) : say`–`),
      '#Before': ({ history, texts }) => (history ? texts[0] : '–'),
      '#Now': ({ history, texts }) => (history ? texts[1] : 'not measured'),
      '#Change': ({ history, level, good }) => (history ? formatEffect(level / good - 1) : '–'),
      '#95 % interval': ({ history, interval }) => (history ? formatInterval(interval) : '–'),
    },
    { title: say`What got worse`, importance: 1, noun: 'metrics' },
  )
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
  // Subject and author are untrusted: they must not mention or link anything.
  const rows = shown.map(
    ({ commit, subject, author }) => say`${formatCommitLink(commit, repositoryUrl)} ${subject} (${author})`,
  )
  const rest = total - shown.length
  const notes = rest > 0 ? [say`${rest} earlier ${rest === 1 ? 'commit' : 'commits'} of the range not shown.`] : []
  const lead =
    total === 1
      ? say`One commit lies between the last good and the first bad run:`
      : say`${total} commits lie between the last good and the first bad run, the newest first:`
  return [createList(rows, { ...frame, noun: 'commits', lead: [lead], notes })]
}

function findHistories({ entry, seen }: RegressionContext): MetricHistory[] {
  return entry.metrics.flatMap(({ history }) => seen.histories.find(({ id }) => id === history) ?? [])
}

function buildCharts(story: RegressionContext): Block[] {
  const shifts = story.causes.flatMap((cause) => cause.shifts)
  const charts = findHistories(story)
    .slice(0, mostCharts)
    .flatMap((history) => {
      const shift = shifts.find((one) => one.history.id === history.id)
      const series = buildSeries(history, shift, story.entry.metrics)
      return [renderHistoryChart(series), say`As text: ${toCode(formatSparkline(series), 400)}`]
    })
  return charts.length === 0 ? [] : [createText({ title: say`History`, importance: 3, lead: charts })]
}

function buildSeries(
  { id, key, metric, points }: MetricHistory,
  shift: Shift | undefined,
  metrics: readonly LedgerMetric[],
): LevelSeries {
  const { good = Number.NaN, bad = Number.NaN } = metrics.find(({ history }) => history === id) ?? {}
  const order = shift?.change.point.order ?? Number.POSITIVE_INFINITY
  return {
    title: `${formatSeriesName(key, metric)} in ${metric.unit}`,
    unit: metric.unit,
    values: points.map(computePointValue),
    levels: points.map((point) => (point.order < order ? good : bad)),
  }
}

function buildNextSteps(story: RegressionContext): Block {
  const { entry, unmeasuredAnchors } = story
  const [history] = findHistories(story)
  const suite = history ? ` --suite ${history.key.suite}` : ''
  const commands =
    entry.kind === 'creep'
      ? [`git switch --detach ${entry.badCommit}`, `warpgauge run${suite}`]
      : [
          `git switch --detach ${entry.badCommit} && warpgauge run${suite}`,
          `warpgauge bisect --good ${entry.goodCommit} --bad ${entry.badCommit}${suite}`,
        ]
  return createText({
    title: say`Reproduce and find the commit`,
    importance: 2,
    lead: [toOwnText(['```sh', ...commands, '```'].join('\n'))],
    notes: [
      ...unmeasuredAnchors.map((label) => say`No run of ${toCode(label)} is recorded for this testbed.`),
      say`warpgauge updates this text. It closes the issue when the level has recovered and reopens it when the regression returns. An issue that a person closed stays closed.`,
    ],
  })
}

function formatRecovery({ entry, seen, runUrl, repositoryUrl }: RegressionContext): string {
  const rest = entry.metrics.length - mostRecovered
  const lines = entry.metrics.slice(0, mostRecovered).map(({ history, name, good }) => {
    const now = seen.now.get(history)
    if (!now) return say`- ${toCode(name)}: not measured in this run`
    const [before, after] = formatPair(good, now.level, now.history.metric.unit)
    return say`- ${toCode(name)}: ${after} now, ${before} before; since ${formatCommitLink(now.since.commit, repositoryUrl)}`
  })
  const by = runUrl === null ? toCode(seen.latest.runId) : toLink('this run', runUrl)
  const first = say`The level has recovered, measured by ${by} at ${formatCommitLink(seen.latest.commit, repositoryUrl)}:`
  const more = rest > 0 ? [say`- and ${rest} more, which the text above lists`] : []
  return [first, joinContents([...lines, ...more], '\n')].map(toMarkdown).join('\n\n')
}

/** A commit of hexadecimal digits needs no escaping, which would add invisible characters to copied text. */
function formatCommitLink(commit: string, repositoryUrl: string | null): Content {
  const isPlain = isCommitId(commit) && /^https?:\/\/[\w./:-]+$/.test(repositoryUrl ?? '')
  if (!isPlain) return formatCommit(commit)
  return toOwnText(`[\`${commit.slice(0, 7)}\`](${repositoryUrl}/commit/${commit})`)
}
