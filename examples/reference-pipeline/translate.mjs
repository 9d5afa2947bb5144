// NCBI translation table 1, codons in the order T C A G of each position:
// https://www.ncbi.nlm.nih.gov/Taxonomy/Utils/wprintgc.cgi
const letterOrder = 'TCAG'
const aminoAcids = 'FFLLSSSSYY**CC*WLLLLPPPPHHQQRRRRIIIMTTTTNNKKSSRRVVVVAAAADDEEGGGG'
const complements = new Map(['AT', 'TA', 'UA', 'CG', 'GC'].map(([base, opposite]) => [base, opposite]))
const ranks = new Int8Array(128).fill(-1)
for (const [rank, base] of [...letterOrder].entries()) ranks[base.charCodeAt(0)] = rank
ranks['U'.charCodeAt(0)] = ranks['T'.charCodeAt(0)]

/** Amino acids of one reading frame from its first letter on; * is a stop codon, X a codon with an unknown base. */
export function translate(bases) {
  let protein = ''
  for (let start = 0; start + 3 <= bases.length; start += 3) protein += aminoAcidAt(bases, start)
  return protein
}

export function reverseComplement(bases) {
  let opposite = ''
  for (let index = bases.length - 1; index >= 0; index -= 1) opposite += complements.get(bases[index]) ?? 'N'
  return opposite
}

/**
 * Reading frames F1–F3 and R1–R3 of a chunk that are open from end to end: not one stop codon. The letter and digit
 * are appended to the id of the chunk.
 */
export function openFrames({ id, letters }) {
  const strands = [
    ['F', letters],
    ['R', reverseComplement(letters)],
  ]
  return strands.flatMap(([strand, bases]) =>
    [0, 1, 2].flatMap((offset) => {
      const nucleotides = bases.slice(offset, bases.length - ((bases.length - offset) % 3))
      const protein = translate(nucleotides)
      return protein === '' || protein.includes('*')
        ? []
        : [{ id: `${id}${strand}${offset + 1}`, nucleotides, protein }]
    }),
  )
}

function aminoAcidAt(bases, start) {
  const first = ranks[bases.charCodeAt(start)] ?? -1
  const second = ranks[bases.charCodeAt(start + 1)] ?? -1
  const third = ranks[bases.charCodeAt(start + 2)] ?? -1
  if (first < 0 || second < 0 || third < 0) return 'X'
  return aminoAcids[first * 16 + second * 4 + third]
}
