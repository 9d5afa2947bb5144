import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { formatFileNames, type TrackedTree } from '../../domain/core/tree-state.ts'
import type { CheckedOutTree } from '../../ports/git-repository.ts'
import { diskTreeReader } from '../files/disk-tree-reader.ts'
import { GitFailure, withoutCredentials, type GitCommand, type GitSetting } from './git-command.ts'
import { listCommitFiles, type GitEntry } from './git-listing.ts'
import type { GitObjects } from './git-objects.ts'
import { removeTree } from '../files/written-tree.ts'

/** What a tree is made from. */
export type TreeSource = {
  /** git in the clone. */
  readonly git: GitCommand
  readonly objects: GitObjects
  /** git in another directory, with these settings and variables. */
  readonly gitIn: (
    directory: string,
    settings: readonly GitSetting[],
    variables: Readonly<Record<string, string>>,
  ) => GitCommand
  /** What the clone calls its remote. */
  readonly remote: string
}

/**
 * Checks a commit out as a repository of its own, which shares nothing with the clone but its objects, read through
 * `objects/info/alternates`: no settings, hooks, attributes or filters of the clone or its user act on it, and nothing that a
 * program does to its `.git` reaches the clone or another tree. HEAD is detached; tags and the address of the remote are
 * there for `git describe` and submodules, credentials are not. Every file is checked against the id that the commit
 * gives it. Disposing removes the directory.
 */
export async function checkOutTree(source: TreeSource, commit: string, directory: string): Promise<CheckedOutTree> {
  await makeEmpty(directory)
  const dispose = () => removeCheckout(directory)
  try {
    const git = source.gitIn(directory, ownSettings, ownVariables)
    await git('init', '--quiet', '--template=')
    await linkToClone(source, commit, directory)
    await git('reset', '--quiet', '--hard')
    await writeRemoteConfig(source, directory)
    return { path: directory, files: await checkFiles(source, commit, directory), [Symbol.asyncDispose]: dispose }
  } catch (error) {
    await dispose()
    throw error
  }
}

/** Of a tree, none of which its user or the machine decides. */
const ownSettings: readonly GitSetting[] = [
  ['core.attributesFile', '/dev/null'],
  ['core.excludesFile', '/dev/null'],
]
const ownVariables = { GIT_CONFIG_GLOBAL: '/dev/null' }

async function makeEmpty(directory: string): Promise<void> {
  await mkdir(dirname(directory), { recursive: true })
  const found = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new GitFailure(`${directory} already exists and is no directory`)
  })
  if (found === null) await mkdir(directory)
  else if (found.length > 0) throw new GitFailure(`${directory} already exists and is not empty`)
}

async function linkToClone({ git }: TreeSource, commit: string, directory: string): Promise<void> {
  const place = async (name: string) =>
    (await git('rev-parse', '--path-format=absolute', '--git-path', name)).replace(/\n$/, '')
  const objects = await place('objects')
  if (objects.includes('\n')) throw new GitFailure(`${objects} has a line feed in its name`)
  const own = join(directory, '.git')
  await mkdir(join(own, 'objects', 'info'), { recursive: true })
  await writeFile(join(own, 'objects', 'info', 'alternates'), `${objects}\n`)
  const shallow = await readFile(await place('shallow'), 'utf8').catch(() => null)
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

/** After the files are there: nothing that the clone says of its remote can act on them. */
async function writeRemoteConfig({ git, remote }: TreeSource, directory: string): Promise<void> {
  const address = withoutCredentials((await git('config', '--get', `remote.${remote}.url`)).trim())
  if (address === '' || /\p{Cc}/u.test(address)) return
  const quoted = address.replaceAll(/["\\]/g, String.raw`\$&`)
  await writeFile(join(directory, '.git', 'config'), `[remote "origin"]\n\turl = "${quoted}"\n`, { flag: 'a' })
}

/** A file that git converted has other bytes than its object: then it is the object that is checked. */
async function checkFiles({ objects }: TreeSource, commit: string, directory: string): Promise<TrackedTree> {
  const entries = await listCommitFiles(objects, commit)
  const tracked = new Set(entries.keys())
  const state = await diskTreeReader.read(directory, tracked, null)
  const missing = [...tracked].filter((path) => !state.has(path))
  if (missing.length > 0) throw createTreeMismatchError('lacks', missing, commit)
  const others = [...entries].filter(([path, { id }]) => state.get(path)?.id !== id)
  const wrongKind = others.filter(([path, entry]) => isLink(entry) || state.get(path)?.kind === 'link')
  if (wrongKind.length > 0)
    throw createTreeMismatchError(
      'has other',
      wrongKind.map(([path]) => path),
      commit,
    )
  await objects.verify([...new Set(others.map(([, { id }]) => id))])
  return { tracked, state }
}

function isLink({ mode }: GitEntry): boolean {
  return mode === '120000'
}

function createTreeMismatchError(what: string, paths: readonly string[], commit: string): Error {
  return new EnvironmentError(
    `the tree of ${commit.slice(0, 12)} ${what} files than the commit: ${formatFileNames(paths)}`,
    'Check out on a file system that tells apart names that differ in case and keeps symbolic links',
  )
}

async function removeCheckout(directory: string): Promise<void> {
  try {
    await removeTree(directory)
  } catch (cause) {
    throw new EnvironmentError(
      `the checked-out tree ${directory} could not be removed: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Remove it by hand; files of another user need that user',
      { cause },
    )
  }
}
