import { isAnswered, type NvmlDevice, type Query, queryMaker } from './nvml-device.ts'
import type { NvmlFunctions } from './nvml-library.ts'
import type { NvmlMemory } from './nvml-memory.ts'
import * as nvml from './nvml-structs.ts'

/** Everything that is asked again and again, each with its own place in the memory. */
export type NvmlQueries = ReturnType<typeof createQueries>

export function createQueries(functions: NvmlFunctions, memory: NvmlMemory) {
  const query = queryMaker(memory)
  const { clock, totalEccErrors, retiredPages } = functions
  const clockOf = (type: number) => query(clock, 4, (ask, gpu, out) => ask(gpu, type, out.address))
  const eccOf = (type: number) =>
    query(totalEccErrors, 8, (ask, gpu, out) => ask(gpu, type, nvml.volatileEcc, out.address))
  const queries = {
    utilization: query(functions.utilization, nvml.utilization.size),
    memoryV2: query(functions.memoryV2, nvml.memoryV2.size),
    memoryV1: query(functions.memoryV1, nvml.memoryV1.size),
    powerInstant: query(functions.fieldValues, nvml.fieldValue.size, (ask, gpu, out) => ask(gpu, 1, out.address)),
    powerUsage: query(functions.powerUsage, 4),
    smClock: clockOf(nvml.clockType.sm),
    memoryClock: clockOf(nvml.clockType.memory),
    temperature: query(functions.temperature, 4, (ask, gpu, out) => ask(gpu, nvml.temperatureSensor.gpu, out.address)),
    clocksEventReasons: query(functions.clocksEventReasons, 8),
    traffic: query(functions.fieldValues, trafficFields.length * nvml.fieldValue.size, (ask, gpu, out) =>
      ask(gpu, trafficFields.length, out.address),
    ),
    energy: query(functions.energy, 8),
    eccCorrected: eccOf(nvml.memoryError.corrected),
    eccUncorrected: eccOf(nvml.memoryError.uncorrected),
    retiredSingle: query(retiredPages, 8, pagesOf(memory, nvml.retirementCause.singleBitErrors)),
    retiredDouble: query(retiredPages, 8, pagesOf(memory, nvml.retirementCause.doubleBitError)),
    remappedRows: query(functions.remappedRows, 16, (ask, gpu, { offset }) =>
      ask(gpu, ...[0, 4, 8, 12].map((shift) => memory.address(offset + shift))),
    ),
  }
  memory.setU32(queries.memoryV2.offset, nvml.memoryV2.version)
  nameFields(memory, queries.powerInstant.offset, [[nvml.fieldId.powerInstant, nvml.fieldScope.gpu]])
  nameFields(memory, queries.traffic.offset, trafficFields)
  return queries
}

/** Cumulative counters, in the order in which `readTraffic` takes them. */
const trafficFields = [
  [nvml.fieldId.pcieReceivedBytes, nvml.fieldScope.gpu],
  [nvml.fieldId.pcieSentBytes, nvml.fieldScope.gpu],
  [nvml.fieldId.nvlinkReceivedKib, nvml.fieldScope.allLinks],
  [nvml.fieldId.nvlinkSentKib, nvml.fieldScope.allLinks],
] as const

/** A 32-bit answer; null when there is none. */
export function askU32(device: NvmlDevice, query: Query, memory: NvmlMemory): number | null {
  return isAnswered(device, query) ? memory.u32(query.offset) : null
}

/** A 64-bit answer; null when there is none. */
export function askU64(device: NvmlDevice, query: Query, memory: NvmlMemory): number | null {
  return isAnswered(device, query) ? memory.u64(query.offset) : null
}

/** The value of an nvmlFieldValue_t; null when the driver could not fill it. */
export function fieldNumber(memory: NvmlMemory, offset: number): number | null {
  const { fieldValue, nvmlReturn, valueType } = nvml
  if (memory.u32(offset + fieldValue.return) !== nvmlReturn.success) return null
  const type = memory.u32(offset + fieldValue.type)
  const at = offset + fieldValue.value
  if (type === valueType.double) return memory.f64(at)
  const isWide = type === valueType.ulong || type === valueType.ulonglong || type === valueType.longlong
  return isWide ? memory.u64(at) : memory.u32(at)
}

function nameFields(
  memory: NvmlMemory,
  offset: number,
  fields: readonly (readonly [id: number, scope: number])[],
): void {
  fields.forEach(([id, scope], index) => {
    const at = offset + index * nvml.fieldValue.size
    memory.setU32(at + nvml.fieldValue.id, id)
    memory.setU32(at + nvml.fieldValue.scope, scope)
  })
}

/** Only the number is wanted: without room for addresses the driver says how much room it would take. */
function pagesOf(memory: NvmlMemory, cause: number): Parameters<ReturnType<typeof queryMaker>>[2] {
  return (ask, gpu, out) => {
    memory.setU32(out.offset, 0)
    const code = ask(gpu, cause, out.address, 0)
    return code === nvml.nvmlReturn.insufficientSize ? nvml.nvmlReturn.success : code
  }
}
