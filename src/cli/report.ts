import { Option, type Command } from 'commander'
import { reportFormatNames } from '../reporters/report-format.ts'
import type { ExitCode } from './exit-code.ts'
import type { ReportOptions } from './report-folder.ts'

/** `warpgauge report`: renders a run folder on any machine. */
export function addReport(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('report')
    .description('Judge a run folder again and render it')
    .argument('<dir>', 'run folder')
    .addOption(
      new Option('--format <format>', 'output format (default: terminal)').choices([...reportFormatNames, 'html']),
    )
    .option('--html <file>', 'write one HTML file that needs no network; prints nothing without --format')
    .option('--files <dir>', 'write a JSON file per part, such as memory_stability.json and optimization_impact.json')
    .option('--history <dir>', 'history to show in the HTML, such as a checkout of the data branch')
    .option('--config <file>', 'judge by this config (default: the one in the run folder)')
    .option('--baselines <dir>', 'directory of baselines (default: the copies in the run folder)')
    .action(async (directory: string, options: ReportOptions) => {
      const { reportFolder } = await import('./report-folder.ts')
      exit(await reportFolder(directory, options))
    })
}
