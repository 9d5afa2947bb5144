import type { ContainerKind } from './container.ts'
import type { GpuSettings } from '../telemetry/gpu.ts'

/** A device that can be assigned to a pipeline by its id. */
export type Device = {
  /**
   * Id for `--gpus`: position among the GPUs in CUDA_VISIBLE_DEVICES, or number of a core. Equals the physical index
   * if no GPU is hidden.
   */
  readonly id: number
  /** Index of the GPU in the driver's order, as in telemetry; null for a core. */
  readonly physicalIndex: number | null
  readonly model: string
  /** UUID of the GPU, or of the slice in MIG mode. */
  readonly uuid: string | null
  readonly memoryBytes: number | null
  /** MIG profile, `1g.18gb`; null for a complete GPU. */
  readonly migProfile: string | null
  /** Null if unknown. */
  readonly settings: GpuSettings | null
}

/**
 * The hardware and software that measurements depend on. Two runs are comparable only if `id` is equal and
 * `listTestbedDifferences` returns nothing.
 */
export type Testbed = {
  /** Readable id, valid as a directory name: `2x-nvidia-h200`. Selects the baseline. */
  readonly id: string
  readonly deviceKind: 'gpu' | 'cpu'
  readonly devices: readonly Device[]
  readonly driverVersion: string | null
  readonly cudaVersion: string | null
  /** Connection of the GPUs: `NV18 all-to-all`; null for a single GPU or if unknown. */
  readonly topology: string | null
  /** Container of the measuring process; null if unknown. */
  readonly container: ContainerKind | null
  readonly cpuModel: string
  readonly cpuCores: number
  readonly memoryBytes: number
  readonly kernel: string
  readonly architecture: string
}

/**
 * Formats `2x-nvidia-h200`, `1x-nvidia-h200-mig-1g.18gb`, `mixed-2x-nvidia-h200-1x-nvidia-a100` for different GPUs,
 * or `2-core-intel-xeon-…` for a CPU testbed.
 */
export function formatTestbedId(
  kind: 'gpu' | 'cpu',
  devices: readonly Pick<Device, 'model' | 'migProfile'>[],
  cpuModel: string,
): string {
  if (kind === 'cpu') return toSlug(`${devices.length}-core-${cpuModel}`)
  const groups = [...Map.groupBy(devices, ({ model, migProfile }) => JSON.stringify([model, migProfile])).values()]
  if (groups.length > 1) return formatMixedId(groups)
  return groups.map(formatModelId).join() || '0x-none'
}

type EqualDevices = readonly Pick<Device, 'model' | 'migProfile'>[]

/** Lists all models if they fit; otherwise states their number, so that a cut name hides none. */
function formatMixedId(groups: readonly EqualDevices[]): string {
  const names = ['mixed', ...groups.map(formatModelId)].join('-')
  const count = groups.reduce((sum, group) => sum + group.length, 0)
  return names.length <= maxIdLength ? names : toSlug(`mixed-${count}x-gpu-of-${groups.length}-kinds-${names.slice(6)}`)
}

function formatModelId(group: EqualDevices): string {
  const [{ model, migProfile } = { model: 'none', migProfile: null }] = group
  return toSlug(`${group.length}x-${model}`, migProfile === null ? '' : toSlug(`mig-${migProfile}`))
}

const maxIdLength = 80

function toSlug(text: string, ending = ''): string {
  const words = text
    .toLowerCase()
    .replaceAll(/\(r\)|\(tm\)|@.*$/g, ' ')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .slice(0, maxIdLength)
  return ending === ''
    ? words
    : `${words.slice(0, maxIdLength - 1 - Math.min(ending.length, 40))}-${ending.slice(0, 40)}`
}
