const newline = 0x0a
const greaterThan = 0x3e
const shownCharacters = 60

/** Counts FASTA records in chunks of any size. */
export type FastaCounter = {
  /** Null, or the start of the first line when that is no FASTA header. */
  add(chunk: Buffer): string | null
  sequences(): number
}

export function createFastaCounter(): FastaCounter {
  let sequences = 0
  let previous = newline
  return {
    add: (chunk) => {
      if (sequences === 0 && chunk.length > 0 && chunk[0] !== greaterThan) return firstLine(chunk)
      sequences += headersIn(chunk, previous)
      previous = chunk.at(-1) ?? previous
      return null
    },
    sequences: () => sequences,
  }
}

function headersIn(chunk: Buffer, previous: number): number {
  let count = 0
  for (let at = chunk.indexOf(greaterThan); at !== -1; at = chunk.indexOf(greaterThan, at + 1)) {
    if ((at === 0 ? previous : chunk[at - 1]) === newline) count += 1
  }
  return count
}

function firstLine(chunk: Buffer): string {
  const text = chunk.subarray(0, 4 * shownCharacters).toString('utf8')
  return (text.split(/\r|\n/, 1)[0] as string).slice(0, shownCharacters)
}
