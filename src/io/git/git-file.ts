import { posix } from 'node:path'
import { UserError } from '../../domain/core/errors.ts'
import type { GitCommand } from './git-command.ts'
import { findEntry } from './git-listing.ts'
import type { GitObjects } from './git-objects.ts'

const maxBytes = 16 * 1024 * 1024

/**
 * The text of a regular file in a commit, by its path relative to the working directory of git; null when the path does
 * not exist. Throws a UserError for anything else, such as a symbolic link, and beyond 16 MiB. Verifies the ids of the
 * commit, its directories and the file.
 */
export async function readFileAt(
  git: GitCommand,
  objects: GitObjects,
  commit: string,
  path: string,
): Promise<string | null> {
  const inside = toRepositoryPath(path)
  const prefix = (await git('rev-parse', '--show-prefix')).replace(/\n$/, '')
  const entry = await findEntry(objects, commit, prefix + inside)
  if (entry === null) return null
  const where = `${inside} in commit ${commit.slice(0, 12)}`
  if (entry.mode === '120000')
    throw new UserError(`${where} is a symbolic link`, 'Commit the file itself under this path')
  const kind = kinds[entry.mode]
  if (kind) throw new UserError(`${where} is a ${kind}, not a file`, 'Give the path of a file')
  const size = (await git('cat-file', '-s', entry.id)).trim()
  if (Number(size) > maxBytes) throw new UserError(`${where} has ${size} bytes`, `Keep it below ${maxBytes} bytes`)
  return (await objects.read([entry.id])).get(entry.id)?.content.toString() ?? null
}

const kinds: Readonly<Record<string, string>> = { 40000: 'directory', 160000: 'submodule' }

function toRepositoryPath(path: string): string {
  const normal = posix.normalize(path).replace(/\/$/, '')
  const isOutside = normal === '.' || normal === '..' || normal.startsWith('../') || normal.startsWith('/')
  if (!isOutside && !normal.includes('\0')) return normal
  throw new UserError(`${JSON.stringify(path)} is not a file of the repository`, 'Give a path relative to its root')
}
