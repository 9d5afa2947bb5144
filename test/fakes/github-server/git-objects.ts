import { createHash, randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync, inflateSync } from 'node:zlib'
import { git } from './git-plumbing.ts'

export type GitObject = { readonly type: string; readonly content: Buffer }

const sha = /^[0-9a-f]{40}$/u

/** The folder that holds objects and refs: the repository itself when it is bare. */
export function gitFolder(gitPath: string): string {
  const inside = join(gitPath, '.git')
  return existsSync(inside) ? inside : gitPath
}

const fileOf = (gitPath: string, id: string): string => join(gitFolder(gitPath), 'objects', id.slice(0, 2), id.slice(2))

/** What an id names never changes: what was read once is kept. */
const known = new Map<string, GitObject>()

/** An object of a real repository, read from its file; git itself is asked for what lies in a pack. */
export async function readObject(gitPath: string, id: string): Promise<GitObject | null> {
  if (!sha.test(id)) return null
  const key = `${gitPath} ${id}`
  const found = known.get(key) ?? readLoose(gitPath, id) ?? (await readPacked(gitPath, id))
  if (found !== null) known.set(key, found)
  return found
}

function readLoose(gitPath: string, id: string): GitObject | null {
  const file = fileOf(gitPath, id)
  if (!existsSync(file)) return null
  const raw = inflateSync(readFileSync(file))
  const end = raw.indexOf(0)
  return { type: raw.subarray(0, end).toString('utf8').split(' ')[0] ?? '', content: raw.subarray(end + 1) }
}

async function readPacked(gitPath: string, id: string): Promise<GitObject | null> {
  const output = await git(gitPath, ['cat-file', '--batch'], { input: `${id}\n` })
  const end = output?.indexOf('\n') ?? -1
  const [, type = 'missing', size] = output?.subarray(0, end).toString('utf8').split(' ') ?? []
  if (output === null || type === 'missing') return null
  return { type, content: output.subarray(end + 1, end + 1 + Number(size)) }
}

/** Writes an object as git would, and gives git's own id of it. */
export function writeObject(gitPath: string, type: string, content: Buffer): string {
  const raw = Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content])
  const id = createHash('sha1').update(raw).digest('hex')
  const file = fileOf(gitPath, id)
  if (!existsSync(file)) place(file, deflateSync(raw, { level: 1 }))
  known.set(`${gitPath} ${id}`, { type, content })
  return id
}

function place(file: string, bytes: Buffer): void {
  mkdirSync(dirname(file), { recursive: true })
  const draft = join(dirname(file), `tmp_obj_${randomUUID()}`)
  writeFileSync(draft, bytes, { mode: 0o444 })
  renameSync(draft, file)
}

/** A commit as git wrote it down; dates are git's own: seconds since 1970. */
export type GitCommit = {
  readonly tree: string
  readonly parents: readonly string[]
  readonly author: string
  readonly committedAt: number
  readonly subject: string
}

/** A commit of a real repository; null when the id names none. */
export async function readCommit(gitPath: string, id: string): Promise<GitCommit | null> {
  const found = await readObject(gitPath, id)
  if (found?.type !== 'commit') return null
  const text = found.content.toString('utf8')
  const end = text.indexOf('\n\n')
  const head = text.slice(0, end)
  const valuesOf = (name: string): string[] =>
    head.split('\n').flatMap((line) => (line.startsWith(`${name} `) ? [line.slice(name.length + 1)] : []))
  return {
    tree: valuesOf('tree')[0] ?? '',
    parents: valuesOf('parent'),
    author: (valuesOf('author')[0] ?? '').split(' <')[0] ?? '',
    committedAt: Number(/> (\d+) /u.exec(valuesOf('committer')[0] ?? '')?.[1]),
    subject:
      text
        .slice(end + 2)
        .trim()
        .split('\n\n')[0]
        ?.replaceAll('\n', ' ') ?? '',
  }
}

type NewCommit = { readonly tree: string; readonly parents: readonly string[]; readonly message: string }

/** GitHub signs for the owner of the token when nobody else is named. */
export function writeCommit(gitPath: string, { tree, parents, message }: NewCommit): string {
  const seconds = Math.floor(Date.now() / 1000)
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author github-actions[bot] <41898282+github-actions[bot]@users.noreply.github.com> ${seconds} +0000`,
    `committer GitHub <noreply@github.com> ${seconds} +0000`,
    '',
    message.endsWith('\n') ? message : `${message}\n`,
  ]
  return writeObject(gitPath, 'commit', Buffer.from(lines.join('\n')))
}
