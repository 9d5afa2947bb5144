/** How far apart two values of a score may lie: |subject − reference| ≤ atol + rtol · |reference|. */
export type Tolerance = { readonly rtol: number; readonly atol: number }

/** How the result table of one side is held against that of another. */
export type TableRule = {
  /** Name in the config. */
  readonly name: string
  /** Where the pipeline writes it; placeholders and `*` are not filled in yet. */
  readonly path: string
  /** Column by which rows are joined; null: the first. */
  readonly id: string | null
  /** Columns that must agree as text; null: those that usually hold labels. */
  readonly labels: readonly string[] | null
  /** Columns that must agree as numbers; null: those that usually hold scores. */
  readonly scores: readonly string[] | null
  /** For scores that `tolerances` does not name. */
  readonly tolerance: Tolerance
  readonly tolerances: Readonly<Record<string, Tolerance>>
}

/** A table that somebody stored as the right answer. */
export type StoredAnswer = {
  readonly name: string
  /** Name of the rule it belongs to. */
  readonly table: string
  /** Absolute, or relative to the checkout of the head. */
  readonly path: string
  readonly sha256: string
}

/** What becomes of the result tables of a case right after each run, while they still exist. */
export type TableChecks = {
  readonly rules: readonly TableRule[]
  /** Ids of the cases that stand for the right answer. */
  readonly against: readonly string[]
  /** Ids of the cases that are held against this one. */
  readonly standsFor: readonly string[]
  readonly stored: readonly StoredAnswer[]
}

/** Most examples and worst rows that are kept of one kind. */
export const keptExamples = 5
/** Most columns of one kind that are compared or named. */
export const maxColumns = 32
/** Longest text that is kept of an id, a label or a column name. */
export const keptCharacters = 80
