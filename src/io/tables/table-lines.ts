import type { Hash } from 'node:crypto'
import { readNamed, type ReadBounds } from '../files/regular-file.ts'

/** A longer line is not a table row. */
const maxLineCharacters = 1 << 16

/**
 * The lines of a file in chunks, one character per byte: keeps invalid UTF-8, and texts stay as small as the file. A
 * line beyond the limit is null. Feeds every byte to the hash, if given.
 */
export async function* readTableLines(
  path: string,
  hash: Hash | null,
  bounds: ReadBounds,
): AsyncGenerator<(string | null)[]> {
  let carried = ''
  let isTooLong = false
  for await (const chunk of readNamed(path, bounds)) {
    hash?.update(chunk)
    const pieces = chunk.toString('latin1').split('\n')
    pieces[0] = carried + pieces[0]
    carried = pieces.pop() ?? ''
    const lines = pieces.map((line, place) => ((place === 0 && isTooLong) || isLong(line) ? null : trimLineEnd(line)))
    if (pieces.length > 0) isTooLong = false
    if (isLong(carried)) [carried, isTooLong] = ['', true]
    if (lines.length > 0) yield lines
  }
  if (isTooLong) yield [null]
  else if (carried !== '') yield [trimLineEnd(carried)]
}

function isLong(line: string): boolean {
  return line.length > maxLineCharacters
}

function trimLineEnd(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line
}
