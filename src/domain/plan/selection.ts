import { type CaseKey, formatCaseId } from '../core/case.ts'
import { UserError } from '../core/errors.ts'
import type { Plan, PlannedCase } from './plan.ts'
import type { Selection } from '../../record/plan.ts'

/**
 * Returns the ids of the selected cases. A pattern that matches one case also selects those that must be measured with
 * it (see `groupComparedCases`). `fullPlan` is the plan for a machine with enough devices, so that the selection is the
 * same on every machine.
 */
export function selectCaseIds(fullPlan: Plan, { only }: Selection): ReadonlySet<string> {
  const groups = groupComparedCases(fullPlan).filter((group) =>
    group.some((planned) => only.some((pattern) => isPatternMatch(planned.id, pattern))),
  )
  return new Set(groups.flat().map(({ id }) => id))
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

/** A case that no machine can run, such as one of a missing revision, is reported by the jobs that have its suite. */
function isSuiteHere(key: CaseKey, fullPlan: Plan, ids: ReadonlySet<string>, { only }: Selection): boolean {
  const ofSuite = fullPlan.cases.filter((planned) => planned.key.suite === key.suite)
  if (ofSuite.length > 0) return ofSuite.some(({ id }) => ids.has(id))
  return only.some((pattern) => isPatternMatch(formatCaseId(key), pattern))
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

/** Parses the patterns of a user or a job matrix; null without any: everything is selected. @throws UserError for blank ones only */
export function parseSelection(only: readonly string[]): Selection | null {
  if (only.length === 0) return null
  const patterns = only.map((pattern) => pattern.trim()).filter((pattern) => pattern !== '')
  if (patterns.length > 0) return { only: patterns }
  throw new UserError('--only is empty', 'Give patterns of case ids; without --only every case is selected.')
}

/**
 * Groups the cases that one run must measure together: both sides of a comparison, the cases of a ladder, cases whose
 * results are compared, and interleaved cases with the same device count. Different GPU counts of a suite may be
 * split, because a speed-up is much larger than the difference between two equal machines. Keeps the order of the
 * plan.
 */
export function groupComparedCases({ cases, comparisons, ladders = [] }: Plan): PlannedCase[][] {
  const places = new Map(cases.map(({ id }, index) => [id, index]))
  const parents = cases.map((_, index) => index)
  const findRoot = (index: number): number => {
    let root = index
    while (parents[root] !== root) root = parents[root] ?? root
    return root
  }
  const join = (ids: readonly string[]): void => {
    const roots = ids.flatMap((id) => places.get(id) ?? []).map(findRoot)
    const first = Math.min(...roots)
    for (const root of roots) parents[root] = first
  }
  for (const { head, base } of comparisons) join([head, base])
  for (const ladder of ladders) join(ladder.cases)
  const turns = Map.groupBy(cases, ({ interleaveGroup, gpus }) => `${gpus.length} ${interleaveGroup}`)
  for (const group of turns.values()) join(group.map(({ id }) => id))
  for (const { id, tables } of cases) join([id, ...(tables?.against ?? []), ...(tables?.standsFor ?? [])])
  return [...Map.groupBy(cases, ({ id }) => findRoot(places.get(id) ?? 0)).values()]
}
