import type { GpuReading } from '../../../domain/telemetry/gpu.ts'

/** Joins the readings of single GPUs, as a tool prints them one by one, into ticks. */
export type ReadingTicks = {
  add(reading: GpuReading): void
  /** Hands over an unfinished tick, at the end of the tool. */
  flush(): void
}

/** A tick is full when every watched GPU has answered, or when one answers again because another is lost. */
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
