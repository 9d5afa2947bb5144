import { GitFailure } from './git-command.ts'
import type { GitObjects } from './git-objects.ts'

/** A file, link, directory or submodule of a commit. */
export type GitEntry = { readonly mode: string; readonly id: string }

const directoryMode = '40000'
const submoduleMode = '160000'

/** The files and links of a commit, and its submodules. */
export type GitEntries = {
  readonly files: Map<string, GitEntry>
  readonly submodules: Map<string, GitEntry>
}

/** Every file and link of a commit by path, without submodules. */
export async function listCommitFiles(objects: GitObjects, commit: string): Promise<Map<string, GitEntry>> {
  return (await listCommitEntries(objects, commit)).files
}

/**
 * Every file, link and submodule of a commit by path. Paths are the stored bytes as latin1 text. Verifies
 * the ids of the commit and its directories.
 */
export async function listCommitEntries(objects: GitObjects, commit: string): Promise<GitEntries> {
  const files = new Map<string, GitEntry>()
  const submodules = new Map<string, GitEntry>()
  let level = [{ path: '', id: await findRootTree(objects, commit) }]
  while (level.length > 0) {
    const trees = await objects.read([...new Set(level.map(({ id }) => id))])
    const next: typeof level = []
    for (const { path, id } of level)
      for (const [name, entry] of parseEntries(trees.get(id)?.content ?? Buffer.alloc(0)))
        if (entry.mode === directoryMode) next.push({ path: `${path}${name}/`, id: entry.id })
        else (entry.mode === submoduleMode ? submodules : files).set(`${path}${name}`, entry)
    level = next
  }
  return { files, submodules }
}

/** The entry of a commit at a UTF-8 path; null when it does not exist. Verifies every object on the way. */
export async function findEntry(objects: GitObjects, commit: string, path: string): Promise<GitEntry | null> {
  let entry: GitEntry = { mode: directoryMode, id: await findRootTree(objects, commit) }
  for (const name of path.split('/')) {
    if (entry.mode !== directoryMode) return null
    const tree = (await objects.read([entry.id])).get(entry.id)
    const found = parseEntries(tree?.content ?? Buffer.alloc(0)).get(Buffer.from(name).toString('latin1'))
    if (!found) return null
    entry = found
  }
  return entry
}

async function findRootTree(objects: GitObjects, commit: string): Promise<string> {
  const object = (await objects.read([commit])).get(commit)
  const [, tree] = /^tree ([0-9a-f]{40})\n/.exec(object?.content.toString('latin1') ?? '') ?? []
  if (object?.type === 'commit' && tree !== undefined) return tree
  throw new GitFailure(`${commit} is no commit`)
}

/** A tree object is a sequence of `MODE NAME\0` and a 20-byte id. */
function parseEntries(content: Buffer): Map<string, GitEntry> {
  const entries = new Map<string, GitEntry>()
  for (let at = 0; at < content.length;) {
    const space = content.indexOf(32, at)
    const end = content.indexOf(0, space)
    const mode = content.toString('latin1', at, space)
    const id = content.toString('hex', end + 1, end + 21)
    entries.set(content.toString('latin1', space + 1, end), { mode, id })
    at = end + 21
  }
  return entries
}
