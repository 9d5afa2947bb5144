import { UserError } from '../../domain/core/errors.ts'
import { formatCounted } from '../../domain/core/numbers.ts'

const newline = 0x0a
const carriageReturn = 0x0d
const greaterThan = 0x3e

/** Kinds of bytes between two headers. The common kind is 0, so that the hot loop needs one test. */
const kinds = { letter: 0, lineEnd: 1, blank: 2, foreign: 3 } as const
/** Letters are IUPAC codes for bases or residues; `*` is a stop and `-` a gap. */
const kindByCode = new Uint8Array(256).fill(kinds.foreign)
for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*-'))
  kindByCode[byte] = kinds.letter
for (const byte of Buffer.from(' \t\r')) kindByCode[byte] = kinds.blank
kindByCode[newline] = kinds.lineEnd

/** Receives a record: its bytes of the unpacked text, from `start` to before `end`, and its bases or residues. */
export type RecordListener = (start: number, end: number, length: number) => void

/** Counts of a scanned FASTA text. */
export type FastaTotals = {
  readonly sequences: number
  /** Number of bases or residues of all sequences. */
  readonly bases: number
  /** Records whose header is a bare `>`. */
  readonly nameless: number
}

/** Scans FASTA in chunks of any size; its memory does not grow. */
export class FastaScanner {
  readonly #label: string
  readonly #listen: RecordListener
  readonly #totals = { sequences: 0, bases: 0, nameless: 0 }
  readonly #foreign = { count: 0, first: '' }
  /** Line number, from 1. */
  line = 1
  #chunkStart = 0
  #recordStart = 0
  #length = 0
  #isHeader = false
  #isNameDue = false
  #isLineStart = true

  /** `label` names setting and file at the beginning of every message. */
  constructor(label: string, listen: RecordListener) {
    this.#label = label
    this.#listen = listen
  }

  /** @throws UserError when the text does not start with a header */
  add(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) at = this.#isHeader ? this.#readHeader(chunk, at) : this.#readText(chunk, at)
    this.#chunkStart += chunk.length
  }

  /** @throws UserError when there was no sequence, or an invalid character */
  end(): FastaTotals {
    const { sequences } = this.#totals
    if (sequences === 0) throw this.#createNotFastaError(1, 'nothing')
    if (this.#isNameDue) this.#totals.nameless += 1
    this.#closeRecord(this.#chunkStart)
    const { count, first } = this.#foreign
    if (count > 0) {
      const others = count > 1 ? `, and ${count - 1} more such characters` : ''
      // A `>` inside a line has its own cause.
      const hint = first.includes('">"')
        ? 'Two files were joined without a line break; insert one before this ">"'
        : 'Sequences consist of IUPAC letters, "*" and "-"; correct this line'
      throw new UserError(`${this.#label}, ${first}${others}`, hint)
    }
    if (this.#totals.bases > 0) return { ...this.#totals }
    const what = `${formatCounted(sequences, 'header')} in ${formatCounted(this.line, 'line')} and no sequence`
    const hint = 'Lines must end with LF or CRLF, and sequences must follow their headers'
    throw new UserError(`${this.#label} has ${what}`, hint)
  }

  #readHeader(chunk: Buffer, from: number): number {
    if (this.#isNameDue) {
      this.#isNameDue = false
      if (chunk[from] === newline || chunk[from] === carriageReturn) this.#totals.nameless += 1
    }
    const end = chunk.indexOf(newline, from)
    if (end === -1) return chunk.length
    this.#isHeader = false
    this.#isLineStart = true
    this.line += 1
    return end + 1
  }

  #readText(chunk: Buffer, from: number): number {
    if (this.#isLineStart && chunk[from] === greaterThan) {
      this.#closeRecord(this.#chunkStart + from)
      this.#recordStart = this.#chunkStart + from
      this.#totals.sequences += 1
      this.#isHeader = true
      this.#isNameDue = true
      return from + 1
    }
    let end = from
    while (end < chunk.length && kindByCode[chunk[end] as number] === kinds.letter) end += 1
    if (end === from) return this.#readOther(chunk, from)
    this.#refuseBeforeHeader(chunk, from)
    this.#length += end - from
    this.#isLineStart = false
    return end
  }

  #readOther(chunk: Buffer, at: number): number {
    const kind = kindByCode[chunk[at] as number]
    if (kind === kinds.foreign) {
      this.#refuseBeforeHeader(chunk, at)
      if (this.#foreign.count === 0) this.#foreign.first = `line ${this.line}: ${describeForeignCharacter(chunk, at)}`
      this.#foreign.count += 1
    }
    this.#isLineStart = kind === kinds.lineEnd
    if (this.#isLineStart) this.line += 1
    return at + 1
  }

  #closeRecord(end: number): void {
    if (this.#totals.sequences === 0) return
    this.#listen(this.#recordStart, end, this.#length)
    this.#totals.bases += this.#length
    this.#length = 0
  }

  #refuseBeforeHeader(chunk: Buffer, at: number): void {
    if (this.#totals.sequences > 0) return
    const text = chunk.subarray(at, at + longestCharacterBytes * shownCharacters).toString('utf8')
    const [line = ''] = text.split(/\r|\n/, 1)
    throw this.#createNotFastaError(this.line, JSON.stringify(line.slice(0, shownCharacters)))
  }

  #createNotFastaError(line: number, start: string): UserError {
    const hint = start.includes('version https://git-lfs.')
      ? 'It is a Git LFS pointer without its content: run `git lfs pull` in its repository'
      : 'A FASTA file starts with a line like ">id description"'
    return new UserError(`${this.#label} is not FASTA: line ${line} is ${start}`, hint)
  }
}

const shownCharacters = 60
const longestCharacterBytes = 4

/** Describes an invalid character, also an invisible one. */
function describeForeignCharacter(chunk: Buffer, at: number): string {
  const text = chunk.subarray(at, at + longestCharacterBytes).toString('utf8')
  const code = text.codePointAt(0) ?? 0
  const name = `U+${code.toString(16).toUpperCase().padStart(4, '0')}`
  return `${JSON.stringify(String.fromCodePoint(code))} (${name}) is neither a base nor a residue`
}
