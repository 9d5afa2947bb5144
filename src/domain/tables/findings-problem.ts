import { listLabelColumns } from './compared-columns.ts'
import type { ScoreFindings, SideFindings, TableFindings, TableRule } from '../../record/tables.ts'

/**
 * Explains why findings cannot result from this rule; null when they can. A record is untrusted input: contradicting
 * numbers, other tolerances and missing columns are rejected.
 */
export function checkFindings(findings: TableFindings, rule: TableRule): string | null {
  const { subject, reference, joined, labels, scores, labelMismatches, scoreMismatches } = findings
  const most = Math.min(countUsableRows(subject), countUsableRows(reference))
  if (joined > most) return `${joined} rows are joined, the tables have ${most}`
  const lost = countLostRows(subject, reference, joined) ?? countLostRows(reference, subject, joined)
  if (lost !== null) return `${lost} rows are neither joined nor unmatched`
  return (
    findMismatchProblem('labels', labelMismatches, collectCounts(labels, 'differing'), joined) ??
    findMismatchProblem('scores', scoreMismatches, collectCounts(scores, 'beyond'), joined) ??
    findIdentityProblem(findings) ??
    findRuleProblem(findings, rule) ??
    describeLostColumns(findings, rule)
  )
}

/**
 * A table that lacks a label column of the reference does not agree with it. Without the score columns, rows and labels
 * are compared.
 */
function describeLostColumns({ subject, reference }: TableFindings, rule: TableRule): string | null {
  const lost = listLabelColumns(rule, reference.ignoredColumns).filter(
    (column) => !subject.ignoredColumns.includes(column),
  )
  if (lost.length === 0) return null
  return `the table lacks ${lost.slice(0, 5).join(', ')}, which the reference has; set labels to compare only the other columns`
}

/** A row whose partner's id is a duplicate is not joined; there are at most half as many such ids as duplicate rows. */
function countLostRows(side: SideFindings, other: SideFindings, joined: number): number | null {
  const lost = countUsableRows(side) - joined - side.unmatchedIds
  return lost > Math.floor(other.duplicateRows / 2) ? lost : null
}

function countUsableRows({ rows, malformedRows, duplicateRows }: SideFindings): number {
  return rows - malformedRows - duplicateRows
}

function collectCounts<Key extends string>(columns: readonly Record<Key, number>[], key: Key): number[] {
  return columns.map((column) => column[key])
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
  const [least, most] = [Math.max(...byColumn), byColumn.reduce((sum, count) => sum + count, 0)]
  const isPossible = rows >= least && rows <= Math.min(most, joined)
  return isPossible ? null : `${rows} rows with other ${what} do not follow from ${byColumn.join(', ')} by column`
}

/** Identical files agree, except in values that are not numbers. */
function findIdentityProblem({ subject, reference, labelMismatches, scores }: TableFindings): string | null {
  if (subject.sha256 !== reference.sha256) return null
  const isSame = (labelMismatches ?? 0) === 0 && scores.every(({ beyond, unreadable }) => beyond === unreadable)
  return isSame ? null : 'two identical files are reported as different'
}

function findRuleProblem({ labels, scores }: TableFindings, rule: TableRule): string | null {
  const lacking = [
    ...listMissing(
      rule.labels,
      labels.map(({ column }) => column),
    ),
    ...listMissing(
      rule.scores,
      scores.map(({ column }) => column),
    ),
  ]
  if (lacking.length > 0) return `${lacking.join(', ')} is not in both tables`
  const other = scores.find((score) => !hasTolerance(score, rule))
  if (other) return `${other.column} was compared with rtol ${other.rtol} and atol ${other.atol}`
  const odd = scores.find((score) => !isCoherent(score))
  return odd ? `the worst row of ${odd.column} contradicts the number of rows beyond its tolerance` : null
}

function listMissing(wanted: readonly string[] | null, found: readonly string[]): string[] {
  return (wanted ?? []).filter((column) => !found.includes(column))
}

/** The worst ratio is above 1 exactly if numbers are beyond the tolerance. */
function isCoherent({ beyond, unreadable, worstRatio }: ScoreFindings): boolean {
  // A difference just beyond the tolerance may be rounded to a ratio of 1.
  return beyond > unreadable ? (worstRatio ?? 0) >= 1 : beyond === unreadable && (worstRatio ?? 0) <= 1
}

function hasTolerance({ column, rtol, atol }: ScoreFindings, rule: TableRule): boolean {
  const expected = rule.tolerances[column] ?? rule.tolerance
  return rtol === expected.rtol && atol === expected.atol
}
