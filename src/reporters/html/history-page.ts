import type { Baseline } from '../../domain/baseline.ts'
import type { Page, PageDownload, PageView } from '../../domain/page/page.ts'
import type { HistoryReport } from '../../domain/tracking/history-report.ts'
import { code, say } from '../content.ts'
import { formatCount } from '../markdown/numbers.ts'
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
  const bad = histories.filter(({ report }) => isBad(report))
  const sentence =
    bad.length === 0
      ? say`No lasting regression on ${formatCount(histories.length)} ${histories.length === 1 ? 'testbed' : 'testbeds'}`
      : say`Something lasts or creeps on ${bad.map(({ report }) => report.observation.latest.testbed.id).join(', ')}`
  const icon = bad.length === 0 ? '✅' : '❌'
  const tone = bad.length === 0 ? 'good' : 'bad'
  return {
    title: 'History',
    madeBy,
    headline: [{ style: 'status', icon, text: 'History', tone }, ...pageText(say`: ${sentence}`)],
    tone,
    views: [overview(histories.map(({ report }) => report)), ...histories.map(testbedView)],
    downloads,
  }
}

function overview(reports: readonly HistoryReport[]): PageView {
  const rows = reports.map(({ observation, runs }) => [
    code(observation.latest.testbed.id),
    say`${formatCount(runs)}`,
    say`${code(observation.latest.commit.slice(0, 7))} ${observation.latest.measuredAt}`,
    say`${formatCount(observation.causes.length)}`,
    say`${formatCount(observation.creeps.length)}`,
  ])
  const titles = columns('Testbed', '#Runs', 'Latest', '#Lasting regressions', '#Creeping metrics')
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
