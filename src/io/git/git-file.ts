import { posix } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import { findEntry } from './git-listing.ts'
import type { GitObjects } from './git-objects.ts'

const maxBytes = 16 * 1024 * 1024

/**
 * The text of a regular file in a commit, by its path below `prefix`; null when the path does not exist. Throws a
 * UserError for anything else, such as a symbolic link, and beyond 16 MiB. Verifies the ids of the commit, its
 * directories and the file.
 */
export async function readFileAt(
  objects: GitObjects,
  commit: string,
  { prefix, path }: { readonly prefix: string; readonly path: string },
): Promise<string | null> {
  const inside = toRepositoryPath(path)
  const entry = await findEntry(objects, commit, prefix + inside)
  if (entry === null) return null
  const where = `${inside} in commit ${commit.slice(0, 12)}`
  if (entry.mode === '120000')
    throw new UserError(`${where} is a symbolic link`, 'Commit the file itself under this path')
  const kind = kinds[entry.mode]
  if (kind) throw new UserError(`${where} is a ${kind}, not a file`, 'Give the path of a file')
  const refuseLarge = (bytes: number): void => {
    if (bytes > maxBytes) throw new UserError(`${where} has ${bytes} bytes`, `Keep it below ${maxBytes} bytes`)
  }
  return (await objects.read([entry.id], refuseLarge)).get(entry.id)?.content.toString() ?? null
}

const kinds: Readonly<Record<string, string>> = { 40000: 'directory', 160000: 'submodule' }

function toRepositoryPath(path: string): string {
  const normal = posix.normalize(path).replace(/\/$/, '')
  const isOutside = normal === '.' || normal === '..' || normal.startsWith('../') || normal.startsWith('/')
  if (!isOutside && !normal.includes('\0')) return normal
  throw new UserError(`${JSON.stringify(path)} is not a file of the repository`, 'Give a path relative to its root')
}
