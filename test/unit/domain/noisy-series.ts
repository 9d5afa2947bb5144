import { createSeededRandom } from '../../../src/domain/core/bootstrap.ts'

export type Noise = {
  readonly seed: number
  /** Standard deviation of a value around its level, in logs. */
  readonly sigma: number
  /** Correlation of neighbours. Absent: none. */
  readonly correlation?: number
  /** Share of values that are twice as large. Absent: none. */
  readonly outliers?: number
}

/** Standard normal values from a seed (Box & Muller 1958). */
export function normals(seed: number): () => number {
  const uniform = createSeededRandom(seed)
  return () => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
}

/** Values around the levels given, with autoregressive noise in logs. */
export function noisySeries(
  levels: readonly number[],
  { seed, sigma, correlation = 0, outliers = 0 }: Noise,
): number[] {
  const next = normals(seed)
  const uniform = createSeededRandom(seed + 0x5bd1e995)
  let noise = sigma * next()
  return levels.map((level) => {
    const value = level * Math.exp(noise) * (uniform() < outliers ? 2 : 1)
    noise = correlation * noise + sigma * Math.sqrt(1 - correlation ** 2) * next()
    return value
  })
}

/** `count` values of each level in turn. */
export function stairs(...levels: readonly (readonly [count: number, level: number])[]): number[] {
  return levels.flatMap(([count, level]) => Array<number>(count).fill(level))
}
