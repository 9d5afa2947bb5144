import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseMonitorOutput } from '../../config/records/parse-records.ts'
import { fillCommand, type CommandValues } from '../../domain/core/command.ts'
import { handleUserError } from '../../domain/core/errors.ts'
import { buildMonitorCommand } from '../../judging/plan/trial-command.ts'
import type { ProcessOutcome, ProcessSpec } from '../../ports/process-runner.ts'
import type { MeasurePorts } from '../measure/environment.ts'
import type { TrialRequest } from './trial-request.ts'
import type { NodeTelemetry, TrialHost } from '../../record/telemetry.ts'
import { findLauncherTrouble, isLauncherLine } from '../../adapters/launcher-messages.ts'
import type { Config } from '../../config/schema/schema.ts'
import { findContamination, notObserved } from '../../domain/trial/contamination.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import { findOutsideReason } from './isolation.ts'
import { searchFile } from './search-output.ts'
import type { TrialFailure } from '../../record/plan.ts'

type NodePorts = Pick<MeasurePorts, 'processes' | 'files' | 'clock' | 'nodes'>

const pollMs = 100
const startLimitMs = 30_000
const endLimitMs = 20_000
const maxBytes = 16 * 1024 * 1024

/** Runs on each node: monitors until the file `stop` appears, and writes its result under the name of the node. */
const monitorScript = `
name=$(uname -n) && cd "$1" && shift || exit
"$@" --json -- sh -c ': > "ready-$0"; until [ -e stop ]; do sleep 0.1; done' "$name" > "$name.part" 2> "$name.log" &&
mv "$name.part" "$name.json"`

/**
 * Starts `warpgauge monitor` on every node through the launcher, and waits until all record. A node that does not start
 * in time is reported and does not stop the trial. `trialId` identifies processes of the trial on every node; `close`,
 * and disposing, stops the monitors and returns what they recorded, sorted by node, which is nothing without monitors.
 */
export async function openNodeWatch(
  request: TrialRequest,
  trial: { readonly values: CommandValues; readonly env: Readonly<Record<string, string>> },
  ports: NodePorts,
): Promise<AsyncDisposable & { readonly trialId: string; close(): Promise<readonly NodeTelemetry[]> }> {
  const trialId = randomUUID()
  const directory = join(request.directory, 'nodes')
  const { planned } = request.next
  const { config } = request.prepared
  const isWatched = ports.nodes && !planned.tool && config.run.monitor !== 'none'
  const interval = planned.sampleIntervalMs === null ? [] : ['--interval', String(planned.sampleIntervalMs)]
  const monitor = [...(ports.nodes?.ownCommand ?? []), 'monitor', '--monitor', config.run.monitor, ...interval]
  const script = ['sh', '-c', monitorScript, 'sh', directory, ...monitor]
  const command = isWatched ? buildMonitorCommand(script, planned, config) : null
  if (!command) return { trialId, close: async () => [], [Symbol.asyncDispose]: async () => {} }
  await ports.files.makeDirectory(directory)
  // Without SLURM_OVERLAP, the step in which mpirun starts its daemons would block the step of the pipeline.
  const env = { ...trial.env, WARPGAUGE_WATCHED_TRIAL: trialId, SLURM_OVERLAP: '1' }
  const launcher = startLauncher(request, { argv: fillCommand(command, trial.values), directory, env }, ports)
  const count = trial.values.nodes ?? 1
  await launcher.awaitCondition(
    startLimitMs,
    async () => (await listStartedNodes(directory, ports.files)).length === count,
  )
  let nodes: Promise<readonly NodeTelemetry[]> | null = null
  const close = () => (nodes ??= closeAll())
  return { trialId, close, [Symbol.asyncDispose]: async () => void (await close()) }

  async function closeAll(): Promise<readonly NodeTelemetry[]> {
    await ports.files.writeText(join(directory, 'stop'), '')
    await launcher.awaitCondition(endLimitMs, async () => false)
    const { stderrTail } = await launcher.stop()
    return await collectNodes(count, directory, stderrTail, ports.files)
  }
}

