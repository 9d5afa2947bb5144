import type { Config } from '../../config/schema/schema.ts'
import { createUndecided } from '../../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../../domain/verdict/judged-comparison.ts'
import type { CaseOutcome } from '../../domain/trial/outcome.ts'
import type { Plan, PlannedCase, PlannedComparison } from '../../domain/plan/plan.ts'
import { isMeasured } from '../outcomes.ts'
import { buildTableRules } from './table-rules.ts'
import { judgeTable, type TableVerdict } from './table-verdict.ts'

/**
 * Plans the comparison of result tables for every speed comparison, with the tables of the suite `equivalence`. Applies
 * to sides whose results must agree: variants of one revision, and revisions in `equivalence.against`.
 */
export function planAnswerChecks(plan: Plan, config: Config): Plan {
  const rules = buildTableRules(config)
  const pairs = plan.comparisons.filter((comparison) => isAnswerChecked(comparison, plan, config))
  if (rules.length === 0 || pairs.length === 0) return plan
  return {
    ...plan,
    cases: plan.cases.map((planned): PlannedCase => {
      const against = pairs.filter(({ head }) => head === planned.id).map(({ base }) => base)
      const standsFor = pairs.filter(({ base }) => base === planned.id).map(({ head }) => head)
      if (against.length === 0 && standsFor.length === 0) return planned
      return { ...planned, tables: { rules, against, standsFor, stored: [] } }
    }),
  }
}

function isAnswerChecked({ head, base }: PlannedComparison, { cases }: Plan, { suites }: Config): boolean {
  const find = (id: string): PlannedCase | undefined => cases.find((planned) => planned.id === id)
  const [one, other] = [find(head), find(base)]
  if (!one || !other || one.dataset !== other.dataset) return false
  return one.revision === other.revision || (suites.equivalence?.against.includes(other.revision) ?? false)
}

/** Explains why the results of two cases differ or could not be compared; null: equal, or no comparison was planned. */
function findAnswerProblem(
  head: PlannedCase,
  base: PlannedCase,
  outcomes: readonly CaseOutcome[],
  config: Config,
): string | null {
  const problems = judgeTables(head, base, outcomes, config).map((verdict) => describeAnswerDifference(verdict, config))
  return problems.find((problem) => problem !== null) ?? null
}

/** Whether two cases gave equal results; null: unknown, or no comparison was planned. */
export function hasSameAnswers(
  head: PlannedCase,
  base: PlannedCase,
  outcomes: readonly CaseOutcome[],
  config: Config,
): boolean | null {
  const verdicts = judgeTables(head, base, outcomes, config)
  if (verdicts.some((verdict) => verdict.findings && describeAnswerDifference(verdict, config) !== null)) return false
  return verdicts.length === 0 || verdicts.some(({ findings }) => findings === null) ? null : true
}

function judgeTables(
  head: PlannedCase,
  base: PlannedCase,
  outcomes: readonly CaseOutcome[],
  config: Config,
): TableVerdict[] {
  if (!head.tables?.against.includes(base.id)) return []
  const trials = outcomes.filter(isMeasured).flatMap((outcome) => outcome.trials)
  const sides = { subject: head.id, reference: { caseId: base.id } }
  return buildTableRules(config).map((rule) => judgeTable(rule, sides, trials))
}

/** Describes how two tables differ beyond the limits of the config; null when they agree. */
export function describeAnswerDifference(
  { rule, problem, findings, unmatchedRows, ...verdict }: TableVerdict,
  { suites: { equivalence } }: Config,
): string | null {
  if (!findings || !equivalence) return `the answers could not be compared (${rule.name}): ${problem ?? 'unknown'}`
  const { labelAgreement, scoreAgreement } = verdict
  const differences = [
    unmatchedRows === 0 ? null : `${unmatchedRows} ${unmatchedRows === 1 ? 'row' : 'rows'} without exactly one partner`,
    isBelow(labelAgreement, equivalence.minLabelAgreement) ? formatRows(findings.labelMismatches, 'labels') : null,
    isBelow(scoreAgreement, equivalence.minScoreAgreement) ? formatRows(findings.scoreMismatches, 'scores') : null,
    findings.joined === 0 ? 'no row has a partner' : null,
  ].filter((difference) => difference !== null)
  return differences.length > 0
    ? `the answers differ (${rule.name}, ${findings.joined} rows): ${differences.join(', ')}`
    : null
}

function isBelow(agreement: number | null, least: number): boolean {
  return agreement !== null && agreement < least
}

function formatRows(rows: number | null, what: string): string {
  return `${rows ?? 0} ${rows === 1 ? 'row' : 'rows'} with different ${what}`
}

/** Replaces the decisions of comparisons whose results differ, or could not be compared, by "not comparable". */
export function refuseDifferentAnswers(
  judged: readonly JudgedComparison[],
  outcomes: readonly CaseOutcome[],
  config: Config,
): JudgedComparison[] {
  return judged.map((item) => {
    const problem = findAnswerProblem(item.head, item.base, outcomes, config)
    if (problem === null) return item
    const decision = createUndecided('not comparable', problem)
    return { ...item, decisions: item.decisions.map((one) => ({ ...one, decision })) }
  })
}
