import type { GpuEvent } from '../../../domain/telemetry/gpu.ts'
import type { NvmlFunction } from './nvml-library.ts'
import type { Address, NvmlMemory } from './nvml-memory.ts'
import { getReturnName, nvmlReturn } from './nvml-structs.ts'

/** A GPU that NVML knows, and how it has answered until now. */
export type NvmlDevice = {
  /** Physical index. */
  readonly index: number
  readonly handle: Address
  /** Bits of the queries that it has answered at least once, and of those that it does not support. */
  answered: number
  unsupported: number
  /** What the driver said when it lost the GPU; null while it is there. */
  lostBecause: string | null
}

/** One call with a place for its answer. */
export type Query = {
  readonly bit: number
  /** Where the answer lies after `isAnswered`. */
  readonly offset: number
  /** Null: the library does not have the function. */
  readonly call: ((handle: Address) => number) | null
}

/** Where a call puts its answer. */
export type OutputSlot = { readonly offset: number; readonly address: Address }

/** Makes queries that differ in their bit and in their place. */
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

/** Asks once. True: the answer lies at the query's offset. What a GPU does not support is never asked again. */
export function isAnswered(device: NvmlDevice, { bit, call }: Query): boolean {
  if (call === null || device.lostBecause !== null || (device.unsupported & bit) !== 0) return false
  const code = call(device.handle)
  if (code === nvmlReturn.success) {
    device.answered |= bit
    return true
  }
  // UNKNOWN from a call that never worked says something about the call, later it says something about the GPU.
  const isLoss = meansLost.has(code) || (code === nvmlReturn.unknown && (device.answered & bit) !== 0)
  if (isLoss) device.lostBecause = getReturnName(code)
  else if (meansNever.has(code)) device.unsupported |= bit
  return false
}

/** The event that tells of a loss. */
export function createLostEvent({ index, lostBecause }: NvmlDevice, timeMs: number): GpuEvent {
  return { gpu: index, timeMs, kind: 'lost', detail: lostBecause ?? 'lost' }
}
