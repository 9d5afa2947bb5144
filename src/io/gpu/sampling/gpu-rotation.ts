/** The longest time between two ticks, which also list processes and read buffers that are about to run over. */
const maxTickMs = 1000

/**
 * Divides the GPUs of a trial into groups that are read at consecutive ticks, so that each GPU is read once per
 * interval and no tick has to read all of them.
 */
export class GpuRotation {
  readonly tickMs: number
  readonly #groups: readonly (readonly number[])[]
  #next = 0

  /** @param intervalMs time between two readings of one GPU */
  constructor(gpus: readonly number[], intervalMs: number) {
    const count = Math.max(1, Math.min(gpus.length, Math.ceil(intervalMs / maxTickMs)))
    this.tickMs = intervalMs / count
    this.#groups = Array.from({ length: count }, (_, group) => gpus.filter((_gpu, index) => index % count === group))
  }

  /** The GPUs to read at the next tick. */
  takeNext(): readonly number[] {
    const group = this.#groups[this.#next] ?? []
    this.#next = (this.#next + 1) % this.#groups.length
    return group
  }

  /** Converts ticks to readings. */
  countReadings(ticks: number): number {
    const gpus = this.#groups.reduce((sum, group) => sum + group.length, 0)
    return Math.round((ticks * gpus) / this.#groups.length)
  }
}
