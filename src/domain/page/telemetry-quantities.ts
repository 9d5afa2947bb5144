/**
 * Quantities of a GPU that the page shows over time. The shown value is the logged value × `factor`. `column`: in the
 * log. `name`: that of `gpuQuantities`.
 */
export const telemetryQuantities = [
  { column: 'gpu_util', name: 'utilizationPercent', label: 'Utilization', unit: '%', factor: 1 },
  { column: 'sm_utilization_share', name: 'smUtilization', label: 'SM activity', unit: '%', factor: 100 },
  { column: 'memory_used_bytes', name: 'memoryUsedBytes', label: 'Memory', unit: 'GiB', factor: 1 / 2 ** 30 },
  { column: 'power_draw', name: 'powerWatts', label: 'Power', unit: 'W', factor: 1 },
  { column: 'sm_clock_mhz', name: 'smClockMhz', label: 'SM clock', unit: 'MHz', factor: 1 },
  { column: 'temperature', name: 'temperatureCelsius', label: 'Temperature', unit: '°C', factor: 1 },
] as const
