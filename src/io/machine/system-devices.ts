import { existsSync } from 'node:fs'
import os from 'node:os'
import { detectContainer } from '../../domain/testbed/container.ts'
import { sanitizeLine } from '../../domain/core/sanitize-output.ts'
import type { GpuIdentity } from '../../domain/telemetry/gpu.ts'
import { hasOnlyRows, parseIdentities } from '../../domain/telemetry/nvidia-smi-csv.ts'
import type { UnreadGpu } from '../../domain/testbed/unread-gpus.ts'
import { isEveryGpuHidden, resolveVisibleDevices } from '../../domain/testbed/visible-devices.ts'
import { listGpuDevices, listNvidiaHardware, type DeviceRoots } from './gpu-devices.ts'
import { describeTopology } from '../../domain/testbed/topology.ts'
import { readText } from '../files/regular-file.ts'
import { explainToolAnswer } from '../gpu/smi/smi-stream.ts'
import { runTool, type ToolAnswer, type ToolOptions } from '../process/run-tool.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { statfs } from 'node:fs/promises'

export type DeviceInventory = ReturnType<typeof createDeviceInventory>

/** The GPUs that programs of this process can use, and their driver; versions are null when unknown. */
export type GpuInventory = {
  readonly devices: readonly Device[]
  readonly driverVersion: string | null
  readonly cudaVersion: string | null
  /** How the GPUs are connected; null for one GPU or when unknown. */
  readonly topology: string | null
  /** Why no GPU was found; null when at least one was found. */
  readonly problem: string | null
  /** The tool did not answer, so there may be GPUs. */
  readonly isUnanswered?: boolean
  /** GPUs of which the tool said nothing; absent: none. */
  readonly unread?: readonly UnreadGpu[]
}

export type HostFacts = ReturnType<DeviceInventory['readHost']>

const defaultTimeoutMs = 10_000

/**
 * The GPUs that `nvidia-smi` lists and CUDA_VISIBLE_DEVICES selects, and the facts of the host. Never throws: without a
 * GPU, `problem` states the reason. A hung `nvidia-smi` times out after `timeoutMs`, 10 s by default.
 */
export function createDeviceInventory(
  env: EnvironmentVariables,
  { timeoutMs = defaultTimeoutMs, roots }: { readonly timeoutMs?: number; readonly roots?: DeviceRoots } = {},
) {
  return {
    listGpus: () => findGpus({ env, timeoutMs }, roots),
    readHost: () => ({
      cpuModel: readCpuModel(),
      cpuCores: os.availableParallelism(),
      memoryBytes: Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
      kernel: os.release(),
      architecture: os.arch(),
      /** The container runtime of this process; null when none was detected. */
      container: detectContainer({
        cgroup: readText('/proc/1/cgroup'),
        hasDockerMark: existsSync('/.dockerenv'),
        hasPodmanMark: existsSync('/run/.containerenv'),
        isKubernetesHostSet: env['KUBERNETES_SERVICE_HOST'] !== undefined,
      }),
    }),
    getHostName: () => os.hostname(),
  }
}

async function findGpus(options: ToolOptions, roots?: DeviceRoots): Promise<GpuInventory> {
  const query = ['--query-gpu=index,uuid,name,memory.total,driver_version', '--format=csv,noheader,nounits']
  const [answer, overview, matrix] = await Promise.all([
    runTool('nvidia-smi', query, { ...options, isComplete: hasOnlyRows }),
    runTool('nvidia-smi', [], { ...options, isComplete: (text) => parseCudaVersion(text) !== null }),
    runTool('nvidia-smi', ['topo', '-m'], options),
  ])
  const unread = listUnread(answer, options.env, roots)
  if (answer.status === 'absent' && unread.length > 0)
    return { ...withoutGpus('nvidia-smi was not found on PATH'), unread }
  if (answer.status !== 'answered') {
    const problem = `${explainToolAnswer('nvidia-smi', answer, options.timeoutMs)}${remarks[answer.status]}`
    return { ...withoutGpus(problem), isUnanswered: answer.status === 'hung', unread }
  }
  const { gpus, driverVersion } = parseDevices(answer.text)
  if (gpus.length === 0) return { ...withoutGpus('nvidia-smi lists no GPU on this machine'), unread }
  const ids = resolveVisibleDevices(gpus, options.env, 'nvidia-smi').devices.map(({ gpu }) => gpu)
  if (ids.length === 0) return withoutGpus(explainHidden(options.env['CUDA_VISIBLE_DEVICES'] ?? '', gpus.length))
  return {
    devices: ids.flatMap((id) => gpus.filter(({ index }) => index === id).map(toDevice)),
    driverVersion,
    cudaVersion: overview.status === 'answered' ? parseCudaVersion(overview.text) : null,
    topology: matrix.status === 'answered' ? describeTopology(matrix.text, ids) : null,
    problem: null,
  }
}

