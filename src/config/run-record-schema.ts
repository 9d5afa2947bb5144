import { z } from 'zod'
import { UserError } from '../domain/errors.ts'
import { runRecordVersion, type RunRecord } from '../domain/run-record.ts'
import { isContaminated, type Trial } from '../domain/trial.ts'
import * as part from './record-parts.ts'
import { maxContamination, stageAttribution, telemetrySummary } from './telemetry-schema.ts'
import { readUntrusted } from './untrusted-json.ts'

export { parseBaseline } from './baseline-schema.ts'

const { argv, axes, commit, count, detail, fileHashes, limits, name, relativePath, seconds, sha256, slug, time } = part

const yardstick = z.strictObject({
  path: z.string().max(1000),
  sha256,
  origin: z.enum(['base', 'head', 'local']),
  commit: commit.nullable(),
})

const revision = z.strictObject({ label: name, ref: name, commit: commit.nullable(), problem: detail.nullable() })

const dataset = z.strictObject({
  name,
  kind: z.enum(['synthetic', 'real']),
  sha256,
  sequences: count,
  bytes: count,
  parameters: axes,
})

const caseId = z.string().max(1000)
const key = z.strictObject({ suite: slug, benchmark: name, axes })

const plannedCase = z.strictObject({
  id: caseId,
  key,
  revision: name,
  dataset: name,
  gpus: z.array(count).max(limits.few),
  warmups: count,
  repeats: count,
  maxReruns: count.default(0),
  timeoutSeconds: seconds,
  interleaveGroup: caseId,
  samplesFrom: z.enum(['fresh', 'cached']),
})

const plan = z.strictObject({
  cases: z.array(plannedCase).max(limits.cases),
  notTested: z.array(z.strictObject({ key, reason: detail })).max(limits.cases),
})

const failure = z.strictObject({
  kind: z.enum([
    'not-started',
    'exit-code',
    'partial',
    'out-of-memory',
    'signal',
    'timed-out',
    'cancelled',
    'no-proof',
    'resumed',
  ]),
  detail,
})

const timeMs = z.number().min(0).max(8.64e15)

const stage = z.strictObject({
  stage: name,
  seconds: seconds.nullable(),
  startedMs: timeMs.nullable().default(null),
  endedMs: timeMs.nullable().default(null),
})

const trial = z.strictObject({
  caseId,
  index: count,
  isWarmup: z.boolean(),
  commit,
  argv,
  startedAt: time,
  wallSeconds: seconds.nullable(),
  exitCode: z.int().nullable(),
  signal: name.nullable(),
  failure: failure.nullable(),
  resultRows: count.nullable(),
  stages: z.array(stage).max(limits.few),
  contamination: z.array(detail).max(maxContamination).default([]),
  telemetry: telemetrySummary.nullable().default(null),
  gpuByStage: stageAttribution.nullable().default(null),
  cachedFromRun: name.nullable(),
  stdoutPath: relativePath,
  stderrPath: relativePath,
}) satisfies z.ZodType<Trial>

/** `run.json`, as a stranger might have written it. */
export const runRecordSchema = z.strictObject({
  schemaVersion: z.literal(runRecordVersion),
  tool: z.strictObject({ name, version: name }),
  runId: name,
  startedAt: time,
  finishedAt: time.nullable(),
  status: z.enum(['running', 'finished', 'interrupted', 'failed']),
  statusDetail: detail.nullable(),
  repository: name.nullable(),
  event: name,
  pullRequest: z.int().positive().nullable(),
  yardstick,
  testbed: part.testbed,
  revisions: z.array(revision).max(limits.few),
  datasets: z.array(dataset).max(limits.few),
  identity: part.boundedRecord(fileHashes, limits.few),
  commands: part.boundedRecord(argv, limits.few),
  plan,
  trials: z.array(trial).max(limits.trials),
}) satisfies z.ZodType<RunRecord>

const cachedTrialsSchema = z.array(trial).max(limits.trials)

/**
 * Reads a run record of at most 64 MiB.
 *
 * @throws UserError that names the place inside `run.json`
 */
export function parseRunRecord(text: string): RunRecord {
  return readUntrusted(text, runRecordSchema, { path: 'run.json', maxBytes: 64 * 2 ** 20 })
}

/**
 * Reads trials of one case that an earlier run left in the cache, at most 16 MiB.
 *
 * @throws UserError when the file is damaged or its trials are not samples of this case that count
 */
export function parseCachedTrials(text: string, ofCase: string): Trial[] {
  const trials = readUntrusted(text, cachedTrialsSchema, { path: 'cached trials', maxBytes: 16 * 2 ** 20 })
  const isUsable = trials.every(
    (one) => one.caseId === ofCase && one.failure === null && !isContaminated(one) && one.cachedFromRun !== null,
  )
  if (isUsable) return trials
  throw new UserError(`cached trials: not all are samples of ${ofCase} that count`, 'Delete the cached file')
}
