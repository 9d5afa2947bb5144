import { isAnswered, type NvmlDevice, type Query, createQueryMaker } from './nvml-device.ts'
import type { NvmlFunctions } from './nvml-library.ts'
import type { NvmlMemory } from './nvml-memory.ts'
import * as nvml from './nvml-structs.ts'

/** All recurring queries, each with its own memory slot. */
export type NvmlQueries = ReturnType<typeof createQueries>

export function createQueries(functions: NvmlFunctions, memory: NvmlMemory) {
  const query = createQueryMaker(memory)
  const { clock, totalEccErrors, retiredPages } = functions
  const queryClock = (type: number) => query(clock, 4, (ask, gpu, out) => ask(gpu, type, out.address))
  const queryEcc = (type: number) =>
    query(totalEccErrors, 8, (ask, gpu, out) => ask(gpu, type, nvml.volatileEcc, out.address))
  const queries = {
    utilization: query(functions.utilization, nvml.utilization.size),
    memoryV2: query(functions.memoryV2, nvml.memoryV2.size),
    memoryV1: query(functions.memoryV1, nvml.memoryV1.size),
    powerInstant: query(functions.fieldValues, nvml.fieldValue.size, (ask, gpu, out) => ask(gpu, 1, out.address)),
    powerUsage: query(functions.powerUsage, 4),
    smClock: queryClock(nvml.clockType.sm),
    memoryClock: queryClock(nvml.clockType.memory),
    temperature: query(functions.temperature, 4, (ask, gpu, out) => ask(gpu, nvml.temperatureSensor.gpu, out.address)),
    clocksEventReasons: query(functions.clocksEventReasons, 8),
    traffic: query(functions.fieldValues, trafficFields.length * nvml.fieldValue.size, (ask, gpu, out) =>
      ask(gpu, trafficFields.length, out.address),
    ),
    energy: query(functions.energy, 8),
    eccCorrected: queryEcc(nvml.memoryError.corrected),
    eccUncorrected: queryEcc(nvml.memoryError.uncorrected),
    retiredSingle: query(retiredPages, 8, queryPages(memory, nvml.retirementCause.singleBitErrors)),
    retiredDouble: query(retiredPages, 8, queryPages(memory, nvml.retirementCause.doubleBitError)),
    remappedRows: query(functions.remappedRows, 16, (ask, gpu, { offset }) =>
      ask(gpu, ...[0, 4, 8, 12].map((shift) => memory.getAddress(offset + shift))),
    ),
  }
  memory.writeU32(queries.memoryV2.offset, nvml.memoryV2.version)
  writeFieldIds(memory, queries.powerInstant.offset, [[nvml.fieldId.powerInstant, nvml.fieldScope.gpu]])
  writeFieldIds(memory, queries.traffic.offset, trafficFields)
  return queries
}

/** Cumulative counters, in the order that `readTraffic` expects. */
const trafficFields = [
  [nvml.fieldId.pcieReceivedBytes, nvml.fieldScope.gpu],
  [nvml.fieldId.pcieSentBytes, nvml.fieldScope.gpu],
  [nvml.fieldId.nvlinkReceivedKib, nvml.fieldScope.allLinks],
  [nvml.fieldId.nvlinkSentKib, nvml.fieldScope.allLinks],
] as const

/** A 32-bit result; null when unavailable. */
export function askU32(device: NvmlDevice, query: Query, memory: NvmlMemory): number | null {
  return isAnswered(device, query) ? memory.readU32(query.offset) : null
}

/** A 64-bit result; null when unavailable. */
export function askU64(device: NvmlDevice, query: Query, memory: NvmlMemory): number | null {
  return isAnswered(device, query) ? memory.readU64(query.offset) : null
}

/** The value of an nvmlFieldValue_t; null when the driver did not fill it. */
export function readFieldNumber(memory: NvmlMemory, offset: number): number | null {
  const { fieldValue, nvmlReturn, valueType } = nvml
  if (memory.readU32(offset + fieldValue.return) !== nvmlReturn.success) return null
  const type = memory.readU32(offset + fieldValue.type)
  const at = offset + fieldValue.value
  if (type === valueType.double) return memory.readF64(at)
  const isWide = type === valueType.ulong || type === valueType.ulonglong || type === valueType.longlong
  return isWide ? memory.readU64(at) : memory.readU32(at)
}

function writeFieldIds(
  memory: NvmlMemory,
  offset: number,
  fields: readonly (readonly [id: number, scope: number])[],
): void {
  fields.forEach(([id, scope], index) => {
    const at = offset + index * nvml.fieldValue.size
    memory.writeU32(at + nvml.fieldValue.id, id)
    memory.writeU32(at + nvml.fieldValue.scope, scope)
  })
}

/** Passes an empty buffer, so that the driver returns only the number of pages. */
function queryPages(memory: NvmlMemory, cause: number): Parameters<ReturnType<typeof createQueryMaker>>[2] {
  return (ask, gpu, out) => {
    memory.writeU32(out.offset, 0)
    const code = ask(gpu, cause, out.address, 0)
    return code === nvml.nvmlReturn.insufficientSize ? nvml.nvmlReturn.success : code
  }
}
