import { dirname, join, relative } from 'node:path'
import type { ProofConfig } from '../../config/schema/schema.ts'
import { fillCommand, type CommandValues } from '../../domain/core/command.ts'
import { isCounted } from '../../domain/plan/interleaved-runs.ts'
import { classifyEnding } from '../../domain/core/exit-meaning.ts'
import { addOutput, addWorkerErrors } from '../../domain/trial/outcome.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { GpuWindow } from '../../ports/gpu-monitor.ts'
import type { ProcessOutcome, ProcessSpec } from '../../ports/process-runner.ts'
import { compareTables, type TableRequest } from './compare-tables.ts'
import type { MeasurePorts, Workplace } from '../measure/environment.ts'
import { dropEmptyEvents, isolateTrial, formatSandboxHint } from './isolation.ts'
import { findEarlierProof, noProof, proveWork, type ProofInput, recordTrace } from './prove-work.ts'
import { readTelemetry, type TrialFiles, type TrialTelemetry } from './read-telemetry.ts'
import { readFigures, type FiguresRequest, type TrialFigures } from './read-figures.ts'
import { buildToolProof, readTool } from './read-tool.ts'
import { collectPipelineReadings } from '../../judging/ingest/ingest.ts'
import { buildCaseCommand } from '../../judging/plan/trial-command.ts'
import { findNodeTrouble, selectHostValues, openNodeWatch } from './watch-nodes.ts'
import { writeBatches } from './write-batches.ts'
import { closeWatch, openWatch, type WatchResult, type WatchRequest } from './watch-trial.ts'
import type { PlannedTool } from '../../record/readings.ts'
import type { TrialFailure } from '../../record/plan.ts'
import type { TrialHost } from '../../record/telemetry.ts'
import type { TrialMemory } from '../../record/pipeline.ts'
import { buildCommandValues, findTree, type TrialRequest } from './trial-request.ts'

/**
 * Runs one trial in a new process. A failed pipeline is a result, not an exception. The first warm-up of a case is
 * recorded; a program that fails while it is recorded runs again without.
 */
export async function runTrial(request: TrialRequest, ports: MeasurePorts): Promise<Trial> {
  const recorded = mayRecord(request) ? await runOnce(request, ports, true) : null
  if (recorded?.failure === null || request.signal.aborted) return recorded ?? (await runOnce(request, ports, false))
  if (recorded === null) return await runOnce(request, ports, false)
  if (!recorded.kernels) return recorded
  await ports.files.remove(request.directory)
  await ports.files.makeDirectory(request.directory)
  const trial = await runOnce(request, ports, false)
  const problem = `the program failed while its kernels were recorded (${recorded.failure.kind}), so it ran again without`
  // The record of a run that failed shows a part of the work; with a problem it is not compared.
  return { ...trial, kernels: { ...recorded.kernels, problems: [problem, ...recorded.kernels.problems].slice(0, 20) } }
}

/** Not a counted run: recording takes time, and a program that profiles itself would see nothing. */
function mayRecord({ next, prepared, longRun }: TrialRequest): boolean {
  const { pipeline, run } = prepared.config
  const isOwn = 'CUDA_INJECTION64_PATH' in { ...pipeline.env, ...next.planned.options?.env }
  return next.isWarmup && next.index === 0 && pipeline.devices === 'gpu' && run.kernels === 'auto' && !longRun && !isOwn
}

