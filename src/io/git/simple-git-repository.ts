import { existsSync } from 'node:fs'
import { UserError } from '../../domain/core/errors.ts'
import type { CommitWriter, CommitRequest, CommitResult } from '../../ports/commit-writer.ts'
import { type KeptTree, type TreeOriginals, keepOriginals } from './git-originals.ts'
import { checkOutTree } from './git-tree.ts'
import { openClone, type Clone, type GitRepositoryOptions } from './clone.ts'
import {
  describeLack,
  explainErrors,
  GitFailure,
  type GitCommand,
  type GitSetting,
  listCredentials,
  requireCommitId,
} from './git-command.ts'
import { readFileAt } from './git-objects.ts'
import {
  deepenHistory,
  fetchCommit,
  fetchMissing,
  findBranchTip,
  findRemoteHead,
  listRemoteTags,
  resolveReference,
} from './git-remote.ts'
import type { LoggedCommit } from '../../domain/bisect/bisect-result.ts'
import { openTemporaryDirectory } from '../files/owned-directory.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type GitRepository = Awaited<ReturnType<typeof openGitRepository>>

const deepeningSteps = [50, 200, 1000, 'all'] as const
const maxUncommitted = 10

/**
 * Opens the clone at `path`. Methods may fetch into its `.git`, and never touch its working tree. Every method throws a
 * UserError for invalid input, and an EnvironmentError when git or the remote fails.
 */
export async function openGitRepository(path: string, options: GitRepositoryOptions = {}) {
  const clone = await explainErrors(`open ${path}`, () => openClone(path, options))
  const { git, objects, place, settings, address } = clone
  const explain = <T>(action: string, work: () => T | Promise<T>) =>
    explainErrors(action, work, describeLack(settings, existsSync(place.shallow)))
  return {
    /** The commit id of a ref, fetched from the remote when missing locally; null when it exists nowhere. */
    resolve: (ref: string) => explain(`resolve ${ref}`, () => resolveReference(clone, ref)),
    /** The parents of a commit in order, also for commits that a shallow clone lacks. */
    listParents: (commit: string) => explain(`read the parents of ${commit}`, () => readParents(clone, commit)),
    /** The tip of a branch, fetched from the remote; the last fetched tip when the remote is unreachable. */
    findBranchTip: (branch: string) => explain(`find the branch ${branch}`, () => findBranchTip(clone, branch)),
    /** The default branch of the remote, such as `origin/main`; null: no remote, or no answer. */
    findRemoteDefault: async () => {
      const branch = address === '' ? null : await findRemoteHead(clone).catch(() => null)
      return branch ? `${clone.remoteName}/${branch}` : null
    },
    /** The merge base of two commits; deepens a shallow clone as needed. Null when they share no history. */
    findMergeBase: (one: string, other: string) => explain('find the merge base', () => mergeBase(clone, one, other)),
    /** The text of a file, by its path relative to the opened directory; null: no such file. Follows no links. */
    readAt: (commit: string, file: string) =>
      explain(`read ${file} at ${commit}`, () => {
        requireCommitId(commit)
        return readFileAt(objects, commit, { prefix: place.prefix, path: file })
      }),
    /** Checks a commit out at `directory`, which must be empty or absent. */
    checkOut: (commit: string, directory: string) =>
      explain(`check ${commit} out at ${directory}`, async () => {
        requireCommitId(commit)
        await fetchMissing(clone, commit)
        return await checkOutTree(clone, commit, directory)
      }),
    /** Copies the tracked files whose content is not in the commit, such as changes of a setup, up to 1 GiB. */
    keepOriginals: (tree: KeptTree) =>
      explain(`list the files of ${tree.commit}`, async (): Promise<TreeOriginals> => {
        requireCommitId(tree.commit)
        const originals = await keepOriginals(objects, () => fetchMissing(clone, tree.commit), tree)
        const action = `restore files of ${tree.directory}`
        return { restore: (paths) => explainErrors(action, () => originals.restore(paths)) }
      }),
    /**
     * The commits that `bad` reaches and `good` does not, parents before children, `bad` last. With `isFirstParent`, only
     * the commits of the branch itself, each with its first parent: a merge is one step.
     */
    listCommitsBetween: (good: string, bad: string, isFirstParent: boolean) =>
      explain(`list the commits ${good}..${bad}`, () => listCommitsBetween(git, good, bad, isFirstParent)),
    /** Tag names of the repository and its remote. */
    listTags: () =>
      explain('list the tags', async () => {
        const local = await git('for-each-ref', '--format=%(refname:strip=2)', 'refs/tags')
        const all = [...local.split('\n').filter(Boolean), ...(address === '' ? [] : await listRemoteTags(clone))]
        return [...new Set(all)].toSorted()
      }),
    /** Credentials in the settings of the opened clone, without their values. */
    listCredentials: () => listCredentials(settings),
    /** The first few files that differ from HEAD, for a warning. */
    listUncommittedFiles: () => explain('check for uncommitted changes', () => listUncommittedFiles(clone, path)),
  }
}

/**
 * Creates commits in the clone at `path` and pushes them to its remote, for commits that the API cannot create. Moves
 * the branch only from its expected tip. The working tree and index stay unchanged. Throws a UserError without a
 * remote.
 */
