import type { Device, Testbed } from '../../record/testbed.ts'

export type { Device, Testbed } from '../../record/testbed.ts'

/** Infers the kind of devices: a core has neither an identity nor memory of its own. */
export function inferDeviceKind(devices: readonly Device[]): Testbed['deviceKind'] {
  const areCores = devices.every(({ uuid, memoryBytes }) => uuid === null && memoryBytes === null)
  return areCores && devices.length > 0 ? 'cpu' : 'gpu'
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

/** The memory of the smallest GPU; null: unknown, or no GPUs. */
export function getGpuBytes({ devices, deviceKind }: Testbed): number | null {
  const sizes = devices.map(({ memoryBytes }) => memoryBytes ?? Number.NaN)
  const least = deviceKind === 'gpu' && sizes.length > 0 ? Math.min(...sizes) : Number.NaN
  return least > 0 ? least : null
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
