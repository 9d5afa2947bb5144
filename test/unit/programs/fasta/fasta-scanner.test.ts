import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UserError } from '../../../../src/domain/core/errors.ts'
import { FastaScanner, type FastaTotals } from '../../../../src/programs/fasta/fasta-scanner.ts'

type Seen = { readonly totals: FastaTotals; readonly records: readonly (readonly [text: string, length: number])[] }

/** Reads a text in pieces of `size` bytes. */
function scan(text: string | Buffer, size = 1 << 20): Seen {
  const bytes = Buffer.from(text)
  const records: [string, number][] = []
  const scanner = new FastaScanner('--from: a.fa', (start, end, length) => {
    records.push([bytes.subarray(start, end).toString(), length])
  })
  for (let at = 0; at < bytes.length; at += size) scanner.add(bytes.subarray(at, at + size))
  return { totals: scanner.end(), records }
}

test.each([
  ['several lines', '>a\nACGT\nAC\n>b\nA\n', [6, 1]],
  ['CRLF', '>a\r\nACGT\r\nAC\r\n>b\r\nA\r\n', [6, 1]],
  ['lower case', '>a\nacgtn\n>b\nA\n', [5, 1]],
  ['unknown bases, gaps and stops', '>a\nNNNN-*\n>b\nRYK\n', [6, 3]],
  ['residues', '>a\nMSTVJOUXZ\n', [9]],
  ['empty lines', '\n\r\n>a\n\nACGT\n\nAC\n\n>b\nA\n', [6, 1]],
  ['blanks in lines', '>a\nACGT ACGT\t\n', [8]],
  ['no line break at the end', '>a\nACGT\n>b\nAC', [4, 2]],
  ['a ">" in a header', '>a > b\nAC\n>>c\nA\n', [2, 1]],
  ['a record without a sequence', '>a\n>b\nAC\n', [0, 2]],
])('%s: records are told apart and measured', (_kind, text, lengths) => {
  const { totals, records } = scan(text)
  expect(records.map(([, length]) => length)).toEqual(lengths)
  expect(records.map(([record]) => record).join('')).toBe(text.replace(/^[\r\n]+/, ''))
  expect(totals).toEqual({
    sequences: lengths.length,
    bases: lengths.reduce((sum, length) => sum + length, 0),
    nameless: 0,
  })
})

test('headers that are a bare ">" are counted, with LF, with CRLF and at the end', () => {
  expect(scan('>\nAC\n>a\nA\n>\r\nAC\n>').totals).toEqual({ sequences: 4, bases: 5, nameless: 3 })
})

test('where the text is cut into pieces changes nothing', () => {
  const piece = fc.constantFrom('>', '\n', '\r\n', 'ACGT', 'n', ' ', '>x y', '\n>z\n', '*')
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), fc.integer({ min: 1, max: 9 }), (pieces, size) => {
      const text = `>a\nA\n${pieces.join('')}`
      const attempt = (cut: number): unknown => {
        try {
          return scan(text, cut)
        } catch (error) {
          return String(error)
        }
      }
      expect(attempt(size)).toEqual(attempt(1 << 20))
    }),
  )
})

test.each([
  ['a digit', '>a\nACGT\nAC1GT\n', 'line 3: "1" (U+0031) is neither a base nor a residue', /IUPAC/],
  [
    'several, of which the first is named',
    '>a\nAC.T\n>b\n??\n',
    'line 2: "." (U+002E) is neither a base nor a residue, and 2 more such characters',
    /correct this line/,
  ],
  ['a control character', '>a\nAC\u0000T\n', 'line 2: "\\u0000" (U+0000) is neither a base nor a residue', /IUPAC/],
  [
    'a header in the middle of a line',
    '>a\nACGT>b\nAC\n',
    'line 2: ">" (U+003E) is neither a base nor a residue',
    /Two files were joined/,
  ],
])('%s is named with its line', (_kind, text, problem, hint) => {
  const error = refusal(text)
  expect(error.message).toBe(`--from: a.fa, ${problem}`)
  expect(error.hint).toMatch(hint)
})

test('a character of several bytes is named once it is seen whole', () => {
  expect(refusal('>a\nACé\n').message).toContain('line 2: "é" (U+00E9) is neither a base')
})

test.each([
  ['a table', 'id,length\nx,3\n', '--from: a.fa is not FASTA: line 1 is "id,length"'],
  ['FASTQ', '@read\nACGT\n', '--from: a.fa is not FASTA: line 1 is "@read"'],
  ['a table behind empty lines', '\n\nid\n', '--from: a.fa is not FASTA: line 3 is "id"'],
  ['empty lines alone', '\n\n', '--from: a.fa is not FASTA: line 1 is nothing'],
  ['headers alone', '>a\n>b\n', '--from: a.fa has 2 headers in 3 lines and no sequence'],
  ['line breaks of CR alone', '>a\rACGT\r', '--from: a.fa has 1 header in 1 line and no sequence'],
])('%s is refused', (_kind, text, message) => {
  expect(refusal(text).message).toBe(message)
})

function refusal(text: string): UserError {
  try {
    scan(text)
  } catch (error) {
    if (error instanceof UserError) return error
    throw error
  }
  throw new Error('nothing was refused')
}
