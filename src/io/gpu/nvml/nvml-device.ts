import type { NvmlFunction } from './nvml-library.ts'
import type { Address, NvmlMemory } from './nvml-memory.ts'
import { getReturnName, nvmlReturn } from './nvml-structs.ts'
import type { GpuEvent } from '../../../record/telemetry.ts'

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
export type Query = {
  readonly bit: number
  /** Offset of the result after `isAnswered`. */
  readonly offset: number
  /** Null: the library lacks the function. */
  readonly call: ((handle: Address) => number) | null
}

/** Memory slot for the result of a call. */
export type OutputSlot = { readonly offset: number; readonly address: Address }

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
