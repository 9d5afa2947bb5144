import { join, relative } from 'node:path'
import { fillCommand, fillPlaceholders, type CommandValues } from '../domain/command.ts'
import { childEnvironment } from '../domain/child-environment.ts'
import { failureOfEnding } from '../domain/exit-meaning.ts'
import type { NextTrial } from '../domain/schedule.ts'
import type { Trial, TrialFailure } from '../domain/trial.ts'
import type { ProcessOutcome } from '../ports/process-runner.ts'
import type { MeasurePorts, Prepared, Workplace } from './environment.ts'
import { findEarlierProof, proveWork, type ProofInput } from './prove-work.ts'
import { readTelemetry, type TrialTelemetry } from './read-telemetry.ts'
import { closeWatch, openWatch, type JudgeWatchRequest, type WatchRequest } from './watch-trial.ts'

export type TrialRequest = {
  readonly next: NextTrial
  readonly commit: string
  readonly prepared: Prepared
  readonly workplace: Workplace
  readonly runFolder: string
  readonly runId: string
  /** Trials of this run so far. */
  readonly earlier: readonly Trial[]
  /** Where this trial's raw output goes; exists and is empty. */
  readonly directory: string
  readonly signal: AbortSignal
}

/** Runs one trial in a fresh process and says what came of it. A pipeline that fails is data, not an exception. */
export async function runTrial(request: TrialRequest, ports: MeasurePorts): Promise<Trial> {
  const { next, prepared, directory } = request
  const values = commandValues(request)
  const argv = fillCommand(commandOf(request), values)
  const paths = { stdoutPath: join(directory, 'stdout.log'), stderrPath: join(directory, 'stderr.log') }
  const place = { proof: prepared.config.pipeline.proof, values, directory: treeOf(request) }
  const earlier = await findEarlierProof(place, ports.inspector)
  await using watch = await openWatch(watchRequest(request, ports))
  const started = ports.clock.now()
  const eventsPath = join(directory, 'events.jsonl')
  const outcome = await ports.processes.run({
    argv,
    cwd: place.directory,
    env: trialEnvironment(request, values, eventsPath),
    timeoutMs: next.planned.timeoutSeconds * 1000,
    signal: request.signal,
    maxOutputBytes: prepared.config.run.maxOutputMegabytes * 1e6,
    onStarted: (pid) => watch?.follow(pid),
    ...paths,
  })
  const files = { ...paths, eventsPath, output: values.output }
  const telemetry = await readTelemetry(prepared.config.pipeline.telemetry, files, ports.files)
  const traces = { ...place, outcome, telemetry, earlier, stdoutPath: paths.stdoutPath, startedMs: started.getTime() }
  const { resultRows, failure } = await examine(request, traces, ports)
  const watched = await closeWatch(watch, watchedTrial(request, traces, failure !== null))
  if (!prepared.config.run.keepOutputs) await ports.files.remove(values.output)
  return {
    caseId: next.planned.id,
    index: next.index,
    isWarmup: next.isWarmup,
    commit: request.commit,
    argv,
    startedAt: started.toISOString(),
    wallSeconds: outcome.ending === 'not-started' ? null : outcome.wallSeconds,
    exitCode: outcome.exitCode,
    signal: outcome.signal,
    failure,
    resultRows,
    stages: telemetry.stages,
    ...watched,
    cachedFromRun: null,
    stdoutPath: relative(request.runFolder, paths.stdoutPath),
    stderrPath: relative(request.runFolder, paths.stderrPath),
  }
}

function watchRequest({ prepared, directory, runId }: TrialRequest, { monitor }: MeasurePorts): WatchRequest {
  return { monitor, gpus: prepared.watchedGpus, intervalMs: prepared.config.run.sampleIntervalMs, directory, runId }
}

function watchedTrial(
  { next, prepared, earlier }: TrialRequest,
  traces: Traces,
  hasFailed: boolean,
): JudgeWatchRequest {
  return {
    planned: next.planned,
    gpus: prepared.physicalGpus(next.planned.gpus),
    stages: traces.telemetry.stages,
    startedMs: traces.startedMs,
    wallSeconds: traces.outcome.wallSeconds,
    hasFailed,
    earlier,
  }
}

type Traces = ProofInput & { readonly outcome: ProcessOutcome; readonly telemetry: TrialTelemetry }

async function examine(
  { prepared }: TrialRequest,
  { outcome, telemetry, ...traces }: Traces,
  ports: MeasurePorts,
): Promise<{ resultRows: number | null; failure: TrialFailure | null }> {
  const ended = failureOfEnding(outcome, prepared.config.pipeline.exitCodes)
  if (ended) return { resultRows: null, failure: withTail(ended, outcome) }
  if (telemetry.isResumed) {
    const detail = 'stages were taken from a checkpoint, so the time covers only part of the work'
    return { resultRows: null, failure: { kind: 'resumed', detail } }
  }
  return await proveWork(traces, ports.inspector)
}

/** The last thing the pipeline said is the first thing a reader wants to know. */
function withTail(failure: TrialFailure, outcome: ProcessOutcome): TrialFailure {
  const lines = (outcome.stderrTail || outcome.stdoutTail).trim().split('\n').slice(-5)
  const said = lines
    .map((line) => line.replace(/^│ ?/, ''))
    .join('\n')
    .slice(-1500)
  return said === '' ? failure : { ...failure, detail: `${failure.detail}; last output:\n${said}` }
}

/** The output path is new for every trial: a pipeline that finds old results may do nothing and exit 0 (W4). */
function commandValues({ next, prepared, workplace, directory }: TrialRequest): CommandValues {
  const parent = prepared.config.run.keepOutputs ? directory : join(workplace.workDirectory, 'outputs')
  const name = `${next.planned.id.replaceAll(/[^A-Za-z0-9._-]+/g, '-').slice(0, 100)}-${next.index}`
  const dataset = prepared.datasets.get(next.planned.dataset)?.files ?? []
  return { dataset, gpus: next.planned.gpus, output: join(parent, name) }
}

function commandOf({ next, prepared }: TrialRequest): readonly string[] {
  const { pipeline, revisions } = prepared.config
  return revisions[next.planned.revision]?.command ?? pipeline.command
}

function treeOf({ next, prepared }: TrialRequest): string {
  const tree = prepared.trees.get(next.planned.revision)
  if (tree === undefined) throw new Error(`no tree was checked out for revision ${next.planned.revision}`)
  return tree
}

function trialEnvironment(
  { prepared, workplace }: TrialRequest,
  values: CommandValues,
  eventsPath: string,
): Record<string, string> {
  const { env, passEnv } = prepared.config.pipeline
  const filled = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fillPlaceholders(value, values)]))
  return childEnvironment(workplace.environment, {
    home: join(workplace.workDirectory, 'home'),
    tmp: join(workplace.workDirectory, 'tmp'),
    set: { ...filled, WARPGAUGE_EVENTS: eventsPath },
    pass: passEnv,
  })
}
