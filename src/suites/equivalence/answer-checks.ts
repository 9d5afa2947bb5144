import { formatCounted } from '../../domain/core/numbers.ts'
import type { Config, SuiteConfig } from '../../config/schema/schema.ts'
import { checkFindings } from '../../domain/tables/findings-problem.ts'
import type { TableComparison, TableFindings, TableOrigin, TableRule } from '../../record/tables.ts'
import type { Plan, PlannedCase } from '../../domain/plan/plan.ts'
import { type CaseOutcome, isMeasured } from '../../domain/trial/outcome.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import { createUndecided } from '../../domain/verdict/comparison.ts'
import type { JudgedComparison } from '../../domain/verdict/judged-comparison.ts'

type TableConfig = SuiteConfig<'equivalence'>['tables'][string]

/** Builds the rules for comparing result tables from the suite `equivalence`; empty without it. */
export function buildTableRules({ suites: { equivalence }, pipeline }: Config): TableRule[] {
  if (!equivalence) return []
  const { rtol, atol, tables } = equivalence
  const results = pipeline.proof?.results
  const usual: Readonly<Record<string, TableConfig>> = results ? { results: { path: results.path } } : {}
  return Object.entries(Object.keys(tables).length > 0 ? tables : usual).map(([name, { path, id, labels, scores }]) => {
    const own = scores === undefined || Array.isArray(scores) ? {} : scores
    return {
      name,
      path,
      id: id ?? null,
      labels: labels ?? null,
      scores: Array.isArray(scores) ? scores : scores ? Object.keys(scores) : null,
      tolerance: { rtol, atol },
      tolerances: Object.fromEntries(
        Object.entries(own).map(([column, one]) => [column, { rtol: one.rtol ?? rtol, atol: one.atol ?? atol }]),
      ),
    }
  })
}

/**
 * Plans the comparison of result tables for every speed comparison, with the tables of the suite `equivalence`. Applies
 * to sides whose results must agree: variants of one revision, and revisions in `equivalence.against`.
 */
export function planAnswerChecks(plan: Plan, config: Config): Plan {
  const rules = buildTableRules(config)
  const pairs = plan.comparisons.filter(({ head, base }) => {
    const [one, other] = [head, base].map((id) => plan.cases.find((planned) => planned.id === id))
    if (!one || !other || one.dataset !== other.dataset) return false
    return one.revision === other.revision || config.suites.equivalence?.against.includes(other.revision)
  })
  if (rules.length === 0 || pairs.length === 0) return plan
  const cases = plan.cases.map((planned): PlannedCase => {
    const against = pairs.filter(({ head }) => head === planned.id).map(({ base }) => base)
    const standsFor = pairs.filter(({ base }) => base === planned.id).map(({ head }) => head)
    if (against.length === 0 && standsFor.length === 0) return planned
    return { ...planned, tables: { rules, against, standsFor, stored: [] } }
  })
  return { ...plan, cases }
}

/** Explains why the results of two cases differ or could not be compared; null: equal, or no comparison was planned. */
export function findAnswerProblem(
  head: PlannedCase,
  base: PlannedCase,
  outcomes: readonly CaseOutcome[],
  config: Config,
): string | null {
  const problems = judgeTables(head, base, outcomes, config).map((verdict) => describeAnswerDifference(verdict, config))
  return problems.find((problem) => problem !== null) ?? null
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
  const sides = { subject: head.id, reference: { caseId: base.id } }
  return buildTableRules(config).map((rule) => judgeTable(rule, sides, listCountedTrials(outcomes)))
}

/** Lists the counted trials of all cases. */
export function listCountedTrials(outcomes: readonly CaseOutcome[]): Trial[] {
  return outcomes.filter(isMeasured).flatMap(({ trials }) => trials)
}

/** Describes how two tables differ beyond the limits of the config; null when they agree. */
export function describeAnswerDifference(
  { rule, problem, findings, unmatchedRows, labelAgreement, scoreAgreement }: TableVerdict,
  { suites: { equivalence } }: Config,
): string | null {
  if (!findings || !equivalence) return `the answers could not be compared (${rule.name}): ${problem ?? 'unknown'}`
  const { minLabelAgreement, minScoreAgreement } = equivalence
  const differences = [
    unmatchedRows === 0 ? null : `${formatRows(unmatchedRows)} without exactly one partner`,
    (labelAgreement ?? 1) < minLabelAgreement ? `${formatRows(findings.labelMismatches)} with different labels` : null,
    (scoreAgreement ?? 1) < minScoreAgreement ? `${formatRows(findings.scoreMismatches)} with different scores` : null,
    findings.joined === 0 ? 'no row has a partner' : null,
  ].filter((difference) => difference !== null)
  if (differences.length === 0) return null
  return `the answers differ (${rule.name}, ${findings.joined} rows): ${differences.join(', ')}`
}

function formatRows(rows: number | null): string {
  return formatCounted(rows ?? 0, 'row')
}

