import type { SuiteConfigs } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import { planOf, type PlannedCase } from '../../domain/plan/plan.ts'
import type { Requirement } from '../../domain/verdict/requirement.ts'
import { caseOptions } from '../case-options.ts'
import { exhaustionFigures, exhaustionOf } from './memory-exhaustion.ts'
import { leakFigures, leakRows, remainderFigures } from './memory-leak.ts'
import { allocatorFigures, peakFigures, peakRows } from './memory-peaks.ts'
import { memorySections } from './memory-sections.ts'
import { isMeasured } from '../outcomes.ts'
import { lackingDevices, planCase } from '../planned-case.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type MemoryConfig = NonNullable<SuiteConfigs['memory']>

/** Does memory leak, does it fit, and what happens when it runs out? */
export const memory: Suite<MemoryConfig> = {
  usesBaselines: false,

  plan(input) {
    const keys = [keyOf(input), ...(input.suite.pressure ? [keyOf(input, 'pressure')] : [])]
    const notTested = keys.flatMap((key) => lackingDevices(key, input.suite.gpus, input.devices) ?? [])
    if (notTested.length > 0) return planOf([], notTested)
    return planOf([planMain(input), ...(input.suite.pressure ? [planPressure(input)] : [])])
  },

  judge(input) {
    const main = input.outcomes.find((outcome) => !isPressed(outcome))
    const leaks = isMeasured(main) ? leakRows(main, rulesOf(input)) : []
    const peaks = isMeasured(main) ? peakRows(main, input.devices) : []
    const exhaustion = input.outcomes.map((outcome) => exhaustionOf(outcome, isPressed(outcome)))
    const derived = [
      ...(isMeasured(main)
        ? [
            ...leakFigures(main, leaks, rulesOf(input)),
            ...remainderFigures(main),
            ...peakFigures(main, peaks),
            ...allocatorFigures(main),
          ]
        : []),
      ...exhaustion.flatMap(exhaustionFigures),
    ]
    const repeats = input.suite.repeat?.count ?? null
    return {
      derived,
      requirements: requirementsOf(input, derived),
      comparisons: [],
      findings: [],
      sections: memorySections({ leaks, peaks, exhaustion, derived, repeats }),
    }
  },
}

function keyOf({ config, suite }: Pick<PlanInput<MemoryConfig>, 'config' | 'suite'>, load?: 'pressure'): CaseKey {
  return { suite: 'memory', benchmark: config.pipeline.name, axes: { gpus: suite.gpus, ...(load && { load }) } }
}

function planMain(input: PlanInput<MemoryConfig>): PlannedCase {
  const { repeat } = input.suite
  return {
    ...planned(input, keyOf(input), repeat && { options: caseOptions(repeat.options) }),
    watchesHost: true,
    keepsMemory: true,
  }
}

/** A crash is what this case asks about, and judged as such. */
function planPressure(input: PlanInput<MemoryConfig>): PlannedCase {
  const options = caseOptions(input.suite.pressure)
  return { ...planned(input, keyOf(input, 'pressure'), { options }), warmups: 0, answers: ['out-of-memory'] }
}

function planned(
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

function rulesOf({ suite, policy }: JudgeInput<MemoryConfig>) {
  return { suite, confidence: policy.confidence }
}

function requirementsOf(
  { suite }: JudgeInput<MemoryConfig>,
  derived: readonly { readonly name: string; readonly value: number | null }[],
): Requirement[] {
  const limit = suite.maxGrowthMegabytes * 1e6
  const has = (name: string): boolean => derived.some((item) => item.name === name)
  const own = (id: string, value: string, more: Pick<Requirement, 'operator' | 'limit' | 'unit'>): Requirement => ({
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
    own('LEAK', 'memory_growth', { operator: '<=', limit, unit: 'B' }),
    ...(suite.repeat ? [own('LEAK-slope', 'certain_growth', { operator: '<=', limit: noticeable, unit: 'B' })] : []),
    ...(has('memory_left') ? [own('LEAK-device', 'memory_left', { operator: '<=', limit, unit: 'B' })] : []),
    ...(has('memory_peak_share')
      ? [own('PEAK', 'memory_peak_share', { operator: '<', limit: suite.maxPeakShare, unit: 'share' })]
      : []),
    {
      ...own('ALLOCATOR', 'allocator_efficiency', {
        operator: '>=',
        limit: suite.minAllocatorEfficiency,
        unit: 'share',
      }),
      // What most pipelines do not tell must not keep a run from passing.
      severity: isAllocatorTold ? suite.severity : 'info',
    },
    own('OOM', 'oom_crashes', { operator: '==', limit: 0, unit: 'runs' }),
    ...(suite.pressure ? [own('OOM-handled', 'oom_handled', { operator: '>=', limit: 1, unit: 'runs' })] : []),
  ]
}
