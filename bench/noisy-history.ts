import { createSeededRandom } from '../src/domain/core/bootstrap.ts'

/** `count` values with noise of 1 % and, every 100 values, a step of 5 % up or down in turn; the same each time. */
export function noisyHistory(count: number, seed = 1): number[] {
  const uniform = createSeededRandom(seed)
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform())
  return Array.from(
    { length: count },
    (_, index) => (Math.floor(index / 100) % 2 === 0 ? 100 : 105) * Math.exp(0.01 * normal()),
  )
}
