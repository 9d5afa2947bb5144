import type { MatrixKey } from '../domain/plan/job-matrix.ts'
import { planMatrix } from '../judging/plan/plan-run.ts'
import { readLocalRules } from './local-inputs.ts'
import { print, say } from './terminal.ts'

type PlanOptions = { readonly config: string; readonly by: MatrixKey; readonly pretty?: boolean }

/** Prints the job matrix of a config as JSON for `strategy.matrix`, and its problems as warnings. */
export async function planJobs({ config: configPath, by, pretty }: PlanOptions): Promise<void> {
  const { config } = await readLocalRules(configPath)
  const { jobs, problems } = planMatrix({ config, configPath, by })
  for (const problem of problems) say(`warning: ${problem}`)
  print(JSON.stringify({ include: jobs }, null, pretty ? 2 : undefined))
}
