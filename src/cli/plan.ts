import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { UserError } from '../domain/core/errors.ts'
import { matrixKeys, type MatrixKey } from '../domain/plan/job-matrix.ts'
import type { ExitCode } from './exit-code.ts'
import { print, say } from './terminal.ts'

/** `warpgauge plan`: prints the job matrix of a config. */
export function addPlan(program: Command, exit: (code: ExitCode) => void): void {
  program
    .command('plan')
    .description('Print the job matrix of a config as JSON for strategy.matrix')
    .option('--config <file>', 'config of this repository', '.github/warpgauge.yml')
    .addOption(new Option('--by <key>', 'what distinguishes the jobs').choices(matrixKeys).default('testbed'))
    .option('--pretty', 'one line per key')
    .action(async ({ config, by, pretty }: { config: string; by: MatrixKey; pretty?: boolean }) => {
      const { parseRules } = await import('../steps/baselines/load-committed.ts')
      const { planMatrix } = await import('../judging/plan/plan-run.ts')
      const text = await readFile(resolve(config), 'utf8').catch((error: unknown) => {
        throw new UserError(`there is no config at ${config}`, 'Name another one with --config.', { cause: error })
      })
      const rules = parseRules(text, config, { origin: 'local', commit: null })
      const { jobs, problems } = planMatrix({ config: rules.config, configPath: config, by })
      for (const problem of problems) say(`warning: ${problem}`)
      print(JSON.stringify({ include: jobs }, null, pretty ? 2 : undefined))
      exit(0)
    })
}
