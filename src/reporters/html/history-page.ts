import type { Baseline } from '../../domain/baselines/baseline.ts'
import type { Page, PageDownload, PageTone, PageView } from '../../domain/page/page.ts'
import type { HistoryReport } from '../../domain/tracking/history-report.ts'
import { toCode, say } from '../content.ts'
import { formatCount } from '../markdown/numbers.ts'
import { describeAbsence } from '../history-summary.ts'
import { createColumns, createPart } from '../part.ts'
import { toVisibleText } from '../visible-text.ts'
import { buildHistoryBlocks } from './history-blocks.ts'
import { toPageText, toPageBlocks } from './part-blocks.ts'

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
    headline: [{ style: 'status', icon, text: 'History', tone }, ...toPageText(say`: ${sentence}`)],
    tone,
    views: [buildOverview(histories.map(({ report }) => report)), ...histories.map(buildTestbedView)],
    downloads,
  }
}

type Headline = { readonly icon: string; readonly tone: PageTone; readonly sentence: string }

/** Without a regression, the headline states whether one could have been detected. */
function buildHeadline(reports: readonly HistoryReport[]): Headline {
  const bad = reports.filter(isBad).map(({ observation }) => observation.latest.testbed.id)
  if (bad.length > 0)
    return { icon: '❌', tone: 'bad', sentence: `Confirmed regression or slow drift on ${bad.join(', ')}` }
  const unresolved = reports.flatMap(({ observation }) => observation.unresolved)
  const histories = reports.flatMap(({ observation }) => observation.histories)
  const text = describeAbsence({ unresolved, histories })
  const testbeds = `${formatCount(reports.length)} ${reports.length === 1 ? 'testbed' : 'testbeds'}`
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
  const titles = createColumns(
    'Testbed',
    '#Runs',
    'Latest',
    '#Persistent regressions',
    '#Drifting metrics',
    '#Inconclusive metrics',
  )
  const table = createPart({ title: say`Testbeds`, importance: 0, body: { kind: 'table', columns: titles, rows } })
  return { id: 'overview', title: 'Overview', blocks: toPageBlocks(table) }
}

function buildTestbedView({ report, baselines }: HistoryPageInput['histories'][number], index: number): PageView {
  const { id } = report.observation.latest.testbed
  return { id: `testbed-${index}`, title: toVisibleText(id), blocks: buildHistoryBlocks(report, baselines) }
}

function isBad({ observation: { causes, creeps } }: HistoryReport): boolean {
  return creeps.length > 0 || causes.some(({ status }) => status === 'confirmed')
}
