/** What is wrong with one side of a pair of tables. */
export type SideFindings = {
  /** Of the bytes that were compared, file by file in the order of their names. */
  readonly sha256: string
  /** Data rows. */
  readonly rows: number
  /** Rows that do not have the columns of their header; they are left out. */
  readonly malformedRows: number
  /** Rows whose id another row of this side has too; none of them is compared. */
  readonly duplicateRows: number
  /** Ids that the other side does not have. */
  readonly unmatchedIds: number
  readonly examples: {
    readonly malformed: readonly string[]
    readonly duplicate: readonly string[]
    readonly unmatched: readonly string[]
  }
  /** Columns that were not compared, by the rule or because the other side lacks them. */
  readonly ignoredColumns: readonly string[]
}

/** One row in which a column differs; texts are as in the files. */
export type DifferingRow = { readonly id: string; readonly subject: string; readonly reference: string }

export type LabelFindings = {
  readonly column: string
  /** Rows in which the texts differ. */
  readonly differing: number
  readonly examples: readonly DifferingRow[]
}

export type ScoreFindings = {
  readonly column: string
  readonly rtol: number
  readonly atol: number
  /** Rows beyond the tolerance, those without a number among them. */
  readonly beyond: number
  /** Rows in which a side holds no finite number. */
  readonly unreadable: number
  /** Of |subject − reference| over the rows with two numbers; null when there are none. Quantiles within 1 %. */
  readonly difference: {
    readonly mean: number
    readonly median: number
    readonly p99: number
    readonly max: number
  } | null
  /** Largest |subject − reference| / (atol + rtol · |reference|); 1 is at the tolerance. */
  readonly worstRatio: number | null
  /** The worst first. */
  readonly worst: readonly (DifferingRow & { readonly ratio: number | null })[]
}

/** Two result tables joined by id, small enough for the run record whatever their size. */
export type TableFindings = {
  readonly idColumns: { readonly subject: string; readonly reference: string }
  readonly subject: SideFindings
  readonly reference: SideFindings
  /** Ids that both sides have exactly once. */
  readonly joined: number
  /** Joined rows with at least one differing label; null: there is no label column on both sides. */
  readonly labelMismatches: number | null
  /** Joined rows with at least one score beyond its tolerance; null: there is no score column on both sides. */
  readonly scoreMismatches: number | null
  readonly labels: readonly LabelFindings[]
  readonly scores: readonly ScoreFindings[]
}

/** Which trial a table came from. */
export type TableOrigin =
  | { readonly caseId: string; readonly index: number }
  | { readonly stored: string; readonly sha256: string }

/** One comparison of two tables, made right after the later of the two runs. */
export type TableComparison = {
  readonly table: string
  readonly subject: TableOrigin
  /** The side that stands for the right answer. */
  readonly reference: TableOrigin
  /** Null: could not be compared; `problem` says why. */
  readonly findings: TableFindings | null
  readonly problem: string | null
}

/** What one trial adds to the question whether the answers agree. */
export type TrialTables = {
  /** Its own tables, as they were when the trial ended. */
  readonly written: readonly { readonly table: string; readonly sha256: string }[]
  readonly comparisons: readonly TableComparison[]
}
