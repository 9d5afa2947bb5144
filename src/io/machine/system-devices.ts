import type { ContainerKind } from '../../record/testbed.ts'
import { readFileSync, existsSync } from 'node:fs'
import os from 'node:os'
import { detectContainer } from '../../domain/testbed/container.ts'
import { sanitizeLine } from '../../domain/core/sanitize-output.ts'
import { hasOnlyRows } from '../../domain/telemetry/nvidia-smi-csv.ts'
import { describeTopology } from '../../domain/testbed/topology.ts'
import { runTool, type ToolAnswer, type ToolOptions } from '../process/run-tool.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import type { Device } from '../../domain/testbed/testbed.ts'
import { statfs } from 'node:fs/promises'

export type DeviceInventory = ReturnType<typeof createDeviceInventory>

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
}

export type HostFacts = {
  readonly cpuModel: string
  readonly cpuCores: number
  readonly memoryBytes: number
  readonly kernel: string
  readonly architecture: string
  /** The container runtime of this process; null when none was detected. */
  readonly container: ContainerKind | null
}

const defaultTimeoutMs = 10_000

/**
 * The GPUs that `nvidia-smi` lists and CUDA_VISIBLE_DEVICES selects, and the facts of the host. Never throws: without a
 * GPU, `problem` states the reason. A hung `nvidia-smi` times out after `timeoutMs`, 10 s by default.
 */
export function createDeviceInventory(env: EnvironmentVariables, timeoutMs: number = defaultTimeoutMs) {
  return {
    listGpus: () => findGpus({ env, timeoutMs }),
    readHost: (): HostFacts => ({
      cpuModel: readCpuModel(),
      cpuCores: os.availableParallelism(),
      memoryBytes: Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
      kernel: os.release(),
      architecture: os.arch(),
      container: detectContainer({
        cgroup: readCgroup(),
        hasDockerMark: existsSync('/.dockerenv'),
        hasPodmanMark: existsSync('/run/.containerenv'),
        isKubernetesHostSet: env['KUBERNETES_SERVICE_HOST'] !== undefined,
      }),
    }),
    getHostName: () => os.hostname(),
  }
}

async function findGpus(options: ToolOptions): Promise<GpuInventory> {
  const query = [`--query-gpu=${deviceFields}`, '--format=csv,noheader,nounits']
  const [answer, overview, matrix] = await Promise.all([
    runTool('nvidia-smi', query, { ...options, isComplete: hasOnlyRows }),
    runTool('nvidia-smi', [], { ...options, isComplete: (text) => parseCudaVersion(text) !== null }),
    runTool('nvidia-smi', ['topo', '-m'], options),
  ])
  if (answer.status !== 'answered')
    return { ...withoutGpus(explain(answer, options.timeoutMs)), isUnanswered: answer.status === 'hung' }
  const { devices, driverVersion } = parseDevices(answer.text)
  if (devices.length === 0) return withoutGpus('nvidia-smi lists no GPU on this machine')
  const setting = options.env['CUDA_VISIBLE_DEVICES']
  const visible = selectVisibleDevices(devices, setting)
  if (visible.length === 0) return withoutGpus(explainHidden(setting ?? '', devices.length))
  const cudaVersion = overview.status === 'answered' ? parseCudaVersion(overview.text) : null
  const ids = visible.map((device) => device.id)
  const topology = matrix.status === 'answered' ? describeTopology(matrix.text, ids) : null
  return { devices: visible, driverVersion, cudaVersion, topology, problem: null }
}

function withoutGpus(problem: string): GpuInventory {
  return { devices: [], driverVersion: null, cudaVersion: null, topology: null, problem }
}

function explain(answer: Exclude<ToolAnswer, { status: 'answered' }>, timeoutMs: number): string {
  switch (answer.status) {
    case 'absent':
      return 'nvidia-smi was not found on PATH; the NVIDIA driver is probably not installed'
    case 'hung':
      return `nvidia-smi gave no answer within ${timeoutMs / 1000} s; the driver may hang; check dmesg for Xid errors`
    case 'failed':
      return `nvidia-smi failed: ${sanitizeLine(answer.text.replaceAll(/\s+/g, ' ')).slice(2, 500)}`
    default:
      return answer satisfies never
  }
}

