import { z } from 'zod'
import { keptExamples, limits, maxColumns } from './limits.ts'
import { argv, caseId, count, createBoundedRecord, detail, name, path, sha256, type Stored } from './parts.ts'

const columns = z.array(name).max(maxColumns)
const amount = z.number().min(0)
/** Tolerance of a score: |subject − reference| ≤ atol + rtol · |reference|. */
const tolerance = z.strictObject({ rtol: amount, atol: amount })
export type Tolerance = Stored<typeof tolerance>

/** Limit of tables of one case, and of the cases it is compared with. */
const most = { tables: 16, cases: 200 } as const

/** Pipeline options that a case adds to the command of its revision. */
export const caseOptions = z.strictObject({
  /** Arguments; they may contain the same placeholders as the command. */
  args: argv,
  env: createBoundedRecord(z.string().max(4000), limits.few),
})
export type CaseOptions = Stored<typeof caseOptions>

/** How the result tables of two sides are compared. */
const tableRule = z.strictObject({
  /** Name in the config. */
  name,
  /** Path to which the pipeline writes it; placeholders and `*` are not yet expanded. */
  path,
  /** Column of the ids that join rows; null: the first column. */
  id: name.nullable(),
  /** Columns that must agree as text; null: the usual label columns. */
  labels: columns.nullable(),
  /** Columns that must agree as numbers; null: the usual score columns. */
  scores: columns.nullable(),
  /** Default for scores without an entry in `tolerances`. */
  tolerance,
  tolerances: createBoundedRecord(tolerance, maxColumns),
})
export type TableRule = Stored<typeof tableRule>

/**
 * A table stored as the correct result. `table`: name of its rule. `path`: absolute, or relative to the checkout of the
 * head.
 */
const storedAnswer = z.strictObject({ name, table: name, path, sha256 })
export type StoredAnswer = Stored<typeof storedAnswer>

/** Checks of the result tables of a case, right after each run while the files exist. */
export const tableChecks = z.strictObject({
  rules: z.array(tableRule).max(most.tables),
  /** Ids of the reference cases. */
  against: z.array(caseId).max(most.cases),
  /** Ids of the cases for which this case is the reference. */
  standsFor: z.array(caseId).max(most.cases),
  stored: z.array(storedAnswer).max(most.cases),
})

const examples = z.array(name).max(keptExamples)

/** Counts and problems of one side of a pair of tables. */
const sideFindings = z.strictObject({
  /** Hash of the compared bytes, file by file in name order. */
  sha256,
  /** Data rows. */
  rows: count,
  /** Rows that do not match the columns of their header; they are left out. */
  malformedRows: count,
  /** Rows whose id is not unique on this side; they are not compared. */
  duplicateRows: count,
  /** Ids that the other side lacks. */
  unmatchedIds: count,
  /** The first ids of each kind; of malformed rows their text. */
  examples: z.strictObject({ malformed: examples, duplicate: examples, unmatched: examples }),
  /** Columns that were not compared, because of the rule or because the other side lacks them. */
  ignoredColumns: columns,
})
export type SideFindings = Stored<typeof sideFindings>

/** One row in which a column differs; texts as in the files. */
const differingRow = z.strictObject({ id: name, subject: name, reference: name })
export type DifferingRow = Stored<typeof differingRow>

/** Agreement of one label column. */
const labelFindings = z.strictObject({
  column: name,
  /** Rows in which the texts differ. */
  differing: count,
  examples: z.array(differingRow).max(keptExamples),
})

/** Agreement of one score column. */
const scoreFindings = z.strictObject({
  column: name,
  ...tolerance.shape,
  /** Rows beyond the tolerance, including those without a number. */
  beyond: count,
  /** Rows in which a side has no finite number. */
  unreadable: count,
  /**
   * Statistics of |subject − reference| over the rows with two numbers; null when there are none. Quantiles within 1 %.
   */
  difference: z.strictObject({ mean: amount, median: amount, p99: amount, max: amount }).nullable(),
  /** Largest |subject − reference| / (atol + rtol · |reference|); 1 is at the tolerance. */
  worstRatio: amount.nullable(),
  /** Worst rows first. */
  worst: z.array(differingRow.extend({ ratio: amount.nullable() })).max(keptExamples),
})
export type ScoreFindings = Stored<typeof scoreFindings>

/** Two result tables joined by id; its size is limited whatever the size of the tables, for the run record. */
const tableFindings = z.strictObject({
  idColumns: z.strictObject({ subject: name, reference: name }),
  subject: sideFindings,
  reference: sideFindings,
  /** Ids that are unique on both sides. */
  joined: count,
  /** Joined rows with at least one differing label; null without a common label column. */
  labelMismatches: count.nullable(),
  /** Joined rows with at least one score beyond its tolerance; null without a common score column. */
  scoreMismatches: count.nullable(),
  labels: z.array(labelFindings).max(maxColumns),
  scores: z.array(scoreFindings).max(maxColumns),
})
export type TableFindings = Stored<typeof tableFindings>

/** Where a table comes from: a trial, by case and index, or a stored file, by its name in the config. */
const tableOrigin = z.union([z.strictObject({ caseId, index: count }), z.strictObject({ stored: name, sha256 })])
export type TableOrigin = Stored<typeof tableOrigin>

/** One comparison of two tables, right after the later of the two runs; the reference is assumed to be correct. */
const tableComparison = z.strictObject({
  table: name,
  subject: tableOrigin,
  reference: tableOrigin,
  /** Null: not compared; `problem` has the reason. */
  findings: tableFindings.nullable(),
  problem: detail.nullable(),
})
export type TableComparison = Stored<typeof tableComparison>

/** Result tables of one trial at its end, and their comparisons. */
export const trialTables = z.strictObject({
  written: z.array(z.strictObject({ table: name, sha256 })).max(most.tables),
  comparisons: z.array(tableComparison).max(most.tables * most.cases),
})
export type TrialTables = Stored<typeof trialTables>
