import { dirname, join, relative } from 'node:path'
import { fillCommand, type CommandValues } from '../../domain/core/command.ts'
import { isCounted } from '../../domain/plan/interleaved-runs.ts'
import { classifyEnding } from '../../domain/core/exit-meaning.ts'
import { addKills, addOutput, addWorkerErrors } from '../../domain/trial/outcome.ts'
import type { Trial } from '../../domain/trial/trial.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { GpuWindow } from '../../ports/gpu-monitor.ts'
import type { ProcessOutcome, ProcessSpec } from '../../ports/process-runner.ts'
import { compareTables } from './compare-tables.ts'
import type { MeasurePorts } from '../measure/environment.ts'
import { dropEmptyEvents, isolateTrial, formatFailureHints } from './isolation.ts'
import { findEarlierProof, noProof, proveWork, type ProofInput, recordTrace } from './prove-work.ts'
import { readTelemetry, type TrialTelemetry } from './read-telemetry.ts'
import { buildToolProof, readFigures, readTool, type TrialFigures } from './read-figures.ts'
import { collectPipelineReadings } from '../../judging/ingest/ingest.ts'
import { buildCaseCommand } from '../../judging/plan/trial-command.ts'
import { findNodeTrouble, selectHostValues, openNodeWatch } from './watch-nodes.ts'
import { writeBatches } from './write-batches.ts'
import { closeWatch, openWatch, type WatchResult } from './watch-trial.ts'
import type { TrialFailure } from '../../record/plan.ts'
import type { TrialMemory } from '../../record/pipeline.ts'
import type { ProofConfig } from '../../config/schema/schema.ts'
import type { TrialHost } from '../../record/telemetry.ts'
import { buildCommandValues, findTree, type TrialRequest } from './trial-request.ts'

/**
 * Runs one trial in a new process, with its raw output in `request.directory`. A failed pipeline is a result, not an
 * exception. A program that fails while it is
 * recorded runs again without the recorder.
 */
export async function runTrial(request: TrialRequest, ports: MeasurePorts): Promise<Trial> {
  const recorded = mayRecord(request) ? await runOnce(request, ports, true) : null
  if (recorded?.failure === null || request.signal.aborted) return recorded ?? (await runOnce(request, ports, false))
  if (recorded === null) return await runOnce(request, ports, false)
  // A judged run without its record would be compared with recorded ones.
  if (!recorded.kernels || !request.next.isWarmup) return recorded
  await ports.files.remove(request.directory)
  await ports.files.makeDirectory(request.directory)
  const trial = await runOnce(request, ports, false)
  const problem = `the program failed while its kernels were recorded (${recorded.failure.kind}), so it ran again without`
  // The record of a run that failed shows a part of the work; with a problem it is not compared.
  return { ...trial, kernels: { ...recorded.kernels, problems: [problem, ...recorded.kernels.problems].slice(0, 20) } }
}

/** Counted runs only if all are: recording takes time, and a program that profiles itself would see nothing. */
function mayRecord({ next, prepared, longRun, earlier }: TrialRequest): boolean {
  const { pipeline, run } = prepared.config
  // The warm-ups of both sides come first, so that both are recorded alike.
  const isBroken = earlier.some(({ isWarmup, kernels }) => isWarmup && (kernels?.problems ?? []).length > 0)
  const isJudged = !next.isWarmup && run.kernels === 'all' && !isBroken
  const isWanted = isJudged || next.isRecorded === true || (next.isWarmup && next.index === 0)
  const isOwn = 'CUDA_INJECTION64_PATH' in { ...pipeline.env, ...next.planned.options?.env }
  return isWanted && pipeline.devices === 'gpu' && run.kernels !== 'off' && !longRun && !isOwn
}

