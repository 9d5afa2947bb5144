import { isAbsolute, join } from 'node:path'
import { EnvironmentError, RevisionError } from '../../domain/core/errors.ts'
import { listLauncherPrograms } from '../../domain/core/launcher.ts'
import type { Plan } from '../../domain/plan/plan.ts'
import type { DiskSpace } from '../../io/machine/system-devices.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { TrialInputs, Workplace } from './environment.ts'
import { getRevisionCommand } from '../../judging/plan/trial-command.ts'
import type { PreflightConfig } from '../../config/schema/schema.ts'
import { judgeFitness, type FitnessFacts, type FitnessFinding } from '../../domain/testbed/fitness.ts'
import type { GpuIdentity } from '../../domain/telemetry/gpu.ts'
import type { TelemetrySummary } from '../../record/telemetry.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { GpuLock, GpuLockHolder } from '../../io/gpu/lock/gpu-lock.ts'
import type { GpuMonitor } from '../../ports/gpu-monitor.ts'
import type { Logger } from '../../ports/logger.ts'
import { computeHostLoad, isMostlyTaken, formatLoad, type HostLoad } from '../../domain/testbed/host-load.ts'
import type { HostMeter } from '../../io/machine/host-meter.ts'

const supportedArchitectures = ['x64', 'arm64']

/** Rejects an untested platform before anything else runs. */
export function requireSupportedPlatform(platform: string, host: { readonly architecture: string }): void {
  if (platform === 'linux' && supportedArchitectures.includes(host.architecture)) return
  const hint = 'Measure on Linux x64 or arm64; a run folder can be reported on any platform.'
  throw new EnvironmentError(
    `warpgauge measures on Linux x64 and arm64 only, not on ${platform} ${host.architecture}`,
    hint,
  )
}

/** Throws a RevisionError for a program of the plan that no directory has, before GPU time is spent. Runs nothing. */
export async function requirePrograms(
  plan: Plan,
  prepared: TrialInputs,
  workplace: Workplace,
  files: FileInspector,
): Promise<void> {
  const { launcher } = prepared.config.pipeline
  for (const revision of new Set(plan.cases.map((planned) => planned.revision))) {
    // The argument of torchrun is a script, which need not be executable.
    const own = launcher?.kind === 'torchrun' ? [] : getRevisionCommand(prepared.config, revision).slice(0, 1)
    for (const program of [...listLauncherPrograms(launcher), ...own]) {
      const places = listCandidates(program, prepared.trees.get(revision) ?? '', workplace)
      const found = await Promise.all(places.map((place) => files.readStat(place)))
      if (found.some((item) => item !== null)) continue
      throw new RevisionError(
        revision,
        `${revision}: the program ${program} was not found (searched ${places.slice(0, 8).join(', ')})`,
        /^\w+=|\s[|&;<>]/.test(program)
          ? "It is written for a shell: start it as sh -c 'COMMAND', or variables with env."
          : 'Install it on the runner, create it in pipeline.setup, or correct the first item of pipeline.command or its launcher.',
      )
    }
  }
}

function listCandidates(program: string, tree: string, { environment }: Workplace): string[] {
  if (isAbsolute(program)) return [program]
  if (program.includes('/')) return [join(tree, program)]
  return (environment['PATH'] ?? '')
    .split(':')
    .filter((directory) => directory !== '')
    .map((directory) => join(directory, program))
}

/** The GPUs of a run, and the limits that the machine has to keep. */
export type PreflightGpusRequest = {
  /** Physical indices of the GPUs for this run; empty for a CPU pipeline, which locks none. */
  readonly gpus: readonly number[]
  /** UUIDs of the devices for this run, including slices. */
  readonly uuids: readonly string[]
  readonly identities: readonly GpuIdentity[]
  readonly limits: PreflightConfig
  readonly runId: string
  readonly runFolder: string
  /** Directory for the log of the idle window. */
  readonly workDirectory: string
  readonly signal: AbortSignal
}

