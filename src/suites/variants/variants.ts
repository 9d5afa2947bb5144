import type { SuiteConfigs } from '../../config/schema/schema.ts'
import { caseId, type CaseKey } from '../../domain/core/case.ts'
import { planOf, type PlannedCase, type PlannedComparison } from '../../domain/plan/plan.ts'
import { effectOf } from '../revision/beside-merge-base.ts'
import { gateOf } from '../gate-of.ts'
import { caseOptions } from '../case-options.ts'
import { lackingDevices, planCase } from '../planned-case.ts'
import { holdToAnswers, refuseOtherAnswers } from '../equivalence/same-answers.ts'
import type { PlanInput, Suite } from '../suite.ts'
import { variantFindings } from './variant-findings.ts'

type VariantsConfig = NonNullable<SuiteConfigs['variants']>
type Asked = Pick<PlanInput<VariantsConfig>, 'config' | 'suite'>

/** What do options of the pipeline gain and cost, each beside the same base? */
export const variants: Suite<VariantsConfig> = {
  usesBaselines: false,

  plan(input) {
    const names = variantNames(input.suite)
    const lacking = names.flatMap((name) => lackingDevices(keyOf(input, name), input.suite.gpus, input.devices) ?? [])
    if (lacking.length > 0) return planOf([], lacking)
    const cases = names.map((name) => planVariant(input, name))
    const comparisons = pairsOf(input.suite).map(([head, base]) => planComparison(input, head, base))
    return holdToAnswers({ cases, notTested: [], comparisons }, input.config)
  },

  judge(input) {
    const comparisons = refuseOtherAnswers(input.comparisons, input.outcomes, input.config)
    return variantFindings({ ...input, comparisons }, (name) => keyOf(input, name))
  },
}

/** The base first: in every round it runs beside the variant that follows. */
function variantNames({ base, options }: VariantsConfig): string[] {
  return [base, ...Object.keys(options).filter((name) => name !== base)]
}

function keyOf({ config, suite }: Asked, variant: string): CaseKey {
  return { suite: 'variants', benchmark: config.pipeline.name, axes: { gpus: suite.gpus, variant } }
}

function planVariant(input: PlanInput<VariantsConfig>, name: string): PlannedCase {
  const { config, suite, devices } = input
  const options = caseOptions(suite.options[name])
  return planCase({
    config,
    suite,
    devices,
    options,
    gpuCount: suite.gpus,
    key: keyOf(input, name),
    group: 'variants',
  })
}

/** Every variant against the base, and the two that differ in their checkpoints against each other. */
function pairsOf(suite: VariantsConfig): [string, string][] {
  const [base, ...others] = variantNames(suite)
  const pairs = others.map((name): [string, string] => [name, base ?? ''])
  const { checkpointing } = suite
  const isThere = !checkpointing || checkpointing.with === base || checkpointing.without === base
  return isThere ? pairs : [...pairs, [checkpointing.with, checkpointing.without]]
}

function planComparison(input: PlanInput<VariantsConfig>, head: string, base: string): PlannedComparison {
  const gate = gateOf(input.config, 'variants')
  const maxRepeats = input.suite.maxRepeats ?? input.config.run.maxRepeats
  const idOf = (name: string): string => caseId(keyOf(input, name))
  return { head: idOf(head), base: idOf(base), ...effectOf(input.config), gate, maxRepeats, isScreened: false }
}
