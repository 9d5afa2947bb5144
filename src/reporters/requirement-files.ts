import type { DerivedValue, RequirementResult } from '../domain/verdict/requirement.ts'
import type { Report } from '../domain/verdict/report.ts'
import { renderJson } from './json.ts'

type FigureKey = Pick<DerivedValue, 'suite' | 'axes'> & { readonly name: string }

/** One file per report of the requirements, with the figures that belong to it. */
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
 * Renders the report as JSON files under the names that the requirements use, each with its figures, limits and the
 * system. A file without figures is left out: what was not measured has no report.
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
  { runId, head, testbed, versions }: Report,
) {
  const { devices, deviceKind, driverVersion, cudaVersion, cpuModel, cpuCores } = testbed
  const gpus = deviceKind === 'gpu' ? devices : []
  return {
    schemaVersion: 1,
    test_name: name,
    timestamp: readTime(runId),
    run_id: runId,
    commit: head.commit,
    figures,
    validation,
    system: {
      gpu_count: gpus.length,
      gpu_names: gpus.map(({ model }) => model),
      driver_version: driverVersion,
      cuda_version: cudaVersion,
      cpu: cpuModel,
      cpu_cores: cpuCores,
      versions: versions?.['head'] ?? {},
    },
  }
}

/** A run id begins with the time of its start, `20261122T163014Z`; null for an id without one. */
function readTime(runId: string): string | null {
  const found = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(runId)
  return found ? `${found.slice(1, 4).join('-')}T${found.slice(4, 7).join(':')}Z` : null
}
