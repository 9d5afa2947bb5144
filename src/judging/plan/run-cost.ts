import type { Config } from '../../config/schema/schema.ts'
import type { Budget } from '../../domain/plan/budget.ts'
import type { Comparison } from '../../domain/verdict/comparison.ts'
import { emptySha256, type DatasetIdentity } from '../../domain/core/dataset.ts'
import { chooseMinutesUnit } from '../../domain/cost/device-minutes.ts'
import type { NoiseRecord } from '../../domain/noise/noise.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import { computeRunCost, buildRunCostSection } from '../../domain/cost/run-cost.ts'
import { estimateCost, type CostEstimate } from '../../domain/cost/cost-estimate.ts'
import { buildCostEstimateSection } from '../../domain/cost/describe-cost-estimate.ts'
import type { Section } from '../../domain/verdict/report.ts'
import type { Testbed } from '../../domain/testbed/testbed.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { LoadedBaseline } from '../baselines/committed-reference.ts'

/** Inputs of a cost estimate. */
export type CostFacts = {
  readonly config: Config
  readonly plan: Plan
  readonly testbed: Testbed
  readonly datasets: readonly DatasetIdentity[]
  readonly baselines: readonly LoadedBaseline[]
  readonly noise: NoiseRecord | null
}

/** Builds the tables of estimated and actual cost, including the cost of deciding the inconclusive comparisons. */
export function buildCostSections(
  facts: CostFacts,
  trials: readonly Trial[],
  comparisons: readonly Comparison[],
): Section[] {
  const unit = chooseMinutesUnit(facts.testbed)
  const spending = computeRunCost({ plan: facts.plan, trials, comparisons })
  return [
    buildCostEstimateSection(estimateRunCost(facts), unit, getBudget(facts.config)),
    buildRunCostSection(spending, unit),
  ]
}

/** Limits of the config in device-minutes; null: unlimited. */
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
