import type { SuiteConfigs } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { planOf } from '../../domain/plan/plan.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { Derived } from '../../domain/verdict/requirement.ts'
import { isMeasured } from '../outcomes.ts'
import { lackingDevices, planCase } from '../planned-case.ts'
import { diagnose, type StageDiagnosis } from './stage-diagnosis.ts'
import { stageFigures, type StageFigures } from './stage-figures.ts'
import { stageRequirements } from './stage-requirements.ts'
import { stageScaling, type StagedPoint } from './stage-scaling.ts'
import { stageSections } from './stage-sections.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'
import { throughputFigures } from './throughput-figures.ts'
import { unreachableLimits } from './unreachable-limits.ts'

type StagesConfig = NonNullable<SuiteConfigs['stages']>

/** Where does the time go, what holds each stage back, and how far can the whole get with more GPUs? */
export const stages: Suite<StagesConfig> = {
  usesBaselines: true,

  plan(input) {
    const counts = gpuCounts(input.suite)
    const notTested = counts.flatMap((count) => lackingDevices(keyOf(input, count), count, input.devices) ?? [])
    const { config, suite, devices } = input
    const cases = counts
      .filter((count) => count <= devices.length)
      .map((gpuCount) => ({
        ...planCase({ config, suite, devices, gpuCount, key: keyOf(input, gpuCount), group: 'stages' }),
        watchesHost: true as const,
      }))
    return planOf(cases, notTested)
  },

  judge(input) {
    const points = stagedPoints(input)
    const diagnoses = diagnosesOf(points, input)
    const scaling = stageScaling(points, {
      suite: 'stages',
      benchmark: input.config.pipeline.name,
      parallelStages: input.suite.parallelStages,
      confidence: input.policy.confidence,
    })
    const derived = [
      ...diagnoses.flatMap((one) => stageDerived(one, points, input)),
      ...points.flatMap((point) => pointFigures(point, input)),
      ...scaling.derived,
    ]
    return {
      derived,
      requirements: stageRequirements(input.suite, diagnoses, derived),
      comparisons: [],
      findings: [...untold(points), ...unreachableLimits(scaling.derived, input.config)],
      sections: stageSections({ diagnoses, derived, scaling, points, maxShare: input.suite.maxShare }),
    }
  },
}

/** Ascending numbers; one count alone needs no 1-GPU run. */
function gpuCounts({ gpus }: StagesConfig): number[] {
  const counts = new Set(gpus)
  return [...(counts.size > 1 ? new Set([1, ...counts]) : counts)].toSorted((a, b) => a - b)
}

function keyOf({ config }: Pick<PlanInput<StagesConfig>, 'config'>, gpus: number): CaseKey {
  return { suite: 'stages', benchmark: config.pipeline.name, axes: { gpus } }
}

function stagedPoints(input: JudgeInput<StagesConfig>): StagedPoint[] {
  return gpuCounts(input.suite).map((gpus) => {
    const outcome = input.outcomes.find(({ planned }) => planned.key.axes['gpus'] === gpus)
    const point = { gpus, key: keyOf(input, gpus), outcome }
    return { ...point, stages: stageFigures(point, input.devices) }
  })
}

function diagnosesOf(points: readonly StagedPoint[], { suite, cpuCores }: JudgeInput<StagesConfig>): StageDiagnosis[] {
  const base = points.find(({ gpus }) => gpus === 1)?.stages ?? []
  const baseOf = (stage: StageFigures): StageFigures | null => base.find((one) => one.stage === stage.stage) ?? null
  const rules = { ...suite, cpuCores: cpuCores ?? null }
  return points.flatMap(({ gpus, stages: all }) => all.map((stage) => diagnose(gpus, stage, baseOf(stage), rules)))
}

/** Figures of one stage by name for requirements; seconds and share have theirs already. */
function stageDerived(
  { figures, gpus: count, isGpuStage }: StageDiagnosis,
  points: readonly StagedPoint[],
  input: JudgeInput<StagesConfig>,
): Derived[] {
  const key = keyOf(input, count)
  const common = { ...key, interval: null, isSuspicious: false, isDeclared: false }
  const axes = { ...key.axes, stage: figures.stage }
  const ofGpu = figures.gpus.flatMap(({ gpu, utilizationPercent, smActivity, memoryPeakBytes }): Derived[] => {
    const part = (name: string, unit: string, value: number | null): Derived => {
      const reason = value === null ? 'not offered by the monitor, or the stage was too short for a sample' : null
      return { ...common, axes: { ...axes, gpu }, name, unit, value, reason }
    }
    return [
      part(isGpuStage ? 'gpu_stage_utilization' : 'stage_utilization', '%', utilizationPercent),
      part('stage_sm_activity', 'share', smActivity),
      part('stage_memory_peak', 'B', memoryPeakBytes),
    ]
  })
  return [rateOf(figures, { ...common, axes }, points, input), ...ofGpu]
}

/** Sequences that the stage's own batches counted, else those of the input; which one is said (I-130). */
function rateOf(
  { shards, seconds }: StageFigures,
  common: Omit<Derived, 'name' | 'unit' | 'value' | 'reason'>,
  points: readonly StagedPoint[],
  input: JudgeInput<StagesConfig>,
): Derived {
  const told = shards.map(({ sequences }) => sequences)
  const own = told.length > 0 && !told.includes(null) ? told.reduce<number>((sum, one) => sum + (one ?? 0), 0) : null
  const count = own ?? sequencesOf(points, input)
  const named = { ...common, name: 'stage_rate', unit: 'sequences/s' }
  if (count === null) return { ...named, value: null, reason: 'the size of the dataset is unknown' }
  if (!(seconds > 0)) return { ...named, value: null, reason: 'the stage took no time that could be told' }
  const reason =
    own === null ? 'input sequences by the time of the stage' : 'sequences of the stage’s own batches by its time'
  return { ...named, value: count / seconds, reason }
}

function sequencesOf(points: readonly StagedPoint[], input: JudgeInput<StagesConfig>): number | null {
  const name = points.find(({ outcome }) => outcome)?.outcome?.planned.dataset
  return input.datasets.find((dataset) => dataset.name === name)?.sequences ?? null
}

function pointFigures({ outcome, key, stages: own }: StagedPoint, input: JudgeInput<StagesConfig>): Derived[] {
  if (!isMeasured(outcome)) return []
  const sequences = input.datasets.find(({ name }) => name === outcome.planned.dataset)?.sequences ?? null
  return throughputFigures({ key, outcome, stages: own, sequences })
}

/** A pipeline that tells no stages leaves nothing to judge, which must not look like a pass. */
function untold(points: readonly StagedPoint[]): Finding[] {
  return points.flatMap(({ outcome, stages: own, gpus }): Finding[] =>
    isMeasured(outcome) && own.length === 0
      ? [
          {
            kind: 'missing',
            subject: `stages gpus=${gpus}`,
            reason: 'the pipeline told no stage times: see pipeline.telemetry',
          },
        ]
      : [],
  )
}
