import {
  type NvmlName,
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
  /** The return code by which the driver lost or refused the GPU, such as `NO_PERMISSION (4)`; null: it is usable. */
  lostBecause: string | null
}

const meansLost: ReadonlySet<number> = new Set([
  nvmlReturn.uninitialized,
  nvmlReturn.driverNotLoaded,
  nvmlReturn.gpuIsLost,
  nvmlReturn.resetRequired,
])
/** What a driver answers that does not have a call. */
const meansNever: ReadonlySet<number> = new Set([nvmlReturn.notSupported, nvmlReturn.functionNotFound])

/**
 * Sets `lostBecause` if the return code of a failed call means that the GPU was lost. Returns whether the driver will
 * never support this call. UNKNOWN means a loss if the call has worked before (`hasWorked`).
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

/** Sentences about the GPUs that this process must not open, each with the return code. */
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
  /** For values that count after the next reboot. */
  readonly #pending: Address

  constructor(functions: NvmlFunctions, memory: NvmlMemory) {
    this.#functions = functions
    this.#memory = memory
    this.#offset = memory.reserve(scratchBytes)
    this.#out = memory.getAddress(this.#offset)
    this.#pending = memory.getAddress(this.#offset + 8)
  }

  /** Null for a GPU without a readable UUID or name: nothing could be attributed to it. */
  read({ handle, index }: NvmlDevice): GpuIdentity | null {
    const uuid = this.#readText('uuid', textLength.uuid, handle)
    const model = this.#readText('name', textLength.name, handle)
    if (uuid === null || model === null) return null
    const settings = this.#readSettings(handle)
    const slices = settings.isMigOn === true ? this.listSliceHandles(handle) : []
    const hasBusId = this.#isAnswered('pciInfo', handle, this.#out)
    return {
      index,
      uuid,
      pciBusId: hasBusId ? this.#memory.readText(this.#offset + pciInfo.busId, pciInfo.busIdLength) : null,
      model,
      memoryBytes: this.#readTotalBytes(handle),
      settings,
      migSlices: slices.flatMap((slice) => this.#readSlice(slice) ?? []),
    }
  }

  /** Whether MIG mode is on. */
  isMigOn({ handle }: NvmlDevice): boolean {
    return isOn(this.#readNumber('migMode', handle, this.#out, this.#pending)) === true
  }

  readDriver(): DriverIdentity {
    const cuda = this.#readNumber('cudaDriverVersion', this.#out)
    return {
      driverVersion: this.#readText('driverVersion', textLength.version),
      // 12080 means 12.8.
      cudaVersion: cuda === null ? null : `${Math.floor(cuda / 1000)}.${Math.floor((cuda % 1000) / 10)}`,
    }
  }

  /**
   * NVML reports the application clocks of `nvidia-smi -ac`, set if they differ from the default. It does not report
   * the locked clocks of `-lgc`.
   */
  #readSettings(gpu: Address): GpuSettings {
    const [out, pending] = [this.#out, this.#pending]
    const milliwatts = this.#readNumber('powerLimit', gpu, out)
    const set = this.#readNumber('applicationsClock', gpu, clockType.sm, out)
    const usual = this.#readNumber('defaultApplicationsClock', gpu, clockType.sm, out)
    return {
      powerLimitWatts: milliwatts === null ? null : milliwatts / 1000,
      isPersistent: isOn(this.#readNumber('persistenceMode', gpu, out)),
      isEccOn: isOn(this.#readNumber('eccMode', gpu, out, pending)),
      isMigOn: isOn(this.#readNumber('migMode', gpu, out, pending)),
      maxSmClockMhz: this.#readNumber('maxClock', gpu, clockType.sm, out),
      lockedSmClockMhz: set === null || usual === null || set === usual ? null : set,
    }
  }

  /** Handles of the slices of a GPU in MIG mode. */
  listSliceHandles(gpu: Address): Address[] {
    const count = this.#readNumber('maxMigDevices', gpu, this.#out) ?? 0
    // Slice numbers have gaps after a slice was destroyed.
    return Array.from({ length: count }, (_, index) => index).flatMap((index) =>
      this.#isAnswered('migDeviceByIndex', gpu, index, this.#out) ? this.#memory.readAddress(this.#offset) : [],
    )
  }

  #readSlice(handle: Address): MigSlice | null {
    const uuid = this.#readText('uuid', textLength.uuid, handle)
    const name = this.#readText('name', textLength.name, handle) ?? ''
    const profile = /\bMIG (\S+)/.exec(name)?.[1] ?? null
    return uuid === null ? null : { uuid, profile, memoryBytes: this.#readTotalBytes(handle) }
  }

  /** 0 is no answer: drivers give it on unified memory. */
  #readTotalBytes(handle: Address): number | null {
    this.#memory.writeU32(this.#offset, memoryV2.version)
    if (this.#isAnswered('memoryV2', handle, this.#out))
      return this.#memory.readU64(this.#offset + memoryV2.total) || null
    const isAnswered = this.#isAnswered('memoryV1', handle, this.#out)
    return isAnswered ? this.#memory.readU64(this.#offset + memoryV1.total) || null : null
  }

  #isAnswered(name: NvmlName, ...inputs: Address[]): boolean {
    return this.#functions[name]?.(...inputs) === nvmlReturn.success
  }

  #readNumber(name: NvmlName, ...inputs: Address[]): number | null {
    return this.#isAnswered(name, ...inputs) ? this.#memory.readU32(this.#offset) : null
  }

  #readText(name: NvmlName, length: number, ...inputs: Address[]): string | null {
    return this.#isAnswered(name, ...inputs, this.#out, length) ? this.#memory.readText(this.#offset, length) : null
  }
}

function isOn(feature: number | null): boolean | null {
  return feature === null ? null : feature === 1
}
