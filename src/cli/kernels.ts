import type { Command } from 'commander'
import { UserError } from '../domain/core/errors.ts'
import { measureColumns, mayColor, print, say } from './terminal.ts'

/** `warpgauge kernels`: records what the GPUs execute in one run of a command. The exit code is that of the command. */
export function addKernels(program: Command, exit: (code: number) => void): void {
  program
    .command('kernels')
    .description('Run a command and print the kernels that its GPUs executed; the exit code is that of the command')
    .usage('[options] -- COMMAND...')
    .argument('<command...>', 'command with its arguments, after --')
    .option('--json', 'print the record as JSON to stdout; stdout of the command goes to stderr')
    .option('--base <file>', 'compare with a record that --json printed earlier')
    .action(async (argv: string[], options: { readonly json?: boolean; readonly base?: string }) => {
      const { recordCommand, readRecord } = await import('./record-command.ts')
      const base = options.base === undefined ? null : await readRecord(options.base)
      const { exitCode, record } = await recordCommand(argv, options.json ? 'stderr' : 'stdout')
      if (record === null && exitCode !== 0) {
        say(`the command ended with exit code ${exitCode} before any process initialized CUDA; its output is above`)
        exit(exitCode)
        return
      }
      if (record === null)
        throw new UserError(
          'no process of the command initialized CUDA, so there is nothing to show',
          'Check that it uses an NVIDIA GPU, and that CUDA_INJECTION64_PATH is not set by the command itself.',
        )
      if (options.json) print(JSON.stringify(record, null, 1))
      else {
        const { renderTerminalBlocks } = await import('../reporters/terminal.ts')
        const { buildKernelBlocks } = await import('../reporters/kernels.ts')
        const layout = { columns: measureColumns(process.stderr), color: mayColor(process.stderr) }
        say(renderTerminalBlocks(buildKernelBlocks(record, base), layout).trimEnd())
      }
      exit(exitCode)
    })
}
