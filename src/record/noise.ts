import { z } from 'zod'
import { limits, mostSessions } from './limits.ts'
import { caseKey, commit, metric, name, sha256, time, type Stored } from './parts.ts'
import { testbed } from './testbed.ts'

/** Limit of rounds in one session; a session is one run of warpgauge, usually of ten rounds. */
const maxSamples = 2000

/** Consecutive runs of unchanged code, in the order of measurement. */
const noiseSession = z.strictObject({
  recordedAt: time,
  runId: name,
  commit,
  samples: z.array(z.number()).min(1).max(maxSamples),
})
export type NoiseSession = Stored<typeof noiseSession>

/** Sessions of one metric of one case, oldest first. Its kind may change without a change of the noise. */
const noiseMetric = metric.omit({ kind: true }).extend({ sessions: z.array(noiseSession).max(mostSessions) })

/** Noise of one case with one dataset; its axes are without those that only distinguish the sides of a comparison. */
const noiseCase = caseKey.extend({ datasetSha256: sha256, metrics: z.array(noiseMetric).max(limits.metrics) })
export type NoiseCase = Stored<typeof noiseCase>

/** Noise of one testbed: `baselines/<testbed>/noise.json`. */
export const noiseRecord = z.strictObject({
  schemaVersion: z.literal(1),
  testbed,
  cases: z.array(noiseCase).max(limits.cases),
})
export type NoiseRecord = Stored<typeof noiseRecord>
