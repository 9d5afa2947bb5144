import { formatCaseId, type CaseKey } from '../core/case.ts'
import { groupComparedCases } from './group-compared-cases.ts'
import type { Plan } from './plan.ts'
import { partitionByWeight } from './partition-by-weight.ts'
import type { Selection } from '../../record/plan.ts'

/** One of several equal parts of a plan, counted from 1: `2/5`. */
export type Shard = { readonly index: number; readonly of: number }

/**
 * Selects case ids from a plan for a machine with enough devices, so that a job does not depend on its machine. Cases
 * that are compared, on one ladder or checked against the same results stay together: a pattern that matches one
 * selects all.
 */
export function selectCaseIds(fullPlan: Plan, { only, shard }: Selection): ReadonlySet<string> {
  const groups = groupComparedCases(fullPlan).filter(
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

/** Selects a part of the plan for this machine; `fullPlan` is the plan for a machine with enough devices. */
export function selectPlanPart(plan: Plan, fullPlan: Plan, selection: Selection): Plan {
  const ids = selectCaseIds(fullPlan, selection)
  const ladders = (plan.ladders ?? []).filter(({ cases }) => cases.every((id) => ids.has(id)))
  const known = new Set(fullPlan.cases.map(({ id }) => id))
  const isMissedHere = (key: CaseKey): boolean =>
    known.has(formatCaseId(key)) ? ids.has(formatCaseId(key)) : isSuiteHere(key, fullPlan, ids, selection)
  return {
    cases: plan.cases.filter(({ id }) => ids.has(id)),
    notTested: plan.notTested.filter(({ key }) => isMissedHere(key)),
    comparisons: plan.comparisons.filter(({ head, base }) => ids.has(head) && ids.has(base)),
    ...(ladders.length > 0 && { ladders }),
  }
}

/**
 * A case that no machine can run, such as one of a missing revision, is reported by the job that has its suite, else
 * by the first job.
 */
function isSuiteHere(key: CaseKey, fullPlan: Plan, ids: ReadonlySet<string>, { only, shard }: Selection): boolean {
  const ofSuite = fullPlan.cases.filter((planned) => planned.key.suite === key.suite)
  if (ofSuite.length > 0) return ofSuite.some(({ id }) => ids.has(id))
  const isMeant = only.length === 0 || only.some((pattern) => isPatternMatch(formatCaseId(key), pattern))
  return isMeant && (shard === null || shard.index === 1)
}

/** Whether an id matches a pattern; `*` matches any text. */
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

/** Describes a selection: `shard 2/5 of scaling/*`. */
export function formatSelection({ only, shard }: Selection): string {
  const what = only.length === 0 ? 'all cases' : only.length > 3 ? `${only.length} patterns` : only.join(', ')
  return shard === null ? what : `shard ${formatShard(shard)} of ${what}`
}
