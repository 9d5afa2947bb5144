import type { SuiteConfig } from '../../config/schema/schema.ts'
import { formatCaseId, type CaseKey } from '../../domain/core/case.ts'
import { createPlan, type PlannedCase } from '../../domain/plan/plan.ts'
import { normalizeCaseOptions } from '../case-options.ts'
import { buildEquivalenceFindings } from './equivalence-findings.ts'
import type { AnswerPair } from './equivalence-figures.ts'
import { checkDeviceCount, planCase } from '../planned-case.ts'
import type { JudgeInput, PlanInput, Suite } from '../suite.ts'
import { buildTableRules } from './table-rules.ts'
import type { NotTested } from '../../record/plan.ts'
import type { StoredAnswer, TableChecks } from '../../record/tables.ts'

type EquivalenceConfig = SuiteConfig<'equivalence'>
type SuiteSettings = Pick<PlanInput<EquivalenceConfig>, 'config' | 'suite'>

/** Compares the result tables of the head with other revisions, option sets and stored tables, row by row by id. */
export const equivalence: Suite<EquivalenceConfig> = {
  usesBaselines: false,

  plan(input) {
    const lacking = checkDeviceCount(buildCaseKey(input, head), input.suite.gpus, input.devices)
    if (lacking) return createPlan([], [lacking])
    const revisions = input.suite.against.filter((label) => isResolved(input, label)).map(toRevisionRun)
    const notTested = input.suite.against.flatMap((label) => describeUnresolved(input, label) ?? [])
    const variants = Object.keys(input.suite.options).map(toVariantRun)
    const cases = [head, ...revisions, ...variants].map((side) => planComparedRun(input, side, { revisions, variants }))
    return createPlan(cases, notTested)
  },

  judge(input) {
    return buildEquivalenceFindings(listAnswerPairs(input), input)
  },
}

/** One run whose tables are compared. */
type ComparedRun = { readonly revision: string } | { readonly variant: string }

const head: ComparedRun = { revision: 'head' }

function toRevisionRun(revision: string): ComparedRun {
  return { revision }
}

function toVariantRun(variant: string): ComparedRun {
  return { variant }
}

function buildCaseKey({ config, suite }: SuiteSettings, side: ComparedRun): CaseKey {
  return { suite: 'equivalence', benchmark: config.pipeline.name, axes: { gpus: suite.gpus, ...side } }
}

/** One run per side suffices to compare results; more runs show whether a side agrees with itself. */
function planComparedRun(
  input: PlanInput<EquivalenceConfig>,
  side: ComparedRun,
  others: { readonly revisions: readonly ComparedRun[]; readonly variants: readonly ComparedRun[] },
): PlannedCase {
  const { config, devices, suite } = input
  const repeats = suite.repeats ?? 1
  return planCase({
    config,
    devices,
    suite: { ...suite, repeats, maxRepeats: repeats, warmups: suite.warmups ?? 0 },
    gpuCount: suite.gpus,
    key: buildCaseKey(input, side),
    group: 'equivalence',
    revision: 'revision' in side ? side.revision : 'head',
    options: normalizeCaseOptions('variant' in side ? suite.options[side.variant] : []),
    tables: buildTableDuty(input, side, others),
  })
}

function buildTableDuty(
  input: PlanInput<EquivalenceConfig>,
  side: ComparedRun,
  { revisions, variants }: { readonly revisions: readonly ComparedRun[]; readonly variants: readonly ComparedRun[] },
): TableChecks {
  const listIds = (sides: readonly ComparedRun[]): string[] =>
    sides.map((other) => formatCaseId(buildCaseKey(input, other)))
  const rules = buildTableRules(input.config)
  if ('variant' in side) return { rules, against: listIds([head]), standsFor: [], stored: [] }
  if (side !== head) return { rules, against: [], standsFor: listIds([head]), stored: [] }
  return { rules, against: listIds(revisions), standsFor: listIds(variants), stored: listStoredAnswers(input) }
}

/** A stored table belongs to the table that it names, otherwise to the first one. */
function listStoredAnswers({ config, suite }: SuiteSettings): StoredAnswer[] {
  const [first] = buildTableRules(config)
  return Object.entries(suite.references).map(([name, { path, sha256, table }]) => {
    return { name, path, sha256, table: table ?? first?.name ?? '' }
  })
}

function listAnswerPairs(input: JudgeInput<EquivalenceConfig>): AnswerPair[] {
  const rules = buildTableRules(input.config)
  const formatId = (side: ComparedRun): string => formatCaseId(buildCaseKey(input, side))
  const revisions = input.suite.against.map((label): AnswerPair => {
    return { name: label, rules, subject: formatId(head), reference: { caseId: formatId(toRevisionRun(label)) } }
  })
  const variants = Object.keys(input.suite.options).map((label): AnswerPair => {
    return { name: label, rules, subject: formatId(toVariantRun(label)), reference: { caseId: formatId(head) } }
  })
  const stored = listStoredAnswers(input).map(({ name, sha256, table }): AnswerPair => {
    const own = rules.filter((rule) => rule.name === table)
    return { name, rules: own, subject: formatId(head), reference: { stored: name, sha256 } }
  })
  // Repeats show whether the head reproduces its own results.
  const itself: AnswerPair = { name: 'itself', rules, subject: formatId(head), reference: { caseId: formatId(head) } }
  return [...((input.suite.repeats ?? 1) > 1 ? [itself] : []), ...revisions, ...variants, ...stored]
}

function isResolved({ revisions }: PlanInput<EquivalenceConfig>, label: string): boolean {
  return revisions.some((item) => item.label === label && item.commit !== null)
}

function describeUnresolved(input: PlanInput<EquivalenceConfig>, label: string): NotTested | null {
  if (isResolved(input, label)) return null
  const problem = input.revisions.find((item) => item.label === label)?.problem
  return { key: buildCaseKey(input, toRevisionRun(label)), reason: problem ?? `revision ${label} was not resolved` }
}
