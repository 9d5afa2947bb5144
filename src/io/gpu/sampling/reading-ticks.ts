import type { GpuReading } from '../../../domain/telemetry/gpu.ts'

/** Groups readings of single GPUs, as a tool prints them, into ticks. */
export type ReadingTicks = {
  add(reading: GpuReading): void
  /** Delivers an incomplete tick at the end of the tool. */
  flush(): void
}

/** A tick is complete when every watched GPU has a reading, or when a GPU repeats because another one is lost. */
export function joinIntoTicks(
  gpus: readonly number[],
  onTick: (readings: readonly GpuReading[]) => void,
): ReadingTicks {
  let tick: GpuReading[] = []
  const flush = (): void => {
    if (tick.length > 0) onTick(tick)
    tick = []
  }
  return {
    add(reading) {
      if (!gpus.includes(reading.gpu)) return
      if (tick.some(({ gpu }) => gpu === reading.gpu)) flush()
      tick.push(reading)
      if (tick.length === gpus.length) flush()
    },
    flush,
  }
}
