import type { PipelineConfig } from '../../config/schema/schema.ts'
import { EnvironmentError, NoDeviceError, UnansweredError } from '../../domain/core/errors.ts'
import type { DriverIdentity, GpuIdentity } from '../../domain/telemetry/gpu.ts'
import { formatTestbedId, type Device, type Testbed } from '../../domain/testbed/testbed.ts'
import { describeUnreadGpus, listUnreadRemedies, type UnreadGpu } from '../../domain/testbed/unread-gpus.ts'
import { resolveVisibleDevices, type VisibleDevice } from '../../domain/testbed/visible-devices.ts'
import type { DeviceInventory, GpuInventory, HostFacts } from '../../io/machine/system-devices.ts'
import type { GpuMonitor } from '../../ports/gpu-monitor.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

/** The source of GPU details beyond those of the inventory. */
export type WatchedGpus = {
  readonly monitor: Pick<GpuMonitor, 'kind' | 'identify' | 'identifyDriver' | 'reason'>
  /** Variables that hide GPUs from the pipeline. */
  readonly environment: EnvironmentVariables
}

/**
 * Identifies the machine for comparisons; inventory and monitor may start tools of the driver. With a monitor, GPUs,
 * settings, MIG slices and versions come from it, and what it does not know from the inventory; without one, everything
 * comes from the inventory.
 *
 * @throws NoDeviceError for a GPU pipeline without a GPU; EnvironmentError if there is one that nothing reads
 */
export async function identifyTestbed(
  kind: PipelineConfig['devices'],
  inventory: Pick<DeviceInventory, 'listGpus' | 'readHost'>,
  watched: WatchedGpus | null = null,
): Promise<Testbed> {
  const host = inventory.readHost()
  if (kind === 'cpu') return createCpuTestbed(host)
  const found = await findGpus(inventory, watched)
  if (found.devices.length === 0) throw explainNoGpu(found)
  const { problem: _, isUnanswered: __, unread: ___, ...gpus } = found
  return { ...host, ...gpus, id: formatTestbedId('gpu', gpus.devices, host.cpuModel), deviceKind: 'gpu' }
}

/** A driver without an answer, and a GPU that nothing reads, are no machine without GPUs. */
function explainNoGpu({ problem, isUnanswered, unread = [] }: GpuInventory): Error {
  if (isUnanswered)
    return new UnansweredError(problem ?? 'no answer', 'A driver that hangs needs a restart of the machine.')
  if (unread.length > 0) return explainUnreadGpus(unread, problem)
  const variable = /(?:CUDA|HIP|ROCR)_VISIBLE_DEVICES/.exec(problem ?? '')?.[0]
  const first = variable
    ? `Unset ${variable} or name a GPU in it`
    : 'Use a runner with a GPU (runs-on: [self-hosted, gpu])'
  const hint = `${first}, or set pipeline.devices to cpu for a CPU pipeline.`
  return new NoDeviceError(`no GPU found: ${problem ?? 'the driver lists none'}`, hint)
}

function explainUnreadGpus(gpus: readonly UnreadGpu[], problem: string | null): EnvironmentError {
  return new EnvironmentError(
    `${describeUnreadGpus(gpus)}: ${problem ?? 'the driver lists none'}`,
    [...listUnreadRemedies(gpus), 'To measure without GPUs set pipeline.devices to cpu.'].join(' '),
  )
}

/**
 * Finds the physical indices of the GPUs that the monitor samples for device ids of a testbed: a MIG slice is sampled
 * through its GPU. Leaves out devices that the monitor does not know.
 */
export function findMonitoredGpus(
  testbed: Testbed,
  ids: readonly number[],
  identities: readonly GpuIdentity[],
): number[] {
  const indices = ids.flatMap((id) => {
    const { uuid, physicalIndex } = testbed.devices.find((device) => device.id === id) ?? {}
    const named = identities.filter(
      (identity) => identity.uuid === uuid || identity.migSlices.some((slice) => slice.uuid === uuid),
    )
    // Some GPUs of virtual machines share one UUID.
    const gpu = named.find(({ index }) => index === physicalIndex) ?? named[0]
    return gpu?.index ?? (identities.some(({ index }) => index === id) ? id : [])
  })
  return [...new Set(indices)]
}

