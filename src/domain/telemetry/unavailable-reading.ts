import type { GpuReading } from './gpu.ts'
import type { GpuSettings } from '../../record/testbed.ts'

/** Creates a reading without any value. */
export function createUnavailableReading(gpu: number, timeMs: number): GpuReading {
  return {
    gpu,
    timeMs,
    utilizationPercent: null,
    memoryUsedBytes: null,
    memoryTotalBytes: null,
    powerWatts: null,
    smClockMhz: null,
    memoryClockMhz: null,
    temperatureCelsius: null,
    clocksEventReasons: null,
    pcieReceiveBytesPerSecond: null,
    pcieSendBytesPerSecond: null,
    nvlinkReceiveBytesPerSecond: null,
    nvlinkSendBytesPerSecond: null,
    smUtilization: null,
    smOccupancy: null,
    tensorActivity: null,
    dramBandwidthUtilization: null,
    eccErrors: null,
    retiredPages: null,
    processes: null,
  }
}

/** Settings that are all unknown. */
export const unknownSettings: GpuSettings = {
  powerLimitWatts: null,
  isPersistent: null,
  isEccOn: null,
  isMigOn: null,
  maxSmClockMhz: null,
  lockedSmClockMhz: null,
}
