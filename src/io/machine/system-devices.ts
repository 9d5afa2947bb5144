import { readFileSync } from 'node:fs'
import os from 'node:os'
import { detectContainer } from '../../domain/testbed/container.ts'
import { sanitizeLine } from '../../domain/core/sanitize-output.ts'
import { hasOnlyRows } from '../../domain/telemetry/nvidia-smi-identity.ts'
import { describeTopology } from '../../domain/testbed/topology.ts'
import type { DeviceInventory, GpuInventory, HostFacts } from '../../ports/device-inventory.ts'
import { readContainerTraces } from './container-traces.ts'
import { deviceFields, parseCudaVersion, parseDevices, selectVisibleDevices } from './nvidia-smi-query.ts'
import { runTool, type ToolAnswer, type ToolOptions } from '../process/run-tool.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'

const defaultTimeoutMs = 10_000

/**
 * The GPUs that `nvidia-smi` lists and CUDA_VISIBLE_DEVICES selects, and the facts of the host. Never throws: without a
 * GPU, `problem` states the reason. A hung `nvidia-smi` times out after `timeoutMs`, 10 s by default.
 */
export function createDeviceInventory(
  env: EnvironmentVariables,
  timeoutMs: number = defaultTimeoutMs,
): DeviceInventory {
  return {
    listGpus: () => findGpus({ env, timeoutMs }),
    readHost: () => readHost(env),
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

function readHost(env: EnvironmentVariables): HostFacts {
  return {
    cpuModel: readCpuModel(),
    cpuCores: os.availableParallelism(),
    memoryBytes: Math.min(os.totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY),
    kernel: os.release(),
    architecture: os.arch(),
    container: detectContainer(readContainerTraces(env)),
  }
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
