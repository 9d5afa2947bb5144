import type { Baseline, BaselineCase, Provenance } from './baseline.ts'
import { formatCaseId } from '../core/case.ts'
import { listTestbedDifferences } from '../testbed/testbed-fields.ts'

/**
 * Two baselines of one testbed and suite as one: of each case the samples that were taken later. The order of the two
 * does not matter, so that refreshes that meet end up with the same file whoever writes last. Samples of a machine that has
 * changed since are worth nothing beside those of today: then the later file stands alone.
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

/** The baseline without the cases that a plan of its suite no longer has; those of a later run stay. */
export function withoutRetiredCases(baseline: Baseline, planned: ReadonlySet<string>, before: string): Baseline {
  const isKept = ({ id, provenance }: SourcedCase): boolean =>
    planned.has(id) || Date.parse(provenance.recordedAt) > Date.parse(before)
  return withCases(baseline, listSourcedCases(baseline).filter(isKept))
}

/** A case with where it comes from, said for each alike. */
type SourcedCase = { readonly id: string; readonly item: BaselineCase; readonly provenance: Provenance }

function listSourcedCases(baseline: Baseline): SourcedCase[] {
  return baseline.cases.map((item) => ({
    id: formatCaseId({ suite: baseline.suite, benchmark: item.benchmark, axes: item.axes }),
    item,
    provenance: item.provenance ?? baseline.provenance,
  }))
}

/** What comes from the run of the whole file does not repeat it. */
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

/** Of two runs of the same moment the one with the greater id counts as the later, whoever asks. */
function isLater(one: Provenance, other: Provenance): boolean {
  const distance = Date.parse(one.recordedAt) - Date.parse(other.recordedAt)
  return distance > 0 || (distance === 0 && one.runId > other.runId)
}
