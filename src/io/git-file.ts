import { posix } from 'node:path'
import { UserError } from '../domain/errors.ts'
import type { GitCommand } from './git-command.ts'

const maxBytes = 16 * 1024 * 1024

/**
 * The text of a regular file in a commit, by its path from the directory that git works in, as the same file of the
 * working tree is named; null when the commit has nothing under this path. Throws a UserError for anything else that may
 * stand there, such as a symbolic link out of the repository, and for more than 16 MiB.
 */
export async function readFileAt(git: GitCommand, commit: string, path: string): Promise<string | null> {
  const inside = insideRepository(path)
  const listing = await git('ls-tree', '-z', '--long', '--end-of-options', commit, '--', inside)
  const [, mode, type, id, size] = /^(\d+) (\w+) ([0-9a-f]+) +(-|\d+)\t/.exec(listing) ?? []
  if (mode === undefined || type === undefined || id === undefined) return null
  const where = `${inside} in commit ${commit.slice(0, 12)}`
  if (mode === '120000') throw new UserError(`${where} is a symbolic link`, 'Commit the file itself under this path')
  if (type !== 'blob')
    throw new UserError(`${where} is a ${kinds[type] ?? type}, not a file`, 'Give the path of a file')
  if (Number(size) > maxBytes) throw new UserError(`${where} has ${size} bytes`, `Keep it below ${maxBytes} bytes`)
  return await git('cat-file', 'blob', id)
}

const kinds: Readonly<Record<string, string>> = { tree: 'directory', commit: 'submodule' }

function insideRepository(path: string): string {
  const normal = posix.normalize(path).replace(/\/$/, '')
  const isOutside = normal === '.' || normal === '..' || normal.startsWith('../') || normal.startsWith('/')
  if (!isOutside && !normal.includes('\0')) return normal
  throw new UserError(`${JSON.stringify(path)} is not a file of the repository`, 'Give a path relative to its root')
}
