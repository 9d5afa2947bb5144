import type { ProofConfig, Config } from '../../config/schema/schema.ts'
import type { PlannedCase } from '../../domain/plan/plan.ts'
import { formatAxes, hasAxes, type Axes } from '../../domain/core/case.ts'
import { formatNames } from '../../domain/core/errors.ts'
import { unknownCommit } from '../../domain/core/revision.ts'
import type { BenchmarkReading, ToolReading } from '../../domain/trial/tool-reading.ts'
import { parseStageName, createStageMetric, wallTime } from '../../domain/core/metric.ts'
import { type PipelineReading, silentFigures } from '../../domain/trial/pipeline-reading.ts'
import { computeMedian } from '../../domain/core/statistics.ts'
import { attributeLog, type StageAliases } from '../../domain/stages/logged-stages.ts'
import { summarizeLog } from '../../domain/telemetry/summarize-log.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { TrialFailure } from '../../record/plan.ts'
import type { StageTime } from '../../record/telemetry.ts'
import type { IngestedFile, TrialReadings } from '../../record/readings.ts'
import { keepSentences, keepFacts, keepReadings } from '../../domain/trial/trial-readings.ts'
import { findRowProblem } from '../plan/refuse-run.ts'
import type { Manifest } from '../../config/records/manifest-schema.ts'
import { formatTestbedId, type Device, type Testbed } from '../../domain/testbed/testbed.ts'
import type { PipelineFigures } from '../../record/pipeline.ts'

/** One run of an ingest manifest with the parsed reading of its files. */
export type IngestedRun = {
  readonly planned: PlannedCase
  /** Number of the run in its case, from 0. */
  readonly index: number
  readonly commit: string
  readonly adapter: string
  readonly reading: ToolReading
  /** Data rows counted in the result tables of the manifest; null: it names none. */
  readonly countedRows: number | null
  /** Row count that the config requires; null: no requirement. */
  readonly expectedRows: NonNullable<ProofConfig['results']> | null
  /** Differences from the run that it is compared with, as sentences. */
  readonly differences: readonly string[]
  readonly files: readonly IngestedFile[]
  readonly stageAliases: StageAliases
  /** ISO 8601; from the manifest, otherwise the time of the ingest. */
  readonly startedAt: string
  /** Relative to the run folder. */
  readonly sourcesPath: string
}

/** Converts an ingested run to a trial. A value that no file contains is null, never 0. */
export function buildIngestedTrial(run: IngestedRun): Trial {
  const { planned, reading, sourcesPath } = run
  const { pipeline } = reading
  const isTool = planned.tool !== undefined
  const own = { ...reading, benchmarks: selectOwnFigures(reading.benchmarks, planned.key.axes) }
  const time = isTool ? { seconds: pipeline?.wallSeconds ?? null, note: null } : findWallTime(own)
  // The trial stores wall and stage times in separate fields.
  const further = own.benchmarks.filter(
    (one) =>
      one.status === 'failed' || !(one.metric.name === wallTime.name || parseStageName(one.metric.name) !== null),
  )
  const answer = collectToolReadings({ ...own, benchmarks: isTool ? own.benchmarks : further })
  const dropped = describeDropped(run)
  const isWithout = dropped !== null && answer.failure?.kind === 'no-proof'
  const failure = isWithout
    ? { kind: 'no-proof' as const, detail: `${answer.failure.detail}; ${dropped}` }
    : answer.failure
  const rows = countResultRows(run)
  const stages = listStageTimes(own)
  return {
    caseId: planned.id,
    index: run.index,
    isWarmup: false,
    commit: run.commit,
    argv: [],
    startedAt: run.startedAt,
    wallSeconds: time.seconds,
    exitCode: null,
    signal: null,
    failure: findFailure({ ...run, reading: own }, time.seconds, rows.problem, failure),
    resultRows: rows.count,
    stages,
    contamination: [],
    host: null,
    telemetry: summarizeLog(reading.gpuReadings),
    gpuByStage: attributeLog({
      readings: reading.gpuReadings,
      stages,
      wallSeconds: time.seconds,
      aliases: run.stageAliases,
    }),
    ...(pipeline && { pipeline: pickFigures(pipeline) }),
    ...(answer.readings && { readings: answer.readings }),
    origin: {
      kind: 'ingested',
      adapter: run.adapter,
      files: run.files,
      notes: [time.note, rows.note, dropped, describeCommit(run)].filter((note) => note !== null),
      differences: keepSentences(run.differences),
    },
    cachedFromRun: null,
    stdoutPath: sourcesPath,
    stderrPath: sourcesPath,
  }
}

function pickFigures({
  counts,
  workers,
  workerStage,
  packing,
  dataLoader,
  warnings,
}: PipelineReading): PipelineFigures {
  const stage = workerStage === undefined ? {} : { workerStage }
  return { ...silentFigures, counts, workers, ...stage, packing, dataLoader, warnings }
}

/** Selects the lines of this case from a report that has one line per GPU count. */
function selectOwnFigures(benchmarks: readonly BenchmarkReading[], axes: Axes): BenchmarkReading[] {
  return benchmarks.filter((reading) => {
    const shared = Object.entries(reading.axes).filter(([name]) => Object.hasOwn(axes, name))
    return hasAxes(axes, Object.fromEntries(shared))
  })
}