function createCpuTestbed(host: HostFacts): Testbed {
  const devices = Array.from({ length: host.cpuCores }, (_, id): Device => ({
    id,
    physicalIndex: null,
    model: host.cpuModel,
    uuid: null,
    memoryBytes: null,
    migProfile: null,
    settings: null,
  }))
  return {
    ...host,
    id: formatTestbedId('cpu', devices, host.cpuModel),
    deviceKind: 'cpu',
    devices,
    driverVersion: null,
    cudaVersion: null,
    topology: null,
  }
}

async function findGpus(
  inventory: Pick<DeviceInventory, 'listGpus'>,
  watched: WatchedGpus | null,
): Promise<GpuInventory> {
  const inventoried = inventory.listGpus()
  if (!watched) return numberDevices(await inventoried)
  if (watched.monitor.kind === 'none') return numberDevices(explainMissing(await inventoried, watched.monitor.reason))
  const [known, identities] = await Promise.all([inventoried, watched.monitor.identify()])
  if (identities.length === 0) return numberDevices(known)
  const visible = resolveVisibleDevices(identities, watched.environment, watched.monitor.kind)
  const devices = visible.devices.flatMap((device) => listDevices(device, identities))
  const problem =
    visible.problems[0] ?? (visible.variable ? `${visible.variable} leaves no GPU visible` : known.problem)
  return numberDevices({
    ...known,
    devices,
    ...readVersions(watched.monitor, known),
    problem,
    isUnanswered: false,
    unread: [],
  })
}

/** A search for monitors tells more of GPUs that were not found than `nvidia-smi` alone. */
function explainMissing(known: GpuInventory, reason: string | null): GpuInventory {
  const isSearched = reason?.includes('nvidia-smi') && !known.isUnanswered && known.devices.length === 0
  return isSearched ? { ...known, problem: reason } : known
}

/** Versions from the driver itself before those of a tool, each with its source. */
export function readVersions(
  monitor: Pick<GpuMonitor, 'kind' | 'identifyDriver'>,
  known: DriverIdentity,
): DriverIdentity & Required<Pick<Testbed, 'versionsFrom'>> {
  const driver = monitor.identifyDriver?.()
  const findSource = (name: keyof DriverIdentity): string | null =>
    (driver?.[name] ?? null) !== null ? monitor.kind : known[name] === null ? null : 'nvidia-smi'
  return {
    driverVersion: driver?.driverVersion ?? known.driverVersion,
    cudaVersion: driver?.cudaVersion ?? known.cudaVersion,
    versionsFrom: { driver: findSource('driverVersion'), cuda: findSource('cudaVersion') },
  }
}

/** In MIG mode the slices are the devices, because the GPU itself cannot be used. */
function listDevices({ gpu, migSlice }: VisibleDevice, identities: readonly GpuIdentity[]): Device[] {
  const identity = identities.find(({ index }) => index === gpu)
  if (!identity) return []
  const { model, settings, uuid: ownUuid, memoryBytes: ownBytes } = identity
  const slices = identity.migSlices.filter(({ uuid }) => migSlice === null || uuid === migSlice)
  const place = { id: gpu, physicalIndex: gpu, model, settings }
  if (settings.isMigOn !== true || slices.length === 0)
    return [{ ...place, uuid: ownUuid, memoryBytes: ownBytes, migProfile: null }]
  return slices.map(({ uuid, profile, memoryBytes }) => ({
    ...place,
    uuid,
    memoryBytes,
    migProfile: profile ?? 'unknown',
  }))
}

/** Numbers the devices from 0, as a program sees GPUs and slices. */
function numberDevices(found: GpuInventory): GpuInventory {
  return { ...found, devices: found.devices.map((device, id) => ({ ...device, id })) }
}
