import { attempt, EnvironmentError } from '../../../domain/core/errors.ts'
import { dropMachinePrograms, type GpuProcess } from '../../../domain/telemetry/gpu.ts'
import type { UtilizationSamples } from '../gpu-source.ts'
import { listForbidden, type NvmlDevice } from './nvml-device.ts'
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

/** Reads the utilization buffer that the driver fills (nvmlDeviceGetSamples): samples, or why there are none. */
export function createUtilizationBuffer({ functions, createMemory }: Pick<NvmlLibrary, 'functions' | 'createMemory'>) {
  let capacity = initialCapacity
  let memory = allocate()
  return {
    /** Times in µs of the driver's clock. */
    read(device: NvmlDevice): UtilizationSamples {
      const { samples } = functions
      if (!samples) return { status: 'unavailable', reason: 'this driver has no nvmlDeviceGetSamples' }
      const { handle, lostBecause } = device
      const [forbidden] = listForbidden([device])
      if (lostBecause !== null)
        return { status: 'unavailable', reason: forbidden ?? `the GPU was lost: ${lostBecause}` }
      for (;;) {
        memory.writeU32(countOffset, capacity)
        const out = [typeOffset, countOffset, listOffset].map((offset) => memory.getAddress(offset))
        const code = samples(handle, samplingType.gpuUtilization, allSamples, ...out)
        const count = memory.readU32(countOffset)
        if (code === nvmlReturn.success) return decode(count)
        // Returned for an idle GPU when the driver recorded nothing.
        if (code === nvmlReturn.notFound) return empty
        const isTooSmall = code === nvmlReturn.insufficientSize && count > capacity && count <= maxCapacity
        if (!isTooSmall)
          return { status: 'unavailable', reason: `nvmlDeviceGetSamples answered ${getReturnName(code)}` }
        capacity = count
        memory = allocate()
      }
    },
  }

  function decode(count: number): UtilizationSamples {
    const type = memory.readU32(typeOffset)
    const found = Array.from({ length: Math.min(count, capacity) }, (_, index) => readSample(index, type))
    // Unused entries of the buffer have time 0.
    const used = found.filter(({ timeUs }) => timeUs > 0).toSorted((a, b) => a.timeUs - b.timeUs)
    if (used.length === 0) return empty
    return { status: 'samples', timesUs: used.map(({ timeUs }) => timeUs), percents: used.map(({ value }) => value) }
  }

  function readSample(index: number, type: number): { readonly timeUs: number; readonly value: number } {
    const at = listOffset + index * sample.size
    const timeUs = memory.readU64(at + sample.timeStamp) ?? 0
    const value = type === valueType.double ? memory.readF64(at + sample.value) : memory.readU32(at + sample.value)
    return { timeUs, value }
  }

  function allocate(): NvmlMemory {
    return createMemory(listOffset + capacity * sample.size)
  }
}

/** Limits the events per call, so that a faulty driver cannot block the sampling thread. */
const maxEventsPerCall = 64

/** Codes of a driver that has an answer and does not give it. */
const refusals: ReadonlySet<number> = new Set([nvmlReturn.noPermission, nvmlReturn.unknown])

/** Registers for XID and double-bit ECC events, and polls them without waiting. Empty for drivers without events. */
export function createNvmlEvents(functions: NvmlFunctions, memory: NvmlMemory, devices: readonly NvmlDevice[]) {
  const offset = memory.reserve(eventData.size)
  const created = functions.eventSetCreate?.(memory.getAddress(offset)) === nvmlReturn.success
  let set = created ? memory.readAddress(offset) : null
  for (const device of devices) register(device)
  return {
    /** Events since the last call, with `timeMs` as their time: the driver gives none. */
    drain(timeMs: number): GpuEvent[] {
      const events: GpuEvent[] = []
      for (let count = 0; count < maxEventsPerCall; count += 1) {
        if (set === null) break
        const code = functions.eventSetWait?.(set, memory.getAddress(offset), 0)
        if (code !== nvmlReturn.success) break
        events.push(...decode(timeMs))
      }
      return events
    },
    close(): void {
      if (set !== null) functions.eventSetFree?.(set)
      set = null
    },
  }

  function register({ handle }: NvmlDevice): void {
    const { supportedEventTypes, registerEvents } = functions
    if (set === null || !supportedEventTypes || !registerEvents) return
    if (supportedEventTypes(handle, memory.getAddress(offset)) !== nvmlReturn.success) return
    const types = memory.readU32(offset) & (eventType.xid | eventType.doubleBitEcc)
    if (types !== 0) registerEvents(handle, types, set)
  }

  function decode(timeMs: number): GpuEvent[] {
    const handle = memory.readAddress(offset + eventData.device)
    const device = devices.find((one) => one.handle === handle)
    const type = memory.readU32(offset + eventData.type)
    if (device === undefined) return []
    if (type === eventType.doubleBitEcc)
      return [{ gpu: device.index, timeMs, kind: 'ecc', detail: 'double-bit ECC error' }]
    const number = memory.readU64(offset + eventData.data)
    return type === eventType.xid ? [{ gpu: device.index, timeMs, kind: 'xid', detail: String(number) }] : []
  }
}

