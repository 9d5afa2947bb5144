import * as part from './parts.ts'
import { z } from 'zod'
import { kernelRecord } from './kernels.ts'
import {
  limits,
  maxReportedError,
  maxReportedErrors,
  maxRestoredName,
  maxRestoredNames,
  maxTracedFiles,
  maxTracedForms,
  maxTracedLine,
  runRecordVersion,
} from './limits.ts'
import type { Stored } from './parts.ts'
import { pipelineFigures, trialMemory, trialProgress } from './pipeline.ts'
import { plan, selection, trialFailure } from './plan.ts'
import { trialOrigin, trialReadings } from './readings.ts'
import { trialTables } from './tables.ts'
import {
  maxContamination,
  nodeTelemetry,
  stageAttribution,
  stageTime,
  telemetrySummary,
  trialHost,
} from './telemetry.ts'
import { testbed } from './testbed.ts'

const { argv, axes, caseId, commit, count, createBoundedRecord, detail, fileHashes, name, relativePath } = part
const { seconds, sha256, slug, time, variables } = part

/** The config of the run and its origin. */
const configSource = z.strictObject({
  /** Path inside the repository, or as given on the command line. */
  path: z.string().max(1000),
  sha256,
  /**
   * `base`: read from a commit of the base branch. `head`: read from the head, so it cannot approve itself. `local`:
   * a manual run.
   */
  origin: z.enum(['base', 'head', 'local']),
  /** Null: not read from a commit. */
  commit: commit.nullable(),
  /** Name and version of the rule set, `production@1`; absent: none. */
  ruleSet: name.exactOptional(),
})
export type ConfigSource = Stored<typeof configSource>

/** GitHub's trial merge of a pull request into its base branch: the target of `refs/pull/N/merge`. */
const testMerge = z.strictObject({
  commit,
  /** Second parent: the head of the pull request. */
  head: commit,
  /** First parent: the tip of the base branch at merge time. */
  base: commit,
  /** Null: the event does not name the branch. */
  branch: z.string().max(1000).nullable(),
})
export type TestMerge = Stored<typeof testMerge>

/** A commit of the pipeline under test, resolved before anything runs. */
const resolvedRevision = z.strictObject({
  /** `head`, or the name in the config. */
  label: name,
  /** The requested ref: a tag, a branch, a commit or `merge-base`. */
  ref: name,
  /** Null if the ref does not exist. */
  commit: commit.nullable(),
  /** Why the ref has no commit, with similar names; null if it has one. */
  problem: detail.nullable(),
})
export type ResolvedRevision = Stored<typeof resolvedRevision>

/** Identity of a measured input. Two runs are comparable only if `sha256` is equal. */
const datasetIdentity = z.strictObject({
  name,
  /** `synthetic` and `real` are FASTA; `files` and `generated` are of any type. */
  kind: z.enum(['synthetic', 'real', 'files', 'generated']),
  /** SHA-256 over the bytes of all files in order, or of their manifest (see `PreparedDataset.names`). */
  sha256,
  /** Null: not FASTA. */
  sequences: count.nullable(),
  /** Shortest and longest sequence in bases or residues; absent: not known. */
  lengths: z.tuple([count, count]).exactOptional(),
  bytes: count,
  /** Origin: preset, seed and GC share, or source and seed of a sample. Empty for a complete real file. */
  parameters: axes,
})
export type DatasetIdentity = Stored<typeof datasetIdentity>

/**
 * A dataset of a checkout that base and head do not both provide with the same content. All revisions are measured with
 * one of the two.
 */
const datasetDifference = z.strictObject({
  /** Name in the config. */
  name,
  used: z.enum(['base', 'head']),
  /** Why the other side cannot provide it; null: it has other content. */
  problem: detail.nullable(),
})
export type DatasetDifference = Stored<typeof datasetDifference>

/** Isolation of the commands of a run, and why no sandbox was used; the reason is null with a sandbox. */
const isolationRecord = z.strictObject({ mode: z.enum(['bubblewrap', 'none']), reason: detail.nullable() })
export type IsolationRecord = Stored<typeof isolationRecord>

/** Units of work that a trial reported, in the unit of the config: a plural noun such as items, tokens, samples. */
const workCount = z.strictObject({ count: z.number().min(0).max(1e15), unit: name })
export type WorkCount = Stored<typeof workCount>

