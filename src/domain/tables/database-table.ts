/** Columns to read from a table of a database file. */
export type TableSelection = {
  readonly table: string
  readonly columns: readonly string[]
  /**
   * Gives one row per value of the first column instead: the value, its rows, those of them whose third column is not
   * below the second, and the sum of these differences.
   */
  readonly isSum?: true
}

/** A value of a row; texts are cut after 4,096 characters, and binary values are null. */
export type TableValue = string | number | null

/** Rows of one table, in file order; null when the file has no such table with all of these columns. */
export type TableRows = readonly (readonly TableValue[])[] | null
