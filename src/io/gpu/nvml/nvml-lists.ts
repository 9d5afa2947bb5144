import { attempt, EnvironmentError } from '../../../domain/core/errors.ts'
import { dropMachinePrograms, type GpuProcess } from '../../../domain/telemetry/gpu.ts'
import type { UtilizationSamples } from '../gpu-source.ts'
import type { NvmlDevice } from './nvml-device.ts'
import {
  type NvmlLibrary,
  getReturnName,
  nvmlReturn,
  processInfo,
  sample,
  samplingType,
  textLength,
  valueType,
  type NvmlFunction,
  type NvmlFunctions,
  eventData,
  eventType,
  type NvmlMemory,
  type Address,
} from './nvml-library.ts'
import type { GpuEvent } from '../../../record/telemetry.ts'
import { readFileSync } from 'node:fs'

const typeOffset = 0
const countOffset = 8
const listOffset = 16
/** Drivers keep 70 to 120 values. */
const initialCapacity = 512
const maxCapacity = 65_536
/** The time after which samples are returned. */
const allSamples = 0

const empty = { status: 'empty' } as const

/** Reads the utilization buffer that the driver fills (nvmlDeviceGetSamples). */
export class NvmlUtilizationBuffer {
  readonly #library: NvmlLibrary
  #capacity = initialCapacity
  #memory: NvmlMemory

  constructor(library: NvmlLibrary) {
    this.#library = library
    this.#memory = this.#allocate()
  }

  /** Times in µs of the driver's clock. */
  read({ handle, lostBecause }: NvmlDevice): UtilizationSamples {
    const { samples } = this.#library.functions
    if (!samples) return { status: 'unavailable', reason: 'this driver has no nvmlDeviceGetSamples' }
    if (lostBecause !== null) return { status: 'unavailable', reason: `the GPU was lost: ${lostBecause}` }
    for (;;) {
      const memory = this.#memory
      memory.writeU32(countOffset, this.#capacity)
      const out = [typeOffset, countOffset, listOffset].map((offset) => memory.getAddress(offset))
      const code = samples(handle, samplingType.gpuUtilization, allSamples, ...out)
      const count = memory.readU32(countOffset)
      if (code === nvmlReturn.success) return this.#decode(count)
      // Returned for an idle GPU when the driver recorded nothing.
      if (code === nvmlReturn.notFound) return empty
      const isTooSmall = code === nvmlReturn.insufficientSize && count > this.#capacity && count <= maxCapacity
      if (!isTooSmall) return { status: 'unavailable', reason: `nvmlDeviceGetSamples answered ${getReturnName(code)}` }
      this.#capacity = count
      this.#memory = this.#allocate()
    }
  }

  #decode(count: number): UtilizationSamples {
    const type = this.#memory.readU32(typeOffset)
    const found = Array.from({ length: Math.min(count, this.#capacity) }, (_, index) => this.#readSample(index, type))
    // Unused entries of the buffer have time 0.
    const used = found.filter(({ timeUs }) => timeUs > 0).toSorted((a, b) => a.timeUs - b.timeUs)
    if (used.length === 0) return empty
    return { status: 'samples', timesUs: used.map(({ timeUs }) => timeUs), percents: used.map(({ value }) => value) }
  }

  #readSample(index: number, type: number): { readonly timeUs: number; readonly value: number } {
    const at = listOffset + index * sample.size
    const timeUs = this.#memory.readU64(at + sample.timeStamp) ?? 0
    const value =
      type === valueType.double ? this.#memory.readF64(at + sample.value) : this.#memory.readU32(at + sample.value)
    return { timeUs, value }
  }

  #allocate(): NvmlMemory {
    return this.#library.createMemory(listOffset + this.#capacity * sample.size)
  }
}

/** Limits the events per call, so that a faulty driver cannot block the sampling thread. */
const maxEventsPerCall = 64

/** XID and double-bit ECC events, polled without waiting. Empty for drivers without events. */
export class NvmlEvents {
  readonly #functions: NvmlFunctions
  readonly #memory: NvmlMemory
  readonly #devices: readonly NvmlDevice[]
  readonly #offset: number
  #set: Address | null