/** Names the values of a report that belong to other cases, and what a command ingest does not judge. */
function describeDropped({ reading, planned }: IngestedRun): string | null {
  const own = new Set(selectOwnFigures(reading.benchmarks, planned.key.axes))
  const others = reading.benchmarks
    .filter((one) => !own.has(one))
    .map(({ name, axes }) => `${name} ${formatAxes(axes)}`)
  const stages = planned.tool ? (reading.pipeline?.stages ?? []).map(({ stage }) => stage) : []
  const parts = Object.entries({ 'values of other cases': others, 'stage times': stages })
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what} (${formatNames([...new Set(names)])})`)
  return parts.length === 0 ? null : `not judged: ${parts.join('; ')}`
}

/** Wall time from the pipeline's closing line, otherwise from a report, otherwise from the span of the stages. */
function findWallTime({ pipeline, benchmarks }: Pick<ToolReading, 'pipeline' | 'benchmarks'>) {
  if (pipeline?.wallSeconds)
    return { seconds: pipeline.wallSeconds, note: 'wall time from the closing line of the pipeline' }
  const reported = listWallTimes({ benchmarks })
  const [one] = reported
  if (one && reported.length === 1 && one.metric.unit === wallTime.unit)
    return { seconds: computeMedian(one.samples), note: `wall time from the report: ${one.name}` }
  const stages = pipeline?.stages ?? []
  const starts = stages.flatMap(({ startedMs }) => startedMs ?? [])
  const ends = stages.flatMap(({ endedMs }) => endedMs ?? [])
  if (starts.length === 0 || starts.length < stages.length || ends.length < stages.length)
    return { seconds: null, note: null }
  const seconds = (Math.max(...ends) - Math.min(...starts)) / 1000
  return { seconds, note: 'wall time from the first start to the last end of its stages' }
}

function listWallTimes({ benchmarks }: Pick<ToolReading, 'benchmarks'>) {
  return benchmarks
    .filter((reading) => reading.status === 'measured')
    .filter(({ metric }) => metric.name === wallTime.name)
}

function listStageTimes({ pipeline, benchmarks }: Pick<ToolReading, 'pipeline' | 'benchmarks'>): StageTime[] {
  if (pipeline && pipeline.stages.length > 0) return [...pipeline.stages]
  return benchmarks.flatMap((reading) => {
    if (reading.status !== 'measured') return []
    const stage = parseStageName(reading.metric.name)
    if (stage === null || createStageMetric(stage).unit !== reading.metric.unit) return []
    return [{ stage, seconds: computeMedian(reading.samples), startedMs: null, endedMs: null }]
  })
}

function findFailure(
  { reading, planned }: IngestedRun,
  wallSeconds: number | null,
  rowProblem: string | null,
  ofBenchmarks: TrialFailure | null,
): TrialFailure | null {
  const { pipeline } = reading
  const invalid = listInvalid(reading)
  if (invalid.length > 0)
    return { kind: pipeline?.isResumed ? 'resumed' : 'partial', detail: invalid.join('; ').slice(0, 3000) }
  if (planned.tool || ofBenchmarks?.kind === 'failed-benchmark') return ofBenchmarks
  if (rowProblem !== null) return { kind: 'no-proof', detail: rowProblem }
  if (wallSeconds !== null && wallSeconds > 0) return null
  const times = listWallTimes(reading).map(({ name, metric }) => `${name} in ${metric.unit}`)
  const detail =
    times.length > 0
      ? `its files report no single run time in s: ${formatNames(times)}`
      : 'none of its files reports the run time, for example in a closing line of the pipeline'
  return { kind: 'no-proof', detail }
}

function listInvalid({ pipeline, isJoined }: ToolReading): string[] {
  const several = 'a file holds several runs, which may be of several commits: name each as a file of its own'
  return [...(pipeline?.invalid ?? []), ...(isJoined ? [several] : [])]
}

/** Names the commit that a file states, if the manifest names another one: the file may be that of an earlier run. */
function describeCommit({ reading, commit }: IngestedRun): string | null {
  const { commit: stated = '' } = reading.context
  const isOther = /^[\da-f]{7,40}$/.test(stated) && commit !== unknownCommit && !commit.startsWith(stated)
  return isOther ? `its file is of commit ${stated}, and the manifest names ${commit}` : null
}

/** Prefers counted table rows, which are checked if the config requires a count, to what the pipeline reports. */
function countResultRows({ countedRows, expectedRows, reading }: IngestedRun) {
  const { consensus = null, predictions = null } = reading.pipeline?.counts ?? {}
  const reported = consensus ?? predictions
  const reportedNote = reported === null ? null : 'result rows as reported by the pipeline; no result table was counted'
  if (countedRows === null) return { count: reported, note: reportedNote, problem: null }
  const problem = expectedRows && findRowProblem(countedRows, expectedRows)
  return { count: countedRows, note: null, problem }
}

const maxShownFailures = 5

/** Result of parsing the output of a tool. */
export type ToolResult = {
  /** Null when the output could not be parsed. */
  readonly readings: TrialReadings | null
  /** Null: every benchmark in the output has figures. */
  readonly failure: TrialFailure | null
}

/** Collects the figures of a tool's output within the limits of a trial, and the failure when some are missing. */
export function collectToolReadings(reading: ToolReading): ToolResult {
  const readings: TrialReadings = {
    tool: reading.tool?.slice(0, 200) ?? null,
    context: keepFacts(reading.context),
    problems: keepSentences(reading.problems),
    ...keepReadings(reading.benchmarks),
  }
  return { readings, failure: findMissingFigures(reading) }
}

/** Collects the figures and problems that a pipeline reported within the limits of a trial; null without any. */
export function collectPipelineReadings(reading: Pick<ToolReading, 'benchmarks' | 'problems'>): TrialReadings | null {
  if (reading.benchmarks.length === 0 && reading.problems.length === 0) return null
  const problems = keepSentences(reading.problems)
  return { tool: null, context: {}, problems, ...keepReadings(reading.benchmarks) }
}

function findMissingFigures({ benchmarks, pipeline, problems }: ToolReading): TrialFailure | null {
  const failed = benchmarks
    .filter((reading) => reading.status === 'failed')
    .map(({ name, problem }) => `${name}: ${problem}`)
  if (failed.length > 0) {
    const more = failed.length > maxShownFailures ? `; and ${failed.length - maxShownFailures} more` : ''
    return { kind: 'failed-benchmark', detail: `${failed.slice(0, maxShownFailures).join('; ')}${more}`.slice(0, 3000) }
  }
  if (benchmarks.length > 0) return null
  const stages = pipeline?.stages.length ? ['the suite command does not judge stage times; end-to-end does'] : []
  const detail = ['the output contains no benchmark figure', ...stages, ...problems].join('; ')
  return { kind: 'no-proof', detail: detail.slice(0, 3000) }
}

/** Value of a fact that is in neither a file nor the manifest. */
const unknown = 'unknown'
const maxDevices = 1024

/**
 * Describes the machine of ingested runs. Facts in the tools' files take precedence over the manifest; facts in neither
 * are unknown. The device count is at least the largest GPU count of a case.
 */
export function buildIngestedTestbed(manifest: Manifest, readings: readonly ToolReading[], config: Config): Testbed {
  const { testbed: stated } = manifest
  const kind = config.pipeline.devices
  const cpuModel = findFact(readings, /^cpu$/) ?? stated.cpuModel ?? unknown
  const devices = buildDevices(manifest, readings, cpuModel, kind === 'gpu')
  const { driver = null, cuda = null, topology = null, cpuCores = 0, hostMemoryBytes = 0, kernel = unknown } = stated
  return {
    id: formatTestbedId(kind, devices, cpuModel),
    deviceKind: kind,
    devices,
    driverVersion: driver,
    cudaVersion: cuda,
    topology,
    container: null,
    cpuModel,
    architecture: findFact(readings, /^machine$/) ?? stated.architecture ?? unknown,
    cpuCores,
    memoryBytes: hostMemoryBytes,
    kernel,
  }
}

function buildDevices(
  { testbed: stated, cases }: Manifest,
  readings: readonly ToolReading[],
  cpuModel: string,
  isGpu: boolean,
): Device[] {
  const model = isGpu ? (findFact(readings, /^(?:gpu|device) \d+$/) ?? stated.model ?? unknown) : cpuModel
  const logged = isGpu ? readings.flatMap(({ gpuReadings }) => gpuReadings) : []
  const [memory = stated.memoryBytes ?? null] = logged.flatMap(({ memoryTotalBytes }) => memoryTotalBytes ?? [])
  const given = cases.map(({ axes }) => Number(axes['gpus'] ?? 1)).filter(Number.isInteger)
  // A log may have more readings than a call can have arguments.
  const counts = [...logged.map(({ gpu }) => gpu + 1), ...given]
  const count = counts.reduce((most, value) => Math.max(most, value), stated.devices ?? 1)
  return Array.from({ length: Math.min(count, maxDevices) }, (_, id): Device => ({
    id,
    physicalIndex: isGpu ? id : null,
    model,
    uuid: null,
    memoryBytes: isGpu ? memory : null,
    migProfile: null,
    settings: null,
  }))
}

/** Lists the decisive facts of the machine that are unknown, as text; null when all are known. */
export function describeUnknownFacts({ devices, driverVersion, cpuModel }: Testbed): string | null {
  const missing = [
    ...(devices.some(({ model }) => model === unknown) ? ['device model'] : []),
    ...(driverVersion === null ? ['driver'] : []),
    ...(cpuModel === unknown ? ['CPU'] : []),
  ]
  return missing.length === 0 ? null : `unknown machine facts: ${missing.join(', ')}`
}

/** The first fact with such a name; null: none. */
function findFact(readings: readonly ToolReading[], pattern: RegExp): string | null {
  const facts = readings.flatMap(({ context }) => Object.entries(context))
  return facts.find(([name]) => pattern.test(name))?.[1].slice(0, 200) ?? null
}
