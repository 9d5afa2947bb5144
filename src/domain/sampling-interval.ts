/** Sampling period of a monitor in ms when nothing else is asked for: NVML answers in microseconds, a tool does not. */
export function defaultIntervalMs(monitor: string): number {
  return monitor === 'nvml' ? 100 : 500
}
