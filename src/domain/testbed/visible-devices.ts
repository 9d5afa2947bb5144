import { formatCounted } from '../core/numbers.ts'
import type { GpuIdentity } from '../telemetry/gpu.ts'
import type { EnvironmentVariables } from '../core/child-environment.ts'

/** A device that a command can use. */
export type VisibleDevice = {
  /** Physical index. */
  readonly gpu: number
  /** UUID of the slice if only a slice of the GPU is visible; null: the complete GPU. */
  readonly migSlice: string | null
}

/** The GPUs visible to a command, in the order of its device numbers. */
export type VisibleDevices = {
  readonly devices: readonly VisibleDevice[]
  /** The variable that selected them; null if none is set. */
  readonly variable: string | null
  /** Problems, as sentences with values. */
  readonly problems: readonly string[]
}

const hipVariables = ['HIP_VISIBLE_DEVICES', 'CUDA_VISIBLE_DEVICES'] as const

/** Whether a GPU monitor reads AMD GPUs; the others read those of NVIDIA. */
export function isAmdMonitor(monitor: string): boolean {
  return monitor === 'amd-smi' || monitor === 'rocm-smi'
}

/**
 * Resolves the GPUs visible to a CUDA or HIP program. CUDA (programming guide, environment variables): numbers, UUIDs
 * or their prefixes, MIG slices; the list ends before the first invalid entry. HIP: numbers among the GPUs in
 * ROCR_VISIBLE_DEVICES (ROCm documentation, GPU isolation).
 */
export function resolveVisibleDevices(
  gpus: readonly GpuIdentity[],
  env: EnvironmentVariables,
  monitor: string,
): VisibleDevices {
  const all = gpus.map(({ index }) => ({ gpu: index, migSlice: null }))
  if (!isAmdMonitor(monitor)) {
    const selected = select(gpus, all, { name: 'CUDA_VISIBLE_DEVICES', value: env['CUDA_VISIBLE_DEVICES'] })
    return { ...selected, problems: [...selected.problems, ...findOrderProblems(gpus, env)] }
  }
  const rocr = select(gpus, all, { name: 'ROCR_VISIBLE_DEVICES', value: env['ROCR_VISIBLE_DEVICES'] })
  const name = hipVariables.find((variable) => env[variable] !== undefined) ?? 'HIP_VISIBLE_DEVICES'
  const hip = select(gpus, rocr.devices, { name, value: env[name] })
  return { ...hip, variable: hip.variable ?? rocr.variable, problems: [...rocr.problems, ...hip.problems] }
}

/**
 * Resolves `--gpus 2,3` or `--gpus=2,3` to physical GPUs; the numbers are positions among the visible GPUs. Null
 * without a list, because a single number may be a count.
 */
export function resolveCommandDevices(argv: readonly string[], visible: VisibleDevices): VisibleDevices | null {
  const position = argv.findIndex((argument) => /^--gpus(?:=|$)/.test(argument))
  const value = argv[position]?.split('=')[1] ?? argv[position + 1]
  if (position < 0 || !value || !/^\d+(?:,\d+)+$/.test(value)) return null
  const ids = value.split(',').map(Number)
  const missing = ids.filter((id) => visible.devices[id] === undefined)
  const devices = ids.flatMap((id) => visible.devices[id] ?? [])
  if (missing.length === 0) return { devices, variable: '--gpus', problems: [] }
  const available = visible.variable ? `${visible.variable} leaves` : 'this machine has'
  const problem = `the command asks for --gpus ${value}, but ${available} ${formatCounted(visible.devices.length, 'GPU')}, numbered from 0, so ${missing.join(', ')} cannot be used`
  return { devices, variable: '--gpus', problems: [problem] }
}

/** Explains the use of GPUs that the settings do not name; a pipeline may override its environment. */
export function explainUnexpectedUse(expected: VisibleDevices, usedGpus: readonly number[]): string[] {
  if (expected.variable === null || usedGpus.length === 0) return []
  const wanted = [...new Set(expected.devices.map(({ gpu }) => gpu))]
  const unexpected = usedGpus.filter((gpu) => !wanted.includes(gpu))
  if (unexpected.length === 0) return []
  const idle = wanted.filter((gpu) => !usedGpus.includes(gpu))
  const rest = idle.length > 0 ? ` and did not use GPU ${idle.join(', ')}` : ''
  return [
    `the command used GPU ${unexpected.join(', ')}, which ${expected.variable} does not name${rest}; metrics of the named GPUs do not include it`,
  ]
}

