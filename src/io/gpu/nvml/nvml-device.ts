import {
  type NvmlFunction,
  getReturnName,
  nvmlReturn,
  type NvmlFunctions,
  clockType,
  memoryV1,
  memoryV2,
  pciInfo,
  textLength,
  type Address,
  type NvmlMemory,
} from './nvml-library.ts'
import type { GpuEvent } from '../../../record/telemetry.ts'
import type { DriverIdentity, GpuIdentity, MigSlice } from '../../../domain/telemetry/gpu.ts'
import type { GpuSettings } from '../../../record/testbed.ts'
import * as nvml from './nvml-library.ts'

/** A GPU known to NVML, with the state of its queries. */
export type NvmlDevice = {
  /** Physical index. */
  readonly index: number
  readonly handle: Address
  /** Bit masks of the queries that have worked at least once, and of the unsupported ones. */
  answered: number
  unsupported: number
  /** The driver's message when it lost the GPU; null while it is available. */
  lostBecause: string | null
}

/** An NVML call with a slot for its result. */
type Query = {
  readonly bit: number
  /** Offset of the result after `isAnswered`. */
  readonly offset: number
  /** Null: the library lacks the function. */
  readonly call: ((handle: Address) => number) | null
}

/** Memory slot for the result of a call. */
type OutputSlot = { readonly offset: number; readonly address: Address }

/** Creates queries with consecutive bits and slots. */
export function createQueryMaker(memory: NvmlMemory) {
  let bit = 1
  return (
    function_: NvmlFunction | null,
    bytes: number,
    call: (ask: NvmlFunction, handle: Address, out: OutputSlot) => number = (ask, handle, out) =>
      ask(handle, out.address),
  ): Query => {
    const offset = memory.reserve(bytes)
    const out = { offset, address: memory.getAddress(offset) }
    const query: Query = { bit, offset, call: function_ && ((handle) => call(function_, handle, out)) }
    bit <<= 1
    return query
  }
}

const meansLost: ReadonlySet<number> = new Set([
  nvmlReturn.uninitialized,
  nvmlReturn.driverNotLoaded,
  nvmlReturn.gpuIsLost,
  nvmlReturn.resetRequired,
])
const meansNever: ReadonlySet<number> = new Set([nvmlReturn.notSupported, nvmlReturn.functionNotFound])

/** Calls once. True: the result is at the query's offset. Unsupported queries are not repeated. */
export function isAnswered(device: NvmlDevice, { bit, call }: Query): boolean {
  if (call === null || device.lostBecause !== null || (device.unsupported & bit) !== 0) return false
  const code = call(device.handle)
  if (code === nvmlReturn.success) {
    device.answered |= bit
    return true
  }
  // UNKNOWN from a call that never worked means the call is unsupported; later it means that the GPU failed.
  const isLoss = meansLost.has(code) || (code === nvmlReturn.unknown && (device.answered & bit) !== 0)
  if (isLoss) device.lostBecause = getReturnName(code)
  else if (meansNever.has(code)) device.unsupported |= bit
  return false
}

const forbidden = getReturnName(nvmlReturn.noPermission)

/** Whether the driver lost the GPU. One that this process must not open is a fact of the machine, and not a loss. */
export function isLost({ lostBecause }: NvmlDevice): boolean {
  return lostBecause !== null && lostBecause !== forbidden
}

/** Names the GPUs that this process must not open. */
export function listForbidden(devices: readonly NvmlDevice[]): string[] {
  const found = devices.filter(({ lostBecause }) => lostBecause === forbidden)
  return found.map(({ index, lostBecause }) => `GPU ${index} cannot be opened: ${lostBecause}`)
}

/** The event that reports a lost GPU. */
export function createLostEvent({ index, lostBecause }: NvmlDevice, timeMs: number): GpuEvent {
  return { gpu: index, timeMs, kind: 'lost', detail: lostBecause ?? 'lost' }
}

const scratchBytes = 128

/** Reads names and settings. Expensive: called rarely, never at a tick. */
export class NvmlIdentities {
  readonly #functions: NvmlFunctions
  readonly #memory: NvmlMemory
  readonly #offset: number
  readonly #out: Address

  constructor(functions: NvmlFunctions, memory: NvmlMemory) {
    this.#functions = functions
    this.#memory = memory
    this.#offset = memory.reserve(scratchBytes)
    this.#out = memory.getAddress(this.#offset)
  }

