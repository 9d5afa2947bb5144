import type { ContainerKind } from './container.ts'
import type { GpuSettings } from '../telemetry/gpu.ts'
/** One device that a pipeline can be given by its id. */
export type Device = {
  /**
   * The id that `--gpus` understands: the place among the GPUs that CUDA_VISIBLE_DEVICES leaves to a program, or the
   * number of a core. With nothing hidden it is the physical index.
   */
  readonly id: number
  /** Index of the GPU in the driver's order, by which telemetry names it; null for a core. */
  readonly physicalIndex: number | null
  readonly model: string
  /** Of the GPU, or of the slice in MIG mode. */
  readonly uuid: string | null
  readonly memoryBytes: number | null
  /** Profile of a MIG slice, `1g.18gb`; null for a whole GPU. */
  readonly migProfile: string | null
  /** Null when no monitor could tell. */
  readonly settings: GpuSettings | null
}

/** What figures belong to. Two runs are compared only when `id` agrees and `listTestbedDifferences` finds nothing. */
export type Testbed = {
  /** Short and readable, safe as a directory name: `2x-nvidia-h200`. Picks the baseline. */
  readonly id: string
  readonly deviceKind: 'gpu' | 'cpu'
  readonly devices: readonly Device[]
  readonly driverVersion: string | null
  readonly cudaVersion: string | null
  /** How the GPUs are connected: `NV18 all-to-all`; null for a single GPU and where nobody could tell. */
  readonly topology: string | null
  /** What the measuring process ran in; null when nothing told. */
  readonly container: ContainerKind | null
  readonly cpuModel: string
  readonly cpuCores: number
  readonly memoryBytes: number
  readonly kernel: string
  readonly architecture: string
}

/**
 * `2x-nvidia-h200`, `1x-nvidia-h200-mig-1g.18gb`, `mixed-2x-nvidia-h200-1x-nvidia-a100` where GPUs differ, or for a machine
 * measured by its cores `2-core-intel-xeon-…`.
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

/** Names every kind while they fit; a file name that is cut would hide that others are there. */
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
