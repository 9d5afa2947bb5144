import { describe, expect, it } from 'vitest'
import { followLedger } from '../../../src/domain/history/ledger.ts'
import { observe, type RegressionContext } from '../../../src/domain/history/observe.ts'
import { formatSparkline, renderHistoryChart } from '../../../src/reporters/drawing.ts'
import { toMarkdown } from '../../../src/reporters/markdown/render.ts'
import { regressionTexts } from '../../../src/reporters/regression-issue.ts'
import { aHistory, aHistoryRecord, commitAt, someRules, testbedId } from '../a-history.ts'
import type { HistoryRecord } from '../../../src/record/history.ts'

const follower = { by: 'job', at: '2026-11-20T12:00:00.000Z' }

function storyOf(records: readonly HistoryRecord[], overrides: Partial<RegressionContext> = {}): RegressionContext {
  const seen = observe(records, records.at(-1)!, [], someRules)
  const { ledger, causes } = followLedger({ schemaVersion: 1, testbedId, entries: [] }, seen, someRules, follower)
  const [entry] = ledger.entries
  if (!entry) throw new Error('nothing to tell')
  return {
    entry,
    causes: causes.get(entry.id) ?? [],
    seen,
    suspects: { total: 1, commits: [{ commit: commitAt(31), subject: 'Faster loading', author: 'Maria' }] },
    unmeasuredAnchors: [],
    repositoryUrl: 'https://github.com/lab/pipeline',
    runUrl: 'https://github.com/lab/pipeline/actions/runs/7',
    ...overrides,
  }
}

describe('the issue about a regression', () => {
  it('names what got worse, since when, the suspects, a chart and the commands', () => {
    const { title, body } = regressionTexts.issue(storyOf(aHistory([30, 100], [14, 112])))
    expect(title).toMatch(
      /^scaling\/predict gpus=1 (?:wall_time|throughput) and 1 more got worse by \d+\.\d % at [0-9a-f]{7} on 1x-nvidia-h200$/,
    )
    expect(body).toContain(`[\`${commitAt(31).slice(0, 7)}\`](https://github.com/lab/pipeline/commit/${commitAt(31)})`)
    expect(body).toContain('Faster loading (Maria)')
    expect(body).toContain('Enough runs at the new level confirm the change.')
    expect(body).toContain('| scaling, 1 GPU (`scaling/predict gpus=1`) | wall time | 100\u00A0s | 112\u00A0s |')
    expect(body).toMatch(/```mermaid\n%%\{init: .*\}%%\nxychart-beta\n/)
    expect(body).toContain(`warpgauge bisect --good ${commitAt(30)} --bad ${commitAt(31)} --suite scaling`)
    expect(body).toMatch(/As text: `[▁▂▃▄▅▆▇█]{44} \(44 runs/)
  })

  it('lets nothing through that a stranger wrote into a commit or a name', () => {
    const hostile = '@everyone </details><img src=x onerror=alert(1)> ``` #12 [a](javascript:b) | x'
    const commits = [{ commit: commitAt(31), subject: hostile, author: hostile }]
    const records = aHistory([30, 100], [14, 112]).map((record) => ({
      ...record,
      cases: record.cases.map((item) => ({
        ...item,
        benchmark: hostile,
        metrics: item.metrics.map((metric) => ({ ...metric, name: `${metric.name} "]${hostile}%%{init}` })),
      })),
    }))
    const { title, body } = regressionTexts.issue(storyOf(records, { suspects: { total: 1, commits } }))
    const outside = body.replaceAll(/```[^]*?```/g, '')
    for (const text of [
      outside,
      regressionTexts.healed(storyOf(records)),
      regressionTexts.returned(storyOf(records)),
    ]) {
      expect(text).not.toMatch(/<(?:img|\/details)|(?<![`\w])@everyone|(?<!\\)\]\(javascript|```/)
    }
    for (const fence of body.match(/```[^]*?```/g) ?? [])
      expect(fence.slice(3, -3).replace(/^%%\{init: .*\}%%$/m, '')).not.toMatch(/[<>@#[`]{2}|%%|<img|@everyone/)
    expect(title).not.toMatch(/[\r\n]|<img/)
  })

  it('keeps GitHub’s limit with hundreds of metrics and suspects', () => {
    const names = Array.from({ length: 300 }, (_, index) => `metric-${index}-${'ä'.repeat(100)}`)
    const records = aHistory([30, 100], [14, 112]).map((record) =>
      aHistoryRecord(
        record.order,
        Object.fromEntries(names.map((name) => [name, record.cases[0]!.metrics[0]!.samples])),
      ),
    )
    const commits = Array.from({ length: 250 }, (_, index) => ({
      commit: commitAt(index),
      subject: '😀'.repeat(400),
      author: 'A',
    }))
    const { body, title } = regressionTexts.issue(storyOf(records, { suspects: { total: 900, commits } }))
    expect(Buffer.byteLength(body)).toBeLessThanOrEqual(64_000)
    expect([...title].length).toBeLessThanOrEqual(200)
    expect(body).toContain('870 earlier commits of the range not shown.')
    expect((body.match(/```/g) ?? []).length % 2).toBe(0)
  })

  it.each([
    [10, 10, ''],
    [13, 11, '- and 3 more, which the text above lists'],
  ])('of %i metrics that recovered lists ten', (count, lines, last) => {
    const story = storyOf(aHistory([30, 100], [14, 112]))
    const [metric] = story.entry.metrics
    const entry = { ...story.entry, metrics: Array.from({ length: count }, () => metric!) }
    const listed = regressionTexts
      .healed({ ...story, entry })
      .split('\n')
      .filter((line) => line.startsWith('- '))
    expect(listed).toHaveLength(lines)
    expect(listed.at(-1)).toContain(last)
  })

  it('says what is not known', () => {
    const { body } = regressionTexts.issue(
      storyOf(aHistory([30, 100], [14, 112]), { suspects: null, repositoryUrl: null }),
    )
    expect(body).toContain(`The suspects are the commits after \`${commitAt(30)}\` up to \`${commitAt(31)}\``)
  })
})

describe('the chart of a history', () => {
  it('draws gaps as the value before, and a flat line in a frame', () => {
    const series = { title: 'wall_time in s', unit: 's', values: [1, Number.NaN, 2], levels: [1, 1, 1] }
    expect(toMarkdown(renderHistoryChart(series))).toContain('line [1, 1, 2]')
    expect(formatSparkline(series)).toBe('▁ █ (3 runs, 1 s to 2 s)')
    const draw = (values: number[]) => formatSparkline({ ...series, values, levels: values }).split(' ')[0]
    expect(draw([1.04, 1, 1.01, 1.05, 1.02, 1.03])).toBe('▁▁▁▁▁▁')
    expect(draw([1.04, 1, 1.01, 1.05, 1.02, 1.03, 1.41, 1.44, 1.4])).toMatch(/^▁{6}([▂-█])\1\1$/)
    expect(draw([1, 1.01, 1, 1.01, 1, 1.5, 1.51])).toBe('▁▁▁▁▁▄▄')
    expect(toMarkdown(renderHistoryChart({ ...series, values: [5, 5], levels: [5, 5] }))).toContain('4.75 --> 5.25')
    expect(renderHistoryChart({ ...series, values: [Number.NaN], levels: [Number.NaN] })).toEqual([])
  })
})
