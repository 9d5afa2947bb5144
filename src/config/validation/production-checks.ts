import type { Problem } from './problem.ts'
import type { ValidParts } from './valid-parts.ts'

const path = ['suites', 'production'] as const

/**
 * Checks that the time limits allow a production run to reach its goal, and that the first interim check comes before
 * it.
 */
export function checkProduction({ suites: { production }, pipeline }: ValidParts): Problem[] {
  if (!production) return []
  const { goal, timeoutMinutes, firstLookMinutes } = production
  const limit = timeoutMinutes ?? pipeline?.timeoutMinutes ?? null
  if (!goal) return []
  const goalMinutes = goal.hours * (1 + goal.tolerance) * 60
  const early: Problem[] =
    limit !== null && limit <= goalMinutes
      ? [
          {
            path: [...path, ...(timeoutMinutes === undefined ? [] : ['timeoutMinutes'])],
            at: timeoutMinutes === undefined ? 'key' : 'value',
            text: `would be stopped after ${limit} minutes, before its goal of ${goal.hours} h; set timeoutMinutes to ${Math.ceil(goalMinutes * 1.5)} or more`,
          },
        ]
      : []
  const late: Problem[] =
    firstLookMinutes >= goalMinutes
      ? [
          {
            path: [...path, 'firstLookMinutes'],
            at: 'value',
            text: 'is later than the goal, so no check would happen before it',
          },
        ]
      : []
  return [...early, ...late]
}
