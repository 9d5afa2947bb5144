import type * as Koffi from 'koffi'
import { attempt, EnvironmentError } from '../../../domain/core/errors.ts'
import { loadKoffi } from '../../process/own-process.ts'

/** A memory address. User space ends far below 2^53, so a number is exact; koffi passes it twice as fast as a bigint. */
export type Address = number

/** A library function: numbers and addresses in, an nvmlReturn_t out. */
export type NvmlFunction = (...values: Address[]) => number

/** Types of the arguments, by letter. */
const types = new Map([
  ['a', 'uint64_t'],
  ['n', 'uint32_t'],
  ['w', 'unsigned long long'],
])

/** Our name, the types of the arguments, and the driver's names in order of preference. */
const functions = {
  init: ['', 'nvmlInit_v2'],
  shutdown: ['', 'nvmlShutdown'],
  driverVersion: ['an', 'nvmlSystemGetDriverVersion'],
  cudaDriverVersion: ['a', 'nvmlSystemGetCudaDriverVersion_v2', 'nvmlSystemGetCudaDriverVersion'],
  processName: ['nan', 'nvmlSystemGetProcessName'],
  deviceCount: ['a', 'nvmlDeviceGetCount_v2'],
  deviceByIndex: ['na', 'nvmlDeviceGetHandleByIndex_v2'],
  name: ['aan', 'nvmlDeviceGetName'],
  uuid: ['aan', 'nvmlDeviceGetUUID'],
  pciInfo: ['aa', 'nvmlDeviceGetPciInfo_v3'],
  memoryV1: ['aa', 'nvmlDeviceGetMemoryInfo'],
  memoryV2: ['aa', 'nvmlDeviceGetMemoryInfo_v2'],
  utilization: ['aa', 'nvmlDeviceGetUtilizationRates'],
  powerUsage: ['aa', 'nvmlDeviceGetPowerUsage'],
  fieldValues: ['ana', 'nvmlDeviceGetFieldValues'],
  clock: ['ana', 'nvmlDeviceGetClockInfo'],
  maxClock: ['ana', 'nvmlDeviceGetMaxClockInfo'],
  applicationsClock: ['ana', 'nvmlDeviceGetApplicationsClock'],
  defaultApplicationsClock: ['ana', 'nvmlDeviceGetDefaultApplicationsClock'],
  temperature: ['ana', 'nvmlDeviceGetTemperature'],
  clocksEventReasons: ['aa', 'nvmlDeviceGetCurrentClocksEventReasons', 'nvmlDeviceGetCurrentClocksThrottleReasons'],
  samples: ['anwaaa', 'nvmlDeviceGetSamples'],
  energy: ['aa', 'nvmlDeviceGetTotalEnergyConsumption'],
  computeProcesses: ['aaa', 'nvmlDeviceGetComputeRunningProcesses_v3', 'nvmlDeviceGetComputeRunningProcesses_v2'],
  /** Programs that use a GPU through an MPS server, in the same form. */
  mpsProcesses: ['aaa', 'nvmlDeviceGetMPSComputeRunningProcesses_v3', 'nvmlDeviceGetMPSComputeRunningProcesses_v2'],
  totalEccErrors: ['anna', 'nvmlDeviceGetTotalEccErrors'],
  retiredPages: ['anaa', 'nvmlDeviceGetRetiredPages'],
  remappedRows: ['aaaaa', 'nvmlDeviceGetRemappedRows'],
  powerLimit: ['aa', 'nvmlDeviceGetPowerManagementLimit'],
  persistenceMode: ['aa', 'nvmlDeviceGetPersistenceMode'],
  eccMode: ['aaa', 'nvmlDeviceGetEccMode'],
  migMode: ['aaa', 'nvmlDeviceGetMigMode'],
  maxMigDevices: ['aa', 'nvmlDeviceGetMaxMigDeviceCount'],
  migDeviceByIndex: ['ana', 'nvmlDeviceGetMigDeviceHandleByIndex'],
  gpmSupport: ['aa', 'nvmlGpmQueryDeviceSupport'],
  gpmSampleAlloc: ['a', 'nvmlGpmSampleAlloc'],
  gpmSampleFree: ['a', 'nvmlGpmSampleFree'],
  gpmSampleGet: ['aa', 'nvmlGpmSampleGet'],
  gpmMetricsGet: ['a', 'nvmlGpmMetricsGet'],
  eventSetCreate: ['a', 'nvmlEventSetCreate'],
  eventSetFree: ['a', 'nvmlEventSetFree'],
  eventSetWait: ['aan', 'nvmlEventSetWait_v2'],
  supportedEventTypes: ['aa', 'nvmlDeviceGetSupportedEventTypes'],
  registerEvents: ['awa', 'nvmlDeviceRegisterEvents'],
} as const satisfies Record<string, readonly [letters: string, name: string, older?: string]>