  /** Null for a GPU without a readable UUID: nothing could be attributed to it. */
  read({ handle, index }: NvmlDevice): GpuIdentity | null {
    const uuid = this.#readText(this.#functions.uuid, handle, textLength.uuid)
    const model = this.#readText(this.#functions.name, handle, textLength.name)
    if (uuid === null || model === null) return null
    const settings = this.#readSettings(handle)
    const migSlices =
      settings.isMigOn === true ? this.listSliceHandles(handle).flatMap((slice) => this.#readSlice(slice) ?? []) : []
    return {
      index,
      uuid,
      pciBusId: this.#readBusId(handle),
      model,
      memoryBytes: this.#readTotalBytes(handle),
      settings,
      migSlices,
    }
  }

  /** Whether MIG mode is on. */
  isMigOn({ handle }: NvmlDevice): boolean {
    const pending = this.#memory.getAddress(this.#offset + 8)
    return isOn(this.#readNumber(this.#functions.migMode?.(handle, this.#out, pending))) === true
  }

  readDriver(): DriverIdentity {
    const { driverVersion, cudaDriverVersion } = this.#functions
    const isTold = driverVersion?.(this.#out, textLength.version) === nvmlReturn.success
    const driver = isTold ? this.#memory.readText(this.#offset, textLength.version) : null
    const isCudaTold = cudaDriverVersion?.(this.#out) === nvmlReturn.success
    const cuda = isCudaTold ? this.#memory.readU32(this.#offset) : null
    // 12080 means 12.8.
    return {
      driverVersion: driver,
      cudaVersion: cuda === null ? null : `${Math.floor(cuda / 1000)}.${Math.floor((cuda % 1000) / 10)}`,
    }
  }

  #readSettings(gpu: Address): GpuSettings {
    const { powerLimit, persistenceMode, eccMode, migMode, maxClock } = this.#functions
    const pending = this.#memory.getAddress(this.#offset + 8)
    const milliwatts = this.#readNumber(powerLimit?.(gpu, this.#out))
    return {
      powerLimitWatts: milliwatts === null ? null : milliwatts / 1000,
      isPersistent: isOn(this.#readNumber(persistenceMode?.(gpu, this.#out))),
      isEccOn: isOn(this.#readNumber(eccMode?.(gpu, this.#out, pending))),
      isMigOn: isOn(this.#readNumber(migMode?.(gpu, this.#out, pending))),
      maxSmClockMhz: this.#readNumber(maxClock?.(gpu, clockType.sm, this.#out)),
      lockedSmClockMhz: this.#readLockedClock(gpu),
    }
  }

  /**
   * NVML reports the application clocks of `nvidia-smi -ac`, set if they differ from the default. It does not report
   * the locked clocks of `-lgc`.
   */
  #readLockedClock(gpu: Address): number | null {
    const { applicationsClock, defaultApplicationsClock } = this.#functions
    const set = this.#readNumber(applicationsClock?.(gpu, clockType.sm, this.#out))
    const usual = this.#readNumber(defaultApplicationsClock?.(gpu, clockType.sm, this.#out))
    return set === null || usual === null || set === usual ? null : set
  }

  /** Handles of the slices of a GPU in MIG mode. */
  listSliceHandles(gpu: Address): Address[] {
    const { maxMigDevices, migDeviceByIndex } = this.#functions
    const count = this.#readNumber(maxMigDevices?.(gpu, this.#out)) ?? 0
    // Slice numbers have gaps after a slice was destroyed.
    return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
      migDeviceByIndex?.(gpu, index, this.#out) === nvmlReturn.success ? this.#memory.readAddress(this.#offset) : [],
    )
  }

  #readSlice(handle: Address): MigSlice | null {
    const uuid = this.#readText(this.#functions.uuid, handle, textLength.uuid)
    const name = this.#readText(this.#functions.name, handle, textLength.name) ?? ''
    const profile = /\bMIG (\S+)/.exec(name)?.[1] ?? null
    return uuid === null ? null : { uuid, profile, memoryBytes: this.#readTotalBytes(handle) }
  }

  #readTotalBytes(handle: Address): number | null {
    const { memoryV2: two, memoryV1: one } = this.#functions
    this.#memory.writeU32(this.#offset, memoryV2.version)
    // 0 is no answer: drivers give it on unified memory.
    if (two?.(handle, this.#out) === nvmlReturn.success)
      return this.#memory.readU64(this.#offset + memoryV2.total) || null
    const isTold = one?.(handle, this.#out) === nvmlReturn.success
    return isTold ? this.#memory.readU64(this.#offset + memoryV1.total) || null : null
  }

  #readBusId(handle: Address): string | null {
    const code = this.#functions.pciInfo?.(handle, this.#out)
    const isTold = code === nvmlReturn.success
    return isTold ? this.#memory.readText(this.#offset + pciInfo.busId, pciInfo.busIdLength) : null
  }

  #readText(function_: NvmlFunction | null, handle: Address, length: number): string | null {
    const code = function_?.(handle, this.#out, length)
    return code === nvmlReturn.success ? this.#memory.readText(this.#offset, length) : null
  }

  #readNumber(code: number | undefined): number | null {
    return code === nvmlReturn.success ? this.#memory.readU32(this.#offset) : null
  }
}

function isOn(feature: number | null): boolean | null {
  return feature === null ? null : feature === 1
}

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
  const { fieldValue, valueType } = nvml
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
    return code === nvmlReturn.insufficientSize ? nvmlReturn.success : code
  }
}
