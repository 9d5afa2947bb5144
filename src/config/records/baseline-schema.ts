import { z } from 'zod'
import { baselineVersion, type Baseline } from '../../domain/baselines/baseline.ts'
import {
  argv,
  axes,
  commit,
  count,
  detail,
  fileHashes,
  limits,
  metricName,
  name,
  sha256,
  slug,
  testbed,
  time,
  variables,
} from './record-parts.ts'
import { readUntrusted } from './untrusted-json.ts'

const provenance = z.strictObject({
  commit,
  runId: name,
  recordedAt: time,
  tool: name,
  configSha256: sha256,
  reason: detail,
  rulesVersion: name.exactOptional(),
  workflowRunUrl: z
    .string()
    .max(500)
    .regex(/^https?:\/\/\S+$/u, 'must be a web address')
    .exactOptional(),
})

const conditions = z.strictObject({
  datasetSha256: sha256,
  sequences: count,
  command: argv,
  variables: variables.exactOptional(),
  resultRows: count.nullable(),
  identity: fileHashes,
})

const metric = z.strictObject({
  name: metricName,
  unit: name,
  betterWhen: z.enum(['lower', 'higher']),
  samples: z.array(z.number()).max(limits.samples),
  anchor: z.strictObject({ median: z.number(), commit, recordedAt: time }).optional(),
})

const baselineCase = z.strictObject({
  benchmark: name,
  axes,
  conditions,
  metrics: z.array(metric).max(limits.metrics),
  provenance: provenance.exactOptional(),
})

/** A committed baseline from untrusted input. */
export const baselineSchema = z.strictObject({
  schemaVersion: z.literal(baselineVersion),
  suite: slug,
  testbed,
  provenance,
  cases: z.array(baselineCase).max(limits.cases),
}) satisfies z.ZodType<Baseline>

const maxBytes = 16 * 2 ** 20

/**
 * Reads a baseline of at most 16 MiB.
 *
 * @throws UserError that names the file and the JSON path
 */
export function parseBaseline(text: string, path: string): Baseline {
  return readUntrusted(text, baselineSchema, { path, maxBytes })
}
