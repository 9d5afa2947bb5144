import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { chmod, copyFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { decodePath, type FileState, type TrackedTree } from '../../domain/core/tree-state.ts'
import { parseStamp } from '../files/disk-tree-reader.ts'
import { GitFailure, type GitCommand } from './git-command.ts'
import type { GitEntry } from './git-listing.ts'

/** A tree whose Git LFS pointers and submodules are to be filled from the clone, without a network. */
export type FillRequest = {
  readonly directory: string
  /** git in the tree. */
  readonly git: GitCommand
  /** The `.git` that all work trees of the clone share. */
  readonly cloneDirectory: string
  readonly files: TrackedTree
  readonly submodules: ReadonlyMap<string, GitEntry>
  /** Checks a commit of another repository out, with its own pointers and submodules. */
  readonly checkOut: (
    repository: string,
    commit: string,
    directory: string,
  ) => Promise<{ readonly unfilled: readonly string[] }>
}

/** Whether files were added or replaced, and the paths whose content the clone lacks: pointers, and submodules with `/`. */
export type FilledTree = { readonly isChanged: boolean; readonly unfilled: readonly string[] }

const pathsPerCall = 500

/** Replaces the pointers of a tree by their content, verified by its SHA-256, and checks submodules out. */
export async function fillTree(request: FillRequest): Promise<FilledTree> {
  const filled: string[] = []
  const unfilled: string[] = []
  const pointers = await listPointers(request)
  for (const path of pointers) ((await fillPointer(path, request)) ? filled : unfilled).push(path)
  for (let at = 0; at < filled.length; at += pathsPerCall)
    // Otherwise `git describe --dirty` of a setup calls the tree changed.
    await request.git(
      'update-index',
      '--assume-unchanged',
      '--',
      ...filled.slice(at, at + pathsPerCall).map(decodePath),
    )
  const repositories = request.submodules.size === 0 ? new Map() : await listRepositories(request)
  let isChanged = filled.length > 0
  for (const [path, { id }] of request.submodules) {
    const inner = await fillSubmodule({ path, id }, repositories.get(decodePath(path)), request)
    if (inner !== null) isChanged = true
    unfilled.push(...(inner ?? ['']).map((name) => `${path}/${name}`))
  }
  return { isChanged, unfilled }
}

/** Pointers have 120 to 1023 bytes and the attribute `filter=lfs`. */
async function listPointers({ directory, git, files }: FillRequest): Promise<string[]> {
  const paths = [...files.tracked]
  const usesLfs = paths.some(
    (path) => /(?:^|\/)\.gitattributes$/u.test(path) && readText(directory, path).includes('filter=lfs'),
  )
  if (!usesLfs) return []
  const found = paths.filter((path) => isSmall(files.state.get(path)) && pattern.test(readText(directory, path)))
  const pointers: string[] = []
  for (let at = 0; at < found.length; at += pathsPerCall) {
    const some = found.slice(at, at + pathsPerCall)
    const fields = (await git('check-attr', '-z', 'filter', '--', ...some.map(decodePath))).split('\0')
    pointers.push(...some.filter((_, index) => fields[index * 3 + 2]?.startsWith('lfs')))
  }
  return pointers
}

const pattern = /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\r?\n/u

function isSmall(state: FileState | undefined): boolean {
  return state !== undefined && (state.kind === 'file' || state.kind === 'program') && parseStamp(state).size < 1024
}

function readText(directory: string, path: string): string {
  return readFileSync(locate(directory, path), 'latin1')
}

function locate(directory: string, path: string): Buffer {
  return Buffer.concat([Buffer.from(`${directory}/`), Buffer.from(path, 'latin1')])
}

/** False: the clone has no such object. */
async function fillPointer(path: string, { directory, cloneDirectory, files }: FillRequest): Promise<boolean> {
  const [, id = ''] = /\noid sha256:([0-9a-f]{64})\r?\n/u.exec(readText(directory, path)) ?? []
  const object = join(cloneDirectory, 'lfs', 'objects', id.slice(0, 2), id.slice(2, 4), id)
  const pointer = files.state.get(path)
  if (id === '' || !pointer || !existsSync(object)) return false
  const place = locate(directory, path)
  await rm(place)
  await copyFile(object, place)
  await chmod(place, parseStamp(pointer).mode)
  const hash = createHash('sha256')
  await pipeline(createReadStream(place), hash)
  if (hash.digest('hex') === id) return true
  throw new GitFailure(`${object} is damaged: its content does not match its name`)
}

/** The repositories of submodules by path: `.git/modules/NAME`, where git keeps them. */
async function listRepositories({ directory, git, cloneDirectory }: FillRequest): Promise<Map<string, string>> {
  const args = [
    'config',
    '--file',
    join(directory, '.gitmodules'),
    '--null',
    '--get-regexp',
    String.raw`^submodule\..*\.path$`,
  ]
  const entries = (await git(...args).catch(() => '')).split('\0')
  return new Map(
    entries.flatMap((entry) => {
      const [, name = '', path = ''] = /^submodule\.(.+)\.path\n(.+)$/u.exec(entry) ?? []
      const isInside = name !== '' && !name.split('/').some((part) => part === '..' || part === '')
      return isInside ? [[path, join(cloneDirectory, 'modules', name)] as const] : []
    }),
  )
}

type Submodule = { readonly path: string; readonly id: string }

/** Returns what its own tree lacks; null: the clone has no repository of this submodule, or it lacks the commit. */
async function fillSubmodule(
  { path, id }: Submodule,
  repository: string | undefined,
  { directory, git, checkOut }: FillRequest,
): Promise<readonly string[] | null> {
  if (repository === undefined || !existsSync(repository)) return null
  const known = await git('--git-dir', repository, 'cat-file', '-e', `${id}^{commit}`).catch(() => null)
  if (known === null) return null
  const place = join(directory, decodePath(path))
  const { unfilled } = await checkOut(repository, id, place)
  await rm(join(place, '.git'), { recursive: true })
  return unfilled
}
