/** Numbers that follow from a seed alone. */
export type Random = {
  /** At least 0, below 1. */
  readonly share: () => number
  /** A whole number from 0 to `most - 1`. */
  readonly below: (most: number) => number
  readonly pick: <T>(items: readonly T[]) => T
}

/** mulberry32, started from a seed and a place in its sequence, so that every round can be repeated alone. */
export function createRandom(seed: number, place: number): Random {
  let state = (Math.imul(seed, 0x9e3779b1) ^ Math.imul(place + 1, 0x85ebca6b)) >>> 0
  const share = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (most: number): number => Math.floor(share() * most)
  return { share, below, pick: (items) => items[below(items.length)] as (typeof items)[number] }
}
