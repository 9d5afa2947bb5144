import { chooseMinutesUnit, describeCostEstimate } from '../../domain/cost/cost-estimate.ts'
import type { Logger } from '../../ports/logger.ts'
import { refuseBelowFloor } from '../../judging/plan/refuse-run.ts'
import { type CostFacts, getBudget, estimateRunCost } from '../../judging/plan/run-cost.ts'

/**
 * Logs the estimated cost and sensitivity of the run before it starts.
 *
 * @throws UserError when a gate is tighter than the noise allows and the config forbids widening it
 */
export function announceCost(facts: CostFacts, logger: Logger): void {
  const price = estimateRunCost(facts)
  for (const sentence of describeCostEstimate(price, chooseMinutesUnit(facts.testbed), getBudget(facts.config)))
    logger.info(sentence)
  refuseBelowFloor(price, facts.config)
}