function explainHidden(setting: string, count: number): string {
  const what = `CUDA_VISIBLE_DEVICES=${sanitizeLine(setting).slice(2, 200)} hides all GPUs (GPUs found: ${count})`
  return setting.includes('MIG-') ? `${what}: it names a MIG slice, and only full GPUs can be measured` : what
}

/** On arm64 the kernel reports numbers instead of a name: implementer and part identify the core. */
function readCpuModel(): string {
  const name = os.cpus()[0]?.model.trim()
  if (name && name !== 'unknown') return name.replaceAll(/\s+/g, ' ')
  const info = readCpuInfo()
  const findField = (key: string): string | undefined => new RegExp(`^${key}\\s*:\\s*(.+)$`, 'm').exec(info)?.[1]
  const [implementer, part] = [findField('CPU implementer'), findField('CPU part')]
  return (
    findField('Model') ?? (implementer && part ? `${os.arch()} ${implementer} ${part}` : `unknown ${os.arch()} CPU`)
  )
}

function readCpuInfo(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'utf8')
  } catch {
    return ''
  }
}

const deviceFields = 'index,uuid,name,memory.total,driver_version'

type QueriedDevices = { readonly devices: readonly Device[]; readonly driverVersion: string | null }

const bytesPerMebibyte = 1024 * 1024

/**
 * Parses `nvidia-smi --query-gpu=index,uuid,name,memory.total,driver_version --format=csv,noheader,nounits`, memory in
 * MiB. `[N/A]` becomes null.
 */
function parseDevices(csv: string): QueriedDevices {
  const rows = csv.split('\n').map((line) => line.split(',').map((field) => field.trim()))
  const known = rows.filter((fields) => fields.length >= 5 && /^\d+$/.test(fields[0] ?? ''))
  return {
    devices: known.map(([index, uuid, ...rest]) => ({
      id: Number(index),
      physicalIndex: Number(index),
      uuid: readField(uuid),
      // Only the name can contain a comma; two fields follow it.
      model: readField(rest.slice(0, -2).join(', ')) ?? 'unknown GPU',
      memoryBytes: parseMebibytes(rest.at(-2)),
      migProfile: null,
      settings: null,
    })),
    driverVersion: readField(known[0]?.at(-1)),
  }
}

/** The CUDA version in the header of `nvidia-smi`; null when absent. */
function parseCudaVersion(text: string): string | null {
  return /CUDA (?:UMD )?Version\s*:\s*(\d[\d.]*)/.exec(text)?.[1] ?? null
}

/**
 * The devices selected by CUDA_VISIBLE_DEVICES, in its order: indices or UUID prefixes, up to the first invalid entry
 * (CUDA programming guide, environment variables); none when an entry is repeated. All devices when it is unset.
 */
function selectVisibleDevices(devices: readonly Device[], setting: string | undefined): readonly Device[] {
  if (setting === undefined) return devices
  const visible: Device[] = []
  for (const entry of setting.split(',').map((part) => part.trim())) {
    const device = devices.find((candidate) => isNamedBy(candidate, entry))
    if (!device) break
    if (visible.includes(device)) return []
    visible.push(device)
  }
  return visible
}

function isNamedBy(device: Device, entry: string): boolean {
  const number = /^\d+/.exec(entry)?.[0]
  if (number !== undefined) return device.id === Number(number)
  return /^GPU-\w/i.test(entry) && (device.uuid?.toLowerCase().startsWith(entry.toLowerCase()) ?? false)
}

function readField(field: string | undefined): string | null {
  return !field || /^\[|^N\/A$|^ERR!/.test(field) ? null : field
}

function parseMebibytes(field: string | undefined): number | null {
  return (field && /^\d+$/.test(field) && Number(field) * bytesPerMebibyte) || null
}

function readCgroup(): string | null {
  try {
    return readFileSync('/proc/1/cgroup', 'utf8').slice(0, 65_536)
  } catch {
    return null
  }
}

/** Disk space of the file system that contains a path. */
export type FreeSpace = { readonly freeBytes: number; readonly totalBytes: number }
export type DiskSpace = typeof statfsDiskSpace

export const statfsDiskSpace = {
  /** Space available to an unprivileged user; null when unknown. */
  async readFreeSpace(path: string): Promise<FreeSpace | null> {
    try {
      const { bavail, blocks, bsize } = await statfs(path)
      return { freeBytes: bavail * bsize, totalBytes: blocks * bsize }
    } catch {
      return null
    }
  },
}
