import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { reportFormats, renderTerminal, type ReportFormat } from '../reporters/index.ts'
import { judgeFolder } from './judge-folder.ts'
import type { ExitCode } from './program.ts'
import { columnsOf, mayColour, print } from './terminal.ts'

/** `warpgauge report`: renders a run folder again, on any machine. */
export function addReport(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('report')
    .description('Judge a run folder again and render it')
    .argument('<dir>', 'run folder')
    .addOption(new Option('--format <format>', 'output format').choices(Object.keys(reportFormats)).default('terminal'))
    .option('--config <file>', 'judge by this config instead of the one that lies in the run folder')
    .option(
      '--baselines <dir>',
      'directory of baselines (default: what the run was compared with, as it lies in the run folder)',
    )
    .action(async (directory: string, options: { format: ReportFormat; config?: string; baselines?: string }) => {
      const report = await judgeFolder(resolve(directory), {
        configFile: options.config ?? null,
        baselines: options.baselines ?? null,
      })
      print(
        options.format === 'terminal'
          ? renderTerminal(report, { columns: columnsOf(process.stdout), color: mayColour(process.stdout) })
          : reportFormats[options.format](report),
      )
      exit(report.exitCode)
    })
}
