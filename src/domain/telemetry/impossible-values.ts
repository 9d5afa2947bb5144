import type { GpuReading } from './gpu.ts'
import { gpuQuantities, gpuQuantityNames, type GpuQuantityName } from './gpu-quantities.ts'

/** Whether a value lies in the range of its quantity; false for NaN. */
export function isPossible(name: GpuQuantityName, value: number): boolean {
  const [least, most] = gpuQuantities[name].range
  return value >= least && value <= most
}

/** Whether a clock of 0 contradicts the work of its GPU. An idle GPU may stop its clocks. */
function isStillAtWork(name: GpuQuantityName, { utilizationPercent }: GpuReading): boolean {
  return (name === 'smClockMhz' || name === 'memoryClockMhz') && (utilizationPercent ?? 0) > 0
}

/** Drops the values that no GPU can have, and counts them. */
export class ImpossibleValues {
  readonly #found = new Map<string, { count: number; readonly first: string; readonly gpus: Set<number> }>()

  /** Returns the reading with null for each impossible value. 0 of 0 B is no answer: not counted. */
  drop<Reading extends GpuReading>(reading: Reading): Reading {
    const { memoryTotalBytes: total, memoryUsedBytes: used } = reading
    const wrong = gpuQuantityNames.filter((name) => {
      const value = name === 'ownMemoryBytes' ? null : reading[name]
      return value !== null && (!isPossible(name, value) || (value === 0 && isStillAtWork(name, reading)))
    })
    const isTotalWrong = total !== null && !(total > 0 && isPossible('memoryUsedBytes', total) && total >= (used ?? 0))
    if (wrong.length === 0 && !isTotalWrong) return reading
    for (const name of wrong) this.#count(reading.gpu, gpuQuantities[name].column, String(Reflect.get(reading, name)))
    if (isTotalWrong && (total !== 0 || used))
      this.#count(reading.gpu, 'memory_total_bytes', `${total}, with ${used} in use`)
    return {
      ...reading,
      ...Object.fromEntries(wrong.map((name) => [name, null])),
      ...(isTotalWrong && { memoryUsedBytes: null, memoryTotalBytes: null }),
    }
  }

  /** Returns the memory of the trial's processes; null when the GPU cannot have as much. */
  dropMemory({ gpu, memoryTotalBytes }: GpuReading, bytes: number | null): number | null {
    if (bytes === null || (isPossible('ownMemoryBytes', bytes) && bytes <= (memoryTotalBytes ?? bytes))) return bytes
    this.#count(gpu, gpuQuantities.ownMemoryBytes.column, `${bytes}`)
    return null
  }

  /** One sentence per quantity. */
  list(): string[] {
    return [...this.#found].map(
      ([column, { count, first, gpus }]) =>
        `GPU ${[...gpus].join(', ')}: impossible values of ${column} do not count (${count}, the first is ${first})`,
    )
  }

  #count(gpu: number, column: string, value: string): void {
    const known = this.#found.get(column) ?? { count: 0, first: value, gpus: new Set() }
    known.count += 1
    known.gpus.add(gpu)
    this.#found.set(column, known)
  }
}