  constructor(functions: NvmlFunctions, memory: NvmlMemory, devices: readonly NvmlDevice[]) {
    this.#functions = functions
    this.#memory = memory
    this.#devices = devices
    this.#offset = memory.reserve(eventData.size)
    const created = functions.eventSetCreate?.(memory.getAddress(this.#offset)) === nvmlReturn.success
    this.#set = created ? memory.readAddress(this.#offset) : null
    for (const device of devices) this.#register(device)
  }

  /** Events since the last call, with `timeMs` as their time: the driver gives none. */
  drain(timeMs: number): GpuEvent[] {
    const events: GpuEvent[] = []
    for (let count = 0; count < maxEventsPerCall; count += 1) {
      if (this.#set === null) break
      const code = this.#functions.eventSetWait?.(this.#set, this.#memory.getAddress(this.#offset), 0)
      if (code !== nvmlReturn.success) break
      events.push(...this.#decode(timeMs))
    }
    return events
  }

  close(): void {
    if (this.#set !== null) this.#functions.eventSetFree?.(this.#set)
    this.#set = null
  }

  #register({ handle }: NvmlDevice): void {
    const { supportedEventTypes, registerEvents } = this.#functions
    if (this.#set === null || !supportedEventTypes || !registerEvents) return
    if (supportedEventTypes(handle, this.#memory.getAddress(this.#offset)) !== nvmlReturn.success) return
    const types = this.#memory.readU32(this.#offset) & (eventType.xid | eventType.doubleBitEcc)
    if (types !== 0) registerEvents(handle, types, this.#set)
  }

  #decode(timeMs: number): GpuEvent[] {
    const handle = this.#memory.readAddress(this.#offset + eventData.device)
    const device = this.#devices.find((one) => one.handle === handle)
    const type = this.#memory.readU32(this.#offset + eventData.type)
    if (device === undefined) return []
    if (type === eventType.doubleBitEcc)
      return [{ gpu: device.index, timeMs, kind: 'ecc', detail: 'double-bit ECC error' }]
    const number = this.#memory.readU64(this.#offset + eventData.data)
    return type === eventType.xid ? [{ gpu: device.index, timeMs, kind: 'xid', detail: String(number) }] : []
  }
}

const nameOffset = 8
const processesOffset = nameOffset + textLength.processName
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
    for (let tries = 0; tries < 4; tries += 1) {
      this.#memory.writeU32(0, this.#capacity)
      code = list(handle, this.#memory.getAddress(0), this.#memory.getAddress(processesOffset))
      const count = this.#memory.readU32(0)
      if (code === nvmlReturn.success)
        return Array.from({ length: Math.min(count, this.#capacity) }, (_, index) => this.#readProcess(index))
      if (code !== nvmlReturn.insufficientSize) return code
      this.#capacity = count + spare
      this.#memory = this.#allocate()
    }
    return code
  }

  #readProcess(index: number): GpuProcess {
    const at = processesOffset + index * processInfo.size
    const pid = this.#memory.readU32(at + processInfo.pid)
    const memoryBytes = this.#memory.readU64(at + processInfo.usedMemory)
    return { pid, name: readProcessName(pid, this.#library.functions, this.#memory), memoryBytes }
  }

  #allocate(): NvmlMemory {
    return this.#library.createMemory(processesOffset + this.#capacity * processInfo.size)
  }
}

function readProcessName(pid: number, { processName }: NvmlFunctions, memory: NvmlMemory): string | null {
  const code = processName?.(pid, memory.getAddress(nameOffset), textLength.processName)
  const name = code === nvmlReturn.success ? memory.readText(nameOffset, textLength.processName) : ''
  // Null for a process that has ended or belongs to another container.
  return name || attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() || null)
}
