import { isAnswered, type NvmlDevice } from './nvml-device.ts'
import type { NvmlMemory } from './nvml-memory.ts'
import { readFieldNumber, type NvmlQueries } from './nvml-queries.ts'
import { fieldValue } from './nvml-structs.ts'

/** Bytes per second; null: unavailable. */
export type Traffic = {
  readonly pcieReceiveBytesPerSecond: number | null
  readonly pcieSendBytesPerSecond: number | null
  readonly nvlinkReceiveBytesPerSecond: number | null
  readonly nvlinkSendBytesPerSecond: number | null
}

/** Counter values of a GPU at one time. */
export type TrafficCount = { readonly timeMs: number; readonly bytes: readonly (number | null)[] }

export const noTraffic: Traffic = {
  pcieReceiveBytesPerSecond: null,
  pcieSendBytesPerSecond: null,
  nvlinkReceiveBytesPerSecond: null,
  nvlinkSendBytesPerSecond: null,
}

const kib = 1024
const bytesPerUnit = [1, 1, kib, kib]

/**
 * Reads cumulative counters of a GPU without GPM. nvmlDeviceGetPcieThroughput would return rates, but takes 20 ms per
 * call.
 */
export function countTraffic(
  device: NvmlDevice,
  { traffic }: NvmlQueries,
  memory: NvmlMemory,
  timeMs: number,
): TrafficCount | null {
  if (!isAnswered(device, traffic)) return null
  const bytes = bytesPerUnit.map((unit, index) => {
    const count = readFieldNumber(memory, traffic.offset + index * fieldValue.size)
    return count === null ? null : count * unit
  })
  return { timeMs, bytes }
}

/** Rates between two counts. Null for a counter that has wrapped. */
export function computeTraffic(before: TrafficCount | null, after: TrafficCount | null): Traffic {
  if (before === null || after === null) return noTraffic
  const seconds = (after.timeMs - before.timeMs) / 1000
  const rate = (index: number): number | null => {
    const [from, to] = [before.bytes[index] ?? null, after.bytes[index] ?? null]
    return from === null || to === null || to < from || seconds <= 0 ? null : (to - from) / seconds
  }
  return {
    pcieReceiveBytesPerSecond: rate(0),
    pcieSendBytesPerSecond: rate(1),
    nvlinkReceiveBytesPerSecond: rate(2),
    nvlinkSendBytesPerSecond: rate(3),
  }
}