/** The two sides of a table comparison. */
export type TablePair = {
  /** Id of a case. */
  readonly subject: string
  /** Id of the case, or name and SHA-256 of the stored table, with the expected results. */
  readonly reference: { readonly caseId: string } | { readonly stored: string; readonly sha256: string }
}

/** Agreement of two tables. */
export type TableVerdict = {
  readonly rule: TableRule
  /** Rows, labels and scores of the runs in which each disagreed most; null: no comparison is usable. */
  readonly findings: TableFindings | null
  /** Why there are no findings; null when there are. */
  readonly problem: string | null
  /** Rows without exactly one partner on the other side; null without findings. */
  readonly unmatchedRows: number | null
  /** Shares of the joined rows that agree, 0 to 1; null when a side has no such column or no row is joined. */
  readonly labelAgreement: number | null
  readonly scoreAgreement: number | null
}

/** Builds the verdict on two tables that were not compared, with the reason. */
export function withoutFindings(rule: TableRule, problem: string | null): TableVerdict {
  return { rule, problem, findings: null, unmatchedRows: null, labelAgreement: null, scoreAgreement: null }
}

/** Judges one table of two sides from the comparisons in the trial records. */
export function judgeTable(rule: TableRule, { subject, reference }: TablePair, trials: readonly Trial[]): TableVerdict {
  const comparisons = trials
    .flatMap((trial) => trial.resultTables?.comparisons ?? [])
    .filter(
      (one) =>
        one.table === rule.name &&
        isSameOrigin(one.subject, { caseId: subject }) &&
        isSameOrigin(one.reference, reference),
    )
  if (comparisons.length === 0) {
    const ids = 'caseId' in reference ? [subject, reference.caseId] : [subject]
    const idle = ids.find((id) => !trials.some((trial) => trial.caseId === id))
    const problem = idle ? `${idle} has no counted run` : 'the record contains no comparison of the two tables'
    return withoutFindings(rule, problem)
  }
  const [problem] = comparisons.flatMap((comparison) => findProblem(comparison, rule, trials) ?? [])
  const found = comparisons.flatMap(({ findings }) => findings ?? [])
  const [most] = found.toSorted((a, b) => countUnmatched(b) - countUnmatched(a) || a.joined - b.joined)
  if (problem !== undefined || !most) return withoutFindings(rule, problem ?? 'the tables were not compared')
  // One run may have other labels and the next one other scores.
  const [labels = most] = sortByShare(found, 'labelMismatches')
  const [scores = most] = sortByShare(found, 'scoreMismatches')
  const { labelMismatches } = labels
  const { scoreMismatches } = scores
  return {
    rule,
    findings: { ...most, labelMismatches, labels: labels.labels, scoreMismatches, scores: scores.scores },
    problem: null,
    unmatchedRows: countUnmatched(most),
    labelAgreement: computeAgreement(labels, 'labelMismatches'),
    scoreAgreement: computeAgreement(scores, 'scoreMismatches'),
  }
}

type Mismatches = 'labelMismatches' | 'scoreMismatches'

/** Sorts by agreement: first runs without a joined row, then the lowest; runs without such a column come last. */
function sortByShare(found: readonly TableFindings[], name: Mismatches): TableFindings[] {
  const rank = (one: TableFindings): number => (one.joined === 0 ? -1 : (computeAgreement(one, name) ?? 2))
  return found.toSorted((a, b) => rank(a) - rank(b))
}

function computeAgreement(found: TableFindings, name: Mismatches): number | null {
  const { joined, [name]: mismatches } = found
  return mismatches === null || joined === 0 ? null : (joined - mismatches) / joined
}

/** Counts rows of both sides that could not be compared. */
function countUnmatched({ subject, reference }: TableFindings): number {
  return [subject, reference].reduce(
    (sum, side) => sum + side.malformedRows + side.duplicateRows + side.unmatchedIds,
    0,
  )
}

function isSameOrigin(origin: TableOrigin, side: TablePair['reference']): boolean {
  if ('caseId' in origin) return 'caseId' in side && origin.caseId === side.caseId
  return 'stored' in side && origin.stored === side.stored && origin.sha256 === side.sha256
}

/** Requires that the compared tables are those that counted trials wrote, and that the findings follow from the rule. */
function findProblem(
  { table, findings, problem, ...sides }: TableComparison,
  rule: TableRule,
  trials: readonly Trial[],
): string | null {
  if (findings === null) return problem ?? 'the tables were not compared'
  for (const side of ['subject', 'reference'] as const) {
    const origin = sides[side]
    const trial =
      'stored' in origin
        ? undefined
        : trials.find(({ caseId, index }) => caseId === origin.caseId && index === origin.index)
    const written = trial?.resultTables?.written.find((item) => item.table === table)?.sha256
    const { sha256 } = findings[side]
    if (sha256 !== ('stored' in origin ? origin.sha256 : written))
      return `a table with SHA-256 ${sha256.slice(0, 12)} was not written by a counted run`
  }
  return checkFindings(findings, rule)
}
