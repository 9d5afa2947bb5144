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
import type { DriverIdentity, GpuIdentity, MigSlice } from '../../../domain/telemetry/gpu.ts'
import type { GpuSettings } from '../../../record/testbed.ts'

/** A GPU known to NVML. */
export type NvmlDevice = {
  /** Physical index. */
  readonly index: number
  readonly handle: Address
  /** The driver's message when it lost the GPU; null while it is available. */
  lostBecause: string | null
}

const meansLost: ReadonlySet<number> = new Set([
  nvmlReturn.uninitialized,
  nvmlReturn.driverNotLoaded,
  nvmlReturn.gpuIsLost,
  nvmlReturn.resetRequired,
])
const meansNever: ReadonlySet<number> = new Set([nvmlReturn.notSupported, nvmlReturn.functionNotFound])

/**
 * Learns from a code other than success: whether the GPU was lost, and, as the result, whether the call is unsupported.
 * UNKNOWN of a call that has worked means that the GPU failed.
 */
export function learnCode(device: NvmlDevice, code: number, hasWorked: boolean): boolean {
  const isLoss = meansLost.has(code) || (code === nvmlReturn.unknown && hasWorked)
  if (isLoss) device.lostBecause = getReturnName(code)
  return meansNever.has(code)
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

/** All GPUs by physical index, including those that cannot be opened. */
export function findDevices({ deviceCount, deviceByIndex }: NvmlFunctions, memory: NvmlMemory): NvmlDevice[] {
  const offset = memory.reserve(8)
  const out = memory.getAddress(offset)
  const count = deviceCount?.(out) === nvmlReturn.success ? memory.readU32(offset) : 0
  return Array.from({ length: count }, (_, index) => {
    const code = deviceByIndex?.(index, out) ?? nvmlReturn.functionNotFound
    const isOpen = code === nvmlReturn.success
    return { index, handle: isOpen ? memory.readAddress(offset) : 0, lostBecause: isOpen ? null : getReturnName(code) }
  })
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