export async function openGitCommitWriter(path: string, options: GitRepositoryOptions = {}): Promise<CommitWriter> {
  const clone = await explainErrors(`open ${path}`, () => openClone(path, options))
  const { address, remoteName } = clone
  if (address === '')
    throw new UserError(`${path} has no remote ${remoteName}`, 'Check the repository out before this step')
  const git = clone.gitIn(path, committer)
  const writeTree = async ({ takesOver, expectedHead, changes }: CommitRequest, folder: string) => {
    const indexed = clone.gitIn(path, [], { GIT_INDEX_FILE: join(folder, 'index') })
    await indexed('read-tree', takesOver ?? expectedHead)
    for (const [file, text] of Object.entries(changes)) {
      if (text === null) await indexed('update-index', '--force-remove', '--', file)
      else {
        const copy = join(folder, 'text')
        await writeFile(copy, text)
        const blob = (await git('hash-object', '-w', '--no-filters', '--', copy)).trim()
        await indexed('update-index', '--add', '--cacheinfo', `100644,${blob},${file}`)
      }
    }
    return (await indexed('write-tree')).trim()
  }
  const writeCommit = async (request: CommitRequest): Promise<CommitResult> => {
    const { branch, expectedHead, takesOver, headline } = request
    const parents = takesOver === null ? [expectedHead] : [expectedHead, takesOver]
    for (const id of parents) {
      requireCommitId(id)
      await fetchCommit(clone, id)
    }
    await using folder = await openTemporaryDirectory('commit')
    const tree = await writeTree(request, folder.path)
    const made = (await git('commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', headline)).trim()
    const ref = `refs/heads/${branch}`
    // The expected tip is the parent of the new commit, so the push is a fast-forward. The lease rejects it when the
    // branch has moved, even if it would still be a fast-forward.
    const lease = `--force-with-lease=${ref}:${expectedHead}`
    try {
      const refs = ['--end-of-options', remoteName, `${made}:${ref}`]
      await clone.remoteGit()('push', '--quiet', '--no-verify', lease, ...refs)
      return { kind: 'written', commit: made }
    } catch (error) {
      if (error instanceof GitFailure && /stale info|fetch first|non-fast-forward|cannot lock ref/u.test(error.message))
        return { kind: 'moved' }
      throw error
    }
  }
  return { commit: (request) => explainErrors(`commit to ${request.branch}`, () => writeCommit(request)) }
}

const committer: readonly GitSetting[] = [
  ['user.name', 'warpgauge'],
  ['user.email', 'warpgauge@users.noreply.github.com'],
]

/** Reads the commit object: a shallow clone hides the parents of its oldest commits. */
async function readParents(clone: Clone, commit: string): Promise<string[]> {
  await requireHere(clone, commit)
  const content = (await clone.objects.read([commit])).get(commit)?.content.toString('latin1') ?? ''
  const [head = ''] = content.split('\n\n')
  return [...head.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, parent = '']) => parent)
}

async function mergeBase(clone: Clone, one: string, other: string): Promise<string | null> {
  await requireHere(clone, one)
  await requireHere(clone, other)
  const { git, address, place } = clone
  const find = async (): Promise<string | null> => (await git('merge-base', one, other)).trim() || null
  let found = await find()
  for (const commits of deepeningSteps) {
    if (found || address === '' || !existsSync(place.shallow)) return found
    await deepenHistory(clone, commits, one, other)
    found = await find()
  }
  return found
}

async function requireHere(clone: Clone, commit: string): Promise<void> {
  requireCommitId(commit)
  if (await resolveReference(clone, commit)) return
  throw new UserError(
    `the commit ${commit} is neither in this clone nor at its remote`,
    'Check the commit id, and that this clone belongs to its repository',
  )
}

/** Disables filter programs, which measured code may have added to the clone. */
async function listUncommittedFiles({ git, place, gitIn }: Clone, path: string): Promise<string[]> {
  if (!place.isWorkTree) return []
  const drivers = await git('config', '--name-only', '-z', '--get-regexp', String.raw`^filter\.`).catch(() => '')
  const disabled = drivers
    .split('\0')
    .filter(Boolean)
    .map((name): GitSetting => [name, name.endsWith('.required') ? 'false' : ''])
  const args = ['--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=dirty']
  const entries = (await gitIn(path, disabled)('status', ...args)).split('\0').filter(Boolean)
  return entries.slice(0, maxUncommitted).map((entry) => entry.slice(3))
}

/** Fields are separated by NUL, which no subject can contain. */
const format = ['%H', '%P', '%s', '%an', '%cI'].join('%x00')

/** The commits of `good..bad` in topological order, oldest first. */
async function listCommitsBetween(
  git: GitCommand,
  good: string,
  bad: string,
  isFirstParent: boolean,
): Promise<LoggedCommit[]> {
  requireCommitId(good)
  requireCommitId(bad)
  const order = ['--topo-order', '--reverse', ...(isFirstParent ? ['--first-parent'] : [])]
  const text = await git('log', '-z', ...order, `--format=${format}`, '--end-of-options', bad, `^${good}`)
  const fields = text.split('\0')
  return Array.from({ length: Math.floor(fields.length / 5) }, (_unused, index) => {
    const [commit = '', parents = '', subject = '', author = '', committedAt = ''] = fields.slice(index * 5)
    const all = parents.split(' ').filter((id) => id !== '')
    return { commit, parents: isFirstParent ? all.slice(0, 1) : all, subject, author, committedAt }
  })
}
