import { randomUUID } from 'node:crypto'
import { mkdir, readdir, realpath, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { copyFolder } from './copy-folder.ts'
import { removeTree } from './written-tree.ts'

/** Drafts older than this belong to killed processes. */
const abandonedMs = 24 * 3_600_000
const draftName = /\.[0-9a-f-]{36}\.draft$/

/** A directory that an untrusted program wrote, below one that it did not. */
type WrittenDirectory = { readonly root: string; readonly path: string }

/**
 * Replaces a directory by a copy of the regular files of another. False when there is nothing to copy, or a link leads
 * elsewhere.
 */
export async function replaceDirectory({ root, path }: WrittenDirectory, to: string): Promise<boolean> {
  const from = await realpath(join(root, path)).catch(() => null)
  if (from === null || from !== join(await realpath(root), path) || (await readdir(from)).length === 0) return false
  const parent = dirname(to)
  await mkdir(parent, { recursive: true })
  await removeAbandoned(parent)
  const draft = `${to}.${randomUUID()}.draft`
  try {
    await copyFolder(from, draft, [])
    await removeTree(to)
    await rename(draft, to)
    return true
  } finally {
    await removeTree(draft)
  }
}

async function removeAbandoned(directory: string): Promise<void> {
  for (const name of (await readdir(directory)).filter((entry) => draftName.test(entry))) {
    const path = join(directory, name)
    const found = await stat(path).catch(() => null)
    if (found && Date.now() - found.mtimeMs > abandonedMs) await removeTree(path)
  }
}
