import type { GpuSettings } from '../../record/testbed.ts'
import { clocksEventReasons } from '../../record/limits.ts'

/** Identity of a GPU from the driver: physical index, UUID and PCI bus id. */
export type GpuIdentity = {
  /** Index in the driver's order, independent of CUDA_VISIBLE_DEVICES. */
  readonly index: number
  /** `index-N` if the tool does not report one. */
  readonly uuid: string
  /** `00000000:19:00.0`; null if the tool does not report it. */
  readonly pciBusId: string | null
  readonly model: string
  /** Null: unknown. */
  readonly memoryBytes: number | null
  readonly settings: GpuSettings
  /** MIG slices in the driver's order; empty without MIG. */
  readonly migSlices: readonly MigSlice[]
}

/** Driver versions; null: unknown. CUDA: the newest version that the driver supports, not the installed one. */
export type DriverIdentity = { readonly driverVersion: string | null; readonly cudaVersion: string | null }

/** A slice of a GPU in MIG mode. */
export type MigSlice = {
  readonly uuid: string
  /** `1g.18gb`; null if the tool does not report it. */
  readonly profile: string | null
  readonly memoryBytes: number | null
}

/** A reading of one GPU. Null: not available, never 0. */
export type GpuReading = {
  /** Physical index. */
  readonly gpu: number
  /** Milliseconds since the epoch, on the same clock as trials. */
  readonly timeMs: number
  /** Percentage of the last sample period in which any kernel ran, 0 to 100. */
  readonly utilizationPercent: number | null
  readonly memoryUsedBytes: number | null
  readonly memoryTotalBytes: number | null
  readonly powerWatts: number | null
  readonly smClockMhz: number | null
  readonly memoryClockMhz: number | null
  readonly temperatureCelsius: number | null
  /** Active reasons for lowered clocks; null if not available. */
  readonly clocksEventReasons: readonly ClocksEventReason[] | null
  /** Bytes per second since the previous reading; null for the first. */
  readonly pcieReceiveBytesPerSecond: number | null
  readonly pcieSendBytesPerSecond: number | null
  readonly nvlinkReceiveBytesPerSecond: number | null
  readonly nvlinkSendBytesPerSecond: number | null
  /** GPM counters (Hopper and later): shares 0 to 1 since the previous reading. */
  readonly smUtilization: number | null
  readonly smOccupancy: number | null
  readonly tensorActivity: number | null
  readonly dramBandwidthUtilization: number | null
  /** Counters since the driver was loaded. */
  readonly eccErrors: number | null
  readonly retiredPages: number | null
  /** Processes with a context on this GPU; null if not available. */
  readonly processes: readonly GpuProcess[] | null
}

/** What every GPU has. */
export const vitals = [
  'utilizationPercent',
  'memoryUsedBytes',
  'powerWatts',
  'smClockMhz',
  'temperatureCelsius',
] as const

/** Whether anything is known of a GPU: the driver can refuse every quantity, and reports a lost GPU once. */
export function isSeen(values: Readonly<Record<(typeof vitals)[number], unknown>>): boolean {
  return vitals.some((name) => values[name] !== null)
}

/** A process with a context on a GPU. `memoryBytes` null: unknown. */
export type GpuProcess = {
  readonly pid: number
  /** Program name; null for processes of other containers. */
  readonly name: string | null
  readonly memoryBytes: number | null
}

/** Programs that serve others on every GPU of a machine: those that use them are listed too, or by another call. */
const machinePrograms = /(?:^|\/)nvidia-cuda-mps-(?:server|control)$/

/** Drops the servers of CUDA MPS, which hold a context on each GPU all the time. */
export function dropMachinePrograms<Process extends GpuProcess>(processes: readonly Process[]): Process[] {
  return processes.filter(({ name }) => name === null || !machinePrograms.test(name))
}

/** Why the driver lowered the clocks of a GPU, by NVML's name. */
export type ClocksEventReason = (typeof clocksEventReasons)[number]

/** Decodes NVML's mask of 64 bits, given as two words. */
export function decodeClocksEvents(low: number, high: number): ClocksEventReason[] {
  const firstUnknown = clocksEventReasons.indexOf('unknown')
  const isUnknown = high !== 0 || low >>> firstUnknown !== 0
  return clocksEventReasons.filter((reason, bit) => (reason === 'unknown' ? isUnknown : (low & (1 << bit)) !== 0))
}

/** Creates a reading without any value. */
export function createUnavailableReading(gpu: number, timeMs: number): GpuReading {
  return {
    gpu,
    timeMs,
    utilizationPercent: null,
    memoryUsedBytes: null,
    memoryTotalBytes: null,
    powerWatts: null,
    smClockMhz: null,
    memoryClockMhz: null,
    temperatureCelsius: null,
    clocksEventReasons: null,
    pcieReceiveBytesPerSecond: null,
    pcieSendBytesPerSecond: null,
    nvlinkReceiveBytesPerSecond: null,
    nvlinkSendBytesPerSecond: null,
    smUtilization: null,
    smOccupancy: null,
    tensorActivity: null,
    dramBandwidthUtilization: null,
    eccErrors: null,
    retiredPages: null,
    processes: null,
  }
}

/** Settings that are all unknown. */
export const unknownSettings: GpuSettings = {
  powerLimitWatts: null,
  isPersistent: null,
  isEccOn: null,
  isMigOn: null,
  maxSmClockMhz: null,
  lockedSmClockMhz: null,
}
