import { minutesUnit } from '../../domain/cost/device-minutes.ts'
import { priceSentences } from '../../domain/cost/price-words.ts'
import type { Logger } from '../../ports/logger.ts'
import { refuseBelowFloor } from '../../judging/plan/refuse-below-floor.ts'
import { type PriceFacts, budgetOf, priceOf } from '../../judging/plan/price-of-run.ts'

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
