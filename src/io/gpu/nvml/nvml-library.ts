import type * as Koffi from 'koffi'
import { EnvironmentError } from '../../../domain/core/errors.ts'
import { loadKoffi } from '../../process/load-koffi.ts'
import { type Address, NvmlMemory } from './nvml-memory.ts'

/** A library function: numbers and addresses in, an nvmlReturn_t out. */
export type NvmlFunction = (...values: Address[]) => number

const address = 'uint64_t'
const number = 'uint32_t'
const wide = 'unsigned long long'

/** Our name, the driver's names in order of preference, and the argument types. */
const functions = {
  init: [['nvmlInit_v2'], []],
  shutdown: [['nvmlShutdown'], []],
  driverVersion: [['nvmlSystemGetDriverVersion'], [address, number]],
  cudaDriverVersion: [['nvmlSystemGetCudaDriverVersion_v2', 'nvmlSystemGetCudaDriverVersion'], [address]],
  processName: [['nvmlSystemGetProcessName'], [number, address, number]],
  deviceCount: [['nvmlDeviceGetCount_v2'], [address]],
  deviceByIndex: [['nvmlDeviceGetHandleByIndex_v2'], [number, address]],
  name: [['nvmlDeviceGetName'], [address, address, number]],
  uuid: [['nvmlDeviceGetUUID'], [address, address, number]],
  pciInfo: [['nvmlDeviceGetPciInfo_v3'], [address, address]],
  memoryV1: [['nvmlDeviceGetMemoryInfo'], [address, address]],
  memoryV2: [['nvmlDeviceGetMemoryInfo_v2'], [address, address]],
  utilization: [['nvmlDeviceGetUtilizationRates'], [address, address]],
  powerUsage: [['nvmlDeviceGetPowerUsage'], [address, address]],
  fieldValues: [['nvmlDeviceGetFieldValues'], [address, number, address]],
  clock: [['nvmlDeviceGetClockInfo'], [address, number, address]],
  maxClock: [['nvmlDeviceGetMaxClockInfo'], [address, number, address]],
  applicationsClock: [['nvmlDeviceGetApplicationsClock'], [address, number, address]],
  defaultApplicationsClock: [['nvmlDeviceGetDefaultApplicationsClock'], [address, number, address]],
  temperature: [['nvmlDeviceGetTemperature'], [address, number, address]],
  clocksEventReasons: [
    ['nvmlDeviceGetCurrentClocksEventReasons', 'nvmlDeviceGetCurrentClocksThrottleReasons'],
    [address, address],
  ],
  samples: [['nvmlDeviceGetSamples'], [address, number, wide, address, address, address]],
  energy: [['nvmlDeviceGetTotalEnergyConsumption'], [address, address]],
  computeProcesses: [
    ['nvmlDeviceGetComputeRunningProcesses_v3', 'nvmlDeviceGetComputeRunningProcesses_v2'],
    [address, address, address],
  ],
  totalEccErrors: [['nvmlDeviceGetTotalEccErrors'], [address, number, number, address]],
  retiredPages: [['nvmlDeviceGetRetiredPages'], [address, number, address, address]],
  remappedRows: [['nvmlDeviceGetRemappedRows'], [address, address, address, address, address]],
  powerLimit: [['nvmlDeviceGetPowerManagementLimit'], [address, address]],
  persistenceMode: [['nvmlDeviceGetPersistenceMode'], [address, address]],
  eccMode: [['nvmlDeviceGetEccMode'], [address, address, address]],
  migMode: [['nvmlDeviceGetMigMode'], [address, address, address]],
  maxMigDevices: [['nvmlDeviceGetMaxMigDeviceCount'], [address, address]],
  migDeviceByIndex: [['nvmlDeviceGetMigDeviceHandleByIndex'], [address, number, address]],
  gpmSupport: [['nvmlGpmQueryDeviceSupport'], [address, address]],
  gpmSampleAlloc: [['nvmlGpmSampleAlloc'], [address]],
  gpmSampleFree: [['nvmlGpmSampleFree'], [address]],
  gpmSampleGet: [['nvmlGpmSampleGet'], [address, address]],
  gpmMetricsGet: [['nvmlGpmMetricsGet'], [address]],
  eventSetCreate: [['nvmlEventSetCreate'], [address]],
  eventSetFree: [['nvmlEventSetFree'], [address]],
  eventSetWait: [['nvmlEventSetWait_v2'], [address, address, number]],
  supportedEventTypes: [['nvmlDeviceGetSupportedEventTypes'], [address, address]],
  registerEvents: [['nvmlDeviceRegisterEvents'], [address, wide, address]],
} as const satisfies Record<string, readonly [names: readonly string[], types: readonly string[]]>

/** Null: this library version lacks the function. */
export type NvmlFunctions = { readonly [Name in keyof typeof functions]: NvmlFunction | null }
export type NvmlLibrary = {
  readonly functions: NvmlFunctions
  readonly createMemory: (bytes: number) => NvmlMemory
  /** Absent: nothing to release. */
  readonly close?: () => void
}

/** The driver's name of a function, by its place in NvmlFunctions. */
export function getDriverName(index: number): string {
  return Object.values(functions)[index]?.[0][0] ?? 'a call'
}

/**
 * Binds the driver's library. Loads koffi and the library on the first call. Throws an EnvironmentError when one of
 * them cannot be loaded.
 */
export function loadNvmlLibrary(libraryPath: string): NvmlLibrary {
  const koffi = requireKoffi()
  const library = openLibrary(koffi, libraryPath)
  const bound = Object.entries(functions).map(([name, [names, types]]) => [name, bind(library, names, types)])
  return {
    // The keys are those of `functions`, which `Object.entries` forgets.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    functions: Object.fromEntries(bound) as NvmlFunctions,
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

function bind(library: Koffi.LibraryHandle, names: readonly string[], types: readonly string[]): NvmlFunction | null {
  for (const name of names) {
    try {
      return library.func(name, 'int', [...types])
    } catch {
      // Older drivers lack the function; its field is then unavailable.
    }
  }
  return null
}

function describeCause(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause)
}
