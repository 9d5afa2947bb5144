/** Passes through the dense layers beyond the first. Raise it to make stage 5 slower by real work; results stay the same. */
export const extraPasses = 0

const wordLength = 4
const codes = new Map([...'ACGT'].map((base, code) => [base, code]))

/** Overlapping words of four bases as numbers from 0 to 255; words with an unknown base are left out. */
export function tokenize(bases) {
  const tokens = new Uint16Array(Math.max(0, bases.length - wordLength + 1))
  let count = 0
  let known = 0
  let word = 0
  for (const base of bases) {
    const code = codes.get(base)
    known = code === undefined ? 0 : known + 1
    word = ((word << 2) | (code ?? 0)) & 0xff
    if (known >= wordLength) tokens[count++] = word
  }
  return tokens.subarray(0, count)
}
