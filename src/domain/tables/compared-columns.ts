import { maxColumns } from '../../record/limits.ts'
import type { TableRule, Tolerance } from '../../record/tables.ts'

/** Columns of two tables that are compared. */
export type ComparedColumns = {
  readonly id: { readonly subject: string; readonly reference: string }
  readonly labels: readonly string[]
  readonly scores: readonly (Tolerance & { readonly column: string })[]
}

/**
 * Usual column names of prediction tables: of frames (Prediction, score1 …) and of chunks (Is_Virus, max_score_0 …).
 */
const usualLabels = /^(?:label|class|prediction|is_virus)$/i
const usualScores = /^(?:score_?\d*|max_score_?\d+|prob(?:ability)?_?\d*)$/i

/**
 * Selects the columns that both headers have. A column that the rule names and one side lacks is left out and stays
 * listed among the ignored ones. Returns a text when the tables cannot be joined at all.
 */
export function selectComparedColumns(
  rule: TableRule,
  subject: readonly string[],
  reference: readonly string[],
): ComparedColumns | string {
  const problem = findHeaderProblem(rule, subject, 'the table') ?? findHeaderProblem(rule, reference, 'the reference')
  if (problem !== null) return problem
  const id = { subject: rule.id ?? subject[0] ?? '', reference: rule.id ?? reference[0] ?? '' }
  const common = subject.filter(
    (column) => reference.includes(column) && column !== id.subject && column !== id.reference,
  )
  const labels = common.filter((column) => rule.labels?.includes(column) ?? usualLabels.test(column))
  const scores = common.filter(
    (column) => !labels.includes(column) && (rule.scores?.includes(column) ?? usualScores.test(column)),
  )
  if (labels.length + scores.length === 0) return 'no column to compare: no label or score column is in both tables'
  if (labels.length > maxColumns || scores.length > maxColumns) return `more than ${maxColumns} columns to compare`
  const tolerances = scores.map((column) => ({ column, ...(rule.tolerances[column] ?? rule.tolerance) }))
  return { id, labels, scores: tolerances }
}

/** Lists the label columns that would be compared if the other side had them, by the usual names. */
export function listLabelColumns({ labels }: Pick<TableRule, 'labels'>, columns: readonly string[]): string[] {
  return labels === null ? columns.filter((column) => usualLabels.test(column)) : []
}

/** A damaged header may be one name of 64 KiB. */
const shownCharacters = 200

function findHeaderProblem({ id }: TableRule, header: readonly string[], side: string): string | null {
  if (id !== null && !header.includes(id)) return `${side} has no column ${id}`
  const twice = header.find((column, place) => header.indexOf(column) !== place)
  return twice === undefined ? null : `${side} has two columns ${twice.slice(0, shownCharacters)}`
}

/** Lists the columns of a header that are not compared. */
export function listIgnoredColumns(header: readonly string[], columns: ComparedColumns, id: string): string[] {
  const compared = [id, ...columns.labels, ...columns.scores.map(({ column }) => column)]
  return header.filter((column) => !compared.includes(column)).slice(0, maxColumns)
}
