import type { Testbed } from './testbed.ts'
import type { GpuSettings } from '../../record/testbed.ts'

/** A field that two comparable testbeds must share. */
export type ComparedField = {
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
  { label: 'CPU cores', isDecisive: true, read: (testbed) => testbed.cpuCores },
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