/** Runs the command of the launcher until it ends or is stopped. */
function startLauncher(
  { next, signal }: TrialRequest,
  { argv, directory, env }: Pick<ProcessSpec, 'argv' | 'env'> & { readonly directory: string },
  { processes, clock, nodes }: NodePorts,
) {
  const [stop, ended] = [new AbortController(), new AbortController()]
  const running = processes
    .run({
      argv,
      cwd: directory,
      env,
      timeoutMs: next.planned.timeoutSeconds * 1000 + startLimitMs + endLimitMs,
      signal: AbortSignal.any([signal, stop.signal]),
      stdoutPath: join(directory, 'launcher.out'),
      stderrPath: join(directory, 'launcher.err'),
      maxOutputBytes: maxBytes,
    })
    .finally(() => ended.abort())
  // Thrown by `stop`; until then nothing waits for it.
  running.catch(() => {})
  return {
    /** Waits for a condition, but not longer than the launcher runs or the run lasts. */
    async awaitCondition(limitMs: number, isDone: () => Promise<boolean>): Promise<void> {
      const end = clock.readMonotonicMs() + limitMs
      while (!ended.signal.aborted && !signal.aborted && clock.readMonotonicMs() < end && !(await isDone()))
        await nodes?.sleep(pollMs, signal)
    },
    async stop(): Promise<ProcessOutcome> {
      stop.abort()
      return await running
    },
  }
}

async function collectNodes(
  count: number,
  directory: string,
  stderrTail: string,
  files: NodePorts['files'],
): Promise<readonly NodeTelemetry[]> {
  const started = await listStartedNodes(directory, files)
  const found = await Promise.all(started.map(async (node) => await readNode(node, directory, files)))
  await files.remove(directory)
  const missing = count - started.length
  if (missing <= 0) return found
  const problem = `no monitor started there${stderrTail === '' ? '' : `: ${stderrTail.trim().slice(-500)}`}`
  return [...found, { node: `${missing} of ${count} nodes`, telemetry: null, problem }]
}

async function listStartedNodes(directory: string, files: NodePorts['files']): Promise<string[]> {
  const prefix = 'ready-'
  const names = await files.list(directory)
  return names.filter((name) => name.startsWith(prefix)).map((name) => name.slice(prefix.length))
}

async function readNode(node: string, directory: string, files: NodePorts['files']): Promise<NodeTelemetry> {
  const path = join(directory, `${node}.json`)
  const read = async (): Promise<NodeTelemetry> => {
    const text = await files.readText(path, maxBytes)
    if (text === null) return { node, telemetry: null, problem: 'its monitor ended before the trial' }
    return { node, telemetry: parseMonitorOutput(text, path), problem: null }
  }
  return await read().catch(handleUserError(({ message: problem }) => ({ node, telemetry: null, problem })))
}

/** Lists why the nodes or the batch system were not fit during a trial, as sentences. */
export async function findNodeTrouble(
  { next: { planned }, prepared }: TrialRequest,
  {
    nodes,
    failure,
    stderrPath,
    stderrTail,
  }: Pick<ProcessOutcome, 'stderrTail'> & {
    readonly nodes: readonly NodeTelemetry[]
    readonly failure: TrialFailure | null
    readonly stderrPath: string
  },
  { inspector }: { readonly inspector: Pick<FileInspector, 'readStat' | 'streamBytes'> },
): Promise<string[]> {
  if (planned.tool) return []
  const lines: string[] = []
  const add = (line: string): void => {
    if (isLauncherLine(line)) lines.push(line)
  }
  if (await inspector.readStat(stderrPath)) await searchFile(stderrPath, { add }, inspector)
  // Output beyond its limit is cut off; its last lines are known, with a prefix on each.
  for (const line of stderrTail.replaceAll(/^│ ?/gm, '').split('\n')) add(line)
  const stderr = lines.join('\n')
  const gpus = prepared.physicalGpus(planned.gpus)
  const hasFailed = failure !== null
  const ofNodes = nodes.flatMap(({ node, telemetry, problem }) => {
    if (!telemetry) return hasFailed || gpus.length === 0 ? [] : [`${notObserved}${node}: ${problem}`]
    if (telemetry.gpus.length === 0 && gpus.length === 0) return []
    return findContamination({ telemetry, gpus, failure, usual: null }).map((text) => `${node}: ${text}`)
  })
  return [...findLauncherTrouble({ stderr, failure }), ...ofNodes].slice(0, 20)
}

/**
 * Keeps only the values of the machine when a service outside of the process tree starts the pipeline: values of the
 * tree would be those of its client. Otherwise returns all.
 */
export function selectHostValues(config: Config, host: TrialHost | null): TrialHost | null {
  if (host === null || findOutsideReason(config) === null) return host
  return {
    ...host,
    userCpuSeconds: null,
    systemCpuSeconds: null,
    otherCpuSeconds: null,
    majorPageFaults: null,
    voluntaryContextSwitches: null,
    involuntaryContextSwitches: null,
  }
}