async function runOnce(request: TrialRequest, ports: MeasurePorts, isRecorded: boolean): Promise<Trial> {
  const { next, prepared, directory } = request
  const values = buildCommandValues(request)
  const kernelDirectory = join(dirname(values.output), '.kernels')
  const recorder = isRecorded ? await ports.kernelRecords.prepare(kernelDirectory) : null
  const argv = fillCommand(buildCommand(request), values)
  const paths = { stdoutPath: join(request.directory, 'stdout.log'), stderrPath: join(request.directory, 'stderr.log') }
  const place = { proof: chooseProof(request), values, directory: findTree(request) }
  // Programs rarely create the directory of their output file.
  const isDirectory = next.planned.tool || isNamedInside(argv, values.output)
  await ports.files.makeDirectory(isDirectory ? values.output : dirname(values.output))
  const earlier = await findEarlierProof(place, ports.inspector)
  const eventsPath = join(directory, 'events.jsonl')
  const command = { argv, values, eventsPath, cwd: place.directory, recorder: recorder ?? {} }
  const { spec, roots } = await isolateTrial(request, command, ports.files)
  const nodeWatch = await openNodeWatch(request, { values, env: spec.env }, ports)
  await using watch = await openWatch({ ...buildWatchRequest(request, ports), eventsPath: command.eventsPath })
  const { outcome, host, started } = await execute(
    {
      argv,
      cwd: place.directory,
      ...spec,
      ...listLimits(request),
      onStarted: (pid) => watch?.follow(pid),
      trialId: nodeWatch.trialId,
      ...paths,
    },
    ports,
    watch,
  )
  const kernels = recorder ? await ports.kernelRecords.read(kernelDirectory) : null
  const nodes = await nodeWatch.close()
  await dropEmptyEvents(command.eventsPath, ports)
  const files = { ...paths, eventsPath: command.eventsPath, output: values.output }
  const inspector = ports.inspector.restrictTo(roots)
  const telemetry = await readTelemetry(prepared.config.pipeline.telemetry, { ...place, files }, inspector)
  const traces = { ...place, outcome, telemetry, earlier, stdoutPath: paths.stdoutPath, startedMs: started.getTime() }
  const { failure, ...examined } = await examine(request, traces, inspector)
  const { seenMemory, ...watched } = await closeWatch(watch, {
    planned: request.next.planned,
    gpus: request.prepared.physicalGpus(request.next.planned.gpus),
    stages: traces.telemetry.stages,
    startedMs: traces.startedMs,
    wallSeconds: traces.outcome.wallSeconds,
    failure,
    mustObserve: request.prepared.config.pipeline.devices === 'gpu' && request.prepared.config.run.monitor !== 'none',
    earlier: request.earlier,
  })
  const trouble = await findNodeTrouble(request, { nodes, failure, stderrPath: paths.stderrPath }, ports)
  const figures = await readFigures(buildFiguresRequest(request, { ...traces, files, values }), inspector)
  const batchFiles = await keepBatches(request, { figures, startedMs: traces.startedMs, window: watch }, ports)
  const trial: Trial = {
    caseId: next.planned.id,
    index: next.index,
    isWarmup: next.isWarmup,
    commit: request.commit,
    argv,
    startedAt: started.toISOString(),
    ...describeEnding(outcome),
    failure: addWorkerErrors(failure ?? findPartialFailure(figures), figures.pipeline.workers),
    ...examined,
    stages: telemetry.stages,
    host: selectHostValues(prepared.config, host),
    ...watched,
    contamination: [...trouble, ...watched.contamination],
    ...(nodes.length > 0 && { nodes }),
    ...(kernels && { kernels }),
    pipeline: figures.pipeline,
    ...batchFiles,
    ...(figures.work && { work: figures.work }),
    ...(next.planned.keepsMemory && { memory: joinMemory(figures.memory, seenMemory) }),
    cachedFromRun: null,
    ...buildRecordPaths(paths, request),
  }
  return await finishOutput(trial, buildTableRequest(request, values, roots), request, ports)
}

/** Writes the metrics of every batch of a run of hours. */
async function keepBatches(
  { next, directory, runFolder, runId }: TrialRequest,
  {
    figures,
    ...run
  }: { readonly figures: TrialFigures; readonly startedMs: number; readonly window: GpuWindow | null },
  ports: MeasurePorts,
): Promise<Pick<Trial, 'batchFiles'>> {
  const place = { directory, runFolder, runId, caseId: next.planned.id }
  const batchFiles = await writeBatches(
    { ...place, ...run, batches: figures.batches, summary: figures.pipeline },
    ports,
  )
  return batchFiles.length > 0 ? { batchFiles } : {}
}

/** The program ended with exit code 0, but its log reports failed parts, so its time covers only a part of the work. */
function findPartialFailure({ failedParts }: TrialFigures): TrialFailure | null {
  return failedParts.length === 0 ? null : { kind: 'partial', detail: `its log reports: ${failedParts.join('; ')}` }
}

function listLimits({ next, prepared, signal }: TrialRequest) {
  const { maxOutputMegabytes } = prepared.config.run
  return { timeoutMs: next.planned.timeoutSeconds * 1000, signal, maxOutputBytes: maxOutputMegabytes * 1e6 }
}

function buildRecordPaths(paths: Pick<Trial, 'stdoutPath' | 'stderrPath'>, { runFolder }: TrialRequest) {
  return { stdoutPath: relative(runFolder, paths.stdoutPath), stderrPath: relative(runFolder, paths.stderrPath) }
}

function describeEnding({ ending, wallSeconds, exitCode, signal }: ProcessOutcome) {
  return { wallSeconds: ending === 'not-started' ? null : wallSeconds, exitCode, signal }
}

/** Whether a command names files below a directory, and never the directory itself. */
function isNamedInside(argv: readonly string[], directory: string): boolean {
  const ends = argv.flatMap((argument) => argument.split(directory).slice(1))
  return ends.length > 0 && ends.every((end) => end.startsWith('/'))
}

/** Compares the result tables, then keeps or removes the output. */
async function finishOutput(
  trial: Trial,
  tables: TableRequest,
  { prepared, longRun }: TrialRequest,
  ports: MeasurePorts,
): Promise<Trial> {
  const resultTables = isCounted(trial) ? await compareTables(tables, ports) : null
  const output = dirname(tables.values.output)
  if (prepared.config.run.keepOutputs || longRun) await ports.files.removeLinksOut(output)
  else await ports.files.remove(dirname(output))
  return resultTables ? { ...trial, resultTables } : trial
}