const nameOffset = 8
const processesOffset = nameOffset + textLength.processName
/** Extra entries, because processes may start between two calls. */
const spare = 8

/** Lists the processes with a context on a GPU. Its buffer grows with the longest list. */
export function createProcessList({ functions, createMemory }: Pick<NvmlLibrary, 'functions' | 'createMemory'>) {
  let capacity = 64
  let memory = allocate()
  return {
    /**
     * Null when the GPU does not support it. In MIG mode the driver may refuse the list of the GPU and give those of its
     * slices. Throws an EnvironmentError when the driver refuses both, or the clients of MPS.
     */
    read(device: NvmlDevice, listSlices: () => readonly Address[]): readonly GpuProcess[] | null {
      const { computeProcesses, mpsProcesses } = functions
      if (!computeProcesses || device.lostBecause !== null) return null
      const whole = readList(computeProcesses, device.handle)
      const slices = whole === nvmlReturn.noPermission ? listSlices() : []
      const lists = slices.length > 0 ? slices.map((slice) => readList(computeProcesses, slice)) : [whole]
      const listed = lists.filter((list) => typeof list !== 'number')
      if (lists.includes(nvmlReturn.noPermission))
        throw new EnvironmentError(`the driver refuses them of GPU ${device.index}: NO_PERMISSION (4)`, '')
      if (listed.length < lists.length) return null
      const handles = slices.length > 0 ? slices : [device.handle]
      const clients = handles.map((handle) => (mpsProcesses ? readList(mpsProcesses, handle) : []))
      // Any other code is that of a driver or GPU without MPS.
      const refused = clients.find((list) => typeof list === 'number' && refusals.has(list))
      if (typeof refused === 'number')
        throw new EnvironmentError(
          `the driver refuses those of MPS on GPU ${device.index}: ${getReturnName(refused)}`,
          '',
        )
      const all = [...listed, ...clients].flatMap((list) => (typeof list === 'number' ? [] : list))
      return dropMachinePrograms([...new Map(all.map((process) => [process.pid, process])).values()])
    },
  }

  /** The code of the driver when it gives no list. */
  function readList(list: NvmlFunction, handle: Address): readonly GpuProcess[] | number {
    let code: number = nvmlReturn.insufficientSize
    for (let tries = 0; tries < 4; tries += 1) {
      memory.writeU32(0, capacity)
      code = list(handle, memory.getAddress(0), memory.getAddress(processesOffset))
      const count = memory.readU32(0)
      if (code === nvmlReturn.success)
        return Array.from({ length: Math.min(count, capacity) }, (_, index) => readProcess(index))
      if (code !== nvmlReturn.insufficientSize) return code
      capacity = count + spare
      memory = allocate()
    }
    return code
  }

  function readProcess(index: number): GpuProcess {
    const at = processesOffset + index * processInfo.size
    const pid = memory.readU32(at + processInfo.pid)
    const memoryBytes = memory.readU64(at + processInfo.usedMemory)
    return { pid, name: readProcessName(pid, functions, memory), memoryBytes }
  }

  function allocate(): NvmlMemory {
    return createMemory(processesOffset + capacity * processInfo.size)
  }
}

function readProcessName(pid: number, { processName }: NvmlFunctions, memory: NvmlMemory): string | null {
  const code = processName?.(pid, memory.getAddress(nameOffset), textLength.processName)
  const name = code === nvmlReturn.success ? memory.readText(nameOffset, textLength.processName) : ''
  // Null for a process that has ended or belongs to another container.
  return name || attempt(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim() || null)
}
