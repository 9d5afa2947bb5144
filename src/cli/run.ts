import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Command } from 'commander'
import { UserError } from '../domain/errors.ts'
import { runRecordFile } from '../steps/run-folder.ts'
import { runLocally } from './run-locally.ts'
import type { ExitCode } from './program.ts'

type RunOptions = {
  readonly config: string
  readonly suite?: readonly string[]
  readonly out?: string
  readonly resume?: boolean
  readonly base?: string
  readonly verbose?: boolean
}

/** `warpgauge run`: plan, measure, judge, report. */
export function addRun(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('run')
    .description('Measure the commit that is checked out, judge it and leave a run folder')
    .option('--config <file>', 'config of this repository', '.github/warpgauge.yml')
    .option('--suite <name...>', 'only these suites')
    .option('--out <dir>', 'run folder (default .warpgauge/runs/<run id>)')
    .option('--resume', 'go on with the interrupted run that lies in --out')
    .option('--base <rev>', 'compare with the baselines at the merge base with this revision')
    .option('--verbose', 'say more')
    .action(async (options: RunOptions) => {
      if (options.resume && !options.out)
        throw new UserError('--resume needs to know which run', 'Give its run folder with --out DIR.')
      if (options.out && !options.resume) refuseUsedFolder(options.out)
      const workspace = process.cwd()
      exit(
        await runLocally({
          workspace,
          configFile: resolve(workspace, options.config),
          suites: options.suite ?? null,
          runFolder: options.out ? resolve(workspace, options.out) : null,
          isResume: options.resume ?? false,
          base: options.base ?? null,
          isVerbose: options.verbose ?? false,
        }),
      )
    })
}

/** Hours of measuring must not be lost to a forgotten --resume. */
function refuseUsedFolder(folder: string): void {
  if (!existsSync(resolve(folder, runRecordFile))) return
  throw new UserError(`${folder} holds a run already`, 'Add --resume to go on with it, or name another directory.')
}
