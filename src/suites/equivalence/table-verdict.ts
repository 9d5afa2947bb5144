import { checkFindings } from '../../domain/tables/findings-problem.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { SideFindings, TableComparison, TableFindings, TableOrigin, TableRule } from '../../record/tables.ts'

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
  /** The comparison with the most disagreement over all runs; null: none is usable. */
  readonly findings: TableFindings | null
  /** Why there are no findings; null when there are. */
  readonly problem: string | null
  /** Rows without exactly one partner on the other side; null without findings. */
  readonly unmatchedRows: number | null
  /** Share of the joined rows, 0 to 1; null when a side has no label column or no row is joined. */
  readonly labelAgreement: number | null
  readonly scoreAgreement: number | null
}

/** Judges one table of two sides from the comparisons in the trial records. */
export function judgeTable(rule: TableRule, sides: TablePair, trials: readonly Trial[]): TableVerdict {
  const nothing = { rule, findings: null, unmatchedRows: null, labelAgreement: null, scoreAgreement: null }
  const comparisons = selectComparisons(rule, sides, trials)
  const problem =
    comparisons.length === 0 ? explainNoComparison(sides, trials) : findFirstProblem(comparisons, rule, trials)
  const worst = comparisons
    .flatMap(({ findings }) => findings ?? [])
    .toSorted((a, b) => countDisagreements(b) - countDisagreements(a))[0]
  if (problem !== null || !worst) return { ...nothing, problem: problem ?? 'the tables were not compared' }
  return {
    rule,
    findings: worst,
    problem: null,
    unmatchedRows: countUnmatchedRows(worst.subject) + countUnmatchedRows(worst.reference),
    labelAgreement: computeAgreement(worst.labelMismatches, worst.joined),
    scoreAgreement: computeAgreement(worst.scoreMismatches, worst.joined),
  }
}

/** Counts rows of one side that could not be compared. */
function countUnmatchedRows({ malformedRows, duplicateRows, unmatchedIds }: SideFindings): number {
  return malformedRows + duplicateRows + unmatchedIds
}

function countDisagreements(findings: TableFindings): number {
  const { subject, reference, labelMismatches, scoreMismatches } = findings
  return countUnmatchedRows(subject) + countUnmatchedRows(reference) + (labelMismatches ?? 0) + (scoreMismatches ?? 0)
}

function computeAgreement(mismatches: number | null, joined: number): number | null {
  return mismatches === null || joined === 0 ? null : (joined - mismatches) / joined
}

function selectComparisons(rule: TableRule, sides: TablePair, trials: readonly Trial[]): TableComparison[] {
  return trials
    .flatMap((trial) => trial.resultTables?.comparisons ?? [])
    .filter(
      ({ table, subject, reference }) =>
        table === rule.name &&
        isSameOrigin(subject, { caseId: sides.subject }) &&
        isSameOrigin(reference, sides.reference),
    )
}

function isSameOrigin(origin: TableOrigin, side: TablePair['reference']): boolean {
  if ('caseId' in origin) return 'caseId' in side && origin.caseId === side.caseId
  return 'stored' in side && origin.stored === side.stored && origin.sha256 === side.sha256
}

function explainNoComparison({ subject, reference }: TablePair, trials: readonly Trial[]): string {
  const ids = 'caseId' in reference ? [subject, reference.caseId] : [subject]
  const idle = ids.find((id) => !trials.some((trial) => trial.caseId === id))
  return idle ? `${idle} has no counted run` : 'the record contains no comparison of the two tables'
}

function findFirstProblem(
  comparisons: readonly TableComparison[],
  rule: TableRule,
  trials: readonly Trial[],
): string | null {
  const problems = comparisons.map((comparison) => {
    if (comparison.findings === null) return comparison.problem ?? 'the tables were not compared'
    return findOriginProblem(comparison, comparison.findings, trials) ?? checkFindings(comparison.findings, rule)
  })
  return problems.find((problem) => problem !== null) ?? null
}

/** Requires that the compared tables are those that counted trials wrote. */
function findOriginProblem(
  { table, subject, reference }: TableComparison,
  findings: TableFindings,
  trials: readonly Trial[],
): string | null {
  const sides = [
    { origin: subject, found: findings.subject },
    { origin: reference, found: findings.reference },
  ]
  const unknown = sides.find(({ origin, found }) => findDigest(origin, table, trials) !== found.sha256)
  return unknown ? `a table with SHA-256 ${unknown.found.sha256.slice(0, 12)} was not written by a counted run` : null
}

function findDigest(origin: TableOrigin, table: string, trials: readonly Trial[]): string | undefined {
  if ('stored' in origin) return origin.sha256
  const trial = trials.find(({ caseId, index }) => caseId === origin.caseId && index === origin.index)
  return trial?.resultTables?.written.find((item) => item.table === table)?.sha256
}
