import { mkdir, readdir, readFile, writeFile, chmod, copyFile, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { formatFileNames, type TrackedTree, decodePath, type FileState } from '../../domain/core/tree-state.ts'
import { diskTreeReader, parseStamp } from '../files/disk-tree-reader.ts'
import { GitFailure, withoutCredentials, type GitCommand, type GitSetting, type ClonePlace } from './git-command.ts'
import { listCommitEntries, type GitEntry, type GitObjects } from './git-objects.ts'
import { removeTree } from '../files/disk-file-store.ts'
import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'

/** A checkout of one commit, as a separate repository outside the clone. Disposing removes it. */
export interface CheckedOutTree extends AsyncDisposable {
  readonly path: string
  /** The files as checked out, verified against the object ids of the commit. */
  readonly files: TrackedTree
  /** Git LFS pointers and, with `/` at their end, submodules whose content is not in the clone. */
  readonly unfilled: readonly string[]
}

/** The clone that a tree is checked out from. */
export type TreeSource = {
  readonly git: GitCommand
  readonly objects: GitObjects
  /** git in another directory, with these settings and variables. */
  readonly gitIn: (
    directory: string,
    settings: readonly GitSetting[],
    variables: Readonly<Record<string, string>>,
  ) => GitCommand
  readonly place: ClonePlace
  /** Address of its remote; empty when there is none. */
  readonly address: string
  /** Another repository on this machine as a source. */
  readonly openOther: (directory: string) => Promise<TreeSource>
}

/**
 * Checks out a commit as a separate repository that shares only the objects of the clone, through
 * `objects/info/alternates`. Settings, hooks, attributes and filters of the clone do not apply, and changes to its
 * `.git` affect no other tree. HEAD is detached. Tags and the remote address are copied for `git describe` and
 * submodules; credentials are not. Verifies every file against its object id. Disposing removes the directory.
 */
export async function checkOutTree(source: TreeSource, commit: string, directory: string): Promise<CheckedOutTree> {
  await makeEmpty(directory)
  const dispose = () => removeCheckout(directory)
  try {
    const git = source.gitIn(directory, ownSettings, ownVariables)
    await git('init', '--quiet', '--template=', '--object-format=sha1')
    await linkToClone(source, commit, directory)
    await git('reset', '--quiet', '--hard')
    await writeRemoteConfig(source, directory)
    const { files, submodules } = await checkFiles(source, commit, directory)
    const { isChanged, unfilled } = await fillTree({
      directory,
      git,
      files,
      submodules,
      cloneDirectory: source.place.commonDirectory,
      checkOut: async (repository, id, place) => {
        const other = await source.openOther(repository)
        using _ = other.objects
        return await checkOutTree(other, id, place)
      },
    })
    const state = isChanged ? await diskTreeReader.read(directory, files.tracked, files.state) : files.state
    return { path: directory, files: { ...files, state }, unfilled, [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Settings of the checkout, independent of the user and the machine, with the formats that `linkToClone` writes. */
const ownSettings: readonly GitSetting[] = [
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
]
const ownVariables = { GIT_CONFIG_GLOBAL: '/dev/null', GIT_DEFAULT_REF_FORMAT: 'files' }

async function makeEmpty(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true })
  const found = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new GitFailure(`${directory} already exists and is not a directory`)
  })
  if (found === null) await mkdir(directory)
  else if (found.length > 0) throw new GitFailure(`${directory} already exists and is not empty`)
}

async function linkToClone({ git, place }: TreeSource, commit: string, directory: string): Promise<void> {
  const own = join(directory, '.git')
  await mkdir(join(own, 'objects', 'info'), { recursive: true })
  await writeFile(join(own, 'objects', 'info', 'alternates'), `${place.objects}\n`)
  const shallow = await readFile(place.shallow, 'utf8').catch(() => null)
  if (shallow !== null) await writeFile(join(own, 'shallow'), shallow)
  await writeFile(join(own, 'packed-refs'), await formatPackedTags(git))
  await writeFile(join(own, 'HEAD'), `${commit}\n`)
}

async function formatPackedTags(git: GitCommand): Promise<string> {
  const format = '%(objectname) %(refname)%00%(*objectname)'
  const tags = (await git('for-each-ref', `--format=${format}`, 'refs/tags')).split('\n').filter(Boolean)
  const lines = tags.map((line) => {
    const [tag = '', peeled = ''] = line.split('\0')
    return peeled === '' ? `${tag}\n` : `${tag}\n^${peeled}\n`
  })
  return `# pack-refs with: peeled fully-peeled sorted \n${lines.join('')}`
}

/** Runs after the checkout, so that the remote configuration cannot affect it. */
async function writeRemoteConfig(source: TreeSource, directory: string): Promise<void> {
  const address = withoutCredentials(source.address)
  if (address === '' || /\p{Cc}/u.test(address)) return
  const quoted = address.replaceAll(/["\\]/g, String.raw`\$&`)
  await writeFile(join(directory, '.git', 'config'), `[remote "origin"]\n\turl = "${quoted}"\n`, { flag: 'a' })
}

/** A file that git converted differs from its object; then the object itself is verified. */
async function checkFiles({ objects }: TreeSource, commit: string, directory: string) {
  const { files: entries, submodules } = await listCommitEntries(objects, commit)
  const tracked = new Set(entries.keys())
  const state = await diskTreeReader.read(directory, tracked, null)
  const missing = [...tracked].filter((path) => !state.has(path))
  if (missing.length > 0) throw createTreeMismatchError('lacks files of the commit', missing, commit)
  const others = [...entries].filter(([path, { id }]) => state.get(path)?.id !== id)
  const wrongKind = others.filter(([path, entry]) => entry.mode === '120000' || state.get(path)?.kind === 'link')
  if (wrongKind.length > 0)
    throw createTreeMismatchError(
      'has files of another kind than the commit',
      wrongKind.map(([path]) => path),
      commit,
    )
  await objects.verify([...new Set(others.map(([, { id }]) => id))])
  return { files: { tracked, state } satisfies TrackedTree, submodules }
}

function createTreeMismatchError(what: string, paths: readonly string[], commit: string): Error {
  return new EnvironmentError(
    `the tree of ${commit.slice(0, 12)} ${what}: ${formatFileNames(paths)}`,
    'Check out on a case-sensitive file system that supports symbolic links',
  )
}

async function removeCheckout(directory: string): Promise<void> {
  try {
    await removeTree(directory)
  } catch (cause) {
    throw new EnvironmentError(
      `the checked-out tree ${directory} could not be removed: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Remove it manually; files of another user need the rights of that user',
      { cause },
    )
  }
}

/** A tree whose Git LFS pointers and submodules are to be filled from the clone, without a network. */
type FillRequest = {
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
type FilledTree = { readonly isChanged: boolean; readonly unfilled: readonly string[] }

const pathsPerCall = 500

/** Replaces the pointers of a tree by their content, verified by its SHA-256, and checks submodules out. */
async function fillTree(request: FillRequest): Promise<FilledTree> {
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
