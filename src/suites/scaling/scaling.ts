import type { SuiteConfig } from '../../config/schema/schema.ts'
import { hasAxes, type Axes, type CaseKey } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { DerivedValue, Requirement, RequirementResult } from '../../domain/verdict/requirement.ts'
import { createPlan } from '../../domain/plan/plan.ts'
import type { Cell, Section } from '../../domain/verdict/report.ts'
import { buildScalingRequirement } from '../../domain/scaling/scaling.ts'
import { judgeRequirement } from '../judge-requirement.ts'
import { isMeasured, summarizeWallTime, explainAbsence } from '../outcomes.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import { listHostBoundCautions } from './host-bound-cautions.ts'
import { deriveScalingFigures, type ScalingPoint, type ScalingSize } from './scaling-figures.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type ScalingConfig = SuiteConfig<'scaling'>

/** Measures the speed-up of the pipeline over GPU counts. */
export const scaling: Suite<ScalingConfig> = {
  usesBaselines: true,

  plan(input) {
    const sizes = listSizes(input)
    const tested = sizes.filter(({ perNode }) => perNode <= input.devices.length)
    const notTested = sizes.flatMap(
      (size) => checkDeviceCount(buildCaseKey(input, size), size.perNode, input.devices) ?? [],
    )
    return createPlan(
      tested.map((size) => planScalingCase(input, size)),
      notTested,
    )
  },

  judge(input) {
    const points = listSizes(input).map((size) => ({
      ...size,
      key: buildCaseKey(input, size),
      outcome: findOutcome(input, buildCaseKey(input, size)),
    }))
    const derived = deriveScalingFigures(points, input)
    const requirements = listRequirements(input, points)
    return {
      derived,
      requirements,
      comparisons: [],
      findings: listHostBoundCautions(points),
      sections: [buildSection(points, derived, requirements, input)],
    }
  },
}

/** Sorts GPU counts as numbers; the 1-GPU base is always included. Node counts use the largest count of this runner. */
function listSizes({ suite, devices }: Pick<PlanInput<ScalingConfig>, 'suite' | 'devices'>): ScalingSize[] {
  const counts = [...new Set([1, ...suite.gpus])].toSorted((a, b) => a - b)
  const nodes = suite.nodes ? 1 : null
  const perNode = counts.findLast((count) => count <= devices.length) ?? 1
  const across = [...new Set(suite.nodes ?? [])].toSorted((a, b) => a - b)
  return [
    ...counts.map((gpus) => ({ gpus, perNode: gpus, nodes })),
    ...across.map((count) => ({ gpus: count * perNode, perNode, nodes: count })),
  ]
}

function buildCaseKey({ config }: Pick<PlanInput<ScalingConfig>, 'config'>, { gpus, nodes }: ScalingSize): CaseKey {
  return { suite: 'scaling', benchmark: config.pipeline.name, axes: { gpus, ...(nodes !== null && { nodes }) } }
}

function planScalingCase({ config, suite, devices, ...input }: PlanInput<ScalingConfig>, size: ScalingSize) {
  return planCase({
    config,
    suite,
    devices,
    gpuCount: size.perNode,
    key: buildCaseKey({ config, ...input }, size),
    group: 'scaling',
    placement: size.nodes === null ? {} : { nodes: size.nodes },
  })
}

function findOutcome(input: JudgeInput<ScalingConfig>, { axes }: CaseKey): CaseOutcome | undefined {
  return input.outcomes.find((outcome) => hasAxes(outcome.planned.key.axes, axes))
}

/** A GPU count that this runner lacks keeps its row with severity `info`. */
function listRequirements(input: JudgeInput<ScalingConfig>, points: readonly ScalingPoint[]): Requirement[] {
  return points
    .filter(({ gpus }) => gpus > 1)
    .flatMap(({ gpus, key, outcome }) => {
      const requirement = buildScalingRequirement(input.suite.profile, gpus, outcome ? input.suite.severity : 'info')
      return requirement ? [{ ...requirement, axes: key.axes }] : []
    })
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
        derived.find((item) => item.name === name && hasAxes(item.axes, point.key.axes))
      const result = results.find((item) => hasAxes(item.axes, point.key.axes))
      const time = isMeasured(point.outcome) ? { value: summarizeWallTime(point.outcome).median, unit: 's' } : null
      const limit = result ? { value: result.limit, unit: '×' } : null
      const figures = ['speedup', 'efficiency', 'ceiling'].map((name) => toCell(findFigure(name)))
      return [formatSize(point), time, ...figures, limit, formatVerdict(point, result, input)]
    }),
    notes: derived.flatMap((item) =>
      item.name === 'speedup' && item.value !== null && item.reason
        ? [`${formatAxesSize(item.axes)}: ${item.reason}`]
        : [],
    ),
  }
}

function formatSize({ gpus, nodes }: ScalingPoint): string {
  return nodes === null || nodes === 1 ? String(gpus) : `${gpus} (${nodes} nodes)`
}

function formatAxesSize({ gpus, nodes = 1 }: Axes): string {
  return nodes === 1 ? `${gpus} GPUs` : `${gpus} GPUs on ${nodes} nodes`
}

function toCell(item: DerivedValue | undefined): Cell {
  return item && item.value !== null ? { value: item.value, unit: item.unit } : null
}

function formatVerdict(
  point: ScalingPoint,
  result: RequirementResult | undefined,
  input: JudgeInput<ScalingConfig>,
): string {
  if (point.perNode > input.devices.length) return `not tested: this runner has ${input.devices.length}`
  if (!isMeasured(point.outcome)) return `not evaluated: ${explainAbsence(point.outcome)}`
  if (point.gpus === 1) return 'base'
  if (!result) return 'no limit for this count'
  return result.status === 'fail' && result.severity !== 'fail' ? 'missed (warning)' : result.status
}
