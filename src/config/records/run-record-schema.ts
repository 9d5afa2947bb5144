import { z } from 'zod'
import { UserError } from '../../domain/core/errors.ts'
import { runRecordVersion, type RunRecord } from '../../domain/trial/run-record.ts'
import { isContaminated, type Trial } from '../../domain/trial/trial.ts'
import { pipelineFigures, trialMemory } from './pipeline-figures-schema.ts'
import * as part from './record-parts.ts'
import { maxContamination, nodeTelemetry, stageAttribution, telemetrySummary, trialHost } from './telemetry-schema.ts'
import { caseOptions, tableDuty, trialTables } from './tables-schema.ts'
import { plannedTool, trialOrigin, trialReadings } from './readings-schema.ts'
import { longRun, trialProgress } from './progress-schema.ts'
import { restoredFiles, workTrace } from './trial-files-schema.ts'
import { readUntrusted } from './untrusted-json.ts'

export { parseBaseline } from './baseline-schema.ts'

const {
  argv,
  axes,
  commit,
  count,
  detail,
  fileHashes,
  limits,
  metricName,
  name,
  relativePath,
  seconds,
  sha256,
  slug,
  time,
  variables,
} = part

const yardstick = z.strictObject({
  path: z.string().max(1000),
  sha256,
  origin: z.enum(['base', 'head', 'local']),
  commit: commit.nullable(),
  ruleSet: name.exactOptional(),
})

const testMerge = z.strictObject({ commit, head: commit, base: commit, branch: z.string().max(1000).nullable() })

const revision = z.strictObject({ label: name, ref: name, commit: commit.nullable(), problem: detail.nullable() })

const dataset = z.strictObject({
  name,
  kind: z.enum(['synthetic', 'real', 'files', 'generated']),
  sha256,
  sequences: count.nullable(),
  bytes: count,
  parameters: axes,
})

const datasetDifference = z.strictObject({ name, used: z.enum(['base', 'head']), problem: detail.nullable() })

const caseId = z.string().max(1000)
const key = z.strictObject({ suite: slug, benchmark: name, axes })

const failureKind = z.enum([
  'not-started',
  'exit-code',
  'partial',
  'out-of-memory',
  'signal',
  'timed-out',
  'cancelled',
  'no-proof',
  'resumed',
  'stopped',
  'failed-benchmark',
])

const plannedCase = z.strictObject({
  id: caseId,
  key,
  revision: name,
  dataset: name,
  gpus: z.array(count).max(limits.few),
  nodes: count.min(1).exactOptional(),
  warmups: count,
  repeats: count,
  maxRepeats: count.default(0),
  maxReruns: count.default(0),
  timeoutSeconds: seconds,
  sampleIntervalMs: count.nullable().default(null),
  interleaveGroup: caseId,
  samplesFrom: z.enum(['fresh', 'cached']),
  answers: z.array(failureKind).max(limits.few).exactOptional(),
  options: caseOptions.exactOptional(),
  longRun: longRun.exactOptional(),
  tables: tableDuty.exactOptional(),
  tool: plannedTool.exactOptional(),
  watchesHost: z.literal(true).exactOptional(),
  keepsMemory: z.literal(true).exactOptional(),
})

const plannedComparison = z.strictObject({
  head: caseId,
  base: caseId,
  minEffect: z.number().gt(0).lt(1),
  mayWiden: z.boolean(),
  gate: z.array(metricName).max(limits.few),
  minCost: z.number().min(0).lt(1).exactOptional(),
  maxRepeats: count,
  isScreened: z.boolean(),
  confirm: z.literal('exact').exactOptional(),
})

const ladder = z.strictObject({
  cases: z.array(caseId).max(limits.cases),
  metric: name,
  factor: z.number().gt(1).max(100),
  finalists: count.min(1),
  maxRepeats: count,
  gpuMinutes: z.number().positive().nullable(),
})

const plan = z.strictObject({
  cases: z.array(plannedCase).max(limits.cases),
  notTested: z.array(z.strictObject({ key, reason: detail })).max(limits.cases),
  comparisons: z.array(plannedComparison).max(limits.cases).default([]),
  ladders: z.array(ladder).max(limits.few).exactOptional(),
})

