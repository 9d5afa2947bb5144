import type { Device, Testbed, GpuSettings } from '../../record/testbed.ts'

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

/** A field that two comparable testbeds must share. */
type ComparedField = {
  readonly label: string
  /** Whether a value that only one side knows is a difference. */
  readonly isDecisive: boolean
  /** Null: unknown. */
  readonly read: (testbed: Testbed) => string | number | null
}

/** The fields that decide whether two testbeds are comparable. */
export const comparedFields: readonly ComparedField[] = [
  { label: 'device kind', isDecisive: true, read: (testbed) => testbed.deviceKind },
  { label: 'devices', isDecisive: true, read: (testbed) => testbed.devices.map((device) => device.model).join(', ') },
  { label: 'MIG slices', isDecisive: true, read: formatMigSlices },
  { label: 'driver', isDecisive: true, read: (testbed) => testbed.driverVersion },
  { label: 'CUDA', isDecisive: true, read: (testbed) => testbed.cudaVersion },
  buildSettingField('power limit', true, ({ powerLimitWatts }) =>
    powerLimitWatts === null ? null : `${Math.round(powerLimitWatts)} W`,
  ),
  { label: 'locked SM clock', isDecisive: true, read: formatLockedClocks },
  buildSettingField('MIG mode', true, ({ isMigOn }) => formatSwitch(isMigOn)),
  buildSettingField('ECC', false, ({ isEccOn }) => formatSwitch(isEccOn)),
  buildSettingField('persistence mode', false, ({ isPersistent }) => formatSwitch(isPersistent)),
  { label: 'topology', isDecisive: false, read: (testbed) => testbed.topology },
  { label: 'container', isDecisive: false, read: (testbed) => testbed.container },
  { label: 'CPU', isDecisive: true, read: (testbed) => testbed.cpuModel },
  { label: 'CPU cores', isDecisive: true, read: (testbed) => testbed.cpuCores || null },
  { label: 'architecture', isDecisive: true, read: (testbed) => testbed.architecture },
]

/** One value if all devices share it, otherwise one per device; null if unknown for all. */
function buildSettingField(
  label: string,
  isDecisive: boolean,
  read: (settings: GpuSettings) => string | null,
): ComparedField {
  return {
    label,
    isDecisive,
    read: ({ devices }) => summarizeValues(devices.map(({ settings }) => (settings === null ? null : read(settings)))),
  }
}

function summarizeValues(values: readonly (string | null)[]): string | null {
  const [first = null] = values
  if (values.every((value) => value === first)) return first
  return values.map((value) => value ?? 'unknown').join(', ')
}

/** Monitors do not distinguish "not locked" from "not readable", so both count as `none`. */
function formatLockedClocks({ devices }: Testbed): string {
  const clocks = devices.map(({ settings }) => settings?.lockedSmClockMhz ?? null)
  return summarizeValues(clocks.map((clock) => (clock === null ? 'none' : `${clock} MHz`))) ?? 'none'
}

function formatMigSlices({ devices }: Testbed): string {
  return summarizeValues(devices.map(({ migProfile }) => migProfile ?? 'none')) ?? 'none'
}

function formatSwitch(value: boolean | null): string | null {
  return value === null ? null : value ? 'on' : 'off'
}

/**
 * Lists the differing fields of two testbeds as sentences; empty if they are comparable. Unknown on both sides is
 * equal. Known on one side only is a difference for fields that affect speed directly (devices, driver, power limit,
 * locked clocks, MIG …), but not for fields that some monitors cannot read and that rarely matter (ECC, persistence
 * mode, topology, container). Kernel and memory size are informative only.
 */
export function listTestbedDifferences(base: Testbed, head: Testbed): string[] {
  return comparedFields
    .map((field) => ({ ...field, values: [field.read(base), field.read(head)] as const }))
    .filter(({ values: [one, other] }) => one !== other)
    .filter(({ isDecisive, values }) => isDecisive || !values.includes(null))
    .map(({ label, values: [one, other] }) => `${label}: ${one ?? 'unknown'} → ${other ?? 'unknown'}`)
}
