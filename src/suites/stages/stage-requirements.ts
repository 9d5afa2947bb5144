import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import type { StageDiagnosis } from './stage-diagnosis.ts'

type StagesConfig = SuiteConfig<'stages'>

const usualPacking = 0.9
/** Below the first share starved batches are usual, above the second they must be acted on. */
const starvedBands = [0.1, 0.2] as const
const rule = 'config'

/**
 * The limits that the suite's config implies. Those on what a pipeline tells apply where it tells it, or the config
 * names them.
 */
export function listStageRequirements(
  suite: StagesConfig,
  diagnoses: readonly StageDiagnosis[],
  derived: readonly DerivedValue[],
): Requirement[] {
  const isTold = (name: string): boolean => derived.some((item) => item.name === name && item.value !== null)
  const isRefused = derived.some(
    (item) => item.name === 'packing_efficiency' && /impossible|cannot be/.test(item.reason ?? ''),
  )
  const wantsPacking = suite.minPacking !== undefined || isTold('packing_efficiency') || isRefused
  return [
    ...limitUtilization(suite, diagnoses),
    ...(wantsPacking ? [limitPacking(suite)] : []),
    ...(isTold('starved_share') ? limitStarvation(suite) : []),
    ...(derived.some(({ name }) => name === 'load_imbalance') ? [limitImbalance(suite)] : []),
    captured,
  ]
}

/** Every GPU of a GPU stage by itself. Stages that the config names are asked for even where nobody saw them. */
function limitUtilization(
  { gpuStages, minUtilization, severity }: StagesConfig,
  diagnoses: readonly StageDiagnosis[],
): Requirement[] {
  const common = {
    ...buildRequirement('PERF-02', 'gpu_stage_utilization', severity),
    operator: '>=',
    limit: minUtilization,
    unit: '%',
  } as const
  if (gpuStages.length > 0) return gpuStages.map((stage) => ({ ...common, axes: { stage } }))
  return diagnoses.some(({ isGpuStage }) => isGpuStage) ? [common] : []
}

function limitPacking({ minPacking, severity }: StagesConfig): Requirement {
  const limit = minPacking ?? usualPacking
  return { ...buildRequirement('PERF-05', 'packing_efficiency', severity), operator: '>=', limit, unit: 'share' }
}

function limitStarvation({ severity }: StagesConfig): Requirement[] {
  const [usual, most] = starvedBands
  return [
    { ...buildRequirement('PERF-05-starved', 'starved_share', 'warn'), operator: '<', limit: usual, unit: 'share' },
    { ...buildRequirement('PERF-05-starved', 'starved_share', severity), operator: '<=', limit: most, unit: 'share' },
  ]
}

function limitImbalance({ maxImbalance, severity }: StagesConfig): Requirement {
  return {
    ...buildRequirement('BALANCE', 'load_imbalance', severity),
    operator: '<=',
    limit: maxImbalance,
    unit: 'share',
  }
}

const captured: Requirement = {
  ...buildRequirement('PERF-05-captured', 'telemetry_captured', 'info'),
  operator: '>=',
  limit: 1,
  unit: 'share',
}

function buildRequirement(
  id: string,
  value: string,
  severity: Requirement['severity'],
): Pick<Requirement, 'id' | 'suite' | 'value' | 'axes' | 'severity' | 'rule'> {
  return { id, suite: 'stages', value, axes: {}, severity, rule }
}
