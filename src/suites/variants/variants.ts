import type { SuiteConfig } from '../../config/schema/schema.ts'
import { formatCaseId, type CaseKey } from '../../domain/core/case.ts'
import { createPlan, type PlannedCase, type PlannedComparison } from '../../domain/plan/plan.ts'
import { getEffectRules } from '../revision/merge-base-runs.ts'
import { chooseGate } from '../choose-gate.ts'
import { normalizeCaseOptions } from '../case-options.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import { planAnswerChecks, refuseDifferentAnswers } from '../equivalence/answer-checks.ts'
import type { PlanInput, Suite } from '../suite.ts'
import { buildVariantFindings } from './variant-findings.ts'

type VariantsConfig = SuiteConfig<'variants'>
type SuiteSettings = Pick<PlanInput<VariantsConfig>, 'config' | 'suite'>

/** Measures gain and cost of pipeline options, each interleaved with the same base. */
export const variants: Suite<VariantsConfig> = {
  usesBaselines: false,

  plan(input) {
    const names = listVariantNames(input.suite)
    const lacking = names.flatMap(
      (name) => checkDeviceCount(buildCaseKey(input, name), input.suite.gpus, input.devices) ?? [],
    )
    if (lacking.length > 0) return createPlan([], lacking)
    const cases = names.map((name) => planVariantCase(input, name))
    const comparisons = listPairs(input.suite).map(([head, base]) => planComparison(input, head, base))
    return planAnswerChecks({ cases, notTested: [], comparisons }, input.config)
  },

  judge(input) {
    const comparisons = refuseDifferentAnswers(input.comparisons, input.outcomes, input.config)
    return buildVariantFindings({ ...input, comparisons }, (name) => buildCaseKey(input, name))
  },
}

/** The base comes first, so that each round starts with it. */
function listVariantNames({ base, options }: VariantsConfig): string[] {
  return [base, ...Object.keys(options).filter((name) => name !== base)]
}

function buildCaseKey({ config, suite }: SuiteSettings, variant: string): CaseKey {
  return { suite: 'variants', benchmark: config.pipeline.name, axes: { gpus: suite.gpus, variant } }
}

function planVariantCase(input: PlanInput<VariantsConfig>, name: string): PlannedCase {
  const { config, suite, devices } = input
  const options = normalizeCaseOptions(suite.options[name])
  return planCase({
    config,
    suite,
    devices,
    options,
    gpuCount: suite.gpus,
    key: buildCaseKey(input, name),
    group: 'variants',
  })
}

/** Pairs every variant with the base, and the two checkpointing variants with each other. */
function listPairs(suite: VariantsConfig): [string, string][] {
  const [base, ...others] = listVariantNames(suite)
  const pairs = others.map((name): [string, string] => [name, base ?? ''])
  const { checkpointing } = suite
  const isThere = !checkpointing || checkpointing.with === base || checkpointing.without === base
  return isThere ? pairs : [...pairs, [checkpointing.with, checkpointing.without]]
}

function planComparison(input: PlanInput<VariantsConfig>, head: string, base: string): PlannedComparison {
  const gate = chooseGate(input.config, 'variants')
  const maxRepeats = input.suite.maxRepeats ?? input.config.run.maxRepeats
  const formatId = (name: string): string => formatCaseId(buildCaseKey(input, name))
  return {
    head: formatId(head),
    base: formatId(base),
    ...getEffectRules(input.config),
    gate,
    maxRepeats,
    isScreened: false,
  }
}
