import type { Baseline } from '../domain/baselines/baseline.ts'
import type { HistoryReport } from '../domain/tracking/history-report.ts'
import { buildHistoryPage } from '../reporters/html/history-page.ts'
import { toolVersion } from './tool-version.ts'
import { packRawFiles, writePage } from './write-page.ts'
import type { HistoryRecord } from '../record/history.ts'

/** The history of one testbed with the downloads of its page. */
export type HistoryOfTestbed = {
  readonly testbedId: string
  readonly records: readonly HistoryRecord[]
  readonly report: HistoryReport
  readonly baselines: readonly Baseline[]
}

/** Writes the history of testbeds as one HTML file; returns its size in bytes. */
export async function writeHistoryPage(path: string, histories: readonly HistoryOfTestbed[]): Promise<number> {
  const files = histories.map(({ testbedId, records }) => ({
    name: `${testbedId}.jsonl`,
    mediaType: 'application/jsonl',
    text: records.map((record) => `${JSON.stringify(record)}\n`).join(''),
  }))
  const { downloads, parts } = await packRawFiles(files)
  const page = buildHistoryPage({ histories, downloads, madeBy: `warpgauge ${toolVersion}` })
  return await writePage(path, { page, parts })
}
