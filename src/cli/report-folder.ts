import { resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import type { Report } from '../domain/verdict/report.ts'
import { reportFormats, renderTerminal } from '../reporters/index.ts'
import type { ReportFormat } from '../reporters/report-format.ts'
import { renderRequirementFiles } from '../reporters/requirement-files.ts'
import { buildHistoryReports, readHistory } from './history/show-history.ts'
import { judgeFolder } from './judge-folder.ts'
import type { ExitCode } from './exit-code.ts'
import { inspectTerminal, print, say, sayWritten, shortenPath } from './terminal.ts'

/** Options of `warpgauge report`. */
type ReportOptions = {
  readonly format?: ReportFormat | 'html'
  readonly html?: string
  readonly files?: string
  readonly history?: string
  readonly config?: string
  readonly baselines?: string
}

/** Judges a run folder again and renders it to stdout or files. */
export async function reportFolder(directory: string, options: ReportOptions): Promise<ExitCode> {
  const { format, html, files, history: dir } = options
  const folder = resolve(directory)
  const judged = await judgeFolder(folder, {
    configFile: options.config ?? null,
    baselines: options.baselines ?? null,
  })
  const { report } = judged
  const buildRequest = async () => {
    if (dir === undefined) return { folder, histories: [], ...judged }
    const selection = { dir, metric: '*', runs: 400, format: 'text' } as const
    const read = await readHistory(selection)
    const found = await buildHistoryReports(selection, read)
    return { folder, histories: found.map((one) => one.report), unreadable: read.unreadable, ...judged }
  }
  if (format === 'html') {
    const { renderReportPage } = await import('../wiring/report-page.ts')
    // Streams the page, because a large one would otherwise be in memory twice.
    await pipeline(renderReportPage(await buildRequest()), process.stdout, { end: false })
  } else if (format !== undefined && format !== 'terminal') print(reportFormats[format](report))
  else if ((html ?? files) === undefined || format !== undefined) print(renderTerminal(report, inspectTerminal()))
  if (html !== undefined) {
    const { writeReportPage } = await import('../wiring/report-page.ts')
    sayWritten(html, await writeReportPage(resolve(html), await buildRequest()))
  }
  if (files !== undefined) await writeRequirementFiles(resolve(files), report)
  return report.exitCode
}

async function writeRequirementFiles(directory: string, report: Report): Promise<void> {
  const files = renderRequirementFiles(report)
  await diskFileStore.makeDirectory(directory)
  for (const [name, text] of files) await diskFileStore.writeText(resolve(directory, name), text)
  say(`wrote ${[...files.keys()].join(', ') || 'no file: nothing of them was measured'} to ${shortenPath(directory)}`)
}