async function runOnce(request: TrialRequest, ports: MeasurePorts, isRecorded: boolean): Promise<Trial> {
  const { next, prepared, directory, signal, earlier } = request
  const { planned, ...turn } = next
  const { run, pipeline } = prepared.config
  const values = buildCommandValues(request)
  const kernelDirectory = join(dirname(values.output), '.kernels')
  const recorder = isRecorded ? await ports.kernelRecords.prepare(kernelDirectory) : null
  const argv = buildArgv(request, values)
  const paths = { stdoutPath: join(directory, 'stdout.log'), stderrPath: join(directory, 'stderr.log') }
  const eventsPath = join(directory, 'events.jsonl')
  const files = { ...paths, eventsPath }
  const place = { proof: chooseProof(request), values, directory: findTree(request), files }
  await ports.files.makeDirectory(chooseDirectory(request, argv, values))
  const earlierProof = await findEarlierProof({ ...request, ...place }, ports.inspector)
  const command = { argv, values, eventsPath, cwd: place.directory, recorder: recorder ?? {} }
  const { spec, roots } = await isolateTrial(request, command, ports.files)
  // Disposed also where the trial throws: the launcher would run on until its own time-out.
  await using nodeWatch = await openNodeWatch(request, { values, env: spec.env }, ports)
  await using watch = await openWatch(request, eventsPath, ports)
  const limits = { timeoutMs: planned.timeoutSeconds * 1000, signal, maxOutputBytes: run.maxOutputMegabytes * 1e6 }
  const process = { argv, cwd: place.directory, ...spec, ...limits, ...paths, trialId: nodeWatch.trialId }
  const { outcome, measuredSeconds, host, started } = await execute(process, ports, watch)
  const kernels = recorder ? await ports.kernelRecords.read(kernelDirectory) : null
  const nodes = await nodeWatch.close()
  await dropEmptyEvents(eventsPath, ports)
  const inspector = ports.inspector.restrictTo(roots)
  const ownSeconds = request.longRun?.isContinued ? null : outcome.wallSeconds
  const telemetry = await readTelemetry(pipeline.telemetry, place, inspector, ownSeconds)
  const startedMs = started.getTime()
  const traces = { ...place, ...outcome, outcome, telemetry, earlier: earlierProof, startedMs }
  const { failure, ...examined } = await examine(request, traces, inspector)
  const { wallSeconds, exitCode } = outcome
  const gpus = prepared.physicalGpus(planned.gpus)
  const mustObserve = pipeline.devices === 'gpu' && run.monitor !== 'none'
  const seen = { planned, gpus, stages: telemetry.stages, startedMs, wallSeconds, failure, mustObserve, earlier }
  const { seenMemory, ...watched } = await closeWatch(watch, seen)
  const trouble = await findNodeTrouble(request, { ...outcome, ...paths, nodes, failure }, ports)
  const figures = await readFigures(request, traces, inspector)
  const batchFiles = await writeBatches({ ...request, startedMs, window: watch, figures }, ports)
  const trial: Trial = {
    caseId: planned.id,
    ...turn,
    commit: request.commit,
    argv,
    startedAt: started.toISOString(),
    wallSeconds: measuredSeconds,
    exitCode,
    signal: outcome.signal,
    failure: addWorkerErrors(addKills(failure ?? findPartialFailure(figures), host), figures.pipeline.workers),
    ...examined,
    stages: telemetry.stages,
    host: selectHostValues(prepared.config, host),
    ...watched,
    contamination: [...trouble, ...watched.contamination],
    ...(nodes.length > 0 && { nodes }),
    ...(kernels && { kernels }),
    pipeline: figures.pipeline,
    ...(batchFiles.length > 0 && { batchFiles }),
    ...addProblems(examined.readings, figures.problems),
    ...figures.reported,
    ...(planned.keepsMemory && { memory: joinMemory(figures.memory, seenMemory) }),
    cachedFromRun: null,
    stdoutPath: relative(request.runFolder, paths.stdoutPath),
    stderrPath: relative(request.runFolder, paths.stderrPath),
  }
  return await finishOutput(trial, { values, roots }, request, ports)
}

/** Adds what was not read to what the pipeline reported, each sentence once. */
function addProblems(readings: Trial['readings'], problems: readonly string[]): Pick<Trial, 'readings'> {
  const known = readings?.problems ?? []
  const added = collectPipelineReadings({ benchmarks: [], problems: [...new Set([...known, ...problems])] })
  return added === null ? {} : { readings: { ...(readings ?? added), problems: added.problems } }
}

/** The program ended with exit code 0, but its log reports failed parts, so its time covers only a part of the work. */
function findPartialFailure({ failedParts }: TrialFigures): TrialFailure | null {
  return failedParts.length === 0 ? null : { kind: 'partial', detail: `its log reports: ${failedParts.join('; ')}` }
}

function buildArgv({ next, prepared, longRun }: TrialRequest, values: CommandValues): string[] {
  return fillCommand(buildCaseCommand(next.planned, longRun?.resumeArgs ?? [], prepared.config), values)
}

