const everyMs = 500
/** A clock needs five readings while the GPU is busy, i.e. at most 10 s of GPU work. */
const mostMs = 2000
const memoryMs = 250

/**
 * Default time in ms between two readings of one GPU. Two readings per second suffice, because the driver buffers
 * utilization samples (`gpu-work.ts`). NVML reads at most four GPUs per second, because a reading takes 0.3 ms of
 * processor time on an H100; for trials that record memory it reads all of them more often, because the peak is the
 * largest reading.
 *
 * @param gpus number of GPUs of the trial
 */
export function chooseIntervalMs(monitor: string, gpus: number, keepsMemory = false): number {
  if (monitor !== 'nvml') return everyMs
  return keepsMemory ? memoryMs : Math.min(mostMs, everyMs * Math.max(1, Math.ceil(gpus / 2)))
}
