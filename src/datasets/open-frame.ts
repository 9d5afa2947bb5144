import { drawInteger, drawWord, type WordStream } from './random-words.ts'

/** Sequences with an open reading frame, that is one without stop codons, on either strand. */
export type OpenFrames = {
  /** Share of the sequences, 0 to 1. */
  readonly share: number
  /** Length of the frame in bases; null: the complete sequence. Longer than a sequence: the complete sequence. */
  readonly length: number | null
}

/** The bases of one record in a buffer, in lines of `lineWidth` bases. */
export type RecordBases = {
  readonly target: Uint8Array
  readonly offset: number
  readonly length: number
  readonly lineWidth: number
  /** Draws a base from 16 random bits. */
  readonly bases: Uint8Array
  readonly stream: WordStream
}

const [a, c, g, t] = [0x41, 0x43, 0x47, 0x54] as const

/** Whether the record with this index has a frame. The number of the first n is exact: n times the share, rounded down. */
export function hasOpenFrame(index: number, share: number): boolean {
  return Math.floor((index + 1) * share) > Math.floor(index * share)
}

/**
 * Opens one random frame of a record: draws every stop codon (TAA, TAG, TGA of the standard genetic code) of the frame
 * again. Position, frame and strand are random. Returns the change of the number of G and C.
 */
export function openFrame(record: RecordBases, frameLength: number | null): number {
  const { length, stream } = record
  const covered = Math.min(frameLength ?? length, length)
  const start = drawInteger(stream, 0, length - covered)
  const first = start + drawInteger(stream, 0, 2)
  const isStop = drawInteger(stream, 0, 1) === 0 ? isForwardStop : isReverseStop
  let gcChange = 0
  for (let at = first; at + 3 <= start + covered; at += 3) gcChange += openCodon(record, at, isStop)
  return gcChange
}

type StopTest = (first: number, second: number, third: number) => boolean

function openCodon({ target, offset, lineWidth, bases, stream }: RecordBases, at: number, isStop: StopTest): number {
  const places = [at, at + 1, at + 2].map((base) => offset + base + Math.floor(base / lineWidth))
  let codon = places.map((place) => target[place] as number) as [number, number, number]
  if (!isStop(...codon)) return 0
  const before = countGc(codon)
  while (isStop(...codon)) codon = [drawBase(bases, stream), drawBase(bases, stream), drawBase(bases, stream)]
  for (const [index, place] of places.entries()) target[place] = codon[index] as number
  return countGc(codon) - before
}

function drawBase(bases: Uint8Array, stream: WordStream): number {
  return bases[drawWord(stream) & 0xffff] as number
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
