import { join } from 'node:path'
import { parseConfig } from '../../config/load.ts'
import { configSchema, type Config } from '../../config/schema/schema.ts'
import { readWorkflow } from '../../config/workflow-document.ts'
import type { ConfigFacts, DoctorFacts, GpuFacts } from '../../domain/doctor/facts.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { Workflow } from '../../domain/doctor/workflow.ts'
import { EnvironmentError, UnansweredError, UserError } from '../../domain/core/errors.ts'
import type { DeviceInventory, DiskSpace } from '../../io/machine/system-devices.ts'
import type { MachineInspector, RunnerInspector } from '../../io/machine/machine-inspector.ts'
import type { CloneInspector } from '../../io/git/clone-facts.ts'
import type { TokenInspector } from '../../ports/doctor-host.ts'
import type { FileStore } from '../../io/files/disk-file-store.ts'
import type { GpuMonitor } from '../../ports/gpu-monitor.ts'
import type { Sandbox } from '../../io/sandbox/bubblewrap-sandbox.ts'
import { findMachineNeeds } from './find-machine-needs.ts'
import { readVersions } from '../measure/identify-testbed.ts'
import { findOutsideReason } from '../trial/isolation.ts'
import { watchHostLoad, type HostLoadPorts } from '../measure/preflight.ts'
import type { IsolationRecord } from '../../record/run.ts'

export type DoctorRequest = {
  /** Directory of the clone. */
  readonly workspace: string
  /** Root of the clone, where GitHub looks for workflows; the workspace without a clone. */
  readonly root: string
  /** Absolute; `shownConfig` is the path for messages. */
  readonly configPath: string
  readonly shownConfig: string
  readonly wasConfigNamed: boolean
  /** Directories for run folders, trials and prepared data. */
  readonly places: readonly string[]
  /** Existing directory for the log of the idle window. */
  readonly scratch: string
  /** Duration of the idle observation of processors and GPUs, in ms. */
  readonly idleMs: number
  readonly signal: AbortSignal
}

export type DoctorPorts = {
  readonly machine: MachineInspector
  readonly runner: RunnerInspector
  readonly sandbox: Sandbox
  readonly clone: CloneInspector
  /** Null: no token. */
  readonly token: TokenInspector | null
  readonly inventory: DeviceInventory
  readonly disks: DiskSpace
  readonly files: FileStore
  readonly inspector: FileInspector
  /** The variables that commands would inherit from. */
  readonly environment: EnvironmentVariables
  readonly openMonitor: (wanted: Config['run']['monitor'], runId: string) => Promise<GpuMonitor>
} & HostLoadPorts

const maxBytes = 1024 * 1024
const intervalMs = 100

/** Gathers all facts that `doctor` judges. Read-only; does not measure the pipeline. */
export async function gatherDoctorFacts(request: DoctorRequest, ports: DoctorPorts): Promise<DoctorFacts> {
  const { root, idleMs, signal } = request
  const { environment, files, inspector, inventory } = ports
  const { facts, config } = await readConfig(request, files)
  // First, because later checks would count as load.
  const load = await watchHostLoad(ports, idleMs, signal)
  const references = Object.values(config?.revisions ?? {}).map(({ ref }) => ref)
  const named = [...new Set(references)].filter((ref) => ref !== 'merge-base')
  const readText = async (path: string) => await files.readForeignText(root, path, maxBytes)
  const [disks, repository, workflows, runner, isolation, token, needs] = await Promise.all([
    Promise.all(request.places.map(async (path) => ({ path, space: await ports.disks.readFreeSpace(path) }))),
    ports.clone.look(request.workspace, named),
    readWorkflows(root, files),
    ports.runner.look(),
    checkIsolation(request, config, ports),
    ports.token?.ask() ?? null,
    config && findMachineNeeds({ config, plan: null, environment, readText }, { inspector }),
  ])
  const limits = (config?.run ?? configSchema.shape.run.parse(undefined)).preflight
  const { architecture, container } = inventory.readHost()
  const { driverVersion, ...seen } = ports.machine.look()
  const machine = {
    ...seen,
    load,
    architecture,
    container,
    disks: disks.flatMap(({ path, space }) => (space ? [{ path, ...space }] : [])),
    unreadableDisks: disks.filter(({ space }) => space === null).map(({ path }) => path),
    minFreeDiskGigabytes: limits.minFreeDiskGigabytes,
  }
  // Not in parallel: other checks would count as GPU use.
  const gpus = await readGpus(request, config?.run.monitor ?? 'auto', { ...ports, driverVersion })
  const wanted = config?.pipeline.devices ?? null
  return {
    machine,
    gpus: { wanted, container, limits, ...gpus },
    repository,
    config: facts,
    workflows,
    runner,
    isolation,
    token,
    needs,
  }
}

async function readConfig(
  { configPath, shownConfig: path, wasConfigNamed: wasNamed }: DoctorRequest,
  files: FileStore,
): Promise<{ facts: ConfigFacts; config: Config | null }> {
  try {
    const text = await files.readText(configPath, maxBytes)
    if (text === null) return { facts: { status: 'absent', path, wasNamed }, config: null }
    const config = parseConfig(text, path)
    return { facts: { status: config.pipeline.placeholder ? 'placeholder' : 'valid', path }, config }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { facts: { status: 'invalid', path, problem: error.message }, config: null }
  }
}

/** The isolation that `run` would choose. */
async function checkIsolation(
  { scratch }: DoctorRequest,
  config: Config | null,
  { sandbox }: DoctorPorts,
): Promise<IsolationRecord> {
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
  { scratch, idleMs, signal }: DoctorRequest,
  wanted: Config['run']['monitor'],
  { openMonitor, inventory, sleep, driverVersion: found }: DoctorPorts & { readonly driverVersion: string | null },
): Promise<Omit<GpuFacts, 'wanted' | 'container' | 'limits'>> {
  const none = { identities: [], processes: null, idle: null, driverVersion: null, cudaVersion: null }
  try {
    await using monitor = await openMonitor(wanted, 'doctor')
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
    await sleep(idleMs, signal)
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

async function readWorkflows(root: string, files: FileStore): Promise<Workflow[]> {
  const folder = '.github/workflows'
  const names = (await files.list(join(root, folder))).filter((name) => /\.ya?ml$/u.test(name))
  return await Promise.all(
    names.map(async (name): Promise<Workflow> => {
      const path = `${folder}/${name}`
      try {
        return readWorkflow((await files.readForeignText(root, path, maxBytes)) ?? '', path)
      } catch (error) {
        if (!(error instanceof UserError)) throw error
        return { path, problem: error.message, triggers: [], permissions: null, jobs: [] }
      }
    }),
  )
}
