import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createOwnMark, isGone, parseMark } from '../process/process-mark.ts'
import { diskFileStore } from './disk-file-store.ts'

/** Names of directories in a shared directory such as `/tmp`. */
export type DirectoryNames = {
  /** May be removed when the owner file names a process that has ended. */
  readonly marked: RegExp
  /** May be removed without an owner file, when empty and old: the process was killed before it wrote that file. */
  readonly unmarked: RegExp
}

const ownerFile = 'owner.json'
const maxOwnerBytes = 4096
/** A process writes its owner file within milliseconds. */
const ownerlessMs = 600_000

/** Marks an empty directory as one of this process. */
export async function markOwned(directory: string): Promise<void> {
  await diskFileStore.writeText(join(directory, ownerFile), JSON.stringify(createOwnMark()))
}

/**
 * Lists the directories below `parent` whose process has ended. In a shared directory only those of this user count;
 * symbolic links do not.
 */
export async function listAbandoned(parent: string, { marked, unmarked }: DirectoryNames): Promise<string[]> {
  const names = await readdir(parent).catch(() => [])
  const found: string[] = []
  for (const name of names.filter((entry) => marked.test(entry)))
    if (await isAbandoned(join(parent, name), unmarked.test(name))) found.push(join(parent, name))
  return found
}

async function isAbandoned(directory: string, mayBeUnmarked: boolean): Promise<boolean> {
  const found = await lstat(directory).catch(() => null)
  if (!found?.isDirectory() || found.uid !== process.getuid?.()) return false
  const text = await diskFileStore.readForeignText(directory, ownerFile, maxOwnerBytes).catch(() => null)
  const mark = parseMark(text ?? '')
  if (mark !== null) return isGone(mark)
  if (!mayBeUnmarked || Date.now() - found.mtimeMs <= ownerlessMs) return false
  const names = await readdir(directory).catch(() => null)
  return names !== null && names.every((name) => name.startsWith(`.${ownerFile}.`))
}
