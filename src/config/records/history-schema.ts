import { z } from 'zod'
import { UserError } from '../../domain/core/errors.ts'
import { historyVersion, mostSamplesKept, type HistoryRecord } from '../../domain/tracking/history-record.ts'
import { ledgerVersion, type Ledger } from '../../domain/tracking/ledger.ts'
import { axes, commit, count, limits, metricName, name, sha256, slug, testbed, time } from './record-parts.ts'
import { readUntrusted } from './untrusted-json.ts'

const testbedId = testbed.shape.id
const figure = z.number()
const address = z
  .string()
  .max(500)
  .regex(/^https?:\/\/[^\s\p{Cc}]+$/u, 'must be a web address')
/** Limit of ancestors of a commit: more than any repository has, and exact as a number. */
const order = z.int().min(0).max(1e9)

const conditions = z.strictObject({
  datasetSha256: sha256,
  commandSha256: sha256,
  filesSha256: sha256,
  resultRows: count.nullable(),
})

const metric = z.strictObject({
  name: metricName,
  unit: name,
  betterWhen: z.enum(['lower', 'higher']),
  kind: z.enum(['duration', 'rate', 'count', 'memory', 'share']).exactOptional(),
  samples: z.array(figure).max(mostSamplesKept),
})

const historyCase = z.strictObject({
  suite: slug,
  benchmark: name,
  axes,
  conditions,
  metrics: z.array(metric).max(limits.metrics),
})

const provenance = z.strictObject({
  tool: name,
  event: name,
  runUrl: address.nullable(),
  configPath: name,
  configSha256: sha256,
})

/** One line of the data branch from untrusted input. */
export const historyRecordSchema = z.strictObject({
  schemaVersion: z.literal(historyVersion),
  runId: name,
  commit,
  order,
  committedAt: time,
  measuredAt: time,
  testbed: z.strictObject({ id: testbedId, sha256 }),
  provenance,
  cases: z.array(historyCase).max(limits.cases),
  abandoned: z.array(commit).max(5000).optional(),
}) satisfies z.ZodType<HistoryRecord>

const ledgerEntry = z.strictObject({
  id: z.string().regex(/^[a-z0-9][a-z0-9.-]{0,79}@(?:[0-9a-f]{12}|creep)$/, 'must name a testbed and a commit'),
  kind: z.enum(['step', 'creep']),
  state: z.enum(['open', 'healed']),
  issue: z.int().positive().nullable(),
  claim: z.strictObject({ by: name, at: time }),
  isTold: z.boolean(),
  goodCommit: commit,
  badCommit: commit,
  reach: z.strictObject({ from: order, to: order }),
  minEffect: figure,
  metrics: z
    .array(z.strictObject({ history: z.string().max(8000), name: z.string().max(4000), good: figure, bad: figure }))
    .max(limits.few),
  healed: z.strictObject({ order, commit }).nullable(),
})

/** The tracked regressions of one testbed from untrusted input. */
const ledgerSchema = z.strictObject({
  schemaVersion: z.literal(ledgerVersion),
  testbedId,
  entries: z.array(ledgerEntry).max(limits.cases),
}) satisfies z.ZodType<Ledger>

const maxLineBytes = 4 * 2 ** 20
const maxLedgerBytes = 8 * 2 ** 20

/** Records of a shard, and the problems with lines that cannot be read. */
export type ParsedShard = { readonly records: readonly HistoryRecord[]; readonly problems: readonly string[] }

/**
 * Reads the lines of a shard. An invalid line is a gap in the history: it is reported, and the other lines are kept.
 */
export function parseHistory(text: string, path: string): ParsedShard {
  const records: HistoryRecord[] = []
  const problems: string[] = []
  // warpgauge never writes an empty shard, so its lines were removed.
  if (text.trim() === '')
    problems.push(`${path} is empty, so its records are lost; restore it from its branch or a backup`)
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue
    try {
      records.push(parseHistoryRecord(line, `${path}:${index + 1}`))
    } catch (error) {
      if (!(error instanceof UserError)) throw error
      problems.push(error.message)
    }
  }
  return { records, problems }
}

/** @throws UserError that names the JSON path */
export function parseHistoryRecord(line: string, path: string): HistoryRecord {
  return readUntrusted(line, historyRecordSchema, { path, maxBytes: maxLineBytes })
}

/** @throws UserError that names the file and the JSON path */
export function parseLedger(text: string, path: string): Ledger {
  return readUntrusted(text, ledgerSchema, { path, maxBytes: maxLedgerBytes })
}
