import type { SuiteConfig } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { createPlan, type NotTested, type PlannedCase, type PlannedComparison } from '../../domain/plan/plan.ts'
import type { Requirement } from '../../domain/verdict/requirement.ts'
import { getEffectRules } from './merge-base-runs.ts'
import { chooseGate } from '../choose-gate.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import { compareWithRevision } from './revision-figures.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type RevisionConfig = SuiteConfig<'revision'>

/** Compares the head with fixed revisions, such as the tag v1.0, by interleaved runs. */
export const revision: Suite<RevisionConfig> = {
  usesBaselines: false,

  plan(input) {
    const lacking = checkDeviceCount(buildCaseKey(input, 'head'), input.suite.gpus, input.devices)
    if (lacking) return createPlan([], [lacking])
    const others = input.suite.against.filter((label) => mayRun(input, label))
    const notTested = input.suite.against.flatMap((label) => describeUnresolved(input, label) ?? [])
    const head = planRevisionCase(input, 'head')
    const bases = others.map((label) => planRevisionCase(input, label))
    return { notTested, cases: [head, ...bases], comparisons: bases.map((base) => planComparison(head, base, input)) }
  },

  judge(input) {
    const parts = input.suite.against.map((label) =>
      compareWithRevision(label, input, (name) => buildCaseKey(input, name)),
    )
    return {
      derived: parts.flatMap((part) => part.derived),
      requirements: input.suite.against.flatMap((label) => buildRequirement(label, input) ?? []),
      comparisons: parts.flatMap((part) => part.comparisons),
      findings: parts.flatMap((part) => part.findings),
      sections: parts.flatMap((part) => part.sections),
    }
  },
}

function buildCaseKey({ config, suite }: Pick<PlanInput<RevisionConfig>, 'config' | 'suite'>, label: string): CaseKey {
  return { suite: 'revision', benchmark: config.pipeline.name, axes: { gpus: suite.gpus, revision: label } }
}

function planRevisionCase(input: PlanInput<RevisionConfig>, label: string): PlannedCase {
  const { config, suite, devices } = input
  const samplesFrom = label === 'head' ? 'fresh' : suite.baseline
  return planCase({
    config,
    suite,
    devices,
    gpuCount: suite.gpus,
    key: buildCaseKey(input, label),
    revision: label,
    group: 'revision',
    samplesFrom,
  })
}

function planComparison(
  head: PlannedCase,
  base: PlannedCase,
  { config }: PlanInput<RevisionConfig>,
): PlannedComparison {
  const gate = chooseGate(config, 'revision')
  // Cached samples cannot be extended: fresh runs would mix two sessions.
  const maxRepeats = base.samplesFrom === 'cached' ? head.repeats : head.maxRepeats
  return { head: head.id, base: base.id, ...getEffectRules(config), gate, maxRepeats, isScreened: false }
}

function mayRun(input: PlanInput<RevisionConfig>, label: string): boolean {
  const isResolved = input.revisions.some((item) => item.label === label && item.commit !== null)
  return isResolved && !input.config.revisions[label]?.declared
}

function describeUnresolved(input: PlanInput<RevisionConfig>, label: string): NotTested | null {
  if (input.config.revisions[label]?.declared || mayRun(input, label)) return null
  const problem = input.revisions.find((item) => item.label === label)?.problem
  return { key: buildCaseKey(input, label), reason: problem ?? `revision ${label} was not resolved` }
}

/** Limit on the speed-up over one revision; null when the config has none. */
function buildRequirement(label: string, { suite }: JudgeInput<RevisionConfig>): Requirement | null {
  const limit = suite.minSpeedup[label]
  if (limit === undefined) return null
  return {
    id: `SPEEDUP-${label}`,
    suite: 'revision',
    value: 'speedup',
    axes: { gpus: suite.gpus, revision: label },
    operator: '>=',
    limit,
    unit: '×',
    severity: suite.severity,
    rule: 'config',
  }
}
