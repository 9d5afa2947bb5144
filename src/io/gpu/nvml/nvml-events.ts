import type { NvmlDevice } from './nvml-device.ts'
import type { NvmlFunctions } from './nvml-library.ts'
import type { Address, NvmlMemory } from './nvml-memory.ts'
import { eventData, eventType, nvmlReturn } from './nvml-structs.ts'
import type { GpuEvent } from '../../../record/telemetry.ts'

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