/** Runs the process and measures the host around it. */
async function execute(
  spec: Omit<ProcessSpec, 'onEnded'>,
  { hostMeter, clock, processes }: MeasurePorts,
  watch: GpuWindow | null,
): Promise<{ readonly outcome: ProcessOutcome; readonly host: TrialHost | null; readonly started: Date }> {
  const measurement = hostMeter.begin()
  const started = clock.now()
  let host: TrialHost | null = null
  const outcome = await processes.run({
    ...spec,
    onEnded: () => {
      watch?.markEnded()
      host = measurement.end()
    },
  })
  return { outcome, host, started }
}

function buildFiguresRequest(
  { next, prepared }: TrialRequest,
  { files, values, directory, startedMs, outcome }: Traces & { readonly files: TrialFiles },
): FiguresRequest {
  const { isOutputTruncated } = outcome
  const { logs, throughput } = prepared.config.pipeline
  const counted = next.planned.tool ? undefined : throughput
  const keepsBatches = next.planned.longRun !== undefined
  return { files, logs, throughput: counted, values, directory, startedMs, isOutputTruncated, keepsBatches }
}

function joinMemory(reported: TrialFigures['memory'], observed: WatchResult['seenMemory']): TrialMemory {
  return {
    ...reported,
    series: [...(observed?.series ?? []), ...reported.series],
    remainders: observed?.remainders ?? [],
  }
}

function buildTableRequest(request: TrialRequest, values: CommandValues, roots: readonly string[]): TableRequest {
  const { next, prepared, workplace, runFolder, earlier } = request
  const directory = findTree(request)
  const headTree = prepared.trees.get('head') ?? directory
  const places = { directory, roots, headTree, runFolder, workDirectory: workplace.workDirectory }
  return { ...next, values, ...places, earlier }
}

function buildWatchRequest(
  { next, prepared, directory, runId }: TrialRequest,
  ports: MeasurePorts,
): Omit<WatchRequest, 'eventsPath'> {
  const { sampleIntervalMs, watchesHost, keepsMemory = false } = next.planned
  const monitor = ports.monitor ?? (watchesHost ? (ports.hostMonitor ?? null) : null)
  const gpus = { gpus: prepared.watchedGpus, ownGpus: prepared.physicalGpus(next.planned.gpus) }
  const { idleWatts = {} } = prepared
  const window = { intervalMs: sampleIntervalMs, directory, runId, keepsMemory }
  return { monitor, ...gpus, idleWatts, ...window, growing: ports.growing }
}

type Traces = ProofInput & { readonly outcome: ProcessOutcome; readonly telemetry: TrialTelemetry }

type TrialExamination = Pick<Trial, 'resultRows' | 'failure' | 'readings' | 'workTrace'>

async function examine(
  { prepared, next, longRun, workplace }: TrialRequest,
  { outcome, telemetry, ...traces }: Traces,
  inspector: FileInspector,
): Promise<TrialExamination> {
  const { tool } = next.planned
  // Exit codes of the pipeline do not apply to tools.
  const ended = classifyEnding(outcome, tool ? { '0': 'success' } : prepared.config.pipeline.exitCodes)
  if (ended) return { resultRows: null, failure: withTail(ended, outcome, workplace) }
  if (tool) return await examineTool(tool, traces, inspector)
  if (telemetry.isResumed && !longRun?.isContinued) {
    const detail = 'stages were taken from a checkpoint, so the time covers only part of the work'
    return { resultRows: null, failure: { kind: 'resumed', detail } }
  }
  const reported = collectPipelineReadings(telemetry)
  const readings = reported ? { readings: reported } : {}
  if (prepared.config.pipeline.proof) return { ...(await proveWork(traces, inspector)), ...readings }
  const workTrace = await recordTrace({ ...traces, stdoutTail: outcome.stdoutTail }, inspector)
  return { resultRows: null, failure: null, workTrace, ...readings }
}

/** Files that this process did not write are ignored. */
async function examineTool(tool: PlannedTool, traces: ProofInput, inspector: FileInspector): Promise<TrialExamination> {
  const proven = await proveWork(traces, inspector)
  if (proven.failure) return proven
  const { readings, failure } = await readTool(tool, traces, inspector)
  return { resultRows: null, failure, ...(readings && { readings }) }
}

/** Appends the last output lines, which usually show the cause. */
function withTail(failure: TrialFailure, outcome: ProcessOutcome, workplace: Workplace): TrialFailure {
  const [error, text] = [outcome.stderrTail, outcome.stdoutTail]
  const tail = /[^\s│]/.test(error) ? error : text
  return { ...failure, detail: addOutput(`${failure.detail}${formatSandboxHint(workplace, tail)}`, tail) }
}

function chooseProof({ next, prepared }: TrialRequest): ProofConfig {
  return next.planned.tool ? buildToolProof(next.planned.tool) : (prepared.config.pipeline.proof ?? noProof)
}

function buildCommand({ next, prepared, longRun }: TrialRequest): readonly string[] {
  return buildCaseCommand(next.planned, longRun?.resumeArgs ?? [], prepared.config)
}
