import { Option, type Command } from 'commander'
import type { ExitCode } from './exit-code.ts'
import type { BisectFormat, BisectOptions } from './search-commit.ts'

const formats: readonly BisectFormat[] = ['terminal', 'markdown', 'json']

/**
 * `warpgauge bisect`: finds the commit that made a metric worse. Exit 0: found; 1: narrowed down; 2: no step, or
 * inconclusive.
 */
export function addBisect(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('bisect')
    .description('Find the commit that made a metric worse')
    .option('--good <rev>', 'a good commit (default: the last one before the newest regression in --history)')
    .option('--bad <rev>', 'a later, bad commit (default HEAD)')
    .option('--suite <name>', 'suite of the metric')
    .option('--case <pattern...>', 'only cases whose ids match; * matches any text')
    .option('--metric <name>', 'metric to follow (default: the gate metric with the most certain regression)')
    .option('--config <file>', 'config of this working tree, used for every commit', '.github/warpgauge.yml')
    .option(
      '--history <dir>',
      'records of earlier runs, such as a checkout of the data branch; used before anything is measured',
    )
    .option('--first-parent', 'treat each merge as one step')
    .option('--max-repeats <n>', 'maximum runs per side of a comparison (default: from the config)')
    .option('--out <dir>', 'bisect folder (default .warpgauge/bisect/<id>)')
    .option('--resume', 'continue the interrupted bisect in --out')
    .addOption(new Option('--format <format>', 'output format').choices(formats).default('terminal'))
    .option('--verbose', 'print debug messages')
    .action(async (options: BisectOptions) => {
      const { searchCommit } = await import('./search-commit.ts')
      exit(await searchCommit(options))
    })
}
