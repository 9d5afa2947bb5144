import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { chmod, copyFile, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { decodePath, type TrackedTree } from '../../domain/core/tree-state.ts'
import { locate, parseStamp } from '../files/disk-tree-reader.ts'
import type { Clone } from './clone.ts'
import { GitFailure, type FoundSetting, type GitCommand } from './git-command.ts'
import type { GitEntry } from './git-objects.ts'

/** A checkout of one commit, with git in it, whose Git LFS pointers and submodules are to be filled. */
type FilledTree = {
  readonly directory: string
  readonly commit: string
  readonly git: GitCommand
  readonly files: TrackedTree
  readonly submodules: ReadonlyMap<string, GitEntry>
}

/** Checks a commit of another repository out, with its own pointers and submodules. */
type CheckOut = (source: Clone, commit: string, directory: string) => Promise<{ readonly unfilled: readonly string[] }>

const pathsPerCall = 500

/**
 * Replaces the Git LFS pointers of a tree by their content, verified by its SHA-256, and checks submodules out. Content
 * of pointers that the clone lacks is fetched from its remote. Returns whether files were added or replaced, and the
 * paths that stay without content: pointers, and submodules with `/`.
 */
export async function fillTree(clone: Clone, tree: FilledTree, checkOut: CheckOut) {
  const { directory, git, submodules } = tree
  const pointers = await listPointers(tree)
  const filled = await fillPointers(pointers, tree, clone)
  for (let at = 0; at < filled.length; at += pathsPerCall) {
    const some = filled.slice(at, at + pathsPerCall).map(decodePath)
    // Otherwise `git describe --dirty` of a setup calls the tree changed.
    await git('update-index', '--assume-unchanged', '--', ...some)
  }
  const unfilled = pointers.filter((path) => !filled.includes(path))
  let isChanged = filled.length > 0
  const names = submodules.size === 0 ? new Map() : await readSubmoduleNames(git, directory)
  for (const [path, { id }] of submodules) {
    const name = names.get(decodePath(path)) ?? null
    const repository = await findRepository({ path: decodePath(path), id, name }, clone)
    if (repository !== null) {
      const place = join(directory, decodePath(path))
      const other = await clone.openOther(repository)
      using _ = other.objects
      const inner = await checkOut(other, id, place)
      await rm(join(place, '.git'), { recursive: true })
      isChanged = true
      unfilled.push(...inner.unfilled.map((one) => `${path}/${one}`))
    }
    // Without an entry in .gitmodules it is an empty directory in every checkout.
    else if (name !== null) unfilled.push(`${path}/`)
  }
  return { isChanged, unfilled }
}

/** Pointers have 120 to 1023 bytes and the attribute `filter=lfs`. */
async function listPointers({ directory, git, files }: FilledTree): Promise<string[]> {
  const paths = [...files.tracked]
  const usesLfs = paths.some(
    (path) => /(?:^|\/)\.gitattributes$/u.test(path) && readText(directory, path).includes('filter=lfs'),
  )
  if (!usesLfs) return []
  const found = paths.filter((path) => {
    const state = files.state.get(path)
    const isFile = state?.kind === 'file' || state?.kind === 'program'
    return isFile && parseStamp(state).size < 1024 && pattern.test(readText(directory, path))
  })
  const pointers: string[] = []
  for (let at = 0; at < found.length; at += pathsPerCall) {
    const some = found.slice(at, at + pathsPerCall)
    const fields = (await git('check-attr', '-z', 'filter', '--', ...some.map(decodePath))).split('\0')
    pointers.push(...some.filter((_, index) => fields[index * 3 + 2]?.startsWith('lfs')))
  }
  return pointers
}

const pattern = /^version https:\/\/(?:git-lfs|hawser)\.github\.com\/spec\/v1\r?\n/u

function readText(directory: string, path: string): string {
  return readFileSync(locate(directory, path), 'latin1')
}

/** Returns the paths that have their content now. */
async function fillPointers(
  pointers: readonly string[],
  { commit, directory, files }: FilledTree,
  clone: Clone,
): Promise<string[]> {
  if (pointers.length === 0) return []
  const stores = await listLfsStores(clone)
  const wanted = new Map(pointers.map((path) => [path, findObjectId(readText(directory, path))]))
  if ([...wanted.values()].some((id) => findLfsObject(id, stores) === null)) await fetchLfs(clone, commit)
  const filled: string[] = []
  for (const [path, id] of wanted) {
    const object = findLfsObject(id, stores)
    if (object === null) continue
    const pointer = files.state.get(path)
    const place = locate(directory, path)
    await rm(place)
    await copyFile(object, place)
    if (pointer) await chmod(place, parseStamp(pointer).mode)
    const hash = createHash('sha256')
    await pipeline(createReadStream(place), hash)
    if (hash.digest('hex') !== id) throw new GitFailure(`${object} is damaged: its content does not match its name`)
    filled.push(path)
  }
  return filled
}

/** Git LFS verifies what it fetches, and the caller what it uses. A remote without the objects is no error here. */
async function fetchLfs({ address, remoteName, remoteGit, warn }: Clone, commit: string): Promise<void> {
  if (address === '') return
  try {
    // A transfer that prints nothing would count as one that hangs.
    const git = remoteGit([], { GIT_LFS_FORCE_PROGRESS: '1' })
    await git('lfs', 'fetch', '--include=', '--exclude=', remoteName, commit)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const reason = error.message.replaceAll(/\s+/g, ' ').slice(-300)
    warn(`Git LFS could not fetch the files of ${commit.slice(0, 7)} from ${remoteName}: ${reason}`)
  }
}

function findObjectId(pointer: string): string {
  return /^oid sha256:([0-9a-f]{64})\r?$/mu.exec(pointer)?.[1] ?? ''
}

/** The folders of Git LFS for a clone: its own, that of `lfs.storage`, and those of the clones it borrows objects from. */
async function listLfsStores({ git, place }: Pick<Clone, 'git' | 'place'>): Promise<string[]> {
  const set = (await git('config', '--type=path', '--get', 'lfs.storage').catch(() => '')).trim()
  const alternates = join(place.objects, 'info', 'alternates')
  const borrowed = existsSync(alternates) ? readFileSync(alternates, 'utf8').split('\n').filter(Boolean) : []
  return [
    ...(set === '' ? [] : [resolve(place.commonDirectory, set)]),
    join(place.commonDirectory, 'lfs'),
    ...borrowed.map((objects) => join(dirname(resolve(place.objects, objects)), 'lfs')),
  ]
}

/** Null: no store has it. */
function findLfsObject(id: string, stores: readonly string[]): string | null {
  const path = join('objects', id.slice(0, 2), id.slice(2, 4), id)
  return id === '' ? null : (stores.map((store) => join(store, path)).find((one) => existsSync(one)) ?? null)
}

/** The names of submodules by path, as the `.gitmodules` of a tree has them. */
async function readSubmoduleNames(git: GitCommand, directory: string): Promise<Map<string, string>> {
  const file = join(directory, '.gitmodules')
  const form = String.raw`^submodule\..*\.path$`
  const entries = (await git('config', '--file', file, '--null', '--get-regexp', form).catch(() => '')).split('\0')
  return new Map(
    entries.flatMap((entry) => {
      const [, name = '', path = ''] = /^submodule\.(.+)\.path\n(.+)$/u.exec(entry) ?? []
      const isInside = name !== '' && !name.split('/').some((part) => part === '..' || part === '')
      return isInside ? [[path, name] as const] : []
    }),
  )
}

/**
 * The repository of a submodule that has its commit: `modules/NAME` in the `.git` of the clone or of its linked work
 * tree, or the one in the work tree itself. `name`: of its entry in `.gitmodules`; null: it has none.
 */
async function findRepository(
  { path, id, name }: { readonly path: string; readonly id: string; readonly name: string | null },
  { git, place }: Pick<Clone, 'git' | 'place'>,
): Promise<string | null> {
  const root = (await git('rev-parse', '--show-toplevel').catch(() => '')).trim()
  const modules = [place.commonDirectory, place.directory].map((one) => join(one, 'modules', name ?? ''))
  const places = [...(name === null ? [] : modules), ...(root === '' ? [] : [join(root, path, '.git')])]
  for (const repository of places.filter((one) => existsSync(one))) {
    const known = await git('--git-dir', repository, 'cat-file', '-e', `${id}^{commit}`).catch(() => null)
    if (known !== null) return repository.endsWith('/.git') ? dirname(repository) : repository
  }
  return null
}

/** Paths in a clone's index without local content: LFS pointers, and submodules with `/`. Empty for a bare clone. */
export async function listMissingContent(clone: Pick<Clone, 'git' | 'place'>): Promise<string[]> {
  const { git, place } = clone
  if (!place.isWorkTree) return []
  const root = (await git('rev-parse', '--show-toplevel')).trim()
  const runInRoot: GitCommand = (...args) => git('-C', root, ...args)
  const grep = ['--no-literal-pathspecs', 'grep', '--cached', '-I', '-z', '-E', '^oid sha256:[0-9a-f]{64}']
  const lines = await runInRoot(...grep, '--', lfsFiles).catch(() => '')
  const stores = await listLfsStores(clone)
  const pointers = lines.split('\n').flatMap((line) => {
    const [path = '', text = ''] = line.split('\0')
    return path === '' || findLfsObject(findObjectId(text), stores) !== null ? [] : [path]
  })
  const names = await readSubmoduleNames(git, root)
  const entries =
    names.size === 0 ? [] : (await runInRoot('ls-files', '--stage', '-z', '--', ...names.keys())).split('\0')
  const empty: string[] = []
  for (const entry of entries) {
    const [, id = '', path = ''] = /^160000 ([0-9a-f]+) \d\t(.+)$/su.exec(entry) ?? []
    const name = names.get(path)
    if (name !== undefined && (await findRepository({ path, id, name }, clone)) === null) empty.push(`${path}/`)
  }
  return [...pointers, ...empty]
}

const lfsFiles = ':(top,attr:filter=lfs)'

/**
 * Files of a tree whose content in the clone comes from a filter program, such as git-crypt, by the name of the filter.
 * `settings`: those of the clone. A checkout has what is committed, because it runs no programs that the clone names.
 */
export async function listFilteredFiles(
  git: GitCommand,
  settings: readonly FoundSetting[],
): Promise<Map<string, readonly string[]>> {
  const set = new Map(settings.map(({ key, value }) => [key, value]))
  const names = [...set].flatMap(([key, value]) => {
    const [, name = ''] = /^filter\.([\w.-]+)\.(?:smudge|process)$/u.exec(key) ?? []
    return name === '' || name === 'lfs' || ['', 'cat'].includes(value.trim()) ? [] : [name]
  })
  const found = new Map<string, readonly string[]>()
  for (const name of new Set(names)) {
    const listed = await git('--no-literal-pathspecs', 'ls-files', '-z', '--', `:(attr:filter=${name})`)
    const paths = listed.split('\0').filter(Boolean)
    if (paths.length > 0) found.set(name, paths)
  }
  return found
}

/** The settings with which actions/checkout gets the content that a repository keeps in Git LFS and in submodules. */
export async function listCheckoutSettings(git: GitCommand): Promise<string[]> {
  const has = async (path: string) => (await git('--no-literal-pathspecs', 'ls-files', '-z', '--', path)) !== ''
  return [
    ...((await has(lfsFiles)) ? ['lfs: true'] : []),
    ...((await has(':(top).gitmodules')) ? ['submodules: recursive'] : []),
  ]
}
