import { drawInteger, drawWord, openWordStream, reserveWords, type WordStream } from './random-words.ts'

const lineWidth = 60
const newline = 0x0a
const slots = 65_536
const [a, c, g, t] = [0x41, 0x43, 0x47, 0x54] as const
const beforeId = Buffer.from('>synthetic_')
const beforeNumber = Buffer.from(' Synthetic test sequence ')

/** Sequences with an open reading frame, that is one without stop codons, on either strand. */
export type OpenFrames = {
  /** Share of the sequences, 0 to 1. */
  readonly share: number
  /** Length of the frame in bases; null: the complete sequence. Longer than a sequence: the complete sequence. */
  readonly length: number | null
}

/** Shape of the sequences: lengths in bases, both ends included, and the share of G and C. */
export type SequenceShape = {
  readonly minLength: number
  readonly maxLength: number
  readonly gc: number
  /** Absent: random bases only. */
  readonly openFrames?: OpenFrames
}

/** Writes FASTA records into buffers; the bytes depend only on shape and seed. */
export class Synthesizer {
  /** Largest size of a record in bytes. */
  readonly maxRecordBytes: number
  /** Of the records so far. */
  readonly totals = { sequences: 0, bases: 0, gcBases: 0 }
  readonly #shape: SequenceShape
  readonly #stream: WordStream
  /** 65,536 slots, drawn with 16 random bits per base, those of G and C first; the GC share is exact to 1/131,072. */
  readonly #bases = new Uint8Array(slots)
  readonly #gcSlots: number

  constructor(shape: SequenceShape, seed: number) {
    this.#shape = shape
    this.#stream = openWordStream(seed)
    this.maxRecordBytes = 128 + shape.maxLength + Math.ceil(shape.maxLength / lineWidth)
    const gcSlots = Math.round(shape.gc * slots)
    this.#gcSlots = gcSlots
    this.#bases.fill(c, 0, gcSlots >>> 1).fill(g, gcSlots >>> 1, gcSlots)
    const middle = gcSlots + ((slots - gcSlots) >>> 1)
    this.#bases.fill(a, gcSlots, middle).fill(t, middle)
  }

  /** Writes the next record at `offset` and returns the offset after it. */
  writeRecord(target: Uint8Array, offset: number): number {
    const { totals } = this
    const { minLength, maxLength, openFrames } = this.#shape
    const described = writeDigits(target, writeText(target, offset, beforeId), totals.sequences, 6)
    const end = writeDigits(target, writeText(target, described, beforeNumber), totals.sequences, 1)
    target[end] = newline
    const start = end + 1
    const length = drawInteger(this.#stream, minLength, maxLength)
    this.#writeLines(target, start, length)
    // The number of frames in the first n records is exact: n times the share, rounded down.
    const countFrames = (records: number): number => Math.floor(records * (openFrames?.share ?? 0))
    if (openFrames && countFrames(totals.sequences + 1) > countFrames(totals.sequences))
      this.#openFrame(target, { start, length }, openFrames.length)
    totals.sequences += 1
    totals.bases += length
    return start + length + Math.ceil(length / lineWidth)
  }

  #writeLines(target: Uint8Array, offset: number, length: number): void {
    let at = offset
    for (let left = length; left > 0; left -= lineWidth) {
      const end = at + Math.min(left, lineWidth)
      this.#writeBases(target, at, end)
      target[end] = newline
      at = end + 1
    }
  }

  /** Writes two bases per word, low half first; for an odd width, the high half of the last word is dropped. */
  #writeBases(target: Uint8Array, from: number, to: number): void {
    reserveWords(this.#stream, lineWidth / 2)
    const { words } = this.#stream
    const [bases, gcSlots] = [this.#bases, this.#gcSlots]
    let gcBases = 0
    let next = this.#stream.position
    let at = from
    for (; at + 1 < to; at += 2) {
      const word = words[next++] as number
      target[at] = bases[word & 0xffff] as number
      target[at + 1] = bases[word >>> 16] as number
      gcBases += (((word & 0xffff) - gcSlots) >>> 31) + (((word >>> 16) - gcSlots) >>> 31)
    }
    if (at < to) {
      const low = (words[next++] as number) & 0xffff
      target[at] = bases[low] as number
      gcBases += (low - gcSlots) >>> 31
    }
    this.#stream.position = next
    this.totals.gcBases += gcBases
  }

  /**
   * Opens one random frame of a record: draws every stop codon (TAA, TAG, TGA of the standard genetic code) of the frame
   * again. Position, frame and strand are random.
   */
  #openFrame(target: Uint8Array, { start, length }: { start: number; length: number }, frame: number | null): void {
    const covered = Math.min(frame ?? length, length)
    const from = drawInteger(this.#stream, 0, length - covered)
    const first = from + drawInteger(this.#stream, 0, 2)
    const isStop = drawInteger(this.#stream, 0, 1) === 0 ? isForwardStop : isReverseStop
    const drawBase = (): number => this.#bases[drawWord(this.#stream) & 0xffff] as number
    for (let at = first; at + 3 <= from + covered; at += 3) {
      const places = [at, at + 1, at + 2].map((base) => start + base + Math.floor(base / lineWidth))
      let codon = places.map((place) => target[place] as number) as [number, number, number]
      if (!isStop(...codon)) continue
      this.totals.gcBases -= countGc(codon)
      while (isStop(...codon)) codon = [drawBase(), drawBase(), drawBase()]
      this.totals.gcBases += countGc(codon)
      for (const [index, place] of places.entries()) target[place] = codon[index] as number
    }
  }
}

function isForwardStop(first: number, second: number, third: number): boolean {
  return first === t && ((second === a && (third === a || third === g)) || (second === g && third === a))
}

/** TTA, CTA and TCA: the stop codons as they appear on the other strand. */
function isReverseStop(first: number, second: number, third: number): boolean {
  return third === a && ((second === t && (first === t || first === c)) || (second === c && first === t))
}

function countGc(codon: readonly number[]): number {
  return codon.filter((base) => base === g || base === c).length
}

function writeText(target: Uint8Array, offset: number, text: Uint8Array): number {
  target.set(text, offset)
  return offset + text.length
}

/** Writes digits directly: a string per header would create garbage of the size of the dataset. */
function writeDigits(target: Uint8Array, offset: number, value: number, fewest: number): number {
  let digits = fewest
  while (value >= 10 ** digits) digits += 1
  for (let at = offset + digits - 1, left = value; at >= offset; at -= 1) {
    target[at] = 0x30 + (left % 10)
    left = Math.floor(left / 10)
  }
  return offset + digits
}
