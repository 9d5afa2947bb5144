import type { Config } from '../config/schema.ts'
import type { Budget } from '../domain/budget.ts'
import type { Comparison } from '../domain/comparison.ts'
import type { DatasetIdentity } from '../domain/dataset.ts'
import { minutesUnit } from '../domain/device-minutes.ts'
import type { NoiseRecord } from '../domain/noise.ts'
import type { Plan } from '../domain/plan.ts'
import { priceAfter, spendingSection } from '../domain/price-after.ts'
import { priceBefore, type Price } from '../domain/price-before.ts'
import { priceSection, priceSentences } from '../domain/price-words.ts'
import type { Section } from '../domain/report.ts'
import type { Testbed } from '../domain/testbed.ts'
import type { Trial } from '../domain/trial.ts'
import type { Logger } from '../ports/logger.ts'
import type { LoadedBaseline } from './load-baselines.ts'
import { refuseBelowFloor } from './refuse-below-floor.ts'

/** What the price of a run follows from. */
export type PriceFacts = {
  readonly config: Config
  readonly plan: Plan
  readonly testbed: Testbed
  readonly datasets: readonly DatasetIdentity[]
  readonly baselines: readonly LoadedBaseline[]
  readonly noise: NoiseRecord | null
}

/**
 * Says what the run will cost and what it can tell, before it has cost anything.
 *
 * @throws UserError when a gate is tighter than the noise allows and the config would rather refuse than widen
 */
export function sayPrice(facts: PriceFacts, logger: Logger): void {
  const price = priceOf(facts)
  for (const sentence of priceSentences(price, minutesUnit(facts.testbed), budgetOf(facts.config)))
    logger.info(sentence)
  refuseBelowFloor(price, facts.config)
}

/** Tables of the price that was foreseen and of what was spent, with what the open answers would still cost. */
export function priceSections(
  facts: PriceFacts,
  trials: readonly Trial[],
  comparisons: readonly Comparison[],
): Section[] {
  const unit = minutesUnit(facts.testbed)
  const spending = priceAfter({ plan: facts.plan, trials, comparisons })
  return [priceSection(priceOf(facts), unit, budgetOf(facts.config)), spendingSection(spending, unit)]
}

/** The limits of the config, in device-minutes. */
export function budgetOf({ run, suites }: Config): Budget {
  const limits = Object.entries(suites).map(([name, suite]) => [name, suite?.gpuMinutes ?? null])
  return { run: run.gpuMinutes ?? null, suites: Object.fromEntries(limits) }
}

function priceOf({ plan, noise, baselines, datasets }: PriceFacts): Price {
  return priceBefore({
    plan,
    noise,
    baselines: baselines.flatMap(({ baseline }) => baseline ?? []),
    datasets: new Map(datasets.map(({ name, sha256 }) => [name, sha256])),
  })
}
