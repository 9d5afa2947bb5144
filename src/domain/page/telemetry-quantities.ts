import { missing } from './column-code.ts'

/** What the page shows of a GPU over time. `step` is the size of the smallest difference that is kept. */
export const telemetryQuantities = [
  { column: 'gpu_util', label: 'Utilisation', unit: '%', perUnit: 10, factor: 1 },
  { column: 'sm_utilization_share', label: 'SM activity', unit: '%', perUnit: 10_000, factor: 100 },
  { column: 'memory_used_bytes', label: 'Memory', unit: 'GiB', perUnit: 1 / 2 ** 20, factor: 1 / 2 ** 30 },
  { column: 'power_draw', label: 'Power', unit: 'W', perUnit: 10, factor: 1 },
  { column: 'sm_clock_mhz', label: 'SM clock', unit: 'MHz', perUnit: 1, factor: 1 },
  { column: 'temperature', label: 'Temperature', unit: '°C', perUnit: 1, factor: 1 },
] as const

/** The whole number that is kept of a figure of the log. */
export function toStoredValue(quantity: number, value: number): number {
  return Math.round(value * (telemetryQuantities[quantity]?.perUnit ?? 1))
}

/** The figure in the unit that is shown; NaN where none was offered. */
export function toShownValue(quantity: number, value: number): number {
  if (value === missing) return Number.NaN
  const { perUnit, factor } = telemetryQuantities[quantity] ?? { perUnit: 1, factor: 1 }
  return (value / perUnit) * factor
}
