import { EnvironmentError } from '../../../domain/core/errors.ts'
import {
  decodeClocksEvents,
  dropMachinePrograms,
  type GpuReading,
  type GpuProcess,
} from '../../../domain/telemetry/gpu.ts'
import { isAnswered, type NvmlDevice, askU32, readFieldNumber, type NvmlQueries, askU64 } from './nvml-device.ts'
import {
  memoryV1,
  memoryV2,
  fieldValue,
  type Address,
  type NvmlFunction,
  type NvmlFunctions,
  type NvmlLibrary,
  nvmlReturn,
  processInfo,
  textLength,
  type NvmlMemory,
} from './nvml-library.ts'
import { readFileSync } from 'node:fs'

/** The fields that are read at every tick. */
type NvmlVitals = Pick<
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

const nameOffset = 8
const listOffset = nameOffset + textLength.processName
/** Extra entries, because processes may start between two calls. */
const spare = 8

/** Lists the processes with a context on a GPU. Its buffer grows with the longest list. */
export class NvmlProcessList {
  readonly #library: NvmlLibrary
  #capacity = 64
  #memory: NvmlMemory

  constructor(library: NvmlLibrary) {
    this.#library = library
    this.#memory = this.#allocate()
  }

  /**
   * Null when the GPU does not support it. In MIG mode the driver may refuse the list of the GPU and give those of its
   * slices. Throws an EnvironmentError when the driver refuses both.
   */
  read(device: NvmlDevice, listSlices: () => readonly Address[]): readonly GpuProcess[] | null {
    const { computeProcesses, mpsProcesses } = this.#library.functions
    if (!computeProcesses || device.lostBecause !== null) return null
    const whole = this.#readList(computeProcesses, device.handle)
    const slices = whole === nvmlReturn.noPermission ? listSlices() : []
    const lists = slices.length > 0 ? slices.map((slice) => this.#readList(computeProcesses, slice)) : [whole]
    const listed = lists.filter((list) => typeof list !== 'number')
    if (lists.includes(nvmlReturn.noPermission))
      throw new EnvironmentError(`the driver refuses them of GPU ${device.index}: NO_PERMISSION (4)`, '')
    if (listed.length < lists.length) return null
    const clients = mpsProcesses ? this.#readList(mpsProcesses, device.handle) : []
    const all = [...listed.flat(), ...(typeof clients === 'number' ? [] : clients)]
    return dropMachinePrograms([...new Map(all.map((process) => [process.pid, process])).values()])
  }

  /** The code of the driver when it gives no list. */
  #readList(list: NvmlFunction, handle: Address): readonly GpuProcess[] | number {
    let code: number = nvmlReturn.insufficientSize
    for (let attempt = 0; attempt < 4; attempt += 1) {
      this.#memory.writeU32(0, this.#capacity)
      code = list(handle, this.#memory.getAddress(0), this.#memory.getAddress(listOffset))
      const count = this.#memory.readU32(0)
      if (code === nvmlReturn.success) return Array.from({ length: count }, (_, index) => this.#readProcess(index))
      if (code !== nvmlReturn.insufficientSize) return code
      this.#capacity = count + spare
      this.#memory = this.#allocate()
    }
    return code
  }

  #readProcess(index: number): GpuProcess {
    const at = listOffset + index * processInfo.size
    const pid = this.#memory.readU32(at + processInfo.pid)
    const memoryBytes = this.#memory.readU64(at + processInfo.usedMemory)
    return { pid, name: readProcessName(pid, this.#library.functions, this.#memory), memoryBytes }
  }

  #allocate(): NvmlMemory {
    return this.#library.createMemory(listOffset + this.#capacity * processInfo.size)
  }
}

function readProcessName(pid: number, { processName }: NvmlFunctions, memory: NvmlMemory): string | null {
  const code = processName?.(pid, memory.getAddress(nameOffset), textLength.processName)
  const name = code === nvmlReturn.success ? memory.readText(nameOffset, textLength.processName) : ''
  return name || readProgramName(pid)
}

function readProgramName(pid: number): string | null {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() || null
  } catch {
    // The process has ended or belongs to another container.
    return null
  }
}
