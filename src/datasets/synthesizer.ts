import { hasOpenFrame, openFrame, type OpenFrames, type RecordBases } from './open-frame.ts'
import { drawInteger, openWordStream, reserveWords, type WordStream } from './random-words.ts'

const lineWidth = 60
const newline = 0x0a
const slots = 65_536
const beforeId = Buffer.from('>synthetic_')
const beforeNumber = Buffer.from(' Synthetic test sequence ')

/** Shape of the sequences: lengths in bases, both ends included, and the share of G and C. */
export type SequenceShape = {
  readonly minLength: number
  readonly maxLength: number
  readonly gc: number
  /** Absent: random bases only. */
  readonly openFrames?: OpenFrames
}

/** Writes FASTA records; the bytes depend only on shape and seed. */
export type Synthesizer = {
  /** Largest size of a record in bytes. */
  readonly maxRecordBytes: number
  /** Writes the next record at `offset` and returns the offset after it. */
  writeRecord(target: Uint8Array, offset: number): number
  /** Returns the totals so far. */
  getTotals(): { readonly sequences: number; readonly bases: number; readonly gcBases: number }
}

type BaseSource = { readonly stream: WordStream; readonly table: BaseTable }

type BaseTable = { readonly bases: Uint8Array; readonly gcSlots: number }

/** Creates a synthesizer for a shape and a 32-bit seed. */
export function createSynthesizer(shape: SequenceShape, seed: number): Synthesizer {
  const source = { stream: openWordStream(seed), table: buildBaseTable(shape.gc) }
  const totals = { sequences: 0, bases: 0, gcBases: 0 }
  return {
    maxRecordBytes: 128 + shape.maxLength + Math.ceil(shape.maxLength / lineWidth),
    writeRecord: (target, offset) => {
      const start = writeHeader(target, offset, totals.sequences)
      const length = drawInteger(source.stream, shape.minLength, shape.maxLength)
      totals.gcBases += writeLines(target, start, length, source)
      totals.gcBases += addOpenFrame({ target, offset: start, length }, totals.sequences, { shape, source })
      totals.sequences += 1
      totals.bases += length
      return start + length + Math.ceil(length / lineWidth)
    },
    getTotals: () => ({ ...totals }),
  }
}

/** Opens a frame if this record is to have one. Returns the change of the number of G and C. */
function addOpenFrame(
  record: Pick<RecordBases, 'target' | 'offset' | 'length'>,
  index: number,
  { shape: { openFrames }, source }: { shape: SequenceShape; source: BaseSource },
): number {
  if (!openFrames || !hasOpenFrame(index, openFrames.share)) return 0
  return openFrame({ ...record, lineWidth, bases: source.table.bases, stream: source.stream }, openFrames.length)
}

/** Builds a table of 65,536 slots, drawn with 16 random bits per base; the GC share is exact to 1/131,072. */
function buildBaseTable(gc: number): BaseTable {
  const gcSlots = Math.round(gc * slots)
  const bases = new Uint8Array(slots)
  bases.fill(0x43, 0, gcSlots >>> 1)
  bases.fill(0x47, gcSlots >>> 1, gcSlots)
  const middle = gcSlots + ((slots - gcSlots) >>> 1)
  bases.fill(0x41, gcSlots, middle)
  bases.fill(0x54, middle, slots)
  return { bases, gcSlots }
}

function writeHeader(target: Uint8Array, offset: number, index: number): number {
  const described = writeDigits(target, writeText(target, offset, beforeId), index, 6)
  const end = writeDigits(target, writeText(target, described, beforeNumber), index, 1)
  target[end] = newline
  return end + 1
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

function writeLines(target: Uint8Array, offset: number, length: number, source: BaseSource): number {
  let gcBases = 0
  let at = offset
  for (let left = length; left > 0; left -= lineWidth) {
    const end = at + Math.min(left, lineWidth)
    gcBases += writeBases(target, at, end, source)
    target[end] = newline
    at = end + 1
  }
  return gcBases
}

/**
 * Writes two bases per word, low half first; for an odd width, the high half of the last word is dropped. Returns the
 * number of G and C.
 */
function writeBases(target: Uint8Array, from: number, to: number, { stream, table }: BaseSource): number {
  reserveWords(stream, lineWidth / 2)
  const { words } = stream
  const { bases, gcSlots } = table
  let gcBases = 0
  let next = stream.position
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
  stream.position = next
  return gcBases
}
