import { mkdir, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Report } from '../domain/verdict/report.ts'
import type { HistoryReport } from '../domain/history/observe.ts'
import { reportFormats, renderTerminal } from '../reporters/index.ts'
import type { ReportFormat } from '../reporters/report-format.ts'
import { renderRequirementFiles } from '../reporters/requirement-files.ts'
import type { ReportPageRequest } from '../wiring/report-page.ts'
import { buildHistoryReports } from './history/show-history.ts'
import { judgeWithSources } from './judge-folder.ts'
import type { ExitCode } from './exit-code.ts'
import { shortenPath } from './short-path.ts'
import { measureColumns, mayColor, print, say } from './terminal.ts'

/** Options of `warpgauge report`. */
export type ReportOptions = {
  readonly format?: ReportFormat | 'html'
  readonly html?: string
  readonly files?: string
  readonly history?: string
  readonly config?: string
  readonly baselines?: string
}

/** Judges a run folder again and renders it. */
export async function reportFolder(directory: string, options: ReportOptions): Promise<ExitCode> {
  const folder = resolve(directory)
  const judged = await judgeWithSources(folder, {
    configFile: options.config ?? null,
    baselines: options.baselines ?? null,
  })
  const loadHistories = () => readHistories(options.history)
  if (options.format === 'html') await printHtml({ folder, histories: await loadHistories(), ...judged })
  else if ((options.html ?? options.files) === undefined || options.format !== undefined)
    printReport(judged.report, options.format)
  if (options.html !== undefined)
    await writeHtml(resolve(options.html), { folder, histories: await loadHistories(), ...judged })
  if (options.files !== undefined) await writeFiles(resolve(options.files), judged.report)
  return judged.report.exitCode
}

function printReport(report: Report, format: ReportFormat = 'terminal'): void {
  print(
    format === 'terminal'
      ? renderTerminal(report, { columns: measureColumns(process.stdout), color: mayColor(process.stdout) })
      : reportFormats[format](report),
  )
}

async function printHtml(request: ReportPageRequest): Promise<void> {
  const { renderReportPage: reportPagePieces } = await import('../wiring/report-page.ts')
  // Streams the page, because a large one would otherwise be in memory twice.
  await pipeline(reportPagePieces(request), process.stdout, { end: false })
}

async function writeHtml(path: string, request: ReportPageRequest): Promise<void> {
  const { writeReportPage } = await import('../wiring/report-page.ts')
  const bytes = await writeReportPage(path, request)
  say(`wrote ${shortenPath(path)}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`)
}

async function writeFiles(directory: string, report: Report): Promise<void> {
  const files = renderRequirementFiles(report)
  await mkdir(directory, { recursive: true })
  for (const [name, text] of files) await writeFile(join(directory, name), text)
  say(`wrote ${[...files.keys()].join(', ') || 'no file: nothing of them was measured'} to ${shortenPath(directory)}`)
}

/** Reads the history of each testbed in a directory; empty without a directory. */
async function readHistories(dir: string | undefined): Promise<HistoryReport[]> {
  if (dir === undefined) return []
  const found = await buildHistoryReports({ dir, metric: '*', runs: 400, format: 'text' })
  return found.map(({ report }) => report)
}
