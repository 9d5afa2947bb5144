import type { Baseline, Conditions, BaselineCase, Provenance } from '../../record/baseline.ts'
import { formatCaseId } from '../core/case.ts'
import { gpuBusyTime, parseBusyGpu } from '../core/metric.ts'
import { listTestbedDifferences } from '../testbed/testbed.ts'

/** Lists differences that forbid a comparison, as sentences; empty for comparable conditions. */
export function listConditionDifferences(base: Conditions, head: Conditions): string[] {
  const differences: string[] = []
  if (base.datasetSha256 !== head.datasetSha256)
    differences.push(`dataset ${shortenHash(base.datasetSha256)} → ${shortenHash(head.datasetSha256)}`)
  // Datasets without a hash have the same digest whatever their content, so compare their size.
  else if (base.sequences !== head.sequences) differences.push(`sequences ${base.sequences} → ${head.sequences}`)
  if (base.command.join('\0') !== head.command.join('\0'))
    differences.push(`command \`${base.command.join(' ')}\` → \`${head.command.join(' ')}\``)
  differences.push(...listVariableDifferences(base.variables, head.variables))
  if (base.resultRows !== head.resultRows)
    differences.push(`result rows ${base.resultRows ?? 'unknown'} → ${head.resultRows ?? 'unknown'}`)
  return [...differences, ...listIdentityDifferences(base.identity, head.identity)]
}

function listVariableDifferences(base: Conditions['variables'], head: Conditions['variables']): string[] {
  if (!base || !head) return []
  const names = [...new Set([...Object.keys(base), ...Object.keys(head)])].toSorted()
  return names
    .filter((name) => base[name] !== head[name])
    .map((name) => `variable ${name} ${formatVariable(base[name])} → ${formatVariable(head[name])}`)
}

function formatVariable(value: string | undefined): string {
  return value === undefined ? 'not set' : JSON.stringify(value)
}

/** Lists model files that differ between the sides, as sentences. */
export function listIdentityDifferences(base: Conditions['identity'], head: Conditions['identity']): string[] {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].toSorted()
  return paths
    .filter((path) => base[path] !== head[path])
    .map((path) => `${path}: ${shortenHash(base[path])} → ${shortenHash(head[path])}`)
}

function shortenHash(sha256: string | undefined): string {
  return sha256 ? sha256.slice(0, 12) : 'absent'
}

/** Whether the samples prove that every one of `gpus` GPUs worked in every run, under the conditions of the head. */
export function isGpuWorkProven({ metrics, conditions }: BaselineCase, head: Conditions, gpus: number): boolean {
  // A run without valid trials has no rows.
  if (listConditionDifferences(conditions, { ...head, resultRows: conditions.resultRows }).length > 0) return false
  const ofEachGpu = metrics.filter(({ name }) => parseBusyGpu(name) !== null)
  const busy = ofEachGpu.length > 0 ? ofEachGpu : metrics.filter(({ name }) => name === gpuBusyTime.name)
  return (
    busy.length > 0 &&
    busy.length >= gpus &&
    busy.every(({ samples }) => samples.length > 0 && Math.min(...samples) > 0)
  )
}

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

/** Removes cases whose id `planned` lacks, unless their samples were recorded after `before` (ISO 8601). */
export function withoutRetiredCases(baseline: Baseline, planned: ReadonlySet<string>, before: string): Baseline {
  const isKept = ({ id, provenance }: SourcedCase): boolean =>
    planned.has(id) || Date.parse(provenance.recordedAt) > Date.parse(before)
  return withCases(baseline, listSourcedCases(baseline).filter(isKept))
}

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
    cases: sorted.map(({ item, provenance }) => {
      const { provenance: _, ...samples } = item
      return { ...samples, ...(provenance.runId !== baseline.provenance.runId && { provenance }) }
    }),
  }
}

/** For equal times the greater run id counts as later, so that the order is deterministic. */
function isLater(one: Provenance, other: Provenance): boolean {
  const distance = Date.parse(one.recordedAt) - Date.parse(other.recordedAt)
  return distance > 0 || (distance === 0 && one.runId > other.runId)
}
