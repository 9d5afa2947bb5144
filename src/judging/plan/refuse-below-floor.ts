import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { CostEstimate } from '../../domain/cost/cost-estimate.ts'

/**
 * Stops a run before it starts when the minimum effect is below the noise floor and `comparison.whenBelowFloor` is
 * `refuse`.
 *
 * @throws UserError that lists every such comparison
 */
export function refuseBelowFloor(price: CostEstimate, { comparison }: Config): void {
  if (comparison.whenBelowFloor !== 'refuse') return
  const tight = price.comparisons.flatMap(({ notes }) => notes)
  if (tight.length === 0) return
  throw new UserError(
    `comparison.minEffect is below the minimum detectable effect of this machine:\n  ${tight.join('\n  ')}`,
    'Raise comparison.minEffect or run.maxRepeats, gate on a quieter metric, or set comparison.whenBelowFloor to widen.',
  )
}