function chooseProof({ next, prepared }: TrialRequest): ProofConfig {
  return next.planned.tool ? buildToolProof(next.planned.tool) : (prepared.config.pipeline.proof ?? noProof)
}

/** Programs rarely create the directory of their output file. A command that names files in a directory needs it. */
function chooseDirectory({ next }: TrialRequest, argv: readonly string[], { output }: CommandValues): string {
  const ends = argv.flatMap((argument) => argument.split(output).slice(1))
  const isNamedInside = ends.length > 0 && ends.every((end) => end.startsWith('/'))
  return next.planned.tool || isNamedInside ? output : dirname(output)
}

function joinMemory(reported: TrialFigures['memory'], seen: WatchResult['seenMemory']): TrialMemory {
  const { series = [], remainders = [] } = seen ?? {}
  return { ...reported, series: [...series, ...reported.series], remainders }
}

/** Compares the result tables, then keeps or removes the output. */
async function finishOutput(
  trial: Trial,
  { values, roots }: { readonly values: CommandValues; readonly roots: readonly string[] },
  request: TrialRequest,
  ports: MeasurePorts,
): Promise<Trial> {
  const resultTables = isCounted(trial) ? await compareTables({ ...request, values, roots }, ports) : null
  const output = dirname(values.output)
  if (request.prepared.config.run.keepOutputs || request.longRun) await ports.files.removeLinksOut(output)
  else await ports.files.remove(dirname(output))
  return resultTables ? { ...trial, resultTables } : trial
}

/** Runs the process and measures the host around it. */
async function execute(
  spec: Omit<ProcessSpec, 'onEnded' | 'onStarted'>,
  { hostMeter, clock, processes }: MeasurePorts,
  watch: GpuWindow | null,
) {
  const measurement = hostMeter.begin()
  const started = clock.now()
  let host = null as TrialHost | null
  const outcome = await processes.run({
    ...spec,
    onStarted: (pid) => watch?.follow(pid),
    onEnded: () => {
      watch?.markEnded()
      host = measurement.end()
    },
  })
  const measuredSeconds = outcome.ending === 'not-started' ? null : outcome.wallSeconds
  return { outcome, measuredSeconds, host, started }
}

async function examine(
  { prepared, next, longRun, workplace }: TrialRequest,
  {
    outcome,
    telemetry,
    ...traces
  }: ProofInput & { readonly outcome: ProcessOutcome; readonly telemetry: TrialTelemetry },
  inspector: FileInspector,
): Promise<Pick<Trial, 'resultRows' | 'failure' | 'readings' | 'workTrace'>> {
  const { tool } = next.planned
  // Exit codes of the pipeline do not apply to tools.
  const ended = classifyEnding(outcome, tool ? { '0': 'success' } : prepared.config.pipeline.exitCodes)
  if (ended) {
    // The last output lines usually show the cause.
    const tail = /[^\s│]/.test(outcome.stderrTail) ? outcome.stderrTail : outcome.stdoutTail
    const detail = addOutput(`${ended.detail}${formatFailureHints(workplace, prepared.config.pipeline, tail)}`, tail)
    return { resultRows: null, failure: { ...ended, detail } }
  }
  if (tool) {
    // Files that this process did not write are ignored.
    const proven = await proveWork(traces, inspector)
    if (proven.failure) return proven
    const { readings, failure } = await readTool(tool, traces, inspector)
    return { resultRows: null, failure, ...(readings && { readings }) }
  }
  if (telemetry.isResumed && !longRun?.isContinued) {
    const detail = 'stages were taken from a checkpoint, so the time covers only part of the work'
    return { resultRows: null, failure: { kind: 'resumed', detail } }
  }
  const reported = collectPipelineReadings(telemetry)
  const readings = reported ? { readings: reported } : {}
  return { ...(await recordWork(traces, inspector)), ...readings }
}

/** Proves the work of a trial that ended well; what it left is recorded where no result rows are counted. */
async function recordWork(
  traces: ProofInput,
  inspector: FileInspector,
): Promise<Pick<Trial, 'resultRows' | 'failure' | 'workTrace'>> {
  const proven = await proveWork(traces, inspector)
  return proven.failure || traces.proof.results
    ? proven
    : { ...proven, workTrace: await recordTrace(traces, inspector) }
}
