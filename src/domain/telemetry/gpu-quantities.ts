import type { GpuReading } from './gpu.ts'
import type { Quantity } from './time-buckets.ts'
import { clocksEventReasons, highest, type ObservedQuantity } from '../../record/limits.ts'

const rate = [0, highest.bytesPerSecond] as const

/**
 * The quantities sampled per GPU. The keys are those of GpuReading, except the memory of the trial's own processes. A
 * value outside `range`, both ends included, is impossible: a GPU that answers takes some power and is warmer than ice,
 * and none takes 5 kW.
 */
export const gpuQuantities = {
  utilizationPercent: { column: 'utilization_percent', unit: '%', kind: 'since-previous', range: [0, highest.percent] },
  memoryUsedBytes: { column: 'memory_used_bytes', unit: 'B', kind: 'instant', range: [0, highest.bytes] },
  ownMemoryBytes: { column: 'own_memory_bytes', unit: 'B', kind: 'instant', range: [0, highest.bytes] },
  powerWatts: { column: 'power_watts', unit: 'W', kind: 'instant', range: [0.1, highest.watts] },
  smClockMhz: { column: 'sm_clock_mhz', unit: 'MHz', kind: 'instant', range: [0, highest.mhz] },
  memoryClockMhz: { column: 'memory_clock_mhz', unit: 'MHz', kind: 'instant', range: [0, highest.mhz] },
  temperatureCelsius: { column: 'temperature_celsius', unit: 'degC', kind: 'instant', range: [1, highest.celsius] },
  pcieReceiveBytesPerSecond: { column: 'pcie_receive_bytes_per_second', unit: 'B/s', kind: 'counted', range: rate },
  pcieSendBytesPerSecond: { column: 'pcie_send_bytes_per_second', unit: 'B/s', kind: 'counted', range: rate },
  nvlinkReceiveBytesPerSecond: { column: 'nvlink_receive_bytes_per_second', unit: 'B/s', kind: 'counted', range: rate },
  nvlinkSendBytesPerSecond: { column: 'nvlink_send_bytes_per_second', unit: 'B/s', kind: 'counted', range: rate },
  smUtilization: { column: 'sm_utilization_share', unit: '1', kind: 'counted', range: [0, highest.share] },
  smOccupancy: { column: 'sm_occupancy_share', unit: '1', kind: 'counted', range: [0, highest.share] },
  tensorActivity: { column: 'tensor_activity_share', unit: '1', kind: 'counted', range: [0, highest.share] },
  dramBandwidthUtilization: { column: 'dram_bandwidth_share', unit: '1', kind: 'counted', range: [0, highest.share] },
} as const satisfies Record<
  Exclude<ObservedQuantity, 'clocksEventReasons' | 'processes'>,
  Quantity & { readonly range: readonly [number, number] }
>

export type GpuQuantityName = keyof typeof gpuQuantities

/** Names of the quantities, in column order. */
export const gpuQuantityNames = Object.keys(gpuQuantities) as readonly GpuQuantityName[]
export const gpuQuantityList: readonly Quantity[] = Object.values(gpuQuantities)

/** Writes a reading into `row` in the order of `gpuQuantityNames`; NaN if not available. */
export function writeValues(reading: GpuReading, ownMemoryBytes: number | null, row: Float64Array): void {
  for (const [index, name] of gpuQuantityNames.entries())
    row[index] = (name === 'ownMemoryBytes' ? ownMemoryBytes : reading[name]) ?? Number.NaN
}

/**
 * Encodes clocks event reasons as bits. Bit 0: reasons are known; bit n: reason n − 1 of `clocksEventReasons` is
 * active.
 */
export function encodeClocksEvents(reading: GpuReading): number {
  if (reading.clocksEventReasons === null) return 0
  return reading.clocksEventReasons.reduce((flags, reason) => flags | (2 << clocksEventReasons.indexOf(reason)), 1)
}
