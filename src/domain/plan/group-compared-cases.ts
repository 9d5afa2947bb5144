import type { Plan, PlannedCase } from './plan.ts'

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
  for (const group of Map.groupBy(cases, formatTurnKey).values()) join(group.map(({ id }) => id))
  for (const { id, tables } of cases) join([id, ...(tables?.against ?? []), ...(tables?.standsFor ?? [])])
  return [...Map.groupBy(cases, ({ id }) => findRoot(places.get(id) ?? 0)).values()]
}

function formatTurnKey({ interleaveGroup, gpus }: PlannedCase): string {
  return `${gpus.length} ${interleaveGroup}`
}
