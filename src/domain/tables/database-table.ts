/** Columns to read from a table of a database file. */
export type TableSelection = {
  readonly table: string
  readonly columns: readonly string[]
}

/** A value of a row; texts are cut after 500 characters, and binary values are null. */
export type TableValue = string | number | null

/** Rows of one table, in file order; null when the file has no such table with all of these columns. */
export type TableRows = readonly (readonly TableValue[])[] | null
