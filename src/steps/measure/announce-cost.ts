import { chooseMinutesUnit } from '../../domain/cost/device-minutes.ts'
import { describeCostEstimate } from '../../domain/cost/describe-cost-estimate.ts'
import type { Logger } from '../../ports/logger.ts'
import { refuseBelowFloor } from '../../judging/plan/refuse-below-floor.ts'
import { type CostFacts, getBudget, estimateRunCost } from '../../judging/plan/run-cost.ts'

/**
 * Says what the run will cost and what it can tell, before it has cost anything.
 *
 * @throws UserError when a gate is tighter than the noise allows and the config would rather refuse than widen
 */
export function announceCost(facts: CostFacts, logger: Logger): void {
  const price = estimateRunCost(facts)
  for (const sentence of describeCostEstimate(price, chooseMinutesUnit(facts.testbed), getBudget(facts.config)))
    logger.info(sentence)
  refuseBelowFloor(price, facts.config)
}
