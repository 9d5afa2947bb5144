import type { Command } from 'commander'
import type { ExitCode } from '../exit-code.ts'
import type { AbOptions } from './ab-options.ts'

/** `warpgauge ab`: compares two commits, or two commands, without a config. */
export function addAb(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('ab')
    .description('Compare a command at two commits, or two commands, without a config')
    .usage('[options] -- COMMAND...')
    .argument('[command...]', 'command with its arguments, after --')
    .option('--base <rev>', 'compare with the merge base with this revision (default: the default branch)')
    .option(
      '--command <text>',
      'compare two commands instead of two commits; give it twice, the reference first',
      collect,
    )
    .option('--setup <text>', 'command that prepares each checkout, not measured; may be repeated', collect)
    .option('--metric <name>', 'metric that decides, such as wall_time or gpu_busy_time; may be repeated', collect)
    .option('--gpus <n>', 'number of GPUs; 0 for a program without GPUs (default: 1 if this machine has one)')
    .option('--warmup <n>', 'runs of each side before the measured ones (default: 1)')
    .option('--runs <n>', 'runs of each side (default: 3 to 20, until the result is certain)')
    .option('--pass-env <name>', 'environment variable that the command inherits; may be repeated', collect)
    .option('--proof <text>', 'text that each run must print, as proof of its work; may be repeated', collect)
    .option('--json', 'print the report as JSON to stdout; the table goes to stderr')
    .option('--html <file>', 'write the report as one HTML file')
    .option('--out <dir>', 'keep the run folder here (default: it is removed)')
    .option('--export-config [file]', 'print or write the equivalent config, and measure nothing')
    .option('--verbose', 'print debug messages')
    .addHelpText('after', examples)
    .action(async (command: string[], options: AbOptions) => {
      const { compareOrExport } = await import('./measure-ab.ts')
      exit(await compareOrExport(command, options))
    })
}

const examples = `
The head is the working tree with its uncommitted changes, or HEAD if there are none. Both sides run in turn, in
separate checkouts.

Examples:
  $ warpgauge ab -- python train.py --steps 100           this branch against the default branch
  $ warpgauge ab --base v1.0 --setup 'make' -- ./simulate
  $ warpgauge ab --metric gpu_busy_time -- python infer.py
  $ warpgauge ab --command 'python sort.py' --command 'python sort.py --fast'

Exit code: 0 not slower, or inconclusive; 1 slower; 2 could not be measured.`

function collect(value: string, earlier: readonly string[] = []): string[] {
  return [...earlier, value]
}
