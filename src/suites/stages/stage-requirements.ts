import type { SuiteConfigs } from '../../config/schema/schema.ts'
import type { Derived, Requirement } from '../../domain/verdict/requirement.ts'
import type { StageDiagnosis } from './stage-diagnosis.ts'

type StagesConfig = NonNullable<SuiteConfigs['stages']>

const usualPacking = 0.9
/** Below the first share starved batches are usual, above the second they must be acted on. */
const starvedBands = [0.1, 0.2] as const
const rule = 'config'

/**
 * The limits that the suite's config implies. Those on what a pipeline tells apply where it tells it, or the config
 * names them.
 */
export function stageRequirements(
  suite: StagesConfig,
  diagnoses: readonly StageDiagnosis[],
  derived: readonly Derived[],
): Requirement[] {
  const isTold = (name: string): boolean => derived.some((item) => item.name === name && item.value !== null)
  const isRefused = derived.some(
    (item) => item.name === 'packing_efficiency' && /impossible|cannot be/.test(item.reason ?? ''),
  )
  const wantsPacking = suite.minPacking !== undefined || isTold('packing_efficiency') || isRefused
  return [
    ...utilization(suite, diagnoses),
    ...(wantsPacking ? [packing(suite)] : []),
    ...(isTold('starved_share') ? starvation(suite) : []),
    ...(derived.some(({ name }) => name === 'load_imbalance') ? [balance(suite)] : []),
    captured,
  ]
}

/** Every GPU of a GPU stage by itself. Stages that the config names are asked for even where nobody saw them. */
function utilization(
  { gpuStages, minUtilization, severity }: StagesConfig,
  diagnoses: readonly StageDiagnosis[],
): Requirement[] {
  const common = {
    ...base('PERF-02', 'gpu_stage_utilization', severity),
    operator: '>=',
    limit: minUtilization,
    unit: '%',
  } as const
  if (gpuStages.length > 0) return gpuStages.map((stage) => ({ ...common, axes: { stage } }))
  return diagnoses.some(({ isGpuStage }) => isGpuStage) ? [common] : []
}

function packing({ minPacking, severity }: StagesConfig): Requirement {
  const limit = minPacking ?? usualPacking
  return { ...base('PERF-05', 'packing_efficiency', severity), operator: '>=', limit, unit: 'share' }
}

function starvation({ severity }: StagesConfig): Requirement[] {
  const [usual, most] = starvedBands
  return [
    { ...base('PERF-05-starved', 'starved_share', 'warn'), operator: '<', limit: usual, unit: 'share' },
    { ...base('PERF-05-starved', 'starved_share', severity), operator: '<=', limit: most, unit: 'share' },
  ]
}

function balance({ maxImbalance, severity }: StagesConfig): Requirement {
  return { ...base('BALANCE', 'load_imbalance', severity), operator: '<=', limit: maxImbalance, unit: 'share' }
}

const captured: Requirement = {
  ...base('PERF-05-captured', 'telemetry_captured', 'info'),
  operator: '>=',
  limit: 1,
  unit: 'share',
}

function base(
  id: string,
  value: string,
  severity: Requirement['severity'],
): Pick<Requirement, 'id' | 'suite' | 'value' | 'axes' | 'severity' | 'rule'> {
  return { id, suite: 'stages', value, axes: {}, severity, rule }
}
