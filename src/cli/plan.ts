import { Option, type Command } from 'commander'
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
      const { readLocalRules } = await import('./read-rules.ts')
      const { planMatrix } = await import('../judging/plan/plan-run.ts')
      const { config: parsed } = await readLocalRules(config)
      const { jobs, problems } = planMatrix({ config: parsed, configPath: config, by })
      for (const problem of problems) say(`warning: ${problem}`)
      print(JSON.stringify({ include: jobs }, null, pretty ? 2 : undefined))
      exit(0)
    })
}
