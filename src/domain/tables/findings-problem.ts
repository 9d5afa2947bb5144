import type { SideFindings, TableFindings, TableRule } from '../../record/tables.ts'
import { sumValues } from '../core/statistics.ts'
import { listLabelColumns } from './compared-columns.ts'

/**
 * Explains why findings cannot result from this rule; null when they can. A record is untrusted input: contradicting
 * numbers, other tolerances and missing columns are rejected.
 */
export function checkFindings(findings: TableFindings, rule: TableRule): string | null {
  const { subject, reference, joined, labels, scores, labelMismatches, scoreMismatches } = findings
  if (labels.length + scores.length === 0) return 'no label or score column is in both tables'
  const most = Math.min(countUsableRows(subject), countUsableRows(reference))
  if (joined > most) return `${joined} rows are joined, the tables have ${most}`
  const lost = countLostRows(subject, reference, joined) ?? countLostRows(reference, subject, joined)
  if (lost !== null) return `${lost} rows are neither joined nor unmatched`
  const [differing, beyond] = [labels.map((label) => label.differing), scores.map((score) => score.beyond)]
  const mismatch =
    findMismatchProblem('labels', labelMismatches, differing, joined) ??
    findMismatchProblem('scores', scoreMismatches, beyond, joined)
  if (mismatch !== null) return mismatch
  // Identical files agree, except in values that are not numbers.
  const isSame = (labelMismatches ?? 0) === 0 && scores.every((score) => score.beyond === score.unreadable)
  if (subject.sha256 === reference.sha256 && !isSame) return 'two identical files are reported as different'
  return findRuleProblem(findings, rule)
}

/** A row whose partner's id is a duplicate is not joined; there are at most half as many such ids as duplicate rows. */
function countLostRows(side: SideFindings, other: SideFindings, joined: number): number | null {
  const lost = countUsableRows(side) - joined - side.unmatchedIds
  return lost > Math.floor(other.duplicateRows / 2) ? lost : null
}

function countUsableRows({ rows, malformedRows, duplicateRows }: SideFindings): number {
  return rows - malformedRows - duplicateRows
}

/**
 * A row counts once, however many of its columns differ: the number is between that of the worst column and the sum of
 * all columns.
 */
function findMismatchProblem(
  what: string,
  rows: number | null,
  byColumn: readonly number[],
  joined: number,
): string | null {
  if ((rows === null) !== (byColumn.length === 0)) return `${what} are counted without a column`
  if (rows === null) return null
  const isPossible = rows >= Math.max(...byColumn) && rows <= Math.min(sumValues(byColumn), joined)
  return isPossible ? null : `${rows} rows with other ${what} do not follow from ${byColumn.join(', ')} by column`
}

function findRuleProblem({ subject, reference, labels, scores }: TableFindings, rule: TableRule): string | null {
  const lacking = [...listMissing(rule.labels, labels), ...listMissing(rule.scores, scores)]
  if (lacking.length > 0) return `${lacking.join(', ')} is not in both tables`
  const other = scores.find(({ column, rtol, atol }) => {
    const expected = rule.tolerances[column] ?? rule.tolerance
    return rtol !== expected.rtol || atol !== expected.atol
  })
  if (other) return `${other.column} was compared with rtol ${other.rtol} and atol ${other.atol}`
  // The worst ratio is above 1 exactly if numbers are beyond the tolerance; just beyond it, it may be rounded to 1.
  const odd = scores.find(({ beyond, unreadable, worstRatio }) =>
    beyond > unreadable ? (worstRatio ?? 0) < 1 : beyond !== unreadable || (worstRatio ?? 0) > 1,
  )
  if (odd) return `the worst row of ${odd.column} contradicts the number of rows beyond its tolerance`
  // A table that lacks a label column of the reference does not agree with it. Without the score columns, rows and
  // labels are compared.
  const lost = listLabelColumns(rule, reference.ignoredColumns).filter(
    (column) => !subject.ignoredColumns.includes(column),
  )
  if (lost.length === 0) return null
  return `the table lacks ${lost.slice(0, 5).join(', ')}, which the reference has; set labels to compare only the other columns`
}

function listMissing(wanted: readonly string[] | null, found: readonly { readonly column: string }[]): string[] {
  return (wanted ?? []).filter((name) => found.every(({ column }) => column !== name))
}
