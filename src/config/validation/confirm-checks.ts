import { fewestExactPairs } from '../../domain/detection/pair/pair-rule.ts'
import type { Problem } from './problem.ts'
import type { ValidParts } from './valid-parts.ts'

/** Checks that the limits allow the pairs of an exact confirmation. */
export function checkConfirmation({ comparison, run, suites }: ValidParts): Problem[] {
  if (comparison?.confirm !== 'exact') return []
  const limits = [
    { path: ['run', 'maxRepeats'], most: run ? Math.max(run.maxRepeats, run.repeats) : undefined },
    ...Object.entries(suites).map(([suite, config]) => ({
      path: ['suites', suite, 'maxRepeats'],
      most: config && 'maxRepeats' in config ? config.maxRepeats : undefined,
    })),
  ]
  return limits.flatMap(({ path, most }): Problem[] =>
    most === undefined || most >= fewestExactPairs
      ? []
      : [{ path, at: 'value', text: `is ${most}; comparison.confirm: exact needs ${fewestExactPairs} or more` }],
  )
}
