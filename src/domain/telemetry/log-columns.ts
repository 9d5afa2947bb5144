import type { GpuReading } from './gpu.ts'

/**
 * A row of the GPU metrics log of a window: a reading, memory of the trial's processes (null: unknown), stage (or
 * null).
 */
export type LogRow = {
  readonly reading: GpuReading
  readonly ownMemoryBytes: number | null
  readonly stage: string | null
}

type Quantity = {
  readonly [Name in keyof GpuReading]: GpuReading[Name] extends number | null ? Name : never
}[keyof GpuReading]

/** A column with the value of a quantity, as it is or with fixed digits, or with other text. */
type LogColumn = { readonly name: string } & (
  | { readonly quantity: Quantity; readonly digits?: number }
  | { readonly format: (row: LogRow) => string }
)

const bytesPerMebibyte = 1024 ** 2

/** The first eight columns are those of the GPU metrics log of VirNucPro; the others have their units. */
export const logColumns: readonly LogColumn[] = [
  { name: 'timestamp', format: ({ reading }) => (reading.timeMs / 1000).toFixed(3) },
  { name: 'device_id', format: ({ reading }) => `${reading.gpu}` },
  { name: 'gpu_util', quantity: 'utilizationPercent', digits: 1 },
  {
    name: 'mem_used_mb',
    format: ({ reading: { memoryUsedBytes: used } }) => formatAmount(used === null ? null : used / bytesPerMebibyte, 1),
  },
  {
    name: 'mem_percent',
    format: ({ reading: { memoryUsedBytes: used, memoryTotalBytes: total } }) =>
      formatAmount(used !== null && total ? (used / total) * 100 : null, 1),
  },
  { name: 'temperature', quantity: 'temperatureCelsius' },
  { name: 'power_draw', quantity: 'powerWatts', digits: 3 },
  // Untrusted text from the pipeline; must not break the row format.
  { name: 'stage', format: ({ stage }) => (stage ?? '').replaceAll(/[\p{Cc}",]/gu, '_').slice(0, 100) },
  { name: 'memory_used_bytes', quantity: 'memoryUsedBytes' },
  { name: 'memory_total_bytes', quantity: 'memoryTotalBytes' },
  { name: 'own_memory_bytes', format: ({ ownMemoryBytes }) => formatAmount(ownMemoryBytes) },
  { name: 'sm_clock_mhz', quantity: 'smClockMhz' },
  { name: 'memory_clock_mhz', quantity: 'memoryClockMhz' },
  { name: 'clocks_event_reasons', format: ({ reading }) => reading.clocksEventReasons?.join(' ') ?? '' },
  { name: 'pcie_receive_bytes_per_second', quantity: 'pcieReceiveBytesPerSecond', digits: 0 },
  { name: 'pcie_send_bytes_per_second', quantity: 'pcieSendBytesPerSecond', digits: 0 },
  { name: 'nvlink_receive_bytes_per_second', quantity: 'nvlinkReceiveBytesPerSecond', digits: 0 },
  { name: 'nvlink_send_bytes_per_second', quantity: 'nvlinkSendBytesPerSecond', digits: 0 },
  { name: 'sm_utilization_share', quantity: 'smUtilization', digits: 4 },
  { name: 'sm_occupancy_share', quantity: 'smOccupancy', digits: 4 },
  { name: 'tensor_activity_share', quantity: 'tensorActivity', digits: 4 },
  { name: 'dram_bandwidth_share', quantity: 'dramBandwidthUtilization', digits: 4 },
  { name: 'ecc_errors_count', quantity: 'eccErrors' },
  { name: 'retired_pages_count', quantity: 'retiredPages' },
]

/** Formats a row with its line end. */
export function formatLogRow(row: LogRow): string {
  const cells = logColumns.map((column) =>
    'quantity' in column ? formatAmount(row.reading[column.quantity], column.digits) : column.format(row),
  )
  return `${cells.join(',')}\n`
}

/** Empty for an unknown value: a zero would be a measurement. */
function formatAmount(value: number | null, digits?: number): string {
  return value === null ? '' : digits === undefined ? `${value}` : value.toFixed(digits)
}
