import { z } from 'zod'
import { mostSessions, noiseVersion, type NoiseRecord } from '../../domain/noise/noise.ts'
import { axes, commit, limits, metricName, name, sha256, slug, testbed, time } from './record-parts.ts'
import { readUntrusted } from './untrusted-json.ts'

/** Limit of rounds in one session; a session is one run of warpgauge, usually of ten rounds. */
const maxSamples = 2000

const session = z.strictObject({
  recordedAt: time,
  runId: name,
  commit,
  samples: z.array(z.number()).min(1).max(maxSamples),
})

const metric = z.strictObject({
  name: metricName,
  unit: name,
  betterWhen: z.enum(['lower', 'higher']),
  sessions: z.array(session).max(mostSessions),
})

const noiseCase = z.strictObject({
  suite: slug,
  benchmark: name,
  axes,
  datasetSha256: sha256,
  metrics: z.array(metric).max(limits.metrics),
})

/** The noise of one testbed from untrusted input. */
export const noiseSchema = z.strictObject({
  schemaVersion: z.literal(noiseVersion),
  testbed,
  cases: z.array(noiseCase).max(limits.cases),
}) satisfies z.ZodType<NoiseRecord>

const maxBytes = 16 * 2 ** 20

/**
 * Reads the noise record of a testbed, at most 16 MiB.
 *
 * @throws UserError that names the file and the JSON path
 */
export function parseNoise(text: string, path: string): NoiseRecord {
  return readUntrusted(text, noiseSchema, { path, maxBytes })
}
