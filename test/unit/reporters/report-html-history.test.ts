import type { Baseline } from '../../../src/record/baseline.ts'
import type { CurvesChart, Page } from '../../../src/domain/report/block.ts'
import { findAnchor } from '../../../src/domain/history/history-records.ts'
import { observe, type HistoryReport } from '../../../src/domain/history/observe.ts'
import { buildHistoryPage, buildHistoryView } from '../../../src/reporters/html/history.ts'
import { aHistory, commitAt, someRules, testbedId } from '../a-history.ts'
import { aTestbed, otherCommit } from '../a-run.ts'
import { expect, test } from 'vitest'

/** Twenty runs at 10 s, then twenty at `level`; `v1.0` is the fifth of them. */
function aReport(level: number): HistoryReport {
  const records = aHistory([20, 10], [20, level])
  const anchors = [findAnchor(records, 'v1.0', commitAt(5))]
  return {
    branch: 'data',
    isNew: false,
    runs: records.length,
    observation: observe(records, records.at(-1)!, anchors, someRules),
    anchors,
    outlooks: [],
    restarts: [],
    issues: [],
  }
}

const committed: Baseline = {
  schemaVersion: 1,
  suite: 'scaling',
  testbed: aTestbed({ id: testbedId }),
  provenance: {
    commit: otherCommit,
    runId: 'r',
    recordedAt: '2026-01-01T00:00:00Z',
    tool: 'warpgauge 0.1.0',
    configSha256: 'c'.repeat(64),
    reason: 'first',
  },
  cases: [
    {
      benchmark: 'predict',
      axes: { gpus: 1 },
      conditions: { datasetSha256: 'd'.repeat(64), sequences: 1, command: [], resultRows: 1, identity: {} },
      metrics: [{ name: 'wall_time', unit: 's', betterWhen: 'lower', samples: [9, 9.5, 10] }],
    },
  ],
}

function pageOf(level: number, baselines: readonly Baseline[] = [], unreadable: readonly string[] = []): Page {
  const histories = [{ report: aReport(level), baselines }]
  return buildHistoryPage({ histories, unreadable, downloads: [], madeBy: 'warpgauge 1' })
}

function chartOf(page: Page, metric: string): CurvesChart {
  const blocks = page.views.flatMap((view) => view.blocks)
  const charts = blocks.flatMap((block) =>
    block.kind === 'chart' && block.chart.kind === 'curves' ? [block.chart] : [],
  )
  return charts.find(({ title }) => title.endsWith(metric))!
}

test('a history is drawn with its levels, its change and its anchor', () => {
  const chart = chartOf(pageOf(11), 'wall_time')
  expect(chart.curves.map(({ name, style, points }) => [name, style, points.length])).toEqual([
    ['median of each run', 'dots', 40],
    ['level', 'steps', 3],
  ])
  expect(chart.marks.map(({ x, tone }) => [x, tone])).toEqual([
    [19.5, 'bad'],
    [4, 'quiet'],
  ])
  expect(chart.marks[1]?.label).toBe('v1.0')
  expect(chart.x.words?.[4]).toBe(commitAt(5).slice(0, 7))
})

test('a better level is a change for the good, in either direction of the metric', () => {
  const page = pageOf(9)
  expect([chartOf(page, 'wall_time').marks[0]?.tone, chartOf(page, 'throughput').marks[0]?.tone]).toEqual([
    'good',
    'good',
  ])
  expect(page.tone).toBe('good')
})

test.each([
  [10, 'unsure'],
  [11, 'bad'],
])('a testbed without a readable record is named at a level of %i, and nothing is well', (level, tone) => {
  const { headline, tone: found } = pageOf(level, [], ['4x-nvidia-h200'])
  expect(found).toBe(tone)
  expect(JSON.stringify(headline)).toContain('; no readable record of 4x-nvidia-h200')
})

test('the committed baseline is a line through all runs', () => {
  const chart = chartOf(pageOf(10, [committed]), 'wall_time')
  expect(chart.curves.at(-1)).toEqual({
    name: `baseline ${otherCommit.slice(0, 7)}`,
    style: 'dashes',
    points: [
      { x: 0, y: 9.5 },
      { x: 39, y: 9.5 },
    ],
  })
})

test('the page says at once whether something lasts', () => {
  const sentences = [10, 11].map((level) =>
    pageOf(level)
      .headline.map(({ text }) => text)
      .join(''),
  )
  expect(sentences).toEqual([
    'History: No persistent regression on 1 testbed',
    `History: Confirmed regression or slow drift on ${testbedId}`,
  ])
})

test('a history in which nothing was checked is no good news', () => {
  const build = (...histories: HistoryReport[]) =>
    buildHistoryPage({
      histories: histories.map((report) => ({ report, baselines: [] })),
      downloads: [],
      madeBy: 'warpgauge 1',
    })
  const report = aReport(10)
  const none = { ...report, observation: { ...report.observation, histories: [] } }
  const found = [build(), build(none), build(report, none)].map(({ tone, headline }) => [
    tone,
    headline.map(({ text }) => text).join(''),
  ])
  expect(found).toEqual([
    ['unsure', 'History: Inconclusive: no metric to check on 0 testbeds'],
    ['unsure', 'History: Inconclusive: no metric to check on 1 testbed'],
    ['unsure', `History: No persistent regression on 2 testbeds, no metric to check on ${testbedId}`],
  ])
})

test('the charts that are not shown are counted, and those with a change named', () => {
  const report = aReport(11)
  const { observation } = report
  const { histories, shifts } = observation
  const many = Array.from({ length: 62 }, (_, at) => histories.map((one) => ({ ...one, id: `${one.id} ${at}` }))).flat()
  const changed = many.filter((_, at) => at % 2 === 0)
  const [shift] = shifts
  const own = changed.map((history) => ({ ...shift!, history }))
  const blocks = buildHistoryView({ ...report, observation: { ...observation, histories: many, shifts: own } }, [])
  expect(blocks.at(-1)?.lead.map((content) => content.map(({ text }) => text).join(''))).toEqual([
    `${many.length - 60} more metrics not shown, ${changed.length - 60} of them with a change.`,
  ])
})
