/** A GPU as the driver names it. The physical index, UUID and PCI id are resolved once and never mixed up (W21, W22). */
export type GpuIdentity = {
  /** Index in the driver's order, whatever CUDA_VISIBLE_DEVICES says. */
  readonly index: number
  readonly uuid: string
  /** `00000000:19:00.0`; null where the tool does not tell. */
  readonly pciBusId: string | null
  readonly model: string
  readonly memoryBytes: number | null
  readonly settings: GpuSettings
  /** Slices of a GPU in MIG mode, in the driver's order; empty otherwise. */
  readonly migSlices: readonly MigSlice[]
}

export type MigSlice = {
  readonly uuid: string
  /** `1g.18gb`; null where the tool does not tell. */
  readonly profile: string | null
  readonly memoryBytes: number | null
}

/** Settings of a GPU that change its speed. Null: not offered or not readable. */
export type GpuSettings = {
  readonly powerLimitWatts: number | null
  readonly isPersistent: boolean | null
  readonly isEccOn: boolean | null
  readonly isMigOn: boolean | null
  /** Largest SM clock of the model. */
  readonly maxSmClockMhz: number | null
  /** SM clock that applications were locked to; null when not locked or not readable. */
  readonly lockedSmClockMhz: number | null
}

/** One GPU at one instant. Null: not offered by this monitor or this GPU, never 0. */
export type GpuReading = {
  /** Physical index. */
  readonly gpu: number
  /** Milliseconds since the epoch, on the clock that also stamps trials. */
  readonly timeMs: number
  /** Share of the last sample period in which any kernel ran, 0 to 100. */
  readonly utilizationPercent: number | null
  readonly memoryUsedBytes: number | null
  readonly memoryTotalBytes: number | null
  readonly powerWatts: number | null
  readonly smClockMhz: number | null
  readonly memoryClockMhz: number | null
  readonly temperatureCelsius: number | null
  /** Active reasons for lowered clocks, in the words of `ClocksEventReason`; null when not offered. */
  readonly clocksEventReasons: readonly ClocksEventReason[] | null
  /** Bytes per second since the previous reading; null for the first one. */
  readonly pcieReceiveBytesPerSecond: number | null
  readonly pcieSendBytesPerSecond: number | null
  readonly nvlinkReceiveBytesPerSecond: number | null
  readonly nvlinkSendBytesPerSecond: number | null
  /** GPM counters of Hopper and later, shares 0 to 1 over the time since the previous reading. */
  readonly smUtilization: number | null
  readonly smOccupancy: number | null
  readonly tensorActivity: number | null
  readonly dramBandwidthUtilization: number | null
  /** Counters since the driver was loaded. */
  readonly eccErrors: number | null
  readonly retiredPages: number | null
  /** Processes with a context on this GPU, when they could be asked for. */
  readonly processes: readonly GpuProcess[] | null
}

export type GpuProcess = {
  readonly pid: number
  /** Name of the program; null when it belongs to another container. */
  readonly name: string | null
  readonly memoryBytes: number | null
}

/** Why clocks are lower than they could be (NVML clocks event reasons). */
export const clocksEventReasons = [
  'gpu-idle',
  'applications-clocks-setting',
  'sw-power-cap',
  'hw-slowdown',
  'sync-boost',
  'sw-thermal-slowdown',
  'hw-thermal-slowdown',
  'hw-power-brake-slowdown',
  'display-clock-setting',
] as const
export type ClocksEventReason = (typeof clocksEventReasons)[number]

/** Something the driver reported on its own. */
export type GpuEvent = {
  readonly gpu: number
  readonly timeMs: number
  readonly kind: 'xid' | 'ecc' | 'lost'
  /** XID number, or what happened. */
  readonly detail: string
}
