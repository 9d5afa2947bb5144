import { computeArea, computeSpread, type TimeSpan } from './bucket-interval.ts'
import type { Quantity, TimeBuckets } from './time-buckets.ts'
import type { HostUse, Spread } from '../../record/telemetry.ts'

/**
 * The sampled quantities: I/O wait and page cache of the host, all others of the measured process tree. Rates are
 * averages since the previous sample, so their integral is exact.
 */
export const hostQuantities = {
  cpuCores: { column: 'cpu_cores', unit: '1', kind: 'since-previous' },
  userCpuCores: { column: 'user_cpu_cores', unit: '1', kind: 'since-previous' },
  residentBytes: { column: 'resident_bytes', unit: 'B', kind: 'instant' },
  readBytesPerSecond: { column: 'read_bytes_per_second', unit: 'B/s', kind: 'since-previous' },
  writtenBytesPerSecond: { column: 'written_bytes_per_second', unit: 'B/s', kind: 'since-previous' },
  ioWaitShare: { column: 'io_wait_share', unit: '1', kind: 'since-previous' },
  pageCacheBytes: { column: 'page_cache_bytes', unit: 'B', kind: 'instant' },
} as const satisfies Record<string, Quantity>

export type HostQuantityName = keyof typeof hostQuantities

/** Names of the quantities, and the quantities, in column order. */
export const hostQuantityNames = Object.keys(hostQuantities) as readonly HostQuantityName[]
export const hostQuantityList: readonly Quantity[] = Object.values(hostQuantities)

/** All data of the host during a window. */
export type HostTrack = {
  readonly buckets: TimeBuckets
  /** CPU cores of the host. */
  readonly cores: number
}

/** Summarizes the process tree and the host in a span. */
export function summarizeHost({ buckets, cores }: HostTrack, span: TimeSpan): HostUse {
  const getSpread = (name: HostQuantityName): Spread | null =>
    computeSpread(buckets, hostQuantityNames.indexOf(name), span)
  const computeTotal = (name: HostQuantityName): number | null => {
    const { value, coveredMs } = computeArea(buckets, hostQuantityNames.indexOf(name), span)
    return coveredMs > 0 ? value / 1000 : null
  }
  const residentBytes = getSpread('residentBytes')
  return {
    cpuSeconds: computeTotal('cpuCores'),
    userCpuSeconds: computeTotal('userCpuCores'),
    // A process that ended between two samples has a total (kernel ticks of 10 ms) but no series.
    cpuCores: residentBytes && clampSpread(getSpread('cpuCores'), cores),
    residentBytes,
    readBytes: roundBytes(computeTotal('readBytesPerSecond')),
    writtenBytes: roundBytes(computeTotal('writtenBytesPerSecond')),
    ioWaitShare: getSpread('ioWaitShare')?.mean ?? null,
    pageCacheBytes: getSpread('pageCacheBytes'),
  }
}

/**
 * Limits a spread to a maximum. The kernel counts in ticks and adds a child's time when it ends, so a short interval
 * can exceed the number of cores.
 */
function clampSpread(spread: Spread | null, limit: number): Spread | null {
  if (!spread) return null
  const clamped = Object.entries(spread).map(([name, value]) => [name, Math.min(value, limit)])
  return Object.fromEntries(clamped) as Spread
}

function roundBytes(bytes: number | null): number | null {
  return bytes === null ? null : Math.round(bytes)
}
