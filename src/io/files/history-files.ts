import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'

const deepest = 4

/** The record files below a directory, sorted. Links are not followed. */
export async function findHistoryFiles(directory: string, depth = 0): Promise<string[]> {
  const entries = await readdir(directory, { withFileTypes: true }).catch((cause: unknown) => {
    throw new UserError(`${directory} cannot be read`, 'Name the directory of a checked-out data branch.', { cause })
  })
  const nested = await Promise.all(
    entries.map(async (entry) => {
      const path = join(entry.parentPath, entry.name)
      if (entry.isDirectory() && entry.name !== '.git' && depth < deepest)
        return await findHistoryFiles(path, depth + 1)
      return entry.isFile() && entry.name.endsWith('.jsonl') ? [path] : []
    }),
  )
  return nested.flat().toSorted()
}
