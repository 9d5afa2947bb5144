import { z } from 'zod'
import { keptExamples, maxColumns } from '../../domain/tables/table-rule.ts'
import { argv, createBoundedRecord, count, detail, limits, name, sha256 } from './record-parts.ts'

const caseId = z.string().max(1000)
const path = z.string().min(1).max(4000)
const columns = z.array(name).max(maxColumns)
const amount = z.number().min(0)
const tolerance = z.strictObject({ rtol: amount, atol: amount })

/** Limit of tables of one case, and of the cases it is compared with. */
const most = { tables: 16, cases: 200 } as const

export const caseOptions = z.strictObject({ args: argv, env: createBoundedRecord(z.string().max(4000), limits.few) })

const tableRule = z.strictObject({
  name,
  path,
  id: name.nullable(),
  labels: columns.nullable(),
  scores: columns.nullable(),
  tolerance,
  tolerances: createBoundedRecord(tolerance, maxColumns),
})

export const tableDuty = z.strictObject({
  rules: z.array(tableRule).max(most.tables),
  against: z.array(caseId).max(most.cases),
  standsFor: z.array(caseId).max(most.cases),
  stored: z.array(z.strictObject({ name, table: name, path, sha256 })).max(most.cases),
})

const examples = z.array(name).max(keptExamples)

const side = z.strictObject({
  sha256,
  rows: count,
  malformedRows: count,
  duplicateRows: count,
  unmatchedIds: count,
  examples: z.strictObject({ malformed: examples, duplicate: examples, unmatched: examples }),
  ignoredColumns: columns,
})

const differing = { id: name, subject: name, reference: name }

const labelFindings = z.strictObject({
  column: name,
  differing: count,
  examples: z.array(z.strictObject(differing)).max(keptExamples),
})

const scoreFindings = z.strictObject({
  column: name,
  ...tolerance.shape,
  beyond: count,
  unreadable: count,
  difference: z.strictObject({ mean: amount, median: amount, p99: amount, max: amount }).nullable(),
  worstRatio: amount.nullable(),
  worst: z.array(z.strictObject({ ...differing, ratio: amount.nullable() })).max(keptExamples),
})

const findings = z.strictObject({
  idColumns: z.strictObject({ subject: name, reference: name }),
  subject: side,
  reference: side,
  joined: count,
  labelMismatches: count.nullable(),
  scoreMismatches: count.nullable(),
  labels: z.array(labelFindings).max(maxColumns),
  scores: z.array(scoreFindings).max(maxColumns),
})

const origin = z.union([z.strictObject({ caseId, index: count }), z.strictObject({ stored: name, sha256 })])

const comparison = z.strictObject({
  table: name,
  subject: origin,
  reference: origin,
  findings: findings.nullable(),
  problem: detail.nullable(),
})

/** Result of comparing result tables, as stored in a trial. */
export const trialTables = z.strictObject({
  written: z.array(z.strictObject({ table: name, sha256 })).max(most.tables),
  comparisons: z.array(comparison).max(most.tables * most.cases),
})
