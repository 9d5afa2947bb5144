import { createHash } from 'node:crypto'
import type { Config } from '../../config/schema/schema.ts'
import type { Budget } from '../../domain/plan/budget.ts'
import { budgetShare } from '../../domain/plan/budget-share.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { ScheduleRules } from '../../domain/plan/schedule.ts'
import type { Committed } from '../baselines/committed-reference.ts'
import { planPart } from './plan-part.ts'
import { budgetOf } from './price-of-run.ts'
import { priorKnowledge } from '../verdict/prior-knowledge.ts'

/** The order of trials follows from the record and the committed files alone; the run id decides which side starts. */
export function scheduleOfRun(record: RunRecord, config: Config, { baselines, noise }: Committed): ScheduleRules {
  return {
    known: priorKnowledge({ config, plan: record.plan, record, baselines, noise: noise.noise }),
    budget: budgetFor(record, config),
    seed: createHash('sha256').update(record.runId).digest().readUInt32LE(),
  }
}

/** Jobs that share a plan share its budget. */
function budgetFor({ selection, plan, testbed, revisions }: RunRecord, config: Config): Budget {
  const budget = budgetOf(config)
  return selection ? budgetShare(budget, plan, planPart(config, testbed.devices, revisions, null)) : budget
}
