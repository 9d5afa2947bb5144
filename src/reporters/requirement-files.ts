import type { CaseSummary, Report } from '../domain/verdict/report.ts'
import type { DerivedValue, RequirementResult } from '../domain/verdict/requirement.ts'
import type { DatasetIdentity } from '../record/run.ts'
import { renderJson } from './json.ts'

type FigureKey = Pick<DerivedValue, 'suite' | 'axes'> & { readonly name: string }

/** The reports that VirNucPro's performance requirements name, and which figures belong to each. */
const files: Readonly<Record<string, (place: FigureKey) => boolean>> = {
  typical_sample_performance: ({ suite }) => suite === 'end-to-end' || suite === 'production',
  memory_stability: ({ suite, name }) => suite === 'memory' && /growth|memory_left|allocator/.test(name),
  memory_per_stage: ({ suite, name }) => /^(?:memory|stages)$/.test(suite) && /memory_peak/.test(name),
  memory_large_batches: ({ suite, name, axes }) =>
    suite === 'memory' && (axes['load'] === 'pressure' || /oom/.test(name)),
  persistent_models_memory: ({ suite, name, axes }) =>
    suite === 'variants' && /speedup|memory/.test(name) && /persistent/.test(String(axes['variant'] ?? '')),
  optimization_impact: ({ suite }) => suite === 'variants',
}

/**
 * Renders the texts of JSON files by name, with the file and field names that VirNucPro's requirements use. Each has its
 * figures, limits and the system. A file without figures is left out: what was not measured has no report.
 */
export function renderRequirementFiles(report: Report): Map<string, string> {
  const rendered = Object.entries(files).flatMap(([name, belongs]): [string, string][] => {
    const figures = report.derived.filter((figure) => belongs(figure))
    if (figures.length === 0) return []
    const validation = report.requirements.filter((result) => belongs({ ...result, name: result.value }))
    return [[`${name}.json`, renderJson(buildFile(name, figures, validation, report))]]
  })
  return new Map(rendered)
}

function buildFile(
  name: string,
  figures: readonly DerivedValue[],
  validation: readonly RequirementResult[],
  { runId, head, testbed, versions, derived, datasets = [], ...report }: Report,
) {
  const { devices, deviceKind } = testbed
  const gpus = deviceKind === 'gpu' ? devices : []
  const suites = new Set(figures.map(({ suite }) => suite))
  const cases = report.cases.filter(({ suite, revision }) => suites.has(suite) && revision === 'head')
  const used = new Set(cases.map(({ dataset }) => dataset))
  return {
    schemaVersion: 1,
    test_name: name,
    timestamp: readTime(runId),
    run_id: runId,
    commit: head.commit,
    duration: describeDuration(cases),
    dataset: datasets.filter((one) => used.has(one.name)).map(describeDataset),
    performance: describePerformance(figures),
    gpu_metrics: describeGpus(derived, suites),
    figures,
    validation,
    system: {
      gpu_count: gpus.length,
      gpu_names: gpus.map(({ model }) => model),
      driver_version: testbed.driverVersion,
      cuda_version: testbed.cudaVersion,
      cpu: testbed.cpuModel,
      cpu_cores: testbed.cpuCores || null,
      versions: versions?.['head'] ?? {},
    },
  }
}

/** Median wall time of each measured case. */
function describeDuration(cases: readonly CaseSummary[]) {
  return cases.flatMap(({ axes, wallSeconds }) => {
    if (!wallSeconds) return []
    const { median: seconds } = wallSeconds
    return [{ axes, seconds, hours: seconds / 3600, formatted: formatDuration(seconds) }]
  })
}

/** `12.5s`, `5m 23s`, `2h 30m 45s`: whole seconds are cut off, not rounded. */
function formatDuration(seconds: number): string {
  if (seconds < 60) return `${seconds.toFixed(1)}s`
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60)]
  return `${hours > 0 ? `${hours}h ` : ''}${minutes}m ${Math.floor(seconds % 60)}s`
}

function describeDataset({ name, kind, sequences, bytes, sha256, lengths, parameters }: DatasetIdentity) {
  const [min = null, max = null] = lengths ?? [parameters['minLength'], parameters['maxLength']]
  return { name, kind, total_sequences: sequences, min_length: min, max_length: max, total_bytes: bytes, sha256 }
}

/** Rates and projections of complete runs; a value that was not measured is null, with the reason in `figures`. */
function describePerformance(figures: readonly DerivedValue[]): object[] {
  return figures.flatMap(({ name, axes, value, interval, reason }): object[] => {
    if (name === 'projected_hours') return [{ axes, projected_hours: value, interval, reason }]
    if (name !== 'sequences_per_hour') return []
    const perSequence = value === null ? null : 3600 / value
    return [{ axes, throughput_seq_per_hour: value, time_per_sequence_seconds: perSequence }]
  })
}

const gpuFigures: Readonly<Record<string, string>> = {
  gpu_utilization: 'gpu_util_avg',
  gpu_memory_peak: 'mem_used_peak',
  gpu_stage_utilization: 'gpu_util_avg',
  stage_utilization: 'gpu_util_avg',
  stage_utilization_min: 'gpu_util_min',
  stage_utilization_max: 'gpu_util_max',
  stage_memory_min: 'mem_used_min',
  stage_memory_mean: 'mem_used_avg',
  stage_memory_peak: 'mem_used_peak',
}

/** Utilization (%) and memory (bytes) of each GPU by case, and those by stage, which the suite `stages` measures. */
function describeGpus(derived: readonly DerivedValue[], suites: ReadonlySet<string>) {
  const own = derived.filter(
    ({ suite, name, axes }) =>
      Object.hasOwn(gpuFigures, name) && axes['gpu'] !== undefined && (suites.has(suite) || suite === 'stages'),
  )
  const groups = Map.groupBy(own, ({ suite, axes }) => JSON.stringify([suite, axes]))
  return [...groups.values()].flatMap((all) => {
    const [first] = all
    if (!first) return []
    const values = all.map(({ name, value }) => [gpuFigures[name] ?? name, value] as const)
    return [{ suite: first.suite, axes: first.axes, ...Object.fromEntries(values) }]
  })
}

/** A run id begins with the time of its start, `20261122T163014Z`; null for an id without one. */
function readTime(runId: string): string | null {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(runId)
  return found ? `${found.slice(1, 4).join('-')}T${found.slice(4, 7).join(':')}Z` : null
}