/**
 * A file that a trial wrote. Its path starts with `{output}`, or is relative to the checkout. `rows`: lines after the
 * header of a table; null: no table.
 */
const tracedFile = z.strictObject({ path: z.string().max(1000), bytes: count, rows: count.nullable() })
export type TracedFile = Stored<typeof tracedFile>

/**
 * What a trial of which no result rows are counted left behind. It suggests a proof and hints at missing work, but
 * proves nothing.
 */
const workTrace = z.strictObject({
  /** Those in the output first. */
  files: z.array(tracedFile).max(maxTracedFiles),
  /** Number of further files; absent: none. */
  moreFiles: count.min(1).optional(),
  /** Non-empty lines of standard output. */
  stdoutLines: count,
  /** Last non-empty line of standard output; null: none. */
  lastLine: z.string().max(maxTracedLine).nullable(),
  /** Lines of standard output by what they are without numbers and paths, most first; absent: too many to look at. */
  forms: z
    .array(z.strictObject({ form: z.string().max(maxTracedLine), count: count.min(1) }))
    .max(maxTracedForms)
    .optional(),
})
export type WorkTrace = Stored<typeof workTrace>

/** Files of the commit that a trial changed and that were restored after it, so that every trial runs the same files. */
const restoredFiles = z.strictObject({
  count: count.min(1),
  /** The first ones by name. */
  first: z.array(z.string().max(maxRestoredName)).max(maxRestoredNames),
})

/** SHA-256 of a file of `pipeline.identity`; `absent`: the revision has none. */
const modelHash = z.union([part.sha256, z.literal('absent')])

/** One process execution of a case. */
export const trial = z.strictObject({
  caseId,
  /** 0-based within the case, warm-ups included. */
  index: count,
  /** Warm-ups are recorded but never counted. */
  isWarmup: z.boolean(),
  /** Ran next to the judged runs to record its kernels; also marked as a warm-up, so it never counts. Absent: no. */
  isRecorded: z.literal(true).exactOptional(),
  /** The commit that ran. */
  commit,
  /** The exact arguments. */
  argv,
  startedAt: time,
  /** From process start to exit; null: unknown, or not started. */
  wallSeconds: seconds.nullable(),
  /** Null: ended by a signal, not started, or ingested. */
  exitCode: z.int().nullable(),
  signal: name.nullable(),
  /** Null: the trial counts. */
  failure: trialFailure.nullable(),
  /** Data rows of the result table; null if the config names none. */
  resultRows: count.nullable(),
  stages: z.array(stageTime).max(limits.few),
  /** Why the machine was not fit during this trial, as sentences; empty: clean. A contaminated trial is no sample. */
  contamination: z.array(detail).max(maxContamination),
  /** Host statistics during the trial; null if the process did not start. */
  host: trialHost.nullable(),
  /** GPU and host telemetry during the trial; null without a monitor. */
  telemetry: telemetrySummary.nullable(),
  /** The same by stage; null if stages could not be separated. */
  gpuByStage: stageAttribution.nullable(),
  /** Telemetry of each node of a run that spans nodes, including the node of warpgauge; absent: one node. */
  nodes: z.array(nodeTelemetry).max(limits.few).exactOptional(),
  /** Physical indices of the assigned GPUs; absent without a monitor. */
  gpus: z.array(count).max(limits.few).exactOptional(),
  /** Reports of the pipeline apart from its stages; absent if it did not start or has no output. */
  pipeline: pipelineFigures.exactOptional(),
  /** Memory over time; absent if not requested or not monitored. */
  memory: trialMemory.exactOptional(),
  /** Values that a benchmark tool printed; absent without a tool. */
  readings: trialReadings.exactOptional(),
  /** Origin of an ingested trial; absent: run by warpgauge. */
  origin: trialOrigin.exactOptional(),
  /**
   * Comparison of its result tables with those of other trials; absent if not requested, or if the trial does not
   * count.
   */
  resultTables: trialTables.exactOptional(),
  /** Files with the metrics of every batch, relative to the run folder; absent: not kept, or none reported. */
  batchFiles: z.array(relativePath).max(limits.few).exactOptional(),
  /** Progress over time of a run of hours; absent for others. */
  progress: trialProgress.exactOptional(),
  /** Units of work as configured by `pipeline.throughput`; absent: not configured or not reported. */
  work: workCount.exactOptional(),
  /** What the GPUs executed; only of recorded runs. Absent: not recorded, or no process used CUDA. */
  kernels: kernelRecord.exactOptional(),
  /** What a counted trial left; absent if the proof of work of the config counts its rows. */
  workTrace: workTrace.exactOptional(),
  /** Errors in its output and logs, such as those of a worker, however it ended; absent: none. */
  reportedErrors: z.array(z.string().max(maxReportedError)).min(1).max(maxReportedErrors).exactOptional(),
  /** Files of the commit that it changed; absent: none. */
  restoredFiles: restoredFiles.exactOptional(),
  /** Run id of a sample reused from the cache; null for a sample of this run. */
  cachedFromRun: name.nullable(),
  /** Path of the raw output, relative to the run folder. */
  stdoutPath: relativePath,
  stderrPath: relativePath,
})
export type Trial = Stored<typeof trial>

