import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { DerivedValue, Requirement } from '../../domain/verdict/requirement.ts'
import { isMeasured } from '../outcomes.ts'
import type { StageDiagnosis } from './stage-diagnosis.ts'
import type { StagedPoint } from './stage-scaling.ts'

type StagesConfig = SuiteConfig<'stages'>

const defaultMinPacking = 0.9
/** Shares of starved batches: usual below the first value, a requirement fails above the second. */
const starvedBands = [0.1, 0.2] as const
const rule = 'config'

/** Lists the limits of the suite. Limits on optional pipeline figures apply when they are reported or configured. */
export function listStageRequirements(
  suite: StagesConfig,
  diagnoses: readonly StageDiagnosis[],
  { derived, points }: { readonly derived: readonly DerivedValue[]; readonly points: readonly StagedPoint[] },
): Requirement[] {
  const isTold = (name: string): boolean => derived.some((item) => item.name === name && item.value !== null)
  const wantsPacking = suite.minPacking !== undefined || isTold('packing_efficiency') || isPackingRefused(points)
  return [
    ...limitUtilization(suite, diagnoses),
    ...(wantsPacking ? [limitPacking(suite)] : []),
    ...(isTold('starved_share') ? limitStarvation(suite) : []),
    ...(derived.some(({ name }) => name === 'load_imbalance') ? [limitImbalance(suite)] : []),
    captured,
  ]
}

/** Whether a run reported a packing that could not be used; its limit must not be left out. */
function isPackingRefused(points: readonly StagedPoint[]): boolean {
  return points.some(
    ({ outcome }) =>
      isMeasured(outcome) && outcome.trials.some(({ pipeline }) => (pipeline?.packing?.reason ?? null) !== null),
  )
}

/** Applies to every GPU of a GPU stage separately. Stages that the config names are required even without samples. */
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
  const limit = minPacking ?? defaultMinPacking
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
