import { join } from 'node:path'
import { parseConfig } from '../../config/load.ts'
import { configSchema, type Config } from '../../config/schema/schema.ts'
import { readWorkflow } from '../../config/workflow-document.ts'
import type { ConfigFacts, DoctorFacts, GpuFacts, MachineFacts } from '../../domain/doctor/facts.ts'
import type { MachineNeeds } from '../../domain/doctor/machine-needs.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import type { FileInspector } from '../../ports/file-inspector.ts'
import type { Workflow } from '../../domain/doctor/workflow.ts'
import { EnvironmentError, UnansweredError, UserError } from '../../domain/core/errors.ts'
import type { HostLoad } from '../../domain/testbed/host-load.ts'
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
import type { TelemetrySummary } from '../../record/telemetry.ts'

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

type ReadConfig = { readonly facts: ConfigFacts; readonly config: Config | null }

const maxBytes = 1024 * 1024
const intervalMs = 100

/** Gathers all facts that `doctor` judges. Read-only; does not measure the pipeline. */
export async function gatherDoctorFacts(request: DoctorRequest, ports: DoctorPorts): Promise<DoctorFacts> {
  const read = await readConfig(request, ports.files)
  // First, because later checks would count as load.
  const load = await watchHostLoad(ports, request.idleMs, request.signal)
  const references = Object.values(read.config?.revisions ?? {}).map(({ ref }) => ref)
  const named = [...new Set(references)].filter((ref) => ref !== 'merge-base')
  const [machine, repository, workflows, runner, isolation, token, needs] = await Promise.all([
    readMachineFacts(request, read.config, load, ports),
    ports.clone.look(request.workspace, named),
    readWorkflows(request.root, ports.files),
    ports.runner.look(),
    checkIsolation(request, read.config, ports),
    ports.token?.ask() ?? null,
    readNeeds(request, read.config, ports),
  ])
  // Not in parallel: other checks would count as GPU use.
  const gpus = await readGpuFacts(request, read.config, ports)
  return { machine, gpus, repository, config: read.facts, workflows, runner, isolation, token, needs }
}

async function readConfig(request: DoctorRequest, files: FileStore): Promise<ReadConfig> {
  const { configPath, shownConfig: path, wasConfigNamed: wasNamed } = request
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

/** Null: there is no valid config. */
async function readNeeds(
  { root }: DoctorRequest,
  config: Config | null,
  { environment, files, inspector }: DoctorPorts,
): Promise<MachineNeeds | null> {
  if (config === null) return null
  const readText = async (path: string) => await files.readForeignText(root, path, maxBytes)
  return await findMachineNeeds({ config, plan: null, environment, readText }, { inspector })
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

function getLimits(config: Config | null): Config['run']['preflight'] {
  return (config?.run ?? configSchema.shape.run.parse(undefined)).preflight
}

async function readMachineFacts(
  { places }: DoctorRequest,
  config: Config | null,
  load: HostLoad | null,
  { machine, inventory, disks }: DoctorPorts,
): Promise<MachineFacts> {
  const { architecture, container } = inventory.readHost()
  const spaces = await Promise.all(places.map(async (path) => ({ path, space: await disks.readFreeSpace(path) })))
  const { driverVersion: _ofGpus, ...seen } = machine.look()
  return {
    ...seen,
    load,
    architecture,
    container,
    disks: spaces.flatMap(({ path, space }) => (space ? [{ path, ...space }] : [])),
    unreadableDisks: spaces.filter(({ space }) => space === null).map(({ path }) => path),
    minFreeDiskGigabytes: getLimits(config).minFreeDiskGigabytes,
  }
}

async function readGpuFacts(request: DoctorRequest, config: Config | null, ports: DoctorPorts): Promise<GpuFacts> {
  const { inventory, machine } = ports
  const common = {
    wanted: config?.pipeline.devices ?? null,
    container: inventory.readHost().container,
    limits: getLimits(config),
  }
  const none = { ...common, identities: [], processes: null, idle: null, driverVersion: null, cudaVersion: null }
  try {
    await using monitor = await ports.openMonitor(config?.run.monitor ?? 'auto', 'doctor')
    const identities = await monitor.identify()
    const gpus = identities.map(({ index }) => index)
    if (gpus.length === 0) return { ...none, monitor: monitor.kind, monitorReason: monitor.reason }
    const { driverVersion, cudaVersion } = readVersions(monitor, await inventory.listGpus())
    return {
      ...common,
      monitor: monitor.kind,
      monitorReason: monitor.reason,
      identities,
      driverVersion: driverVersion ?? machine.look().driverVersion,
      cudaVersion,
      processes: await monitor.listProcesses(gpus),
      idle: await watchIdle(monitor, gpus, request, ports),
    }
  } catch (error) {
    if (!(error instanceof EnvironmentError)) throw error
    const isUnanswered = error instanceof UnansweredError
    return { ...none, monitor: 'none', monitorReason: error.message, isUnanswered }
  }
}

async function watchIdle(
  monitor: GpuMonitor,
  gpus: readonly number[],
  { scratch, idleMs, signal }: DoctorRequest,
  { sleep }: DoctorPorts,
): Promise<TelemetrySummary> {
  const interval = monitor.kind === 'nvml' ? intervalMs : intervalMs * 5
  const logPath = join(scratch, 'idle.log')
  await using window = await monitor.open({ gpus, intervalMs: interval, logPath, hdf5Path: null })
  await sleep(idleMs, signal)
  return await window.close()
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
