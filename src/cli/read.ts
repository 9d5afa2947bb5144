import { Option, type Command } from 'commander'
import type { ExitCode } from './exit-code.ts'

/** Options of `warpgauge read`. */
export type ReadOptions = { readonly adapter?: string; readonly format: 'terminal' | 'json' }

/** `warpgauge read`: prints what was understood of output files. Exit code 1: they count as a failed run. */
export function addRead(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('read')
    .description('Print what is understood of output files of one run. Exit code 1: they count as a failed run')
    .argument('<file...>', 'output of a benchmark tool, a profiler, a pipeline or a GPU monitor')
    .option('--adapter <name>', 'format of the files (default: found from the content of each)')
    .addOption(new Option('--format <format>', 'output format').choices(['terminal', 'json']).default('terminal'))
    .action(async (files: string[], options: ReadOptions) => {
      const { readFiles } = await import('./read-files.ts')
      exit(await readFiles(files, options))
    })
}
