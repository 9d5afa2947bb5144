/**
 * Sampling period of a monitor in ms when nothing else is asked for. Two readings a second are enough where the driver notes
 * the utilization by itself (`gpu-work.ts`). Where memory over time is what a trial is for, NVML reads twice as often: its peak is
 * the largest of the readings.
 */
export function chooseIntervalMs(monitor: string, keepsMemory = false): number {
  return monitor === 'nvml' && keepsMemory ? 250 : 500
}
