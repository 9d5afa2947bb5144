import { resolve } from 'node:path'
import type { Command } from 'commander'
import { UserError } from '../domain/core/errors.ts'
import { parseSelection } from '../domain/plan/parse-selection.ts'
import type { ExitCode } from './exit-code.ts'

type RunOptions = {
  readonly config: string
  readonly suite?: readonly string[]
  readonly only?: readonly string[]
  readonly shard?: string
  readonly out?: string
  readonly resume?: boolean
  readonly base?: string
  readonly calibrate?: boolean
  readonly rounds?: string
  readonly verbose?: boolean
}

const usualRounds = 10
/** Minimum runs of each side for a decision. */
const fewestRounds = 3
const mostRounds = 200

/** `warpgauge run`: plans, measures, judges and reports. */
export function addRun(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('run')
    .description('Measure the checked-out commit, judge it and write a run folder')
    .option('--config <file>', 'config of this repository', '.github/warpgauge.yml')
    .option('--suite <name...>', 'only these suites')
    .option('--only <pattern...>', 'only cases whose ids match; * matches any text')
    .option('--shard <i/n>', 'only the i-th of n equal parts; `warpgauge merge` joins them')
    .option('--out <dir>', 'run folder (default .warpgauge/runs/<run id>)')
    .option('--resume', 'continue the interrupted run in --out')
    .option('--base <rev>', 'compare with the merge base with this revision, and with the baselines of this revision')
    .option(
      '--calibrate',
      'measure the commit against itself to find the noise of this machine and the minimum detectable effect',
    )
    .option('--rounds <n>', `runs per side with --calibrate (default ${usualRounds})`)
    .option('--verbose', 'print debug messages')
    .action(async (options: RunOptions) => {
      if (options.resume && !options.out)
        throw new UserError('--resume needs a run folder', 'Give its run folder with --out DIR.')
      const calibrationRounds = parseRounds(options)
      const workspace = process.cwd()
      const { runLocally } = await import('./run-locally.ts')
      const { refuseUsedFolder } = await import('./run-folder-option.ts')
      if (options.out && !options.resume) refuseUsedFolder(options.out)
      exit(
        await runLocally({
          workspace,
          configFile: resolve(workspace, options.config),
          suites: options.suite,
          selection: parseSelection(options.only ?? [], options.shard ?? null),
          runFolder: options.out ? resolve(workspace, options.out) : null,
          isResume: options.resume ?? false,
          base: options.base ?? null,
          calibrationRounds,
          isVerbose: options.verbose,
        }),
      )
    })
}

/** Null: a normal run. */
function parseRounds({ calibrate = false, rounds }: RunOptions): number | null {
  if (!calibrate && rounds !== undefined)
    throw new UserError(
      '--rounds has no meaning without --calibrate',
      'Add --calibrate, or set run.repeats in the config.',
    )
  if (!calibrate) return null
  const value = rounds === undefined ? usualRounds : Number(rounds)
  if (Number.isInteger(value) && value >= fewestRounds && value <= mostRounds) return value
  throw new UserError(
    `--rounds is ${JSON.stringify(rounds)}`,
    `Give a whole number from ${fewestRounds} to ${mostRounds}; 10 are enough on most machines.`,
  )
}
