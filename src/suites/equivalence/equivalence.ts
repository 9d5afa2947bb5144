import type { SuiteConfigs } from '../../config/schema/schema.ts'
import type { CaseKey } from '../../domain/core/case.ts'
import { caseId } from '../../domain/core/case.ts'
import { planOf, type NotTested, type PlannedCase } from '../../domain/plan/plan.ts'
import type { StoredAnswer, TableDuty } from '../../domain/tables/table-rule.ts'
import { caseOptions } from '../case-options.ts'
import { equivalenceFindings } from './equivalence-findings.ts'
import type { AnswerSide } from './equivalence-figures.ts'
import { lackingDevices, planCase } from '../planned-case.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'
import { tableRules } from './table-rules.ts'

type EquivalenceConfig = NonNullable<SuiteConfigs['equivalence']>
type Asked = Pick<PlanInput<EquivalenceConfig>, 'config' | 'suite'>

/** Are the answers still the same? Result tables of the head, other revisions, option sets and stored tables, joined by id. */
export const equivalence: Suite<EquivalenceConfig> = {
  usesBaselines: false,

  plan(input) {
    const lacking = lackingDevices(keyOf(input, head), input.suite.gpus, input.devices)
    if (lacking) return planOf([], [lacking])
    const revisions = input.suite.against.filter((label) => isResolved(input, label)).map(ofRevision)
    const notTested = input.suite.against.flatMap((label) => unresolved(input, label) ?? [])
    const variants = Object.keys(input.suite.options).map(ofVariant)
    const cases = [head, ...revisions, ...variants].map((side) => planSide(input, side, { revisions, variants }))
    return planOf(cases, notTested)
  },

  judge(input) {
    return equivalenceFindings(sidesOf(input), input)
  },
}

/** One run whose tables are compared. */
type Side = { readonly revision: string } | { readonly variant: string }

const head: Side = { revision: 'head' }

function ofRevision(revision: string): Side {
  return { revision }
}

function ofVariant(variant: string): Side {
  return { variant }
}

function keyOf({ config, suite }: Asked, side: Side): CaseKey {
  return { suite: 'equivalence', benchmark: config.pipeline.name, axes: { gpus: suite.gpus, ...side } }
}

/** One run of each side is enough to compare answers; more show whether a side agrees with itself. */
function planSide(
  input: PlanInput<EquivalenceConfig>,
  side: Side,
  others: { readonly revisions: readonly Side[]; readonly variants: readonly Side[] },
): PlannedCase {
  const { config, devices, suite } = input
  const repeats = suite.repeats ?? 1
  return planCase({
    config,
    devices,
    suite: { ...suite, repeats, maxRepeats: repeats, warmups: suite.warmups ?? 0 },
    gpuCount: suite.gpus,
    key: keyOf(input, side),
    group: 'equivalence',
    revision: 'revision' in side ? side.revision : 'head',
    options: caseOptions('variant' in side ? suite.options[side.variant] : []),
    tables: dutyOf(input, side, others),
  })
}

function dutyOf(
  input: PlanInput<EquivalenceConfig>,
  side: Side,
  { revisions, variants }: { readonly revisions: readonly Side[]; readonly variants: readonly Side[] },
): TableDuty {
  const ids = (sides: readonly Side[]): string[] => sides.map((other) => caseId(keyOf(input, other)))
  const rules = tableRules(input.config)
  if ('variant' in side) return { rules, against: ids([head]), standsFor: [], stored: [] }
  if (side !== head) return { rules, against: [], standsFor: ids([head]), stored: [] }
  return { rules, against: ids(revisions), standsFor: ids(variants), stored: storedAnswers(input) }
}

/** A stored table answers to the only table there is, unless it says to which. */
function storedAnswers({ config, suite }: Asked): StoredAnswer[] {
  const [first] = tableRules(config)
  return Object.entries(suite.references).map(([name, { path, sha256, table }]) => {
    return { name, path, sha256, table: table ?? first?.name ?? '' }
  })
}

function sidesOf(input: JudgeInput<EquivalenceConfig>): AnswerSide[] {
  const rules = tableRules(input.config)
  const idOf = (side: Side): string => caseId(keyOf(input, side))
  const revisions = input.suite.against.map((label): AnswerSide => {
    return { name: label, rules, subject: idOf(head), reference: { caseId: idOf(ofRevision(label)) } }
  })
  const variants = Object.keys(input.suite.options).map((label): AnswerSide => {
    return { name: label, rules, subject: idOf(ofVariant(label)), reference: { caseId: idOf(head) } }
  })
  const stored = storedAnswers(input).map(({ name, sha256, table }): AnswerSide => {
    const own = rules.filter((rule) => rule.name === table)
    return { name, rules: own, subject: idOf(head), reference: { stored: name, sha256 } }
  })
  // A head that does not agree with itself can agree with nobody.
  const itself: AnswerSide = { name: 'itself', rules, subject: idOf(head), reference: { caseId: idOf(head) } }
  return [...((input.suite.repeats ?? 1) > 1 ? [itself] : []), ...revisions, ...variants, ...stored]
}

function isResolved({ revisions }: PlanInput<EquivalenceConfig>, label: string): boolean {
  return revisions.some((item) => item.label === label && item.commit !== null)
}

function unresolved(input: PlanInput<EquivalenceConfig>, label: string): NotTested | null {
  if (isResolved(input, label)) return null
  const problem = input.revisions.find((item) => item.label === label)?.problem
  return { key: keyOf(input, ofRevision(label)), reason: problem ?? `revision ${label} was not resolved` }
}