export type NvmlName = keyof typeof functions
/** Null: this library version lacks the function. */
export type NvmlFunctions = { readonly [Name in NvmlName]: NvmlFunction | null }
/** A call and the driver's answer to it. */
export type NvmlCall = { readonly name: NvmlName; readonly inputs: readonly Address[]; code: number }
/** The bound library of the driver, and memory for its results. */
export type NvmlLibrary = {
  readonly functions: NvmlFunctions
  /** Makes the calls one after the other, at the cost of one where the driver has a thread of its own. */
  readonly callAll: (calls: readonly NvmlCall[]) => void
  readonly createMemory: (bytes: number) => NvmlMemory
  /** Absent: nothing to release. */
  readonly close?: () => void
}

/** The driver's name of a function, by its place in NvmlFunctions. */
export function getDriverName(index: number): string {
  return Object.values(functions)[index]?.[1] ?? 'a call'
}

/**
 * Binds the driver's library. Loads koffi and the library on the first call. Throws an EnvironmentError when one of
 * them cannot be loaded.
 */
export function loadNvmlLibrary(libraryPath: string): NvmlLibrary {
  const koffi = requireKoffi()
  const library = openLibrary(koffi, libraryPath)
  const bound = bindAll((name) => {
    const [letters, ...names] = functions[name]
    const kinds = Array.from(letters, (letter) => types.get(letter) ?? '')
    return names.reduce<NvmlFunction | null>((found, known) => found ?? bind(library, known, kinds), null)
  })
  return {
    functions: bound,
    callAll: (calls) => {
      for (const call of calls) call.code = bound[call.name]?.(...call.inputs) ?? nvmlReturn.functionNotFound
    },
    createMemory: (bytes) => new NvmlMemory(bytes, (view) => koffi.address(view)),
  }
}

function requireKoffi(): typeof Koffi {
  try {
    return loadKoffi()
  } catch (cause) {
    throw new EnvironmentError(
      `koffi, which calls the NVIDIA driver's library, has no native part for linux ${process.arch}: ${describeCause(cause)}`,
      'Use the monitor nvidia-smi, or a runner with glibc on x64 or arm64.',
      { cause },
    )
  }
}

function openLibrary(koffi: typeof Koffi, path: string): Koffi.LibraryHandle {
  try {
    return koffi.load(path)
  } catch (cause) {
    throw new EnvironmentError(
      `The NVIDIA driver's library ${path} cannot be loaded: ${describeCause(cause)}`,
      'Install the NVIDIA driver; start a container with --gpus all, which mounts the library.',
      { cause },
    )
  }
}

/** Older drivers lack the function; its field is then unavailable. */
function bind(library: Koffi.LibraryHandle, name: string, kinds: string[]): NvmlFunction | null {
  return attempt(() => library.func(name, 'int', kinds))
}

/** Calls `find` for every function that warpgauge uses; it returns null for one that the library lacks. */
export function bindAll(find: (name: NvmlName) => NvmlFunction | null): NvmlFunctions {
  // The keys are those of `functions`, which `Object.keys` forgets.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const names = Object.keys(functions) as NvmlName[]
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Object.fromEntries(names.map((name) => [name, find(name)])) as NvmlFunctions
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}

/**
 * Sizes, offsets and constants of nvml.h for 64-bit Linux (checked against the header of CUDA 12.9). A version word is
 * the struct size with the version in its highest byte, unless the header says otherwise.
 */

/** Return codes (nvmlReturn_t). */
export const nvmlReturn = {
  success: 0,
  uninitialized: 1,
  notSupported: 3,
  noPermission: 4,
  notFound: 6,
  insufficientSize: 7,
  driverNotLoaded: 9,
  timeout: 10,
  functionNotFound: 13,
  gpuIsLost: 15,
  resetRequired: 16,
  unknown: 999,
} as const

const returnNames: Readonly<Record<number, string>> = {
  1: 'UNINITIALIZED',
  2: 'INVALID_ARGUMENT',
  3: 'NOT_SUPPORTED',
  4: 'NO_PERMISSION',
  6: 'NOT_FOUND',
  7: 'INSUFFICIENT_SIZE',
  9: 'DRIVER_NOT_LOADED',
  12: 'LIBRARY_NOT_FOUND',
  13: 'FUNCTION_NOT_FOUND',
  15: 'GPU_IS_LOST',
  16: 'RESET_REQUIRED',
  17: 'OPERATING_SYSTEM',
  18: 'LIB_RM_VERSION_MISMATCH',
  25: 'ARGUMENT_VERSION_MISMATCH',
  28: 'GPU_NOT_FOUND',
  999: 'UNKNOWN',
}

/** The name as in driver documentation and logs: `GPU_IS_LOST (15)`. */
export function getReturnName(code: number): string {
  const name = returnNames[code]
  return name === undefined ? `NVML error ${code}` : `${name} (${code})`
}

