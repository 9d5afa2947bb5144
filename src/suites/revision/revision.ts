import type { SuiteConfigs } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { planOf, type NotTested, type PlannedCase, type PlannedComparison } from '../../domain/plan/plan.ts'
import type { Requirement } from '../../domain/verdict/requirement.ts'
import { effectOf } from './beside-merge-base.ts'
import { gateOf } from '../gate-of.ts'
import { lackingDevices, planCase } from '../planned-case.ts'
import { againstRevision } from './revision-figures.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'

type RevisionConfig = NonNullable<SuiteConfigs['revision']>

/** Is the head faster or slower than a fixed revision, such as the tag v1.0, run beside it? */
export const revision: Suite<RevisionConfig> = {
  usesBaselines: false,

  plan(input) {
    const lacking = lackingDevices(keyOf(input, 'head'), input.suite.gpus, input.devices)
    if (lacking) return planOf([], [lacking])
    const others = input.suite.against.filter((label) => mayRun(input, label))
    const notTested = input.suite.against.flatMap((label) => unresolved(input, label) ?? [])
    const head = planRevision(input, 'head')
    const bases = others.map((label) => planRevision(input, label))
    return { notTested, cases: [head, ...bases], comparisons: bases.map((base) => planComparison(head, base, input)) }
  },

  judge(input) {
    const parts = input.suite.against.map((label) => againstRevision(label, input, (name) => keyOf(input, name)))
    return {
      derived: parts.flatMap((part) => part.derived),
      requirements: input.suite.against.flatMap((label) => requirementFor(label, input) ?? []),
      comparisons: parts.flatMap((part) => part.comparisons),
      findings: parts.flatMap((part) => part.findings),
      sections: parts.flatMap((part) => part.sections),
    }
  },
}

function keyOf({ config, suite }: Pick<PlanInput<RevisionConfig>, 'config' | 'suite'>, label: string): CaseKey {
  return { suite: 'revision', benchmark: config.pipeline.name, axes: { gpus: suite.gpus, revision: label } }
}

function planRevision(input: PlanInput<RevisionConfig>, label: string): PlannedCase {
  const { config, suite, devices } = input
  const samplesFrom = label === 'head' ? 'fresh' : suite.baseline
  return planCase({
    config,
    suite,
    devices,
    gpuCount: suite.gpus,
    key: keyOf(input, label),
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
  const gate = gateOf(config, 'revision')
  // Runs of another session have no more to give: extending would join fresh ones to them, and so two sessions to one.
  const maxRepeats = base.samplesFrom === 'cached' ? head.repeats : head.maxRepeats
  return { head: head.id, base: base.id, ...effectOf(config), gate, maxRepeats, isScreened: false }
}

function mayRun(input: PlanInput<RevisionConfig>, label: string): boolean {
  const isResolved = input.revisions.some((item) => item.label === label && item.commit !== null)
  return isResolved && !input.config.revisions[label]?.declared
}

function unresolved(input: PlanInput<RevisionConfig>, label: string): NotTested | null {
  if (input.config.revisions[label]?.declared || mayRun(input, label)) return null
  const problem = input.revisions.find((item) => item.label === label)?.problem
  return { key: keyOf(input, label), reason: problem ?? `revision ${label} was not resolved` }
}

/** The message and the check use the same limit. */
function requirementFor(label: string, { suite }: JudgeInput<RevisionConfig>): Requirement | null {
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
