/**
 * Sampling period of a monitor in ms when nothing else is asked for. NVML answers in microseconds, a tool does not; four
 * readings a second are enough where the driver notes the utilization by itself (`gpu-work.ts`).
 */
export function defaultIntervalMs(monitor: string): number {
  return monitor === 'nvml' ? 250 : 500
}
