import { accessSync, constants, existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { usualConfig } from '../domain/core/run-context.ts'
import { diagnose } from '../domain/doctor/diagnose.ts'
import type { ConfigFacts, GpuFacts } from '../domain/doctor/facts.ts'
import type { Workflow } from '../domain/doctor/workflow.ts'
import { attempt, EnvironmentError, UnansweredError, UserError } from '../domain/core/errors.ts'
import { parseConfig } from '../config/load.ts'
import { configSchema, type Config } from '../config/schema/schema.ts'
import { readWorkflow } from '../config/workflow-document.ts'
import type { Diagnosis } from '../domain/doctor/finding.ts'
import { sleepUntilAborted, systemClock } from '../io/machine/system-clock.ts'
import { runUntilStopped } from '../io/process/own-process.ts'
import { createSandbox, findCloneRoot, type Sandbox } from '../io/sandbox/bubblewrap-sandbox.ts'
import { inspectClone } from '../io/git/clone-facts.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import { createFileInspector } from '../io/files/disk-file-inspector.ts'
import { openTemporaryDirectory } from '../io/files/owned-directory.ts'
import { procHostMeter } from '../io/machine/host-meter.ts'
import { inspectMachine, inspectRunner } from '../io/machine/machine-inspector.ts'
import {
  statfsDiskSpace,
  createDeviceInventory,
  type DeviceInventory,
  type FreeSpace,
} from '../io/machine/system-devices.ts'
import { findMachineNeeds } from '../steps/doctor/find-machine-needs.ts'
import { readVersions } from '../steps/measure/identify-testbed.ts'
import { findOutsideReason } from '../steps/trial/isolation.ts'
import { watchHostLoad } from '../steps/measure/preflight.ts'
import type { IsolationRecord } from '../record/run.ts'
import { chooseCacheDirectory } from '../wiring/workplace.ts'
import type { EnvironmentVariables } from '../domain/core/child-environment.ts'
import { tokenVariables } from '../wiring/guard-step.ts'
import { renderDoctor } from '../reporters/terminal/doctor-table.ts'
import type { ExitCode } from './exit-code.ts'
import { inspectTerminal, print } from './terminal.ts'

type DoctorOptions = {
  readonly config?: string
  readonly json?: boolean
}

/** Incremented when a field of the JSON is renamed, removed or changes its meaning. */
const jsonVersion = 1

/**
 * Prints the diagnosis of this machine and clone; returns 1 if a check fails. Asks the remote, runs tools of the driver
 * and observes processors and GPUs for a second each; changes nothing.
 */
export async function diagnoseMachine(options: DoctorOptions): Promise<ExitCode> {
  const diagnosis = await runUntilStopped((signal) => diagnoseHere(options, signal))
  print(
    options.json
      ? JSON.stringify({ schemaVersion: jsonVersion, ...diagnosis }, null, 2)
      : renderDoctor(diagnosis, inspectTerminal()),
  )
  return diagnosis.verdict === 'fail' ? 1 : 0
}

/** Duration of the idle observation of processors and GPUs. */
const idleMs = 1000
const intervalMs = 100
const maxBytes = 1024 * 1024

async function diagnoseHere(options: DoctorOptions, signal: AbortSignal): Promise<Diagnosis> {
  const [workspace, environment] = [process.cwd(), process.env]
  const token = findToken(environment)
  // Where GitHub looks for workflows; the workspace without a clone.
  const root = findCloneRoot(workspace)
  await using scratch = await openTemporaryDirectory('doctor')
  const { facts, config } = await readConfig(options)
  // First, because later checks would count as load.
  const host = { hostMeter: procHostMeter, clock: systemClock, sleep: sleepUntilAborted }
  const load = await watchHostLoad(host, idleMs, signal)
  const readText = async (path: string) => await diskFileStore.readForeignText(root, path, maxBytes)
  const inspector = createFileInspector(signal)
  const workflows = await readWorkflows(root)
  // The disks for run folders, trials and prepared data, by the nearest existing directory.
  const places = [workspace, environment['RUNNER_TEMP'] ?? tmpdir(), chooseCacheDirectory(environment)]
  const paths = [...new Set(places.map(findExistingAncestor))]
  const [disks, repository, runner, isolation, needs] = await Promise.all([
    Promise.all(paths.map(async (path) => ({ path, space: await readWritableSpace(path) }))),
    inspectClone(workspace, listReferences(config), { environment, token: token && token.token }),
    // The token of this call is no leftover secret.
    inspectRunner(token ? { ...environment, [token.variable]: '' } : environment),
    checkIsolation(scratch.path, config, createSandbox(root, environment)),
    config && findMachineNeeds({ config, plan: null, environment, readText }, { inspector }),
  ])
  const limits = (config?.run ?? configSchema.shape.run.parse(undefined)).preflight
  const inventory = createDeviceInventory(environment)
  const { architecture, container } = inventory.readHost()
  const { driverVersion: found, ...seen } = inspectMachine()
  const machine = {
    ...seen,
    load,
    architecture,
    container,
    disks: disks.flatMap(({ path, space }) => (space ? [{ path, ...space }] : [])),
    unusableDisks: disks.filter(({ space }) => space === null).map(({ path }) => path),
    minFreeDiskGigabytes: limits.minFreeDiskGigabytes,
  }
  // Not in parallel: other checks would count as GPU use.
  const gpus = await readGpus(config, scratch.path, signal, { inventory, found })
  const wanted = config?.pipeline.devices ?? null
  return diagnose({
    machine,
    gpus: { wanted, container, limits, ...gpus },
    repository,
    config: facts,
    workflows,
    runner,
    isolation,
    needs,
  })
}

function findToken(environment: EnvironmentVariables) {
  const variable = tokenVariables.find((name) => (environment[name] ?? '') !== '')
  return variable === undefined ? null : { variable, token: environment[variable] ?? '' }
}

function listReferences(config: Config | null): string[] {
  const references = Object.values(config?.revisions ?? {}).map(({ ref }) => ref)
  return [...new Set(references)].filter((ref) => ref !== 'merge-base')
}

/** From the root of the current directory; the path for messages is as given. */
async function readConfig({ config: named }: DoctorOptions): Promise<{ facts: ConfigFacts; config: Config | null }> {
  const [path, wasNamed] = [named ?? usualConfig, named !== undefined]
  try {
    const text = await diskFileStore.readText(resolve(path), maxBytes)
    if (text === null) return { facts: { status: 'absent', path, wasNamed }, config: null }
    const config = parseConfig(text, path)
    return { facts: { status: config.pipeline.placeholder ? 'placeholder' : 'valid', path }, config }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { facts: { status: 'invalid', path, problem: error.message }, config: null }
  }
}

/** The isolation that `run` would choose. */
async function checkIsolation(scratch: string, config: Config | null, sandbox: Sandbox): Promise<IsolationRecord> {
  const wanted = config?.run.isolation ?? 'auto'
  const outside = config && wanted === 'auto' ? findOutsideReason(config) : null
  const alone = { readable: [], named: [], writable: config?.run.writable ?? [] }
  const reason =
    wanted === 'none'
      ? 'run.isolation is none'
      : (outside ?? (await sandbox.probe({ ...sandbox.places, ...alone, home: scratch, tmp: scratch })))
  return { mode: reason === null ? 'bubblewrap' : 'none', reason }
}

/** What the monitor reports, and the GPUs while idle. */
async function readGpus(
  config: Config | null,
  scratch: string,
  signal: AbortSignal,
  { inventory, found }: { readonly inventory: DeviceInventory; readonly found: string | null },
): Promise<Omit<GpuFacts, 'wanted' | 'container' | 'limits'>> {
  const wanted = config?.run.monitor ?? 'auto'
  const none = { identities: [], processes: null, idle: null, driverVersion: null, cudaVersion: null }
  try {
    const { chooseMonitor } = await import('../io/gpu/choose-monitor.ts')
    await using monitor = await chooseMonitor({ wanted, environment: process.env, runId: 'doctor' })
    const { kind, reason: monitorReason } = monitor
    const identities = await monitor.identify()
    const gpus = identities.map(({ index }) => index)
    const known = await inventory.listGpus()
    if (gpus.length === 0) return { ...none, monitor: kind, monitorReason, unread: known.unread ?? [] }
    const { driverVersion, cudaVersion } = readVersions(monitor, known)
    const processes = await monitor.listProcesses(gpus)
    const interval = kind === 'nvml' ? intervalMs : intervalMs * 5
    const logPath = join(scratch, 'idle.log')
    await using window = await monitor.open({ gpus, intervalMs: interval, logPath, hdf5Path: null })
    await sleepUntilAborted(idleMs, signal)
    return {
      monitor: kind,
      monitorReason,
      identities,
      driverVersion: driverVersion ?? found,
      cudaVersion,
      processes,
      idle: await window.close(),
    }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const isUnanswered = error instanceof UnansweredError
    return { ...none, monitor: 'none', monitorReason: error.message, isUnanswered }
  }
}

async function readWorkflows(root: string): Promise<Workflow[]> {
  const folder = '.github/workflows'
  const names = (await diskFileStore.list(join(root, folder))).filter((name) => /\.ya?ml$/u.test(name))
  return await Promise.all(
    names.map(async (name): Promise<Workflow> => {
      const path = `${folder}/${name}`
      try {
        return readWorkflow((await diskFileStore.readForeignText(root, path, maxBytes)) ?? '', path)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        return { path, problem: error.message, triggers: [], permissions: null, jobs: [] }
      }
    }),
  )
}

function findExistingAncestor(path: string): string {
  return existsSync(path) || dirname(path) === path ? path : findExistingAncestor(dirname(path))
}

/** Null: this user cannot write there, or the space is unknown. */
async function readWritableSpace(path: string): Promise<FreeSpace | null> {
  return attempt(() => accessSync(path, constants.W_OK)) === null ? null : await statfsDiskSpace.readFreeSpace(path)
}
