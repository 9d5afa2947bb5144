import type { NoiseRecord } from '../../record/noise.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { Budget } from '../../domain/plan/budget.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { emptySha256 } from '../../domain/core/dataset.ts'
import type { DatasetIdentity, RunRecord } from '../../record/run.ts'
import {
  chooseMinutesUnit,
  estimateCost,
  type CostEstimate,
  buildCostEstimateSection,
  buildRunCostSection,
} from '../../domain/cost/cost.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { Section } from '../../domain/verdict/report.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { LoadedBaseline, CommittedReference } from '../baselines/baselines.ts'
import { computeBudgetShare, type ScheduleRules } from '../../domain/plan/schedule.ts'
import { planPart } from './plan-run.ts'
import { buildPriorKnowledge } from '../verdict/prior-knowledge.ts'
import { createHash } from 'node:crypto'

/** Inputs of a cost estimate. */
export type CostFacts = {
  readonly config: Config
  readonly plan: Plan
  readonly testbed: Testbed
  readonly datasets: readonly DatasetIdentity[]
  readonly baselines: readonly LoadedBaseline[]
  /** Null: no noise is committed for this testbed. */
  readonly noise: NoiseRecord | null
}

/** Builds the tables of estimated and actual cost, including the cost of deciding the inconclusive comparisons. */
export function buildCostSections(
  facts: CostFacts,
  trials: readonly Trial[],
  comparisons: readonly Comparison[],
): Section[] {
  const unit = chooseMinutesUnit(facts.testbed)
  return [
    buildCostEstimateSection(estimateRunCost(facts), unit, getBudget(facts.config)),
    buildRunCostSection(facts.plan, trials, comparisons, unit),
  ]
}

/** Limits of the config on runs beyond the repeats, for the run and by suite, in device-minutes; null: unlimited. */
export function getBudget({ run, suites }: Config): Budget {
  const limits = Object.entries(suites).map(([name, suite]) => [name, suite?.gpuMinutes ?? null])
  return { run: run.gpuMinutes ?? null, suites: Object.fromEntries(limits) }
}

/** Estimates the cost of a plan from the noise and baselines of its testbed, in device-minutes. */
export function estimateRunCost({ plan, noise, baselines, datasets }: CostFacts): CostEstimate {
  return estimateCost({
    plan,
    noise,
    baselines: baselines.flatMap(({ baseline }) => baseline ?? []),
    datasets: new Map([['', emptySha256], ...datasets.map(({ name, sha256 }) => [name, sha256] as const)]),
  })
}

/** Rules for the order of trials, from the record and the committed files; the run id seeds which side starts. */
export function buildScheduleRules(
  record: RunRecord,
  config: Config,
  { baselines, noise }: CommittedReference,
): ScheduleRules {
  const { plan, selection, testbed, revisions, runId } = record
  const budget = getBudget(config)
  return {
    known: buildPriorKnowledge({ config, plan, record, baselines, noise: noise.noise }),
    // Jobs of a matrix get their share of the budget.
    budget: selection ? computeBudgetShare(budget, plan, planPart(config, testbed.devices, revisions, null)) : budget,
    seed: createHash('sha256').update(runId).digest().readUInt32LE(),
  }
}
