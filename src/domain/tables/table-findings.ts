/** Counts and problems of one side of a pair of tables. */
export type SideFindings = {
  /** Hash of the compared bytes, file by file in name order. */
  readonly sha256: string
  /** Data rows. */
  readonly rows: number
  /** Rows that do not match the columns of their header; they are left out. */
  readonly malformedRows: number
  /** Rows whose id is not unique on this side; they are not compared. */
  readonly duplicateRows: number
  /** Ids that the other side lacks. */
  readonly unmatchedIds: number
  readonly examples: {
    readonly malformed: readonly string[]
    readonly duplicate: readonly string[]
    readonly unmatched: readonly string[]
  }
  /** Columns that were not compared, because of the rule or because the other side lacks them. */
  readonly ignoredColumns: readonly string[]
}

/** One row in which a column differs; texts as in the files. */
export type DifferingRow = { readonly id: string; readonly subject: string; readonly reference: string }

/** Agreement of one label column. */
export type LabelFindings = {
  readonly column: string
  /** Rows in which the texts differ. */
  readonly differing: number
  readonly examples: readonly DifferingRow[]
}

/** Agreement of one score column. */
export type ScoreFindings = {
  readonly column: string
  readonly rtol: number
  readonly atol: number
  /** Rows beyond the tolerance, including those without a number. */
  readonly beyond: number
  /** Rows in which a side has no finite number. */
  readonly unreadable: number
  /**
   * Statistics of |subject − reference| over the rows with two numbers; null when there are none. Quantiles within 1 %.
   */
  readonly difference: {
    readonly mean: number
    readonly median: number
    readonly p99: number
    readonly max: number
  } | null
  /** Largest |subject − reference| / (atol + rtol · |reference|); 1 is at the tolerance. */
  readonly worstRatio: number | null
  /** Worst rows first. */
  readonly worst: readonly (DifferingRow & { readonly ratio: number | null })[]
}

/** Two result tables joined by id; its size is limited whatever the size of the tables, for the run record. */
export type TableFindings = {
  readonly idColumns: { readonly subject: string; readonly reference: string }
  readonly subject: SideFindings
  readonly reference: SideFindings
  /** Ids that are unique on both sides. */
  readonly joined: number
  /** Joined rows with at least one differing label; null without a common label column. */
  readonly labelMismatches: number | null
  /** Joined rows with at least one score beyond its tolerance; null without a common score column. */
  readonly scoreMismatches: number | null
  readonly labels: readonly LabelFindings[]
  readonly scores: readonly ScoreFindings[]
}

/** The trial or stored file of a table. */
export type TableOrigin =
  | { readonly caseId: string; readonly index: number }
  | { readonly stored: string; readonly sha256: string }

/** One comparison of two tables, right after the later of the two runs. */
export type TableComparison = {
  readonly table: string
  readonly subject: TableOrigin
  /** The reference, assumed to be correct. */
  readonly reference: TableOrigin
  /** Null: not compared; `problem` has the reason. */
  readonly findings: TableFindings | null
  readonly problem: string | null
}

/** Result tables of one trial, and their comparisons. */
export type TrialTables = {
  /** Its own tables at the end of the trial. */
  readonly written: readonly { readonly table: string; readonly sha256: string }[]
  readonly comparisons: readonly TableComparison[]
}
