import { chmod, lstat, readdir, realpath, rm } from 'node:fs/promises'
import { join, sep } from 'node:path'

/** Removes a file or tree that a program wrote, including directories without owner permissions. */
export async function removeTree(path: string): Promise<void> {
  const remove = () => rm(path, { recursive: true, force: true, maxRetries: 3 })
  await remove().catch(async (error: unknown) => {
    if (!isDenied(error)) throw error
    await openDirectories(path)
    await remove()
  })
}

/**
 * Removes every symbolic link below a directory that is broken or points outside it, and every pipe, socket and device.
 * Links within the directory stay.
 */
export async function removeLinksOut(directory: string): Promise<void> {
  const root = await realpath(directory).catch(() => null)
  if (root === null) return
  await openDirectories(root)
  for await (const [path, kind] of walk(root)) {
    if (kind === 'file') continue
    const target = kind === 'link' ? await realpath(path).catch(() => null) : null
    if (target === null || (target !== root && !target.startsWith(`${root}${sep}`))) await rm(path, { force: true })
  }
}

/** Every entry below a directory that is not a directory. Links are not followed. */
async function* walk(root: string): AsyncGenerator<readonly [path: string, kind: 'file' | 'link' | 'other']> {
  const open = [root]
  for (let parent = open.pop(); parent !== undefined; parent = open.pop())
    for (const entry of await readdir(parent, { withFileTypes: true })) {
      const path = join(parent, entry.name)
      if (entry.isDirectory()) open.push(path)
      else yield [path, entry.isSymbolicLink() ? 'link' : entry.isFile() ? 'file' : 'other']
    }
}

/** Grants the owner all permissions on each directory, top down. Links are not followed. */
async function openDirectories(root: string): Promise<void> {
  const open = [root]
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const found = await lstat(path).catch(() => null)
    if (!found?.isDirectory()) continue
    if ((found.mode & 0o700) !== 0o700) await chmod(path, found.mode | 0o700)
    for (const entry of await readdir(path, { withFileTypes: true }))
      if (entry.isDirectory()) open.push(join(path, entry.name))
  }
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'EACCES' || error.code === 'EPERM')
}
