import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import type { Report } from '../domain/report.ts'
import { reportFormats, renderTerminal, type ReportFormat } from '../reporters/index.ts'
import { historyReports } from './history-changes.ts'
import { judgeWithSources, type JudgedFolder } from './judge-folder.ts'
import type { ExitCode } from './program.ts'
import { shortPath } from './short-path.ts'
import { columnsOf, mayColour, print, say } from './terminal.ts'

type ReportOptions = {
  readonly format?: ReportFormat
  readonly html?: string
  readonly history?: string
  readonly config?: string
  readonly baselines?: string
}

/** `warpgauge report`: renders a run folder again, on any machine. */
export function addReport(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('report')
    .description('Judge a run folder again and render it')
    .argument('<dir>', 'run folder')
    .addOption(new Option('--format <format>', 'output format (default: terminal)').choices(Object.keys(reportFormats)))
    .option('--html <file>', 'write everything as one HTML file that needs no network; prints nothing without --format')
    .option('--history <dir>', 'with --html: show the history that lies there, such as a checkout of its branch')
    .option('--config <file>', 'judge by this config instead of the one that lies in the run folder')
    .option(
      '--baselines <dir>',
      'directory of baselines (default: what the run was compared with, as it lies in the run folder)',
    )
    .action(async (directory: string, options: ReportOptions) => {
      const folder = resolve(directory)
      const judged = await judgeWithSources(folder, {
        configFile: options.config ?? null,
        baselines: options.baselines ?? null,
      })
      if (options.html === undefined || options.format !== undefined) printReport(judged.report, options.format)
      if (options.html !== undefined) await writeHtml(folder, judged, resolve(options.html), options.history)
      exit(judged.report.exitCode)
    })
}

function printReport(report: Report, format: ReportFormat = 'terminal'): void {
  print(
    format === 'terminal'
      ? renderTerminal(report, { columns: columnsOf(process.stdout), color: mayColour(process.stdout) })
      : reportFormats[format](report),
  )
}

async function writeHtml(folder: string, judged: JudgedFolder, path: string, history?: string): Promise<void> {
  const { writeReportPage } = await import('../wiring/report-page.ts')
  const all = { dir: history ?? '', metric: '*', runs: 400, format: 'text' } as const
  const histories = history === undefined ? [] : (await historyReports(all)).map(({ report }) => report)
  const bytes = await writeReportPage({ folder, path, histories, ...judged })
  say(`wrote ${shortPath(path)}: ${(bytes / 1e6).toFixed(1)} MB, opens in any browser`)
}