const failure = z.strictObject({
  kind: failureKind,
  detail,
})

const selection = z.strictObject({
  only: z.array(caseId).max(limits.few),
  shard: z.strictObject({ index: count.min(1), of: count.min(1).max(limits.few) }).nullable(),
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
  host: trialHost.nullable().default(null),
  telemetry: telemetrySummary.nullable().default(null),
  gpuByStage: stageAttribution.nullable().default(null),
  nodes: z.array(nodeTelemetry).max(limits.few).exactOptional(),
  gpus: z.array(count).max(limits.few).exactOptional(),
  pipeline: pipelineFigures.exactOptional(),
  memory: trialMemory.exactOptional(),
  readings: trialReadings.exactOptional(),
  origin: trialOrigin.exactOptional(),
  resultTables: trialTables.exactOptional(),
  progress: trialProgress.exactOptional(),
  work: z.strictObject({ count: z.number().min(0).max(1e15), unit: name }).exactOptional(),
  workTrace: workTrace.exactOptional(),
  restoredFiles: restoredFiles.exactOptional(),
  cachedFromRun: name.nullable(),
  stdoutPath: relativePath,
  stderrPath: relativePath,
}) satisfies z.ZodType<Trial>

/** `run.json` from untrusted input. */
export const runRecordSchema = z.strictObject({
  schemaVersion: z.literal([1, runRecordVersion]),
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
  baseCommit: commit.exactOptional(),
  testMerge: testMerge.exactOptional(),
  testbed: part.testbed,
  revisions: z.array(revision).max(limits.few),
  datasets: z.array(dataset).max(limits.few),
  datasetDifferences: z.array(datasetDifference).max(limits.few).exactOptional(),
  changedInputs: part.createBoundedRecord(z.array(z.string().max(1000)).max(limits.few), limits.few).exactOptional(),
  identity: part.createBoundedRecord(fileHashes, limits.few),
  versions: part
    .createBoundedRecord(part.createBoundedRecord(z.string().max(200), limits.few), limits.few)
    .exactOptional(),
  commands: part.createBoundedRecord(argv, limits.few),
  variables: variables.exactOptional(),
  isolation: z.strictObject({ mode: z.enum(['bubblewrap', 'none']), reason: detail.nullable() }).exactOptional(),
  plan,
  trials: z.array(trial).max(limits.trials),
  comparedWith: fileHashes.exactOptional(),
  selection: selection.exactOptional(),
  elsewhere: z
    .array(z.strictObject({ testbed: part.testbed, suites: z.array(slug).min(1).max(limits.few) }))
    .max(limits.few)
    .exactOptional(),
  joinedFrom: z
    .array(z.strictObject({ runId: name, selection: selection.nullable(), cases: z.array(caseId).max(limits.cases) }))
    .max(limits.few)
    .exactOptional(),
}) satisfies z.ZodType<Omit<RunRecord, 'schemaVersion'>>

const cachedTrialsSchema = z.array(trial).max(limits.trials)

/**
 * Reads a run record of at most 64 MiB and upgrades an older version to the current one.
 *
 * @throws UserError that names the JSON path in `run.json`
 */
export function parseRunRecord(text: string): RunRecord {
  const source = { path: 'run.json', maxBytes: 64 * 2 ** 20, newestVersion: runRecordVersion }
  return { ...readUntrusted(text, runRecordSchema, source), schemaVersion: runRecordVersion }
}

/**
 * Reads cached trials of one case, at most 16 MiB.
 *
 * @throws UserError when the file is damaged or contains trials that are not valid samples of this case
 */
export function parseCachedTrials(text: string, ofCase: string): Trial[] {
  const trials = readUntrusted(text, cachedTrialsSchema, { path: 'cached trials', maxBytes: 16 * 2 ** 20 })
  const isUsable = trials.every(
    (one) => one.caseId === ofCase && one.failure === null && !isContaminated(one) && one.cachedFromRun !== null,
  )
  if (isUsable) return trials
  throw new UserError(`cached trials: not all are samples of ${ofCase} that count`, 'Delete the cached file')
}
