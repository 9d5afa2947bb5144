import { Option, type Command } from 'commander'
import type { CompareOptions } from './compare-figures.ts'
import type { ExitCode } from './exit-code.ts'

/** `warpgauge compare`: compares two run folders or baseline files. */
export function addCompare(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('compare')
    .description('Compare two run folders or baseline files')
    .argument('<base>', 'run folder or baseline file')
    .argument('<head>', 'run folder or baseline file')
    .option('--config <file>', 'config with the gate (default: that of the head, else of the base)')
    .option('--min-effect <share>', 'minimum effect, as a share (default: from the config, else 0.03)')
    .addOption(new Option('--format <format>').choices(['terminal', 'json']).default('terminal'))
    .action(async (base: string, head: string, options: CompareOptions) => {
      const { compareFigures } = await import('./compare-figures.ts')
      exit(await compareFigures(base, head, options))
    })
}