export const pciInfo = { size: 68, busId: 36, busIdLength: 32 } as const
export const utilization = { size: 8, gpu: 0 } as const
export const memoryV1 = { size: 24, total: 0, used: 16 } as const
/** Since this version, `used` excludes driver-reserved memory, as in nvidia-smi. */
export const memoryV2 = { size: 40, version: 40 | (2 << 24), total: 8, used: 32 } as const
/** nvmlProcessInfo_v2_t; version 3 of the call has the same struct. */
export const processInfo = { size: 24, pid: 0, usedMemory: 8 } as const
export const eventData = { size: 32, device: 0, type: 8, data: 16 } as const
export const fieldValue = { size: 40, id: 0, scope: 4, type: 24, return: 28, value: 32 } as const
/** nvmlSample_t: a time in µs and an nvmlValue_t. */
export const sample = { size: 16, timeStamp: 0, value: 8 } as const
/** nvmlSamplingType_t. */
export const samplingType = { gpuUtilization: 1 } as const
export const gpmSupport = { size: 8, version: 1, isSupported: 4 } as const
export const gpmMetric = { size: 40, id: 0, return: 4, value: 8 } as const
/** Drivers know different numbers of metrics, but write only the requested ones. The version word is a plain 1. */
export const gpmMetricsGet = {
  version: 1,
  count: 4,
  sample1: 8,
  sample2: 16,
  metrics: 24,
  size: (metrics: number): number => 24 + metrics * gpmMetric.size,
} as const

export const textLength = { name: 96, uuid: 96, version: 80, processName: 1024 } as const

export const clockType = { sm: 1, memory: 2 } as const
export const temperatureSensor = { gpu: 0 } as const
export const memoryError = { corrected: 0, uncorrected: 1 } as const
/** Counts since the driver was loaded, not over the lifetime of the card. */
export const volatileEcc = 0
export const retirementCause = { singleBitErrors: 0, doubleBitError: 1 } as const
export const eventType = { doubleBitEcc: 2, xid: 8 } as const

/** nvmlFieldValue_t ids. Power in mW, PCIe in bytes, NVLink in KiB over all links when the scope is `allLinks`. */
export const fieldId = {
  powerInstant: 186,
  pcieSentBytes: 197,
  pcieReceivedBytes: 198,
  nvlinkSentKib: 138,
  nvlinkReceivedKib: 139,
} as const
export const fieldScope = { gpu: 0, allLinks: 0xffff_ffff } as const
export const valueType = { double: 0, uint: 1, ulong: 2, ulonglong: 3, longlong: 4, int: 5, ushort: 6 } as const

/** nvmlGpmMetricId_t. Shares in percent, throughput in MiB/s. */
export const gpmMetricId = {
  graphicsUtilization: 1,
  smUtilization: 2,
  smOccupancy: 3,
  anyTensor: 5,
  dramBandwidth: 10,
  pcieSend: 20,
  pcieReceive: 21,
  nvlinkReceive: 60,
  nvlinkSend: 61,
} as const

const wordRange = 2 ** 32

/** Memory for NVML results, allocated once, so that a reading allocates only its result. */
export class NvmlMemory {
  // Never detached or resized, and outside the V8 heap, so that its address is stable.
  readonly #buffer: ArrayBuffer
  readonly #words: Uint32Array
  readonly #doubles: Float64Array
  readonly #base: number
  #used = 0

  constructor(size: number, addressOf: (bytes: Uint8Array) => bigint) {
    this.#buffer = new ArrayBuffer(size)
    this.#words = new Uint32Array(this.#buffer)
    this.#doubles = new Float64Array(this.#buffer)
    this.#base = Number(addressOf(new Uint8Array(this.#buffer)))
  }

  /** Reserves bytes permanently and returns their offset. */
  reserve(bytes: number): number {
    const offset = this.#used
    this.#used += Math.ceil(bytes / 8) * 8
    if (this.#used > this.#buffer.byteLength) throw new Error(`${this.#used} bytes do not fit in the NVML memory`)
    return offset
  }

  getAddress(offset: number): Address {
    return this.#base + offset
  }

  readU32(offset: number): number {
    return this.#words[offset >> 2] ?? 0
  }

  /** Null for all ones, the NVML value for "not available". */
  readU64(offset: number): number | null {
    const low = this.readU32(offset)
    const high = this.readU32(offset + 4)
    return low === wordRange - 1 && high === wordRange - 1 ? null : high * wordRange + low
  }

  readF64(offset: number): number {
    return this.#doubles[offset >> 3] ?? Number.NaN
  }

  readAddress(offset: number): Address {
    return this.readU32(offset + 4) * wordRange + this.readU32(offset)
  }

  /** Ends at the first zero byte. */
  readText(offset: number, length: number): string {
    const bytes = Buffer.from(this.#buffer, offset, length)
    const end = bytes.indexOf(0)
    return bytes.toString('utf8', 0, end < 0 ? length : end)
  }

  writeU32(offset: number, value: number): void {
    this.#words[offset >> 2] = value
  }

  writeAddress(offset: number, address: Address): void {
    this.writeU32(offset, address % wordRange)
    this.writeU32(offset + 4, Math.floor(address / wordRange))
  }
}