/** A tool that fails may belong to a driver that is not loaded, of a GPU without a device file. */
function listUnread(answer: ToolAnswer, env: EnvironmentVariables, roots?: DeviceRoots): UnreadGpu[] {
  const devices = listGpuDevices(roots)
  const hasNvidia = devices.some(({ vendor }) => vendor === 'NVIDIA')
  const hardware = answer.status === 'failed' && !hasNvidia ? listNvidiaHardware(roots) : []
  return [...hardware, ...devices].filter(
    ({ vendor }) => vendor === 'Intel' || !isEveryGpuHidden(env, vendor === 'AMD' ? 'amd' : 'nvidia'),
  )
}

/** Of the fields in the query only the name can contain a comma. `[N/A]` becomes null. */
function parseDevices(csv: string): { readonly gpus: GpuIdentity[]; readonly driverVersion: string | null } {
  const rows = csv.split('\n').map((line) => line.split(',').map((field) => field.trim()))
  const known = rows.filter(([index = '', ...others]) => /^\d+$/.test(index) && others.length >= 4)
  const lines = known.map(([index, uuid, ...rest]) => [index, uuid, rest.at(-2), ...rest.slice(0, -2)].join(','))
  const driver = known[0]?.at(-1) ?? ''
  return {
    gpus: parseIdentities(lines.join('\n'), ['index', 'uuid', 'memory.total', 'name']),
    driverVersion: driver === '' || /^\[|^N\/A$|^ERR!/.test(driver) ? null : driver,
  }
}

function toDevice({ index, uuid, model, memoryBytes }: GpuIdentity): Device {
  const isKnown = !uuid.startsWith('index-')
  const ids = { id: index, physicalIndex: index, uuid: isKnown ? uuid : null }
  return { ...ids, model, memoryBytes, migProfile: null, settings: null }
}

function withoutGpus(problem: string): GpuInventory {
  return { devices: [], driverVersion: null, cudaVersion: null, topology: null, problem }
}

const remarks = {
  absent: '; the NVIDIA driver is probably not installed',
  hung: '; check dmesg for Xid errors',
  failed: '',
}

function explainHidden(setting: string, count: number): string {
  const what = `CUDA_VISIBLE_DEVICES=${sanitizeLine(setting).slice(2, 200)} hides all GPUs (GPUs found: ${count})`
  return setting.includes('MIG-') ? `${what}: it names a MIG slice, and only full GPUs can be measured` : what
}

/** On arm64 the kernel reports numbers instead of a name: implementer and part identify the core. */
function readCpuModel(): string {
  const name = os.cpus()[0]?.model.trim()
  if (name && name !== 'unknown') return name.replaceAll(/\s+/g, ' ')
  const info = readText('/proc/cpuinfo')
  const findField = (key: string): string | undefined => new RegExp(`^${key}\\s*:\\s*(.+)$`, 'm').exec(info ?? '')?.[1]
  const [implementer, part] = [findField('CPU implementer'), findField('CPU part')]
  return (
    findField('Model') ?? (implementer && part ? `${os.arch()} ${implementer} ${part}` : `unknown ${os.arch()} CPU`)
  )
}

/** The CUDA version in the header of `nvidia-smi`; null when absent. */
function parseCudaVersion(text: string): string | null {
  return /CUDA (?:UMD )?Version\s*:\s*(\d[\d.]*)/.exec(text)?.[1] ?? null
}

/** Disk space of the file system that contains a path. */
export type FreeSpace = { readonly freeBytes: number; readonly totalBytes: number }
/** Reads the free space of disks. */
export type DiskSpace = typeof statfsDiskSpace

export const statfsDiskSpace = {
  /** Space available to an unprivileged user; null when unknown. */
  readFreeSpace: (path: string): Promise<FreeSpace | null> =>
    statfs(path).then(
      ({ bavail, blocks, bsize }) => ({ freeBytes: bavail * bsize, totalBytes: blocks * bsize }),
      () => null,
    ),
}
