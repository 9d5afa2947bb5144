import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { createPlan } from '../../domain/plan/plan.ts'
import type { LongRun } from '../../domain/production/long-run.ts'
import type { Finding } from '../../domain/verdict/report.ts'
import type { Requirement } from '../../domain/verdict/requirement.ts'
import { buildGoalRequirement } from '../end-to-end/goal-requirement.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import { buildAxes, findLastTrial, deriveProductionFigures } from './production-figures.ts'
import { buildProductionSections } from './production-sections.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type ProductionConfig = SuiteConfig<'production'>

/** Runs the full dataset size once and checks that it finishes within the goal time. */
export const production: Suite<ProductionConfig> = {
  usesBaselines: false,

  plan(input) {
    const { config, suite, devices } = input
    const key = buildCaseKey(input)
    const lacking = checkDeviceCount(key, suite.gpus, devices)
    if (lacking) return createPlan([], [lacking])
    // Runs take hours, so warm-ups and repeats are opt-in.
    const once = { ...suite, warmups: suite.warmups ?? 0, repeats: suite.repeats ?? 1 }
    const planned = planCase({ config, suite: once, devices, gpuCount: suite.gpus, key, group: 'production' })
    return createPlan([{ ...planned, answers: ['stopped', 'resumed'], longRun: buildLongRun(suite) }])
  },

  judge(input) {
    const derived = deriveProductionFigures(input)
    return {
      derived,
      requirements: listRequirements(input.suite),
      comparisons: [],
      findings: listFindings(input),
      sections: buildProductionSections(derived, input),
    }
  },
}

function buildCaseKey({ config, suite }: Pick<PlanInput<ProductionConfig>, 'config' | 'suite'>): CaseKey {
  return { suite: 'production', benchmark: config.pipeline.name, axes: buildAxes(suite) }
}

function buildLongRun(suite: ProductionConfig): LongRun {
  const { goal, stop, stopConfidence, firstLookMinutes, updateSeconds, resume } = suite
  const error = Math.round((1 - stopConfidence) * 1e9) / 1e9
  return {
    lookSeconds: 10,
    updateSeconds,
    resumeArgs: resume ?? null,
    stop:
      goal && stop
        ? { limitSeconds: goal.hours * (1 + goal.tolerance) * 3600, error, firstLookSeconds: firstLookMinutes * 60 }
        : null,
  }
}

function listRequirements({ goal, severity, gpus }: ProductionConfig): Requirement[] {
  if (!goal) return []
  return [buildGoalRequirement({ ...goal, gpus }, { suite: 'production', value: 'total_hours', severity })]
}

/** Lists a caution for a run that was stopped early or resumed. */
function listFindings(input: JudgeInput<ProductionConfig>): Finding[] {
  const [outcome] = input.outcomes
  const failure = outcome && findLastTrial(outcome)?.failure
  if (!outcome || !failure || (failure.kind !== 'stopped' && failure.kind !== 'resumed')) return []
  return [{ kind: 'caution', subject: outcome.planned.id, reason: `${failure.kind}: ${failure.detail}` }]
}
