import type { Command } from 'commander'
import type { ExitCode } from './exit-code.ts'

/** `warpgauge demo`: measures the embedded reference pipeline in a temporary repository. */
export function addDemo(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('demo')
    .description(
      'Measure the embedded reference pipeline in a temporary repository: a slower head, its base and version 1.0',
    )
    .option('--out <dir>', 'run folder (default .warpgauge/runs/<run id>)')
    .action(async (options: { out?: string }) => {
      const { measureDemo } = await import('./measure-demo.ts')
      exit(await measureDemo(options.out))
    })
}
