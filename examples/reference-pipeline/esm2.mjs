/** Passes through the dense layers beyond the first. Raise it to make stage 6 slower by real work; results stay the same. */
export const extraPasses = 0

const codes = new Map([...'ACDEFGHIKLMNPQRSTVWYX'].map((residue, code) => [residue, code]))
const unknown = codes.get('X')

/** One number from 0 to 20 for each amino acid. */
export function tokenize(protein) {
  return Uint16Array.from(protein, (residue) => codes.get(residue) ?? unknown)
}
