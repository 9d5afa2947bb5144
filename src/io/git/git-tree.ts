import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EnvironmentError } from '../../domain/core/errors.ts'
import { formatFileNames, type TrackedTree } from '../../domain/core/tree-state.ts'
import { diskTreeReader } from '../files/disk-tree-reader.ts'
import type { Clone } from './clone.ts'
import { fillTree, listFilteredFiles } from './fill-tree.ts'
import { GitFailure, type GitSetting } from './git-command.ts'
import { listCommitEntries } from './git-objects.ts'
import { removeTree } from '../files/disk-file-store.ts'

/** A checkout of one commit, as a separate repository outside the clone. Disposing removes it. */
export interface CheckedOutTree extends AsyncDisposable {
  readonly path: string
  /** The files as checked out, verified against the object ids of the commit. */
  readonly files: TrackedTree
  /** Git LFS pointers and, with `/` at their end, submodules whose content neither the clone nor its remote has. */
  readonly unfilled: readonly string[]
}

/**
 * Checks out a commit as a separate repository that shares only the objects of the clone, through
 * `objects/info/alternates`. Settings, hooks, attributes and filters of the clone do not apply, and changes to its
 * `.git` affect no other tree. HEAD is detached. Tags and the remote address are copied for `git describe` and
 * submodules; credentials are not. Verifies every file against its object id. Throws a GitFailure for a
 * directory that is not empty. Disposing removes the directory.
 */
export async function checkOutTree(source: Clone, commit: string, directory: string): Promise<CheckedOutTree> {
  await mkdir(dirname(directory), { recursive: true })
  const found = await readdir(directory).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw new GitFailure(`${directory} already exists and is not a directory`)
  })
  if (found === null) await mkdir(directory)
  else if (found.length > 0) throw new GitFailure(`${directory} already exists and is not empty`)
  const dispose = () =>
    removeTree(directory).catch((cause: unknown) => {
      throw new EnvironmentError(
        `the checked-out tree ${directory} could not be removed: ${cause instanceof Error ? cause.message : String(cause)}`,
        'Remove it manually; files of another user need the rights of that user',
        { cause },
      )
    })
  try {
    const git = source.gitIn(directory, ownSettings, ownVariables)
    await git('init', '--quiet', '--template=', `--object-format=${source.place.format}`)
    await linkToClone(source, commit, directory)
    // As `reset --hard`, but shows its progress: git that prints nothing for long counts as one that hangs.
    await git('read-tree', '--reset', '-u', '-v', 'HEAD')
    for (const [name, paths] of await listFilteredFiles(git, source.settings))
      source.warn(
        `Checkouts have ${formatFileNames(paths)} as committed, without the git filter ${name} of this clone. If the program reads it, convert it in the setup`,
      )
    // After the checkout, so that the address of the remote cannot affect it.
    // Keeps the user of SSH addresses, which is not secret.
    const address = source.address.replace(/^(https?:\/\/)[^/@]*@/, '$1')
    const quoted = address.replaceAll(/["\\]/g, String.raw`\$&`)
    const config = `[remote "origin"]\n\turl = "${quoted}"\n`
    if (address !== '' && !/\p{Cc}/u.test(address))
      await writeFile(join(directory, '.git', 'config'), config, { flag: 'a' })
    const { files, submodules } = await checkFiles(source, commit, directory)
    const tree = { directory, commit, git, files, submodules }
    const { isChanged, unfilled } = await fillTree(source, tree, checkOutTree)
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

async function linkToClone({ git, place }: Clone, commit: string, directory: string): Promise<void> {
  const own = join(directory, '.git')
  await mkdir(join(own, 'objects', 'info'), { recursive: true })
  await writeFile(join(own, 'objects', 'info', 'alternates'), `${place.objects}\n`)
  const shallow = await readFile(place.shallow, 'utf8').catch(() => null)
  if (shallow !== null) await writeFile(join(own, 'shallow'), shallow)
  await writeFile(join(own, 'HEAD'), `${commit}\n`)
  const format = '%(objectname) %(refname)%00%(*objectname)'
  const tags = (await git('for-each-ref', `--format=${format}`, 'refs/tags')).split('\n').filter(Boolean)
  const lines = tags.map((line) => {
    const [tag = '', peeled = ''] = line.split('\0')
    return peeled === '' ? `${tag}\n` : `${tag}\n^${peeled}\n`
  })
  const header = '# pack-refs with: peeled fully-peeled sorted \n'
  await writeFile(join(own, 'packed-refs'), `${header}${lines.join('')}`)
}

/** A file that git converted differs from its object; then the object itself is verified. */
async function checkFiles({ objects, place }: Clone, commit: string, directory: string) {
  const { files: entries, submodules } = await listCommitEntries(objects, commit)
  const tracked = new Set(entries.keys())
  const state = await diskTreeReader.read(directory, tracked, null, place.format)
  const missing = [...tracked].filter((path) => !state.has(path))
  const refuse = (what: string, paths: readonly string[]): void => {
    if (paths.length === 0) return
    throw new EnvironmentError(
      `the tree of ${commit.slice(0, 12)} ${what}: ${formatFileNames(paths)}`,
      'Check out on a case-sensitive file system that supports symbolic links',
    )
  }
  refuse('lacks files of the commit', missing)
  const others = [...entries].filter(([path, { id }]) => state.get(path)?.id !== id)
  const wrongKind = others.filter(([path, entry]) => entry.mode === '120000' || state.get(path)?.kind === 'link')
  refuse(
    'has files of another kind than the commit',
    wrongKind.map(([path]) => path),
  )
  await objects.verify([...new Set(others.map(([, { id }]) => id))])
  return { files: { tracked, state } satisfies TrackedTree, submodules }
}