function select(
  gpus: readonly GpuIdentity[],
  among: readonly VisibleDevice[],
  { name, value }: { readonly name: string; readonly value: string | undefined },
): VisibleDevices {
  if (value === undefined) return { devices: among, variable: null, problems: [] }
  const devices: VisibleDevice[] = []
  for (const entry of value.split(',').map((part) => part.trim())) {
    const found = isHiding(entry) ? [] : findDevices(entry, gpus, among)
    const [device] = found
    if (
      found.length !== 1 ||
      !device ||
      devices.some(({ gpu, migSlice }) => gpu === device.gpu && migSlice === device.migSlice)
    ) {
      const why = explainEnd(entry, found)
      // CUDA drops the complete list because of a repeated entry.
      const left = found.length === 1 ? [] : devices
      const rest = `only the ${left.length} before it ${left.length === 1 ? 'is' : 'are'} visible`
      const problems = why ? [`${name}=${value}: ${why}, so ${left.length === 0 ? 'no GPU is visible' : rest}`] : []
      return { devices: left, variable: name, problems }
    }
    devices.push(device)
  }
  return { devices, variable: name, problems: [] }
}

/** Whether a variable hides every GPU, whatever GPUs there are. */
export function isEveryGpuHidden(env: EnvironmentVariables, vendor: 'nvidia' | 'amd'): boolean {
  const names = vendor === 'nvidia' ? ['CUDA_VISIBLE_DEVICES'] : [...hipVariables, 'ROCR_VISIBLE_DEVICES']
  return names.some((name) => env[name] !== undefined && isHiding(env[name].split(',')[0]?.trim() ?? ''))
}

/** Values that hide every GPU, or all following ones. */
function isHiding(entry: string): boolean {
  return entry === '' || entry === '-1' || /^(?:NoDevFiles|none|void)$/i.test(entry)
}

function findDevices(entry: string, gpus: readonly GpuIdentity[], among: readonly VisibleDevice[]): VisibleDevice[] {
  // As strtol: the number at the start counts.
  const number = /^\d+/.exec(entry)?.[0]
  if (number !== undefined) return among.filter((_, position) => position === Number(number))
  const isPrefix = (uuid: string): boolean => uuid.toLowerCase().startsWith(entry.toLowerCase())
  const visible = gpus.filter(({ index }) => among.some(({ gpu }) => gpu === index))
  // `MIG-GPU-<uuid>/<gpu instance>/<compute instance>`, the format of drivers before R470.
  const legacy = /^MIG-(GPU-[^/]*)/i.exec(entry)?.[1]?.toLowerCase()
  if (legacy !== undefined) {
    const owners = visible.filter(({ uuid }) => uuid.toLowerCase() === legacy)
    return owners.map(({ index }) => ({ gpu: index, migSlice: entry }))
  }
  if (/^MIG-\w/i.test(entry)) {
    return visible.flatMap(({ index, migSlices }) =>
      migSlices.filter(({ uuid }) => isPrefix(uuid)).map(({ uuid }) => ({ gpu: index, migSlice: uuid })),
    )
  }
  if (!/^GPU-\w/i.test(entry)) return []
  return visible.filter(({ uuid }) => isPrefix(uuid)).map(({ index }) => ({ gpu: index, migSlice: null }))
}

function explainEnd(entry: string, found: readonly VisibleDevice[]): string | null {
  if (isHiding(entry)) return null
  if (found.length === 0) return `${entry} matches no GPU`
  return found.length > 1 ? `${entry} matches ${found.length} devices` : `${entry} is named twice`
}

/**
 * By default CUDA numbers the fastest GPU first, while the driver uses PCI order. This matters only for different
 * models.
 */
function findOrderProblems(gpus: readonly GpuIdentity[], env: EnvironmentVariables): string[] {
  const isByNumber = /(?:^|,)\s*\d/.test(env['CUDA_VISIBLE_DEVICES'] ?? '')
  const models = new Set(gpus.map(({ model }) => model))
  if (!isByNumber || models.size < 2 || env['CUDA_DEVICE_ORDER'] === 'PCI_BUS_ID') return []
  return [
    'the GPUs are of different models and CUDA_DEVICE_ORDER is not PCI_BUS_ID, so CUDA may number them in another order than the driver; name them by UUID or set CUDA_DEVICE_ORDER=PCI_BUS_ID',
  ]
}
