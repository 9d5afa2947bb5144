import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { createPlan } from '../../domain/plan/plan.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { DerivedValue } from '../../domain/verdict/requirement.ts'
import { isMeasured } from '../outcomes.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import { diagnoseStage, type StageDiagnosis } from './stage-diagnosis.ts'
import { buildStageFigures, type StageFigures } from './stage-figures.ts'
import { listStageRequirements } from './stage-requirements.ts'
import { deriveStageScaling, type StagedPoint } from './stage-scaling.ts'
import { buildStageSections } from './stage-sections.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'
import { deriveThroughputFigures } from './throughput-figures.ts'
import { listUnreachableLimits } from './unreachable-limits.ts'

type StagesConfig = SuiteConfig<'stages'>

/** Measures the time of each stage, diagnoses bottlenecks, and derives the scaling limits of the pipeline. */
export const stages: Suite<StagesConfig> = {
  usesBaselines: true,

  plan(input) {
    const counts = listGpuCounts(input.suite)
    const notTested = counts.flatMap(
      (count) => checkDeviceCount(buildCaseKey(input, count), count, input.devices) ?? [],
    )
    const { config, suite, devices } = input
    const cases = counts
      .filter((count) => count <= devices.length)
      .map((gpuCount) => ({
        ...planCase({ config, suite, devices, gpuCount, key: buildCaseKey(input, gpuCount), group: 'stages' }),
        watchesHost: true as const,
      }))
    return createPlan(cases, notTested)
  },

  judge(input) {
    const points = listStagedPoints(input)
    const diagnoses = diagnosePoints(points, input)
    const scaling = deriveStageScaling(points, {
      suite: 'stages',
      benchmark: input.config.pipeline.name,
      parallelStages: input.suite.parallelStages,
      confidence: input.policy.confidence,
    })
    const derived = [
      ...diagnoses.flatMap((one) => deriveStageFigures(one, points, input)),
      ...points.flatMap((point) => derivePointFigures(point, input)),
      ...scaling.derived,
    ]
    return {
      derived,
      requirements: listStageRequirements(input.suite, diagnoses, { derived, points }),
      comparisons: [],
      findings: [...listUnreportedPoints(points), ...listUnreachableLimits(scaling.derived, input.config)],
      sections: buildStageSections({ diagnoses, derived, scaling, points, maxShare: input.suite.maxShare }),
    }
  },
}

/** Sorts GPU counts as numbers; several counts include the 1-GPU base. */
function listGpuCounts({ gpus }: StagesConfig): number[] {
  const counts = new Set(gpus)
  return [...(counts.size > 1 ? new Set([1, ...counts]) : counts)].toSorted((a, b) => a - b)
}

function buildCaseKey({ config }: Pick<PlanInput<StagesConfig>, 'config'>, gpus: number): CaseKey {
  return { suite: 'stages', benchmark: config.pipeline.name, axes: { gpus } }
}

function listStagedPoints(input: JudgeInput<StagesConfig>): StagedPoint[] {
  return listGpuCounts(input.suite).map((gpus) => {
    const outcome = input.outcomes.find(({ planned }) => planned.key.axes['gpus'] === gpus)
    const point = { gpus, key: buildCaseKey(input, gpus), outcome }
    return { ...point, stages: buildStageFigures(point, input.devices) }
  })
}

function diagnosePoints(
  points: readonly StagedPoint[],
  { suite, cpuCores }: JudgeInput<StagesConfig>,
): StageDiagnosis[] {
  const base = points.find(({ gpus }) => gpus === 1)?.stages ?? []
  const findBase = (stage: StageFigures): StageFigures | null => base.find((one) => one.stage === stage.stage) ?? null
  const rules = { ...suite, cpuCores: cpuCores ?? null }
  return points.flatMap(({ gpus, stages: all }) =>
    all.map((stage) => diagnoseStage(gpus, stage, findBase(stage), rules)),
  )
}

/** Derives the figures of one stage for requirements, except time and share, which every case has. */
function deriveStageFigures(
  { figures, gpus: count, isGpuStage }: StageDiagnosis,
  points: readonly StagedPoint[],
  input: JudgeInput<StagesConfig>,
): DerivedValue[] {
  const key = buildCaseKey(input, count)
  const common = { ...key, interval: null, isSuspicious: false, isDeclared: false }
  const axes = { ...key.axes, stage: figures.stage }
  const ofGpu = figures.gpus.flatMap(({ gpu, utilizationPercent, smActivity, memoryPeakBytes }): DerivedValue[] => {
    const buildFigure = (name: string, unit: string, value: number | null): DerivedValue => {
      const reason = value === null ? 'not offered by the monitor, or the stage was too short for a sample' : null
      return { ...common, axes: { ...axes, gpu }, name, unit, value, reason }
    }
    return [
      buildFigure(isGpuStage ? 'gpu_stage_utilization' : 'stage_utilization', '%', utilizationPercent),
      buildFigure('stage_sm_activity', 'share', smActivity),
      buildFigure('stage_memory_peak', 'B', memoryPeakBytes),
    ]
  })
  return [deriveStageRate(figures, { ...common, axes }, points, input), ...ofGpu]
}

/** Sequences per second of a stage, from the sequences in its batches if reported, otherwise from the input. */
function deriveStageRate(
  { shards, seconds }: StageFigures,
  common: Omit<DerivedValue, 'name' | 'unit' | 'value' | 'reason'>,
  points: readonly StagedPoint[],
  input: JudgeInput<StagesConfig>,
): DerivedValue {
  const counted = shards.map(({ sequences }) => sequences)
  const own =
    counted.length > 0 && !counted.includes(null) ? counted.reduce<number>((sum, one) => sum + (one ?? 0), 0) : null
  const count = own ?? findSequences(points, input)
  const named = { ...common, name: 'stage_rate', unit: 'sequences/s' }
  if (count === null) return { ...named, value: null, reason: 'the size of the dataset is unknown' }
  if (!(seconds > 0)) return { ...named, value: null, reason: 'the stage time is 0 s' }
  const reason = own === null ? 'input sequences / stage time' : 'sequences in the batches of the stage / stage time'
  return { ...named, value: count / seconds, reason }
}

function findSequences(points: readonly StagedPoint[], input: JudgeInput<StagesConfig>): number | null {
  const name = points.find(({ outcome }) => outcome)?.outcome?.planned.dataset
  return input.datasets.find((dataset) => dataset.name === name)?.sequences ?? null
}

function derivePointFigures(
  { outcome, key, stages: own }: StagedPoint,
  input: JudgeInput<StagesConfig>,
): DerivedValue[] {
  if (!isMeasured(outcome)) return []
  const sequences = input.datasets.find(({ name }) => name === outcome.planned.dataset)?.sequences ?? null
  return deriveThroughputFigures({ key, outcome, stages: own, sequences })
}

/** Reports measured points without stage times as missing, so that they cannot pass. */
function listUnreportedPoints(points: readonly StagedPoint[]): Finding[] {
  return points.flatMap(({ outcome, stages: own, gpus }): Finding[] =>
    isMeasured(outcome) && own.length === 0
      ? [
          {
            kind: 'missing',
            subject: `stages gpus=${gpus}`,
            reason: 'the pipeline reported no stage times; see pipeline.telemetry',
          },
        ]
      : [],
  )
}
