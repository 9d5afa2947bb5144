import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { CostEstimate } from '../../domain/cost/cost-estimate.ts'

/**
 * Ends a run before it has cost anything when a gate is tighter than the noise allows and the config would rather have no
 * answer than a wider one.
 *
 * @throws UserError with every such gate
 */
export function refuseBelowFloor(price: CostEstimate, { comparison }: Config): void {
  if (comparison.whenBelowFloor !== 'refuse') return
  const tight = price.comparisons.flatMap(({ notes }) => notes)
  if (tight.length === 0) return
  throw new UserError(
    `comparison.minEffect is below what this machine can tell:\n  ${tight.join('\n  ')}`,
    'Raise comparison.minEffect or run.maxRepeats, gate on a quieter metric, or set comparison.whenBelowFloor to widen.',
  )
}
