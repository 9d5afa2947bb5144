import { git } from './git-plumbing.ts'
import { readCommit, readObject, writeObject } from './git-objects.ts'

/** One line of a tree. */
export type TreeEntry = { readonly mode: string; readonly name: string; readonly id: string }

/** What is to be at a path afterwards; a null id removes it. */
export type TreeChange = { readonly path: string; readonly mode: string; readonly id: string | null }

const folderMode = '40000'
const linkMode = '120000'

/** The lines of a tree; null when the id names none. */
export async function readTree(gitPath: string, id: string): Promise<TreeEntry[] | null> {
  const found = await readObject(gitPath, id)
  if (found?.type !== 'tree') return null
  const entries: TreeEntry[] = []
  for (let at = 0; at < found.content.length;) {
    const end = found.content.indexOf(0, at)
    const line = found.content.subarray(at, end).toString('utf8')
    const space = line.indexOf(' ')
    const entry = found.content.subarray(end + 1, end + 21).toString('hex')
    entries.push({ mode: line.slice(0, space), name: line.slice(space + 1), id: entry })
    at = end + 21
  }
  return entries
}

/** The tree (or commit's tree) of an id. */
export async function treeOf(gitPath: string, id: string): Promise<string | null> {
  const found = await readObject(gitPath, id)
  return found?.type === 'tree' ? id : ((await readCommit(gitPath, id))?.tree ?? null)
}

/** What lies at a path below a tree; a symbolic link on the way ends the walk, and is the answer. */
export async function entryAt(gitPath: string, tree: string, path: string): Promise<TreeEntry | null> {
  let entry: TreeEntry = { mode: folderMode, name: '', id: tree }
  for (const name of path.split('/').filter((part) => part !== '')) {
    if (entry.mode === linkMode) return entry
    const entries = entry.mode === folderMode ? await readTree(gitPath, entry.id) : null
    const found = entries?.find((one) => one.name === name)
    if (found === undefined) return null
    entry = found
  }
  return entry
}

/** Writes a tree that differs from another (null: the empty one) by these changes, and gives its id. */
export async function writeChanged(
  gitPath: string,
  base: string | null,
  changes: readonly TreeChange[],
): Promise<string> {
  const entries = new Map((base === null ? [] : ((await readTree(gitPath, base)) ?? [])).map((one) => [one.name, one]))
  for (const [name, below] of Map.groupBy(changes, ({ path }) => path.split('/')[0] ?? '')) {
    const last = below.findLast(({ path }) => path === name)
    const deeper = below
      .filter(({ path }) => path !== name)
      .map((one) => ({ ...one, path: one.path.slice(name.length + 1) }))
    const before = entries.get(name)
    if (last !== undefined) entries.delete(name)
    if (last !== undefined && last.id !== null) entries.set(name, { mode: gitMode(last.mode), name, id: last.id })
    if (deeper.length === 0) continue
    const id = await writeChanged(gitPath, before?.mode === folderMode ? before.id : null, deeper)
    entries.delete(name)
    if (id !== emptyTree) entries.set(name, { mode: folderMode, name, id })
  }
  const bytes = [...entries.values()]
    .toSorted((a, b) => Buffer.compare(sortKey(a), sortKey(b)))
    .flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])
  return writeObject(gitPath, 'tree', Buffer.concat(bytes))
}

const emptyTree = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

/** git sorts a folder as if its name ended with a slash. */
const sortKey = ({ mode, name }: TreeEntry): Buffer => Buffer.from(mode === folderMode ? `${name}/` : name)

/** The API writes `040000`, the object `40000`. */
const gitMode = (mode: string): string => mode.replace(/^0+/u, '')

/** What a path is in a commit, symbolic links followed as GitHub's raw answer does. */
export async function readGitObject(
  gitPath: string,
  commit: string,
  path: string,
): Promise<{ readonly type: string; readonly id: string; readonly content: Buffer } | null> {
  const tree = await treeOf(gitPath, commit)
  const entry = tree === null ? null : await entryAt(gitPath, tree, path)
  if (entry?.mode === linkMode) return await followed(gitPath, commit, path)
  const object = entry === null ? null : await readObject(gitPath, entry.id)
  return entry === null || object === null ? null : { ...object, id: entry.id }
}

/** A path that is, or goes through, a symbolic link. */
async function followed(gitPath: string, commit: string, path: string): ReturnType<typeof readGitObject> {
  const output = await git(gitPath, ['cat-file', '--batch', '--follow-symlinks'], {
    input: `${commit}:${path}\n`,
  })
  if (output === null) return null
  const end = output.indexOf('\n')
  const [id, type, size] = output.subarray(0, end).toString('utf8').split(' ')
  if (id === undefined || (type !== 'blob' && type !== 'tree')) return null
  return { id, type, content: output.subarray(end + 1, end + 1 + Number(size)) }
}
