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
