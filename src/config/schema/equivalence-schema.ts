import { z } from 'zod'
import { name, severity, suiteCommon } from './suite-common.ts'
import { options } from './variants-schema.ts'

const column = z.string().min(1).max(80)
const amount = z.number().min(0)
const rtol = amount.describe('Relative tolerance: |a − b| ≤ atol + rtol · |b|, where b is the reference')
const atol = amount.describe('Absolute tolerance')
const share = z.number().min(0).max(1)

const table = z.strictObject({
  path: z.string().min(1).describe('Table with one header line, separated by tabs or commas; may contain *'),
  id: column.optional().describe('Column that joins rows; default: the first column'),
  labels: z
    .array(column)
    .max(32)
    .optional()
    .describe('Columns that must agree as text; default: Prediction, Is_Virus, label and class'),
  scores: z
    .union([
      z.array(column).max(32),
      z.record(column, z.strictObject({ rtol: rtol.optional(), atol: atol.optional() })),
    ])
    .optional()
    .describe(
      'Columns that must agree as numbers, optionally with their own tolerances; default: score1, max_score_0 …',
    ),
})

const reference = z.strictObject({
  path: z.string().min(1).describe('A stored table: absolute, or in the repository'),
  sha256: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('SHA-256 of the table, so that a change cannot replace it'),
  table: name.optional().describe('Name from tables that it belongs to, when there are several'),
})

export const equivalence = z.strictObject({
  ...suiteCommon,
  gpus: z.int().min(1).max(1024).default(1).describe('Number of GPUs'),
  tables: z
    .record(name, table)
    .default({})
    .describe('Result tables to compare; default: that of pipeline.proof.results'),
  against: z.array(name).default([]).describe('Names from revisions whose results the head must reproduce'),
  options: z
    .record(name, options)
    .default({})
    .describe('Option sets that must reproduce the results of the plain command'),
  references: z.record(name, reference).default({}).describe('Stored tables that the head must agree with'),
  rtol: rtol.default(1e-3),
  atol: atol.default(1e-3),
  minLabelAgreement: share.default(1).describe('Smallest share of rows with the same labels'),
  minScoreAgreement: share.default(1).describe('Smallest share of rows with all scores within the tolerance'),
  severity: severity.default('fail').describe('Effect of different results'),
})
