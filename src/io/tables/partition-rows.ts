import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import type { ReadBounds } from '../files/regular-file.ts'
import { readTableLines } from './table-lines.ts'

/** Joins the values of a row; cannot occur in a table. */
export const valueSeparator = '\u001f'

/** The rows of one table and partition, by id. */
export type PartitionRows = {
  /** The other values of the row; null: duplicate id. */
  readonly rows: ReadonlyMap<string, string | null>
  readonly duplicateRows: number
}

/** Memory grows with the number of distinct ids only. */
export async function readPartition(directory: string, partition: number, bounds: ReadBounds): Promise<PartitionRows> {
  const rows = new Map<string, string | null>()
  let duplicateRows = 0
  const path = join(directory, String(partition))
  if (!existsSync(path)) return { rows, duplicateRows }
  for await (const lines of readTableLines(path, null, bounds)) {
    for (const line of lines) {
      const end = line?.indexOf(valueSeparator) ?? -1
      if (line === null || end < 0)
        throw new UserError(
          `a row of ${path} cannot be read back`,
          'Make sure that no other program writes there, and run again.',
        )
      const id = line.slice(0, end)
      const known = rows.get(id)
      if (known !== undefined) duplicateRows += known === null ? 1 : 2
      rows.set(id, known === undefined ? line.slice(end + 1) : null)
    }
  }
  return { rows, duplicateRows }
}
