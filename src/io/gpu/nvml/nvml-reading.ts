import { decodeClocksEvents, type GpuReading } from '../../../domain/telemetry/gpu.ts'
import { isAnswered, type NvmlDevice } from './nvml-device.ts'
import type { NvmlMemory } from './nvml-memory.ts'
import { askU32, readFieldNumber, type NvmlQueries } from './nvml-queries.ts'
import { memoryV1, memoryV2 } from './nvml-structs.ts'

/** The fields that are read at every tick. */
export type NvmlVitals = Pick<
  GpuReading,
  | 'utilizationPercent'
  | 'memoryUsedBytes'
  | 'memoryTotalBytes'
  | 'powerWatts'
  | 'smClockMhz'
  | 'memoryClockMhz'
  | 'temperatureCelsius'
  | 'clocksEventReasons'
>

export function readVitals(device: NvmlDevice, queries: NvmlQueries, memory: NvmlMemory): NvmlVitals {
  const utilizationPercent = askU32(device, queries.utilization, memory)
  const at = readMemory(device, queries)
  const { offset: reasonsAt } = queries.clocksEventReasons
  return {
    utilizationPercent,
    memoryUsedBytes: at === null ? null : memory.readU64(at.used),
    memoryTotalBytes: at === null ? null : memory.readU64(at.total),
    powerWatts: readPower(device, queries, memory),
    smClockMhz: askU32(device, queries.smClock, memory),
    memoryClockMhz: askU32(device, queries.memoryClock, memory),
    temperatureCelsius: askU32(device, queries.temperature, memory),
    clocksEventReasons: isAnswered(device, queries.clocksEventReasons)
      ? decodeClocksEvents(memory.readU32(reasonsAt), memory.readU32(reasonsAt + 4))
      : null,
  }
}

/** Returns the offset of the memory struct. Version 1 counts driver-reserved memory as used. */
function readMemory(
  device: NvmlDevice,
  queries: Pick<NvmlQueries, 'memoryV1' | 'memoryV2'>,
): { readonly used: number; readonly total: number } | null {
  const { memoryV2: two, memoryV1: one } = queries
  if (isAnswered(device, two)) return { used: two.offset + memoryV2.used, total: two.offset + memoryV2.total }
  if (isAnswered(device, one)) return { used: one.offset + memoryV1.used, total: one.offset + memoryV1.total }
  return null
}

/** Prefers the instantaneous power: since Ampere, nvmlDeviceGetPowerUsage is an average over one second. */
function readPower(device: NvmlDevice, queries: NvmlQueries, memory: NvmlMemory): number | null {
  const instant = isAnswered(device, queries.powerInstant) ? readFieldNumber(memory, queries.powerInstant.offset) : null
  const milliwatts = instant || askU32(device, queries.powerUsage, memory)
  return milliwatts === null ? null : milliwatts / 1000
}
