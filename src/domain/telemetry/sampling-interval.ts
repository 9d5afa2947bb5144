/**
 * Default sampling period of a monitor in ms. Two readings per second suffice, because the driver buffers utilization
 * samples (`gpu-work.ts`). For trials that record memory, NVML reads twice as often, because the peak is the largest
 * reading.
 */
export function chooseIntervalMs(monitor: string, keepsMemory = false): number {
  return monitor === 'nvml' && keepsMemory ? 250 : 500
}