/** Samples the idle GPUs, locks them, and reads the free disk space. */
export type PreflightGpusPorts = {
  readonly monitor: GpuMonitor
  readonly lock: GpuLock
  readonly disks: DiskSpace
  readonly clock: Clock
  readonly logger: Logger
  /** Resolves after `ms`, or immediately when the run is cancelled. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** A machine that is ready to measure; its GPUs are locked until this is disposed. */
export type FitMachine = AsyncDisposable & {
  readonly findings: readonly FitnessFinding[]
  /** Idle power of each GPU by physical index, in watts; absent: unknown. */
  readonly idleWatts: Readonly<Record<number, number>>
}

/** The locked machine, and the reason not to measure now. */
type Attempt =
  | { readonly machine: FitMachine; readonly obstacle: null }
  | { readonly machine: FitMachine | null; readonly obstacle: Obstacle }

const pollMs = 3000
const idleIntervalMs = 100

/**
 * Locks the GPUs for this run and checks that the machine is ready. Waits up to the limit for temporary obstacles
 * (another run, a busy or hot GPU) and logs them.
 *
 * @throws EnvironmentError with the reason when the machine stays unfit and the config does not only warn
 */
export async function preflightGpus(request: PreflightGpusRequest, ports: PreflightGpusPorts): Promise<FitMachine> {
  const { limits, signal } = request
  const deadline = ports.clock.readMonotonicMs() + limits.waitMinutes * 60_000
  let lastSentence = ''
  for (let round = 0; ; round += 1) {
    const { machine, obstacle } = await tryOnce(request, ports, round)
    if (obstacle === null) return warnOfFindings(machine, ports.logger)
    const { sentence, isTemporary } = obstacle
    const isLast = signal.aborted || ports.clock.readMonotonicMs() >= deadline || !isTemporary
    if (machine && isLast && limits.severity === 'warn') return warnOfFindings(machine, ports.logger)
    await machine?.[Symbol.asyncDispose]()
    if (isLast) throw createRefusal(obstacle, limits, signal)
    if (sentence !== lastSentence) ports.logger.info(`Waiting up to ${limits.waitMinutes} min: ${sentence}`)
    lastSentence = sentence
    // Jitter, so that runs that wait for the same GPUs do not collide repeatedly.
    await ports.sleep(pollMs * (0.75 + 0.5 * Math.random()), signal)
  }
}

/** One warning for all GPUs with the same problem. */
function warnOfFindings(machine: FitMachine, logger: Logger): FitMachine {
  const found = machine.findings.filter(({ level }) => level !== 'ok')
  for (const [hint, alike] of Map.groupBy(found, (one) => one.hint))
    logger.warning(`${alike.map(({ sentence }) => sentence).join('; ')}. ${hint}`)
  return machine
}

async function tryOnce(request: PreflightGpusRequest, ports: PreflightGpusPorts, round: number): Promise<Attempt> {
  const answer = await ports.lock.tryHold(request.uuids, request.runId)
  if (answer.status === 'busy') {
    const hint =
      'Wait for that run, assign separate GPUs to the runners of this host, or raise run.preflight.waitMinutes.'
    const sentence = answer.holders.map(describeHolder).join('; ')
    return { machine: null, obstacle: { sentence, hint, isTemporary: true } }
  }
  const { lock } = answer
  try {
    const facts = await collectFacts(request, ports, round)
    const findings = judgeFitness(facts, request.limits)
    // Median power of the GPUs without activity during the idle window.
    const uses = (facts.idle?.gpus ?? []).filter(({ utilizationPercent }) => utilizationPercent?.max === 0)
    const watts = uses.flatMap(({ gpu, powerWatts }) => (powerWatts ? [[gpu, powerWatts.p50] as const] : []))
    const release = async () => await lock[Symbol.asyncDispose]()
    const machine = { findings, idleWatts: Object.fromEntries(watts), [Symbol.asyncDispose]: release }
    return { machine, obstacle: findObstacle(findings) }
  } catch (error) {
    await lock[Symbol.asyncDispose]()
    throw error
  }
}

function describeHolder({ uuid, pid, runId, since }: GpuLockHolder): string {
  const about = runId === null ? '' : ` ${runId.slice(0, 100)}`
  return `another run${about} (pid ${pid}${since === null ? '' : `, since ${since.slice(0, 40)}`}) has ${uuid}`
}

async function collectFacts(
  { gpus, identities, ...request }: PreflightGpusRequest,
  ports: PreflightGpusPorts,
  round: number,
): Promise<FitnessFacts> {
  const idle = await observeIdle({ ...request, gpus, identities }, ports, round)
  const paths = [...new Set([request.runFolder, request.workDirectory])]
  const spaces = await Promise.all(paths.map(async (path) => ({ path, space: await ports.disks.readFreeSpace(path) })))
  return {
    gpus,
    identities,
    idle,
    processes: gpus.length === 0 ? [] : await ports.monitor.listProcesses(gpus),
    disks: spaces.flatMap(({ path, space }) => (space ? [{ path, ...space }] : [])),
  }
}

/** Samples briefly while nothing of this run executes; null without a monitor. */
async function observeIdle(
  { gpus, limits, workDirectory, signal }: PreflightGpusRequest,
  { monitor, sleep }: PreflightGpusPorts,
  round: number,
): Promise<TelemetrySummary | null> {
  if (gpus.length === 0 || monitor.kind === 'none') return null
  const logPath = join(workDirectory, `preflight-${round}.log`)
  const intervalMs = monitor.kind === 'nvml' ? idleIntervalMs : idleIntervalMs * 5
  await using window = await monitor.open({ gpus, intervalMs, logPath, hdf5Path: null })
  await sleep(limits.settleSeconds * 1000, signal)
  return await window.close()
}

type Obstacle = Pick<FitnessFinding, 'sentence' | 'hint' | 'isTemporary'>

/** The reason not to measure now; permanent obstacles come first. */
function findObstacle(findings: readonly FitnessFinding[]): Obstacle | null {
  const refused = findings.filter(({ level }) => level === 'refuse')
  const lasting = refused.filter(({ isTemporary }) => !isTemporary)
  const [first] = lasting.length > 0 ? lasting : refused
  if (!first) return null
  return {
    sentence: refused.map(({ sentence }) => sentence).join('; '),
    hint: first.hint,
    isTemporary: first.isTemporary,
  }
}

function createRefusal({ sentence, hint, isTemporary }: Obstacle, limits: PreflightConfig, signal: AbortSignal): Error {
  if (signal.aborted) return new EnvironmentError(`the run was cancelled while waiting: ${sentence}`, hint)
  const waited = isTemporary && limits.waitMinutes > 0 ? ` after waiting ${limits.waitMinutes} min` : ''
  return new EnvironmentError(`this machine is not fit to measure${waited}: ${sentence}`, hint)
}

export type HostLoadPorts = {
  readonly hostMeter: HostMeter
  readonly clock: Clock
  /** Resolves after `ms`, or immediately when the run is cancelled. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The kernel counts ticks of 10 ms, so this covers 30 of them per processor. */
const preflightMs = 300

/** Processor use by other programs while this process waits for `ms`; null when the kernel does not report it. */
export async function watchHostLoad(
  { hostMeter, clock, sleep }: HostLoadPorts,
  ms: number,
  signal: AbortSignal,
): Promise<HostLoad | null> {
  const startedMs = clock.readMonotonicMs()
  const measurement = hostMeter.begin()
  await sleep(ms, signal)
  const host = measurement.end()
  return computeHostLoad([{ host, wallSeconds: (clock.readMonotonicMs() - startedMs) / 1000 }])
}

/** Warns before the first trial when other programs use most processors; the run continues. */
export async function warnOfLoad(
  ports: HostLoadPorts & { readonly logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  const load = await watchHostLoad(ports, preflightMs, signal)
  if (load === null || !isMostlyTaken(load)) return
  const hint = 'Stop them, or use cpu_time as the gate, which depends on them far less.'
  ports.logger.warning(`other programs use ${formatLoad(load)}: wall-clock times will vary. ${hint}`)
}
