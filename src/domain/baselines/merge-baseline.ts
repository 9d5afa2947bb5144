import type { Baseline } from './baseline.ts'
import { formatCaseId } from '../core/case.ts'
import { listTestbedDifferences } from '../testbed/testbed-fields.ts'
import type { BaselineCase, Provenance } from '../../record/baseline.ts'

/**
 * Merges two baselines of one testbed and suite: for each case the later samples. Symmetric, so that concurrent
 * refreshes give the same file in any order. If the machine changed, the later file replaces the earlier one, because
 * old samples are no longer comparable.
 */
export function mergeBaselines(one: Baseline, other: Baseline): Baseline {
  const [newer, older] = isLater(one.provenance, other.provenance) ? [one, other] : [other, one]
  if (listTestbedDifferences(newer.testbed, older.testbed).length > 0) return newer
  const cases = new Map<string, SourcedCase>()
  for (const item of [...listSourcedCases(newer), ...listSourcedCases(older)]) {
    const known = cases.get(item.id)
    if (!known || isLater(item.provenance, known.provenance)) cases.set(item.id, item)
  }
  return withCases(newer, [...cases.values()])
}

/** Removes cases that the plan of the suite no longer has; cases of a later run stay. */
export function withoutRetiredCases(baseline: Baseline, planned: ReadonlySet<string>, before: string): Baseline {
  const isKept = ({ id, provenance }: SourcedCase): boolean =>
    planned.has(id) || Date.parse(provenance.recordedAt) > Date.parse(before)
  return withCases(baseline, listSourcedCases(baseline).filter(isKept))
}

/** A case with its provenance. */
type SourcedCase = { readonly id: string; readonly item: BaselineCase; readonly provenance: Provenance }

function listSourcedCases(baseline: Baseline): SourcedCase[] {
  return baseline.cases.map((item) => ({
    id: formatCaseId({ suite: baseline.suite, benchmark: item.benchmark, axes: item.axes }),
    item,
    provenance: item.provenance ?? baseline.provenance,
  }))
}

/** Cases from the run of the file itself do not repeat its provenance. */
function withCases(baseline: Baseline, cases: readonly SourcedCase[]): Baseline {
  const sorted = cases.toSorted((a, b) => (a.id < b.id ? -1 : Number(a.id > b.id)))
  return {
    ...baseline,
    cases: sorted.map(({ item: { benchmark, axes, conditions, metrics }, provenance }) => ({
      benchmark,
      axes,
      conditions,
      metrics,
      ...(provenance.runId !== baseline.provenance.runId && { provenance }),
    })),
  }
}

/** For equal times the greater run id counts as later, so that the order is deterministic. */
function isLater(one: Provenance, other: Provenance): boolean {
  const distance = Date.parse(one.recordedAt) - Date.parse(other.recordedAt)
  return distance > 0 || (distance === 0 && one.runId > other.runId)
}