/** One of the merged runs. */
const joinedRun = z.strictObject({
  runId: name,
  selection: selection.nullable(),
  /** Ids of its measured cases. */
  cases: z.array(caseId).max(limits.cases),
})
export type JoinedRun = Stored<typeof joinedRun>

/** The contents of `run.json`. All later steps need nothing else. */
export const runRecord = z.strictObject({
  schemaVersion: z.literal(runRecordVersion),
  tool: z.strictObject({ name, version: name }),
  runId: name,
  startedAt: time,
  finishedAt: time.nullable(),
  status: z.enum(['running', 'finished', 'interrupted', 'failed']),
  /** Why it did not finish; null otherwise. */
  statusDetail: detail.nullable(),
  /** `owner/name`; null outside of GitHub. */
  repository: name.nullable(),
  /** Name of the GitHub event; also `local`, `bisect` and `ingest`. */
  event: name,
  /** Attempt of the workflow run that measured it; absent: the first. */
  attempt: z.int().positive().exactOptional(),
  /** Null: no pull request. */
  pullRequest: z.int().positive().nullable(),
  /** The config that the run is judged by. */
  yardstick: configSource,
  /** The base commit of the comparison; absent: no base. */
  baseCommit: commit.exactOptional(),
  /** Set if the revision `head` is a test merge; absent: the head itself. */
  testMerge: testMerge.exactOptional(),
  testbed,
  revisions: z.array(resolvedRevision).max(limits.few),
  datasets: z.array(datasetIdentity).max(limits.few),
  /** Absent: base and head provide every dataset with the same content, or there is no base. */
  datasetDifferences: z.array(datasetDifference).max(limits.few).exactOptional(),
  /**
   * Committed files that a command names and that have other content than at the head, by revision label; absent: none.
   * Each revision reads its own.
   */
  changedInputs: createBoundedRecord(z.array(z.string().max(1000)).max(limits.few), limits.few).exactOptional(),
  /** Committed paths of the clone that commands or variables name absolutely, so that all revisions use them; absent: none. */
  sharedInputs: z.array(z.string().max(1000)).max(limits.few).exactOptional(),
  /** SHA-256 of the files in `pipeline.identity` (model weights …), by revision label and path. */
  identity: createBoundedRecord(createBoundedRecord(modelHash, limits.few), limits.few),
  /** What the commands of `pipeline.versions` printed, by revision label and name; absent: there are none. */
  versions: createBoundedRecord(createBoundedRecord(z.string().max(200), limits.few), limits.few).exactOptional(),
  /** Command templates with placeholders, by revision label. */
  commands: createBoundedRecord(argv, limits.few),
  /** Variables that the config sets for every command; absent: the run was ingested. */
  variables: variables.exactOptional(),
  /** Isolation of the commands; absent: the run was ingested. */
  isolation: isolationRecord.exactOptional(),
  plan,
  trials: z.array(trial).max(limits.trials),
  /** SHA-256 of the copied baseline files, by their names below `baselines`. */
  comparedWith: fileHashes.exactOptional(),
  /** The measured part of the plan; absent: all of it. */
  selection: selection.exactOptional(),
  /** Suites of other testbeds; only in merged runs. */
  elsewhere: z
    .array(z.strictObject({ testbed, suites: z.array(slug).min(1).max(limits.few) }))
    .max(limits.few)
    .exactOptional(),
  /** The merged runs; absent: not merged. */
  joinedFrom: z.array(joinedRun).max(limits.few).exactOptional(),
})
export type RunRecord = Stored<typeof runRecord>
