import { missing } from './column-code.ts'

/**
 * Quantities of a GPU that the page shows over time. A stored integer is the logged value × `perUnit`; the shown value
 * is the logged value × `factor`. `name`: that of `gpuQuantities`.
 */
export const telemetryQuantities = [
  { column: 'gpu_util', name: 'utilizationPercent', label: 'Utilization', unit: '%', perUnit: 10, factor: 1 },
  {
    column: 'sm_utilization_share',
    name: 'smUtilization',
    label: 'SM activity',
    unit: '%',
    perUnit: 10_000,
    factor: 100,
  },
  {
    column: 'memory_used_bytes',
    name: 'memoryUsedBytes',
    label: 'Memory',
    unit: 'GiB',
    perUnit: 1 / 2 ** 20,
    factor: 1 / 2 ** 30,
  },
  { column: 'power_draw', name: 'powerWatts', label: 'Power', unit: 'W', perUnit: 10, factor: 1 },
  { column: 'sm_clock_mhz', name: 'smClockMhz', label: 'SM clock', unit: 'MHz', perUnit: 1, factor: 1 },
  { column: 'temperature', name: 'temperatureCelsius', label: 'Temperature', unit: '°C', perUnit: 1, factor: 1 },
] as const

/** Converts a logged value to the stored integer. */
export function toStoredValue(quantity: number, value: number): number {
  return Math.round(value * (telemetryQuantities[quantity]?.perUnit ?? 1))
}

/** Converts a stored integer to the shown unit; NaN for a missing value. */
export function toShownValue(quantity: number, value: number): number {
  if (value === missing) return Number.NaN
  const { perUnit, factor } = telemetryQuantities[quantity] ?? { perUnit: 1, factor: 1 }
  return (value / perUnit) * factor
}
