import type { Baseline } from '../../domain/baselines/baseline.ts'
import type { Page, PageDownload, PageTone, PageView } from '../../domain/page/page.ts'
import type { HistoryReport } from '../../domain/tracking/history-report.ts'
import { code, say } from '../content.ts'
import { formatCount } from '../markdown/numbers.ts'
import { absenceText } from '../history-summary.ts'
import { columns, part } from '../part.ts'
import { visibleText } from '../visible-text.ts'
import { historyBlocks } from './history-blocks.ts'
import { pageText, partBlocks } from './part-blocks.ts'

/** What a page of the history is made from. */
export type HistoryPageInput = {
  readonly histories: readonly { readonly report: HistoryReport; readonly baselines: readonly Baseline[] }[]
  readonly downloads: readonly PageDownload[]
  readonly madeBy: string
}

/** The history of the default branch as a page: one view for each testbed. */
export function historyPage({ histories, downloads, madeBy }: HistoryPageInput): Page {
  const { icon, tone, sentence } = headlineOf(histories.map(({ report }) => report))
  return {
    title: 'History',
    madeBy,
    headline: [{ style: 'status', icon, text: 'History', tone }, ...pageText(say`: ${sentence}`)],
    tone,
    views: [overview(histories.map(({ report }) => report)), ...histories.map(testbedView)],
    downloads,
  }
}

type Headline = { readonly icon: string; readonly tone: PageTone; readonly sentence: string }

/** Where nothing was found, whether anything could have been. */
function headlineOf(reports: readonly HistoryReport[]): Headline {
  const bad = reports.filter(isBad).map(({ observation }) => observation.latest.testbed.id)
  if (bad.length > 0)
    return { icon: '❌', tone: 'bad', sentence: `Confirmed regression or slow drift on ${bad.join(', ')}` }
  const unresolved = reports.flatMap(({ observation }) => observation.unresolved)
  const histories = reports.flatMap(({ observation }) => observation.histories)
  const text = absenceText({ unresolved, histories })
  const testbeds = `${formatCount(reports.length)} ${reports.length === 1 ? 'testbed' : 'testbeds'}`
  const isOpen = unresolved.length > 0 && unresolved.length === histories.length
  const sentence = `${text.charAt(0).toUpperCase()}${text.slice(1)} on ${testbeds}`
  return isOpen ? { icon: '🟡', tone: 'unsure', sentence } : { icon: '✅', tone: 'good', sentence }
}

function overview(reports: readonly HistoryReport[]): PageView {
  const rows = reports.map(({ observation, runs }) => [
    code(observation.latest.testbed.id),
    say`${formatCount(runs)}`,
    say`${code(observation.latest.commit.slice(0, 7))} ${observation.latest.measuredAt}`,
    say`${formatCount(observation.causes.length)}`,
    say`${formatCount(observation.creeps.length)}`,
    say`${formatCount(observation.unresolved.length)}`,
  ])
  const titles = columns(
    'Testbed',
    '#Runs',
    'Latest',
    '#Lasting regressions',
    '#Creeping metrics',
    '#Inconclusive metrics',
  )
  const table = part({ title: say`Testbeds`, importance: 0, body: { kind: 'table', columns: titles, rows } })
  return { id: 'overview', title: 'Overview', blocks: partBlocks(table) }
}

function testbedView({ report, baselines }: HistoryPageInput['histories'][number], index: number): PageView {
  const { id } = report.observation.latest.testbed
  return { id: `testbed-${index}`, title: visibleText(id), blocks: historyBlocks(report, baselines) }
}

function isBad({ observation: { causes, creeps } }: HistoryReport): boolean {
  return creeps.length > 0 || causes.some(({ status }) => status === 'confirmed')
}
