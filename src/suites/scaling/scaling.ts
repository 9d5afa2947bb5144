import type { SuiteConfigs } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import {
  evaluateRequirement,
  type Derived,
  type Requirement,
  type RequirementResult,
} from '../../domain/verdict/requirement.ts'
import { planOf } from '../../domain/plan/plan.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { scalingRequirement } from '../../domain/scaling/scaling.ts'
import { isMeasured, wallSummary, whyNot } from '../outcomes.ts'
import { lackingDevices, planCase } from '../planned-case.ts'
import { scalingFigures, type ScalingPoint } from './scaling-figures.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type ScalingConfig = NonNullable<SuiteConfigs['scaling']>

/** How much faster does the pipeline get with more GPUs? */
export const scaling: Suite<ScalingConfig> = {
  usesBaselines: true,

  plan(input) {
    const counts = gpuCounts(input.suite)
    const tested = counts.filter((count) => count <= input.devices.length)
    const notTested = counts.flatMap((count) => lackingDevices(keyOf(input, count), count, input.devices) ?? [])
    return planOf(
      tested.map((count) => planScalingCase(input, count)),
      notTested,
    )
  },

  judge(input) {
    const points = gpuCounts(input.suite).map((gpus) => ({
      gpus,
      key: keyOf(input, gpus),
      outcome: outcomeFor(input, gpus),
    }))
    const derived = scalingFigures(points, input)
    const requirements = requirementsOf(input, points)
    return {
      derived,
      requirements,
      comparisons: [],
      findings: [],
      sections: [sectionOf(points, derived, requirements, input)],
    }
  },
}

/** Ascending numbers, never text: "10" sorts after "2" (W60). The 1-GPU base is always part of it. */
function gpuCounts(suite: ScalingConfig): number[] {
  return [...new Set([1, ...suite.gpus])].toSorted((a, b) => a - b)
}

function keyOf(input: Pick<PlanInput<ScalingConfig>, 'config'>, gpus: number): CaseKey {
  return { suite: 'scaling', benchmark: input.config.pipeline.name, axes: { gpus } }
}

function planScalingCase({ config, suite, devices, ...input }: PlanInput<ScalingConfig>, gpuCount: number) {
  return planCase({ config, suite, devices, gpuCount, key: keyOf({ config, ...input }, gpuCount), group: 'scaling' })
}

function outcomeFor(input: JudgeInput<ScalingConfig>, gpus: number): CaseOutcome | undefined {
  return input.outcomes.find((outcome) => outcome.planned.key.axes['gpus'] === gpus)
}

/** A count this runner lacks keeps its row and can fail nothing (W53). */
function requirementsOf(input: JudgeInput<ScalingConfig>, points: readonly ScalingPoint[]): Requirement[] {
  return points
    .filter(({ gpus }) => gpus > 1)
    .flatMap(
      ({ gpus, outcome }) =>
        scalingRequirement(input.suite.profile, gpus, outcome ? input.suite.severity : 'info') ?? [],
    )
}

function sectionOf(
  points: readonly ScalingPoint[],
  derived: readonly Derived[],
  requirements: readonly Requirement[],
  input: JudgeInput<ScalingConfig>,
): Section {
  const results = requirements.flatMap((requirement) => evaluateRequirement(requirement, derived))
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
      const figure = (name: string) => derived.find((item) => item.name === name && item.axes['gpus'] === point.gpus)
      const result = results.find((item) => item.axes['gpus'] === point.gpus)
      const time = isMeasured(point.outcome) ? { value: wallSummary(point.outcome).median, unit: 's' } : null
      const limit = result ? { value: result.limit, unit: '×' } : null
      const figures = ['speedup', 'efficiency', 'ceiling'].map((name) => cellOf(figure(name)))
      return [String(point.gpus), time, ...figures, limit, verdictText(point, result, input)]
    }),
    notes: derived.flatMap((item) =>
      item.name === 'speedup' && item.value !== null && item.reason
        ? [`${item.axes['gpus']} GPUs: ${item.reason}`]
        : [],
    ),
  }
}

function cellOf(item: Derived | undefined): Cell {
  return item && item.value !== null ? { value: item.value, unit: item.unit } : null
}

function verdictText(
  point: ScalingPoint,
  result: RequirementResult | undefined,
  input: JudgeInput<ScalingConfig>,
): string {
  if (point.gpus > input.devices.length) return `not tested: this runner has ${input.devices.length}`
  if (!isMeasured(point.outcome)) return `not evaluated: ${whyNot(point.outcome)}`
  if (point.gpus === 1) return 'base'
  if (!result) return 'no limit for this count'
  return result.status === 'fail' && result.severity !== 'fail' ? 'missed (warning)' : result.status
}
