import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import type { DataBranch, DataEntry } from '../../ports/data-branch.ts'
import { diskFileStore, returnNullIfAbsent } from './disk-file-store.ts'
import { fileClaims } from './file-claims.ts'

const maxFileBytes = 64 * 2 ** 20

/**
 * Keeps the data of a data branch in the directory `root` instead. Each file is replaced atomically, under the lock
 * file `.warpgauge-lock`; a crash may leave some changes unwritten. Links are neither listed nor read.
 */
export function createDirectoryData(root: string): DataBranch {
  return {
    async open() {
      const fileIds = new Map<string, string>()
      return {
        list: (directory) => listDirectory(root, directory, fileIds),
        async read({ path }) {
          const text = await diskFileStore.readForeignText(root, path, maxFileBytes)
          if (text !== null) return text
          // Reading it as empty would lose its records.
          throw new EnvironmentError(
            `${join(root, path)} was removed before it could be read`,
            'Restore the file, or run the command again without it.',
          )
        },
        async write(changes) {
          await using lock = await fileClaims.take(join(root, '.warpgauge-lock'))
          if (lock === null) return 'moved'
          for (const { path } of changes) {
            const now = await readIdentity(join(root, path))
            if (now?.id !== fileIds.get(path)) return 'moved'
          }
          for (const { path, text } of changes) await diskFileStore.writeText(join(root, path), text)
          return 'written'
        },
      }
    },
  }
}

async function listDirectory(root: string, directory: string, fileIds: Map<string, string>): Promise<DataEntry[]> {
  const place = join(root, directory)
  const entries = (await readdir(place, { withFileTypes: true }).catch(returnNullIfAbsent(place))) ?? []
  const found: DataEntry[] = []
  for (const entry of entries) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) found.push({ path, kind: 'directory', id: path, bytes: 0 })
    const now = entry.isFile() ? await readIdentity(join(root, path)) : null
    // The draft of another process may have been renamed since.
    if (now === null) continue
    fileIds.set(path, now.id)
    found.push({ path, kind: 'file', ...now })
  }
  return found.toSorted((one, other) => (one.path < other.path ? -1 : 1))
}

/** Every write replaces the file, so inode, size and time identify the content. Null when the file does not exist. */
async function readIdentity(path: string): Promise<Pick<DataEntry, 'id' | 'bytes'> | null> {
  const found = await stat(path, { bigint: true }).catch(returnNullIfAbsent(path))
  return found === null ? null : { id: `${found.ino}-${found.size}-${found.mtimeNs}`, bytes: Number(found.size) }
}

const deepest = 4

/** Paths of `.jsonl` files, at most four directories deep, sorted; no links. Throws a UserError if unreadable. */
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
