/** Uniform numbers in [0, 1) from a 32-bit seed: mulberry32 (Tommy Ettinger, public domain). */
export function seededRandom(seed) {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** `count` numbers of mean 0 and variance 1 (Box–Muller). */
export function gaussians(random, count) {
  const values = new Float64Array(count)
  for (let index = 0; index < count; index += 1) {
    const radius = Math.sqrt(-2 * Math.log(1 - random()))
    values[index] = radius * Math.cos(2 * Math.PI * random())
  }
  return values
}
