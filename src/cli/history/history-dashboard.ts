import { join, resolve } from 'node:path'
import type { Baseline } from '../../domain/baselines/baseline.ts'
import { diskFileStore } from '../../io/files/disk-file-store.ts'
import { buildHistoryReports, type ChangesOptions } from './history-changes.ts'
import { shortenPath } from '../short-path.ts'
import { say } from '../terminal.ts'
import { parseBaseline } from '../../config/records/parse-records.ts'

/** Options of `warpgauge history dashboard`; `html` is the path of the output. */
export type DashboardOptions = Omit<ChangesOptions, 'format'> & {
  readonly html: string
  readonly baselines?: string
}

const maxBaselineBytes = 16 * 1024 * 1024

/** Writes the history of every testbed as one HTML file. */
export async function writeHistoryDashboard({ html, baselines, ...selection }: DashboardOptions): Promise<void> {
  const { writeHistoryPage } = await import('../../wiring/report-page.ts')
  const found = await buildHistoryReports({ ...selection, format: 'text' })
  const histories = await Promise.all(
    found.map(async (one) => ({ ...one, baselines: await readBaselines(one.testbedId, baselines) })),
  )
  const path = resolve(html)
  const bytes = await writeHistoryPage(path, histories)
  say(`wrote ${shortenPath(path)}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`)
}

async function readBaselines(testbed: string, directory?: string): Promise<Baseline[]> {
  if (directory === undefined) return []
  const folder = join(resolve(directory), testbed)
  const names = (await diskFileStore.list(folder)).filter((name) => name.endsWith('.json') && name !== 'noise.json')
  const texts = await Promise.all(
    names.map(async (name) => ({ name, text: await diskFileStore.readText(join(folder, name), maxBaselineBytes) })),
  )
  return texts.flatMap(({ name, text }) => (text === null ? [] : [parseBaseline(text, join(folder, name))]))
}
