import { wallTime } from '../core/metric.ts'
import { doesFailCheck, type Comparison } from './comparison.ts'
import type { OverallVerdict, VerdictReason } from './report.ts'
import type { RequirementResult } from './requirement.ts'

/** The result whose figures stand in the headline; the first screen does not repeat them. Null: none. */
export type Headlined =
  | { readonly kind: 'comparison'; readonly item: Comparison }
  | { readonly kind: 'limit'; readonly item: RequirementResult }
  | null

/** What the choice depends on. */
export type HeadlineSource = {
  readonly verdict: OverallVerdict
  readonly reasons: readonly VerdictReason[]
  readonly comparisons: readonly Comparison[]
  readonly requirements: readonly RequirementResult[]
}

/** The headline names at most this many reasons. */
const mostReasons = 3

/**
 * Chooses what the headline is about: the worst regression, otherwise the limit that is missed most; for a pass the
 * largest improvement; for an inconclusive run the most important open comparison, if the headline has space for it.
 */
export function chooseHeadlined(source: HeadlineSource): Headlined {
  const { verdict, comparisons, requirements } = source
  switch (verdict) {
    case 'fail':
      return toHeadlined(findMostImportant(comparisons.filter(doesFailCheck))) ?? findWorstMiss(requirements)
    case 'pass':
      return toHeadlined(findMostImportant(comparisons.filter((item) => item.isGate && item.verdict === 'improvement')))
    case 'inconclusive':
      return selectTitleReasons(source.reasons).some(({ code }) => code === 'undecided')
        ? toHeadlined(findMostImportant(comparisons.filter(isOpenWithEffect)))
        : null
    case 'error':
      return null
    default:
      return verdict satisfies never
  }
}

/** Selects the reasons that the headline names. */
export function selectTitleReasons(reasons: readonly VerdictReason[]): readonly VerdictReason[] {
  return reasons.slice(0, mostReasons)
}

/** Finds the comparison to report first: wall time, otherwise the one with the highest cost for the run. */
export function findMostImportant(comparisons: readonly Comparison[]): Comparison | null {
  return comparisons.toSorted((a, b) => rankComparison(b) - rankComparison(a))[0] ?? null
}

/** Whether a gate is inconclusive although both sides were measured. */
export function isOpenWithEffect({ isGate, verdict, effect }: Comparison): boolean {
  return isGate && verdict === 'inconclusive' && effect !== null
}

/** Distance of a value from its limit as a share of the limit; 0 without a value. */
export function computeMiss({ actual, limit }: Pick<RequirementResult, 'actual' | 'limit'>): number {
  return actual === null ? 0 : Math.abs(actual - limit) / (Math.abs(limit) || 1)
}

function rankComparison({ metric, cost, effect }: Comparison): number {
  return metric === wallTime.name ? Number.MAX_VALUE : Math.abs(cost ?? effect ?? 0)
}

function toHeadlined(item: Comparison | null): Headlined {
  return item && { kind: 'comparison', item }
}

function findWorstMiss(requirements: readonly RequirementResult[]): Headlined {
  const failed = requirements.filter((item) => item.severity === 'fail' && item.status === 'fail')
  const [worst] = failed.toSorted((a, b) => computeMiss(b) - computeMiss(a))
  return worst ? { kind: 'limit', item: worst } : null
}
