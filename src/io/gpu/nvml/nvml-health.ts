import { isAnswered, type NvmlDevice } from './nvml-device.ts'
import type { NvmlMemory } from './nvml-memory.ts'
import { askU32, askU64, type NvmlQueries } from './nvml-queries.ts'

/** Counters that change at most a few times in the life of a GPU. */
export type NvmlHealth = {
  /** Corrected and uncorrected errors since the driver was loaded. */
  readonly eccErrors: number | null
  /** Pages retired or, since Ampere, rows remapped. */
  readonly retiredPages: number | null
}

export function readHealth(device: NvmlDevice, queries: NvmlQueries, memory: NvmlMemory): NvmlHealth {
  const corrected = askU64(device, queries.eccCorrected, memory)
  const uncorrected = askU64(device, queries.eccUncorrected, memory)
  return {
    eccErrors: corrected === null && uncorrected === null ? null : (corrected ?? 0) + (uncorrected ?? 0),
    retiredPages: countRetiredPages(device, queries, memory) ?? countRemappedRows(device, queries, memory),
  }
}

function countRetiredPages(device: NvmlDevice, queries: NvmlQueries, memory: NvmlMemory): number | null {
  const single = askU32(device, queries.retiredSingle, memory)
  const double = askU32(device, queries.retiredDouble, memory)
  return single === null || double === null ? null : single + double
}

function countRemappedRows(device: NvmlDevice, { remappedRows: rows }: NvmlQueries, memory: NvmlMemory): number | null {
  return isAnswered(device, rows) ? memory.readU32(rows.offset) + memory.readU32(rows.offset + 4) : null
}
