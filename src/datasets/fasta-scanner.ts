import { formatCounted } from '../domain/core/numbers.ts'
import { UserError } from '../domain/core/errors.ts'
import { describeForeignCharacter, suggestFix, readLineStart } from './fasta-problems.ts'

const newline = 0x0a
const carriageReturn = 0x0d
const greaterThan = 0x3e

/** Kinds of bytes between two headers. The common kind is 0, so that the hot loop needs one test. */
const kinds = { letter: 0, lineEnd: 1, blank: 2, foreign: 3 } as const
const kindByCode = buildKindTable()

/** Receives record positions, in bytes of the unpacked text. */
export type FastaListener = {
  /** A record starts with its `>` at this position. */
  onRecordStart(start: number): void
  /** The record ends before this byte; `length` counts its bases or residues. */
  onRecordEnd(end: number, length: number): void
}

/** Counts of a scanned FASTA text. */
export type FastaTotals = {
  readonly sequences: number
  /** Number of bases or residues of all sequences. */
  readonly bases: number
  /** Records whose header is a bare `>`. */
  readonly nameless: number
}

/** Scans FASTA in chunks of any size; its memory does not grow. */
export type FastaScanner = {
  /** @throws UserError when the text does not start with a header */
  add(chunk: Buffer): void
  /** @throws UserError when there was no sequence, or an invalid character */
  end(): FastaTotals
  /** Returns the current line number, starting at 1. */
  getLine(): number
}

type ScannerState = {
  readonly label: string
  readonly listener: FastaListener
  readonly totals: { sequences: number; bases: number; nameless: number }
  readonly foreign: { count: number; first: string | null }
  chunkStart: number
  line: number
  length: number
  isHeader: boolean
  isNameDue: boolean
  isLineStart: boolean
}

/** Creates a scanner. `label` names setting and file at the beginning of every message. */
export function createFastaScanner(label: string, listener: FastaListener): FastaScanner {
  const state: ScannerState = {
    label,
    listener,
    totals: { sequences: 0, bases: 0, nameless: 0 },
    foreign: { count: 0, first: null },
    chunkStart: 0,
    line: 1,
    length: 0,
    isHeader: false,
    isNameDue: false,
    isLineStart: true,
  }
  return {
    add: (chunk) => {
      for (let at = 0; at < chunk.length;)
        at = state.isHeader ? readHeader(state, chunk, at) : readText(state, chunk, at)
      state.chunkStart += chunk.length
    },
    end: () => finish(state),
    getLine: () => state.line,
  }
}

function readHeader(state: ScannerState, chunk: Buffer, from: number): number {
  if (state.isNameDue) {
    state.isNameDue = false
    if (chunk[from] === newline || chunk[from] === carriageReturn) state.totals.nameless += 1
  }
  const end = chunk.indexOf(newline, from)
  if (end === -1) return chunk.length
  state.isHeader = false
  state.isLineStart = true
  state.line += 1
  return end + 1
}

function readText(state: ScannerState, chunk: Buffer, from: number): number {
  if (state.isLineStart && chunk[from] === greaterThan) return openRecord(state, from)
  const end = findLettersEnd(chunk, from)
  if (end === from) return readOther(state, chunk, from)
  refuseBeforeHeader(state, chunk, from)
  state.length += end - from
  state.isLineStart = false
  return end
}

function findLettersEnd(chunk: Buffer, from: number): number {
  let at = from
  while (at < chunk.length && kindByCode[chunk[at] as number] === kinds.letter) at += 1
  return at
}

function openRecord(state: ScannerState, at: number): number {
  closeRecord(state, state.chunkStart + at)
  state.listener.onRecordStart(state.chunkStart + at)
  state.totals.sequences += 1
  state.isHeader = true
  state.isNameDue = true
  return at + 1
}

function closeRecord(state: ScannerState, end: number): void {
  if (state.totals.sequences === 0) return
  state.listener.onRecordEnd(end, state.length)
  state.totals.bases += state.length
  state.length = 0
}

function readOther(state: ScannerState, chunk: Buffer, at: number): number {
  const kind = kindByCode[chunk[at] as number]
  if (kind === kinds.foreign) {
    refuseBeforeHeader(state, chunk, at)
    state.foreign.first ??= `line ${state.line}: ${describeForeignCharacter(chunk, at)}`
    state.foreign.count += 1
  }
  state.isLineStart = kind === kinds.lineEnd
  if (state.isLineStart) state.line += 1
  return at + 1
}

function refuseBeforeHeader({ totals, label, line }: ScannerState, chunk: Buffer, at: number): void {
  if (totals.sequences === 0) throw createNotFastaError(label, line, JSON.stringify(readLineStart(chunk, at)))
}

function finish(state: ScannerState): FastaTotals {
  const { label, totals, foreign, line } = state
  if (totals.sequences === 0) throw createNotFastaError(label, 1, 'nothing')
  if (state.isNameDue) totals.nameless += 1
  closeRecord(state, state.chunkStart)
  if (foreign.first !== null) {
    const others = foreign.count > 1 ? `, and ${foreign.count - 1} more such characters` : ''
    throw new UserError(`${label}, ${foreign.first}${others}`, suggestFix(foreign.first))
  }
  if (totals.bases > 0) return { ...totals }
  const hint = 'Lines must end with LF or CRLF, and sequences must follow their headers'
  throw new UserError(
    `${label} has ${formatCounted(totals.sequences, 'header')} in ${formatCounted(line, 'line')} and no sequence`,
    hint,
  )
}

function createNotFastaError(label: string, line: number, start: string): UserError {
  const hint = 'A FASTA file starts with a line like ">id description"'
  return new UserError(`${label} is not FASTA: line ${line} is ${start}`, hint)
}

/** Letters are IUPAC codes for bases or residues; `*` is a stop and `-` a gap. */
function buildKindTable(): Uint8Array {
  const table = new Uint8Array(256).fill(kinds.foreign)
  for (const byte of Buffer.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz*-')) table[byte] = kinds.letter
  for (const byte of Buffer.from(' \t\r')) table[byte] = kinds.blank
  table[newline] = kinds.lineEnd
  return table
}
