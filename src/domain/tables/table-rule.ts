/** Tolerance of a score: |subject − reference| ≤ atol + rtol · |reference|. */
export type Tolerance = { readonly rtol: number; readonly atol: number }

/** How the result tables of two sides are compared. */
export type TableRule = {
  /** Name in the config. */
  readonly name: string
  /** Path to which the pipeline writes it; placeholders and `*` are not yet expanded. */
  readonly path: string
  /** Column of the ids that join rows; null: the first column. */
  readonly id: string | null
  /** Columns that must agree as text; null: the usual label columns. */
  readonly labels: readonly string[] | null
  /** Columns that must agree as numbers; null: the usual score columns. */
  readonly scores: readonly string[] | null
  /** Default for scores without an entry in `tolerances`. */
  readonly tolerance: Tolerance
  readonly tolerances: Readonly<Record<string, Tolerance>>
}

/** A table stored as the correct result. */
export type StoredAnswer = {
  readonly name: string
  /** Name of its rule. */
  readonly table: string
  /** Absolute, or relative to the checkout of the head. */
  readonly path: string
  readonly sha256: string
}

/** Checks of the result tables of a case, right after each run while the files exist. */
export type TableChecks = {
  readonly rules: readonly TableRule[]
  /** Ids of the reference cases. */
  readonly against: readonly string[]
  /** Ids of the cases for which this case is the reference. */
  readonly standsFor: readonly string[]
  readonly stored: readonly StoredAnswer[]
}

/** Maximum number of stored examples and worst rows of one kind. */
export const keptExamples = 5
/** Maximum number of columns of one kind that are compared or listed. */
export const maxColumns = 32
/** Maximum length of a stored id, label or column name. */
export const keptCharacters = 80
