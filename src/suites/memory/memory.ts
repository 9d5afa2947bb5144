import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import { createPlan, type PlannedCase } from '../../domain/plan/plan.ts'
import type { Requirement } from '../../domain/verdict/requirement.ts'
import { normalizeCaseOptions } from '../case-options.ts'
import { deriveExhaustionFigures, classifyExhaustion } from './memory-exhaustion.ts'
import { deriveLeakFigures, buildLeakRows, deriveRemainderFigures } from './memory-leak.ts'
import { deriveAllocatorFigures, derivePeakFigures, buildPeakRows } from './memory-peaks.ts'
import { buildMemorySections } from './memory-sections.ts'
import { isMeasured } from '../outcomes.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type MemoryConfig = SuiteConfig<'memory'>

/** Measures memory growth, peak memory and the behavior when memory runs out. */
export const memory: Suite<MemoryConfig> = {
  usesBaselines: false,

  plan(input) {
    const keys = [buildCaseKey(input), ...(input.suite.pressure ? [buildCaseKey(input, 'pressure')] : [])]
    const notTested = keys.flatMap((key) => checkDeviceCount(key, input.suite.gpus, input.devices) ?? [])
    if (notTested.length > 0) return createPlan([], notTested)
    return createPlan([planMainCase(input), ...(input.suite.pressure ? [planPressureCase(input)] : [])])
  },

  judge(input) {
    const main = input.outcomes.find((outcome) => !isPressed(outcome))
    const leaks = isMeasured(main) ? buildLeakRows(main, getLeakRules(input)) : []
    const peaks = isMeasured(main) ? buildPeakRows(main, input.devices) : []
    const exhaustion = input.outcomes.map((outcome) => classifyExhaustion(outcome, isPressed(outcome)))
    const derived = [
      ...(isMeasured(main)
        ? [
            ...deriveLeakFigures(main, leaks, getLeakRules(input)),
            ...deriveRemainderFigures(main),
            ...derivePeakFigures(main, peaks),
            ...deriveAllocatorFigures(main),
          ]
        : []),
      ...exhaustion.flatMap(deriveExhaustionFigures),
    ]
    const repeats = input.suite.repeat?.count ?? null
    return {
      derived,
      requirements: listRequirements(input, derived),
      comparisons: [],
      findings: [],
      sections: buildMemorySections({ leaks, peaks, exhaustion, derived, repeats }),
    }
  },
}

function buildCaseKey(
  { config, suite }: Pick<PlanInput<MemoryConfig>, 'config' | 'suite'>,
  load?: 'pressure',
): CaseKey {
  return { suite: 'memory', benchmark: config.pipeline.name, axes: { gpus: suite.gpus, ...(load && { load }) } }
}

function planMainCase(input: PlanInput<MemoryConfig>): PlannedCase {
  const { repeat } = input.suite
  return {
    ...planMemoryCase(input, buildCaseKey(input), repeat && { options: normalizeCaseOptions(repeat.options) }),
    watchesHost: true,
    keepsMemory: true,
  }
}

/** Running out of memory is an expected outcome of this case. */
function planPressureCase(input: PlanInput<MemoryConfig>): PlannedCase {
  const options = normalizeCaseOptions(input.suite.pressure)
  return {
    ...planMemoryCase(input, buildCaseKey(input, 'pressure'), { options }),
    warmups: 0,
    answers: ['out-of-memory'],
  }
}

function planMemoryCase(
  { config, suite, devices }: PlanInput<MemoryConfig>,
  key: CaseKey,
  more: Pick<PlannedCase, 'options'> | undefined,
): PlannedCase {
  const group = `memory ${key.axes['load'] ?? ''}`.trim()
  return planCase({ config, suite, devices, gpuCount: suite.gpus, key, group, ...more })
}

function isPressed({ planned: { key } }: CaseOutcome): boolean {
  return key.axes['load'] === 'pressure'
}

function getLeakRules({ suite, policy }: JudgeInput<MemoryConfig>) {
  return { suite, confidence: policy.confidence }
}

function listRequirements(
  { suite }: JudgeInput<MemoryConfig>,
  derived: readonly { readonly name: string; readonly value: number | null }[],
): Requirement[] {
  const limit = suite.maxGrowthMegabytes * 1e6
  const hasFigure = (name: string): boolean => derived.some((item) => item.name === name)
  const buildRequirement = (
    id: string,
    value: string,
    more: Pick<Requirement, 'operator' | 'limit' | 'unit'>,
  ): Requirement => ({
    id,
    suite: 'memory',
    value,
    axes: {},
    severity: suite.severity,
    rule: 'config',
    ...more,
  })
  const noticeable = suite.noticeableMegabytes * 1e6
  const isAllocatorTold = derived.some(({ name, value }) => name === 'allocator_efficiency' && value !== null)
  return [
    buildRequirement('LEAK', 'memory_growth', { operator: '<=', limit, unit: 'B' }),
    ...(suite.repeat
      ? [buildRequirement('LEAK-slope', 'certain_growth', { operator: '<=', limit: noticeable, unit: 'B' })]
      : []),
    ...(hasFigure('memory_left')
      ? [buildRequirement('LEAK-device', 'memory_left', { operator: '<=', limit, unit: 'B' })]
      : []),
    ...(hasFigure('memory_peak_share')
      ? [buildRequirement('PEAK', 'memory_peak_share', { operator: '<', limit: suite.maxPeakShare, unit: 'share' })]
      : []),
    {
      ...buildRequirement('ALLOCATOR', 'allocator_efficiency', {
        operator: '>=',
        limit: suite.minAllocatorEfficiency,
        unit: 'share',
      }),
      // Most pipelines do not report their allocator; a missing value must not prevent a pass.
      severity: isAllocatorTold ? suite.severity : 'info',
    },
    buildRequirement('OOM', 'oom_crashes', { operator: '==', limit: 0, unit: 'runs' }),
    ...(suite.pressure
      ? [buildRequirement('OOM-handled', 'oom_handled', { operator: '>=', limit: 1, unit: 'runs' })]
      : []),
  ]
}
