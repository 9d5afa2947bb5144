import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { writeObject } from './github-server/git-objects.ts'

/** A commit of a bare repository, with its files by path: commits are made without a process of git. */
export type Snapshot = { readonly commit: string; readonly tree: string; readonly files: ReadonlyMap<string, File> }
type File = { readonly mode: string; readonly id: string }
type NewCommit = { readonly tree: string; readonly parents: readonly string[]; readonly message: string }

/** A line of `git ls-tree -r`. */
export function parseFile(line: string): [path: string, file: File] {
  const [about = '', path = ''] = line.split('\t')
  const [mode = '', , id = ''] = about.split(' ')
  return [path, { mode, id }]
}

/** Commits texts on top of a commit; no ref is moved. */
export function commitFiles(
  gitPath: string,
  parent: Snapshot,
  message: string,
  texts: Readonly<Record<string, string>>,
): Snapshot {
  const files = new Map(parent.files)
  for (const [path, text] of Object.entries(texts)) {
    const id = writeObject(gitPath, 'blob', Buffer.from(text))
    files.set(path, { mode: files.get(path)?.mode ?? '100644', id })
  }
  const tree = writeTree(gitPath, [...files])
  return { commit: writeCommit(gitPath, { tree, parents: [parent.commit], message }), tree, files }
}

/** A commit of the same author and day as all: equal commits have equal ids. */
export function writeCommit(gitPath: string, { tree, parents, message }: NewCommit): string {
  const by = 'A <a@example.com> 1767225600 +0000'
  const lines = [`tree ${tree}`, ...parents.map((parent) => `parent ${parent}`), `author ${by}`, `committer ${by}`]
  return writeObject(gitPath, 'commit', Buffer.from(`${lines.join('\n')}\n\n${message}\n`))
}

/** Lets a ref name a commit, whatever it named before. */
export function setRef(gitPath: string, ref: string, commit: string): void {
  mkdirSync(dirname(join(gitPath, ref)), { recursive: true })
  writeFileSync(join(gitPath, ref), `${commit}\n`)
}

function writeTree(gitPath: string, files: readonly (readonly [path: string, file: File])[]): string {
  const entries = [...Map.groupBy(files, ([path]) => path.split('/')[0] ?? '')].map(([name, below]) => {
    const [path, file] = below[0] ?? ['', { mode: '', id: '' }]
    if (path === name) return { name, order: name, ...file }
    const inside = below.map(([one, own]) => [one.slice(name.length + 1), own] as const)
    return { name, order: `${name}/`, mode: '40000', id: writeTree(gitPath, inside) }
  })
  const sorted = entries.toSorted((one, other) => Buffer.compare(Buffer.from(one.order), Buffer.from(other.order)))
  const lines = sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')])
  return writeObject(gitPath, 'tree', Buffer.concat(lines))
}
