import { createHash } from 'node:crypto'
import type { Config } from '../../config/schema/schema.ts'
import type { Budget } from '../../domain/plan/budget.ts'
import { computeBudgetShare } from '../../domain/plan/budget-share.ts'
import type { RunRecord } from '../../domain/trial/run-record.ts'
import type { ScheduleRules } from '../../domain/plan/schedule.ts'
import type { CommittedReference } from '../baselines/committed-reference.ts'
import { planPart } from './plan-part.ts'
import { getBudget } from './run-cost.ts'
import { buildPriorKnowledge } from '../verdict/prior-knowledge.ts'

/** Rules for the order of trials, from the record and the committed files; the run id seeds which side starts. */
export function buildScheduleRules(
  record: RunRecord,
  config: Config,
  { baselines, noise }: CommittedReference,
): ScheduleRules {
  return {
    known: buildPriorKnowledge({ config, plan: record.plan, record, baselines, noise: noise.noise }),
    budget: computeBudget(record, config),
    seed: createHash('sha256').update(record.runId).digest().readUInt32LE(),
  }
}

/** Jobs of a matrix get their share of the budget. */
function computeBudget({ selection, plan, testbed, revisions }: RunRecord, config: Config): Budget {
  const budget = getBudget(config)
  return selection ? computeBudgetShare(budget, plan, planPart(config, testbed.devices, revisions, null)) : budget
}
