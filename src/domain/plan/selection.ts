import { formatCaseId, type CaseKey } from '../core/case.ts'
import { groupComparedCases } from './group-compared-cases.ts'
import type { Plan } from './plan.ts'
import { partitionByWeight } from './partition-by-weight.ts'

/** One of several equal parts of a plan, counted from 1: `2/5`. */
export type Shard = { readonly index: number; readonly of: number }

/** The part of a plan that one job measures. */
export type Selection = {
  /** Patterns of case ids, `*` stands for any text; empty: every case. */
  readonly only: readonly string[]
  /** Null: all that `only` leaves. */
  readonly shard: Shard | null
}

/**
 * The ids of the cases that a selection means, in a plan for a machine with devices enough for every case: what a job
 * measures must not depend on the machine it happens to run on. Cases that are compared, on one ladder or held to the same
 * answers never part: a pattern that meets one of them takes them all.
 */
export function selectCaseIds(whole: Plan, { only, shard }: Selection): ReadonlySet<string> {
  const groups = groupComparedCases(whole).filter(
    (group) =>
      only.length === 0 || group.some((planned) => only.some((pattern) => isPatternMatch(planned.id, pattern))),
  )
  const weighed = groups.map((group) => ({
    ids: group.map(({ id }) => id),
    weight: group.reduce((sum, { warmups, repeats }) => sum + warmups + repeats, 0),
  }))
  const dealt = shard === null ? weighed : (partitionByWeight(weighed, shard.of)[shard.index - 1] ?? [])
  return new Set(dealt.flatMap(({ ids }) => ids))
}

/** The part of a plan for this machine that a selection means; `whole` is the plan for one with devices enough. */
export function selectPlanPart(plan: Plan, whole: Plan, selection: Selection): Plan {
  const ids = selectCaseIds(whole, selection)
  const ladders = (plan.ladders ?? []).filter(({ cases }) => cases.every((id) => ids.has(id)))
  const known = new Set(whole.cases.map(({ id }) => id))
  const isMissedHere = (key: CaseKey): boolean =>
    known.has(formatCaseId(key)) ? ids.has(formatCaseId(key)) : isSuiteHere(key, whole, ids, selection)
  return {
    cases: plan.cases.filter(({ id }) => ids.has(id)),
    notTested: plan.notTested.filter(({ key }) => isMissedHere(key)),
    comparisons: plan.comparisons.filter(({ head, base }) => ids.has(head) && ids.has(base)),
    ...(ladders.length > 0 && { ladders }),
  }
}

/**
 * What no machine could run, such as a revision that does not exist, is told by whoever has the suite; by the first
 * job when nobody has.
 */
function isSuiteHere(key: CaseKey, whole: Plan, ids: ReadonlySet<string>, { only, shard }: Selection): boolean {
  const ofSuite = whole.cases.filter((planned) => planned.key.suite === key.suite)
  if (ofSuite.length > 0) return ofSuite.some(({ id }) => ids.has(id))
  const isMeant = only.length === 0 || only.some((pattern) => isPatternMatch(formatCaseId(key), pattern))
  return isMeant && (shard === null || shard.index === 1)
}

/** Whether an id is what a pattern means: `*` stands for any text, everything else for itself. */
export function isPatternMatch(id: string, pattern: string): boolean {
  const [first = '', ...rest] = pattern.split('*')
  if (rest.length === 0) return id === pattern
  if (!id.startsWith(first)) return false
  const last = rest.at(-1) ?? ''
  let from = first.length
  for (const piece of rest.slice(0, -1)) {
    const at = id.indexOf(piece, from)
    if (at < 0) return false
    from = at + piece.length
  }
  return id.length - last.length >= from && id.endsWith(last)
}

/** `2/5`. */
function formatShard({ index, of }: Shard): string {
  return `${index}/${of}`
}

/** How a person names a selection: `shard 2/5 of scaling/*`. */
export function formatSelection({ only, shard }: Selection): string {
  const what = only.length === 0 ? 'all cases' : only.length > 3 ? `${only.length} patterns` : only.join(', ')
  return shard === null ? what : `shard ${formatShard(shard)} of ${what}`
}
