const blockWords = 16_384

/** An infinite stream of 32-bit random words. `words[position]` is the next one; call `reserveWords` before reading. */
export type WordStream = { readonly words: Uint32Array; readonly state: Uint32Array; position: number }

/**
 * Opens the stream of a 32-bit seed: xoshiro128** 1.1 (Blackman & Vigna, "Scrambled Linear Pseudorandom Number
 * Generators", ACM TOMS 47, 2021). Its four words of state are a Weyl sequence of step 0x9e3779b9 from the seed through
 * the finalizer of MurmurHash3. Integer arithmetic only, so every platform gives the same words.
 */
export function openWordStream(seed: number): WordStream {
  const state = Uint32Array.from({ length: 4 }, (_, index) => scramble(seed + Math.imul(0x9e3779b9, index + 1)))
  return { words: new Uint32Array(blockWords), state, position: blockWords }
}

/** Makes the next `count` words (at most 16,384) readable in one piece from `position` on. */
export function reserveWords(stream: WordStream, count: number): void {
  if (stream.position + count <= blockWords) return
  stream.words.copyWithin(0, stream.position)
  fill(stream.words, blockWords - stream.position, stream.state)
  stream.position = 0
}

/** Draws the next word: an integer below 2³². */
export function drawWord(stream: WordStream): number {
  reserveWords(stream, 1)
  return stream.words[stream.position++] as number
}

/** Draws an integer from `low` to `high`, both included. Exact for ranges below 2²¹. */
export function drawInteger(stream: WordStream, low: number, high: number): number {
  return low + Math.floor((drawWord(stream) * (high - low + 1)) / 2 ** 32)
}

function fill(words: Uint32Array, from: number, state: Uint32Array): void {
  let [a, b, c, d] = state as unknown as [number, number, number, number]
  for (let index = from; index < words.length; index += 1) {
    const product = Math.imul(b, 5)
    words[index] = Math.imul((product << 7) | (product >>> 25), 9)
    const shifted = b << 9
    c ^= a
    d ^= b
    b ^= c
    a ^= d
    c ^= shifted
    d = (d << 11) | (d >>> 21)
  }
  state.set([a, b, c, d])
}

function scramble(value: number): number {
  let mixed = value >>> 0
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
