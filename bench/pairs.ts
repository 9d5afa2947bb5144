import { computeMedian, computeQuantile } from '../src/domain/core/statistics.ts'

/** Something timed, in milliseconds. */
export type Timed = () => Promise<number>

/** Times two things in turn, A B then B A, so that a drift of the machine touches both alike. */
export async function timePairs(one: Timed, other: Timed, count: number): Promise<(readonly [number, number])[]> {
  const pairs: (readonly [number, number])[] = []
  for (let index = 0; index < count; index += 1) {
    if (index % 2 === 0) {
      const first = await one()
      pairs.push([first, await other()])
    } else {
      const second = await other()
      pairs.push([await one(), second])
    }
  }
  return pairs
}

/** Median and middle half. */
export function middle(values: readonly number[]): { value: number; spread: readonly [number, number]; count: number } {
  const sorted = values.toSorted((a, b) => a - b)
  return {
    value: computeMedian(sorted),
    spread: [computeQuantile(sorted, 0.25), computeQuantile(sorted, 0.75)],
    count: sorted.length,
  }
}
