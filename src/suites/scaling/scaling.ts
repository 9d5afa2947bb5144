import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { DerivedValue, Requirement, RequirementResult } from '../../domain/verdict/requirement.ts'
import { createPlan } from '../../domain/plan/plan.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { buildScalingRequirement } from '../../domain/scaling/scaling.ts'
import { judgeRequirement } from '../judge-requirement.ts'
import { isMeasured, summarizeWallTime, explainAbsence } from '../outcomes.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import { deriveScalingFigures, type ScalingPoint } from './scaling-figures.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type ScalingConfig = SuiteConfig<'scaling'>

/** Measures the speed-up of the pipeline over GPU counts. */
export const scaling: Suite<ScalingConfig> = {
  usesBaselines: true,

  plan(input) {
    const counts = listGpuCounts(input.suite)
    const tested = counts.filter((count) => count <= input.devices.length)
    const notTested = counts.flatMap(
      (count) => checkDeviceCount(buildCaseKey(input, count), count, input.devices) ?? [],
    )
    return createPlan(
      tested.map((count) => planScalingCase(input, count)),
      notTested,
    )
  },

  judge(input) {
    const points = listGpuCounts(input.suite).map((gpus) => ({
      gpus,
      key: buildCaseKey(input, gpus),
      outcome: findOutcome(input, gpus),
    }))
    const derived = deriveScalingFigures(points, input)
    const requirements = listRequirements(input, points)
    return {
      derived,
      requirements,
      comparisons: [],
      findings: [],
      sections: [buildSection(points, derived, requirements, input)],
    }
  },
}

/** Sorts GPU counts as numbers; the 1-GPU base is always included. */
function listGpuCounts(suite: ScalingConfig): number[] {
  return [...new Set([1, ...suite.gpus])].toSorted((a, b) => a - b)
}

function buildCaseKey(input: Pick<PlanInput<ScalingConfig>, 'config'>, gpus: number): CaseKey {
  return { suite: 'scaling', benchmark: input.config.pipeline.name, axes: { gpus } }
}

function planScalingCase({ config, suite, devices, ...input }: PlanInput<ScalingConfig>, gpuCount: number) {
  return planCase({
    config,
    suite,
    devices,
    gpuCount,
    key: buildCaseKey({ config, ...input }, gpuCount),
    group: 'scaling',
  })
}

function findOutcome(input: JudgeInput<ScalingConfig>, gpus: number): CaseOutcome | undefined {
  return input.outcomes.find((outcome) => outcome.planned.key.axes['gpus'] === gpus)
}

/** A GPU count that this runner lacks keeps its row with severity `info`. */
function listRequirements(input: JudgeInput<ScalingConfig>, points: readonly ScalingPoint[]): Requirement[] {
  return points
    .filter(({ gpus }) => gpus > 1)
    .flatMap(
      ({ gpus, outcome }) =>
        buildScalingRequirement(input.suite.profile, gpus, outcome ? input.suite.severity : 'info') ?? [],
    )
}

function buildSection(
  points: readonly ScalingPoint[],
  derived: readonly DerivedValue[],
  requirements: readonly Requirement[],
  input: JudgeInput<ScalingConfig>,
): Section {
  const results = requirements.flatMap((requirement) => judgeRequirement(requirement, derived, input.config))
  return {
    id: 'scaling',
    title: 'Scaling',
    columns: [
      'GPUs',
      'Time (median)',
      'Speed-up',
      'Efficiency',
      'Ceiling',
      `Limit (${input.suite.profile})`,
      'Verdict',
    ],
    rows: points.map((point) => {
      const findFigure = (name: string) =>
        derived.find((item) => item.name === name && item.axes['gpus'] === point.gpus)
      const result = results.find((item) => item.axes['gpus'] === point.gpus)
      const time = isMeasured(point.outcome) ? { value: summarizeWallTime(point.outcome).median, unit: 's' } : null
      const limit = result ? { value: result.limit, unit: '×' } : null
      const figures = ['speedup', 'efficiency', 'ceiling'].map((name) => toCell(findFigure(name)))
      return [String(point.gpus), time, ...figures, limit, formatVerdict(point, result, input)]
    }),
    notes: derived.flatMap((item) =>
      item.name === 'speedup' && item.value !== null && item.reason
        ? [`${item.axes['gpus']} GPUs: ${item.reason}`]
        : [],
    ),
  }
}

function toCell(item: DerivedValue | undefined): Cell {
  return item && item.value !== null ? { value: item.value, unit: item.unit } : null
}

function formatVerdict(
  point: ScalingPoint,
  result: RequirementResult | undefined,
  input: JudgeInput<ScalingConfig>,
): string {
  if (point.gpus > input.devices.length) return `not tested: this runner has ${input.devices.length}`
  if (!isMeasured(point.outcome)) return `not evaluated: ${explainAbsence(point.outcome)}`
  if (point.gpus === 1) return 'base'
  if (!result) return 'no limit for this count'
  return result.status === 'fail' && result.severity !== 'fail' ? 'missed (warning)' : result.status
}
