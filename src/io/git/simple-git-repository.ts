import { existsSync, realpathSync } from 'node:fs'
import { simpleGit } from 'simple-git'
import { UserError } from '../../domain/core/errors.ts'
import type { CommitWriter, CommitRequest, CommitResult } from '../../ports/commit-writer.ts'
import { type KeptTree, type TreeOriginals, keepOriginals } from './git-originals.ts'
import { type CheckedOutTree, checkOutTree, type TreeSource } from './git-tree.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import {
  describeLack,
  explainErrors,
  buildGitEnvironment,
  toGitFailure,
  withoutNetwork,
  type GitCommand,
  type GitSetting,
  requireCommitId,
  readClonePlace,
  findAddress,
  isPartialClone,
  listCredentials,
  listSettings,
  type FoundSetting,
  GitFailure,
} from './git-command.ts'
import { readFileAt, createGitObjects } from './git-objects.ts'
import {
  createGitRemote,
  buildRemoteSettings,
  type GitRemote,
  findBranchTip,
  resolveReference,
  type LocalNames,
  type ResolvingClone,
  fetchMissing,
} from './git-remote.ts'
import type { LoggedCommit } from '../../domain/bisect/bisect-result.ts'
import { openTemporaryDirectory } from '../files/owned-directory.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type GitRepositoryOptions = {
  /** The environment to select from; `process.env` when absent. */
  readonly env?: EnvironmentVariables
  /** Token for HTTP remotes; passed to git through the environment, never in argv. */
  readonly token?: string | null
  /** Name of the remote that provides tags and bases; `origin` when absent. */
  readonly remote?: string
  /** Default: `all`. */
  readonly localNames?: LocalNames
  /** Called with a sentence when a name was resolved without the remote. */
  readonly warn?: (message: string) => void
}

type Clone = ResolvingClone & {
  readonly settings: readonly FoundSetting[]
  readonly trees: TreeSource
  /** Fetches the objects of a commit that a partial clone lacks. */
  readonly complete: (commit: string) => Promise<void>
}

export type GitRepository = Awaited<ReturnType<typeof openGitRepository>>

/** Abort when git prints nothing for this long, so that an unresponsive server cannot block the run. */
const silenceMs = 300_000
const deepeningSteps = [50, 200, 1000, 'all'] as const
const maxUncommitted = 10

/**
 * Opens the repository at `path` and removes leftovers of killed runs. Never touches the working tree. Every method
 * throws a UserError for invalid input, and an EnvironmentError when git or the remote fails.
 */
export async function openGitRepository(path: string, options: GitRepositoryOptions = {}) {
  const clone = await explainErrors(`open ${path}`, () => openClone(path, options))
  const { git, remote, objects, trees, settings } = clone
  const explain = <T>(action: string, work: () => T | Promise<T>) =>
    explainErrors(action, work, describeLack(settings, existsSync(trees.place.shallow)))
  return {
    /**
     * The commit id of a ref, fetched from the remote when missing locally; null when it exists
     * nowhere.
     */
    resolve: (ref: string) => explain(`resolve ${ref}`, () => resolveReference(clone, ref)),
    /** The parents of a commit in order, also for commits that a shallow clone lacks. */
    listParents: (commit: string) => explain(`read the parents of ${commit}`, () => readParents(clone, commit)),
    /** The tip of a branch, fetched from the remote; the last fetched tip when the remote is unreachable. */
    findBranchTip: (branch: string) => explain(`find the branch ${branch}`, () => findBranchTip(clone, branch)),
    /**
     * The default branch of the remote, such as `origin/main`, which may have another name than this clone knows; null
     * when there is no remote or it does not answer.
     */
    findRemoteDefault: async () => {
      const branch = await remote?.findDefaultBranch().catch(() => null)
      return branch ? `${clone.remoteName}/${branch}` : null
    },
    /** The merge base of two commits; deepens a shallow clone as needed. Null when they share no history. */
    findMergeBase: (one: string, other: string) => explain('find the merge base', () => mergeBase(clone, one, other)),
    /**
     * The text of a file in a commit, by its path relative to the opened directory; null when the commit has no such
     * file. Symbolic links are not followed.
     */
    readAt: (commit: string, file: string) =>
      explain(`read ${file} at ${commit}`, () => {
        requireCommitId(commit)
        return readFileAt(objects, commit, { prefix: trees.place.prefix, path: file })
      }),
    /** Checks a commit out at `directory`, which must be empty or absent. */
    checkOut: (commit: string, directory: string) =>
      explain(`check ${commit} out at ${directory}`, () => checkOut(clone, commit, directory)),
    /** Copies the tracked files whose content is not in the commit, such as changes of a setup, up to 1 GiB. */
    keepOriginals: (tree: KeptTree) => explain(`list the files of ${tree.commit}`, () => openOriginals(clone, tree)),
    /**
     * The commits that `bad` reaches and `good` does not, parents before children, `bad` last. With `isFirstParent`, only
     * the commits of the branch itself, each with its first parent: a merge is one step.
     */
    listCommitsBetween: (good: string, bad: string, isFirstParent: boolean) =>
      explain(`list the commits ${good}..${bad}`, () => listCommitsBetween(git, good, bad, isFirstParent)),
    /** Tag names of the repository and its remote. */
    listTags: () => explain('list the tags', () => listTags(git, remote)),
    /** Credentials in the settings of the opened clone, without their values. */
    listCredentials: () => listCredentials(settings),
    /** The first few files that differ from HEAD, for a warning. */
    listUncommittedFiles: () => explain('check for uncommitted changes', () => listUncommittedFiles(clone, path)),
  }
}

/** Creates commits in the clone at `path` and pushes them to its remote. The working tree and index stay unchanged. */
export async function openGitCommitWriter(path: string, options: GitRepositoryOptions = {}): Promise<CommitWriter> {
  const { env = process.env, token = null, remote: remoteName = 'origin' } = options
  const clone = await explainErrors(`open ${path}`, () => openClone(path, options))
  if (!clone.remote)
    throw new UserError(`${path} has no remote ${remoteName}`, 'Check the repository out before this step')
  const writer = createGitCommitWriter({
    git: createGitCommand(path, env, committer),
    remote: createGitCommand(path, env, buildRemoteSettings(clone.trees.address, token)),
    remoteName,
    fetch: (commit) => clone.remote?.fetch(commit) ?? Promise.resolve(null),
    withIndex: (file) => createGitCommand(path, env, [], { GIT_INDEX_FILE: file }),
  })
  return { commit: (request) => explainErrors(`commit to ${request.branch}`, () => writer.commit(request)) }
}

const committer: readonly GitSetting[] = [
  ['user.name', 'warpgauge'],
  ['user.email', 'warpgauge@users.noreply.github.com'],
]

async function openClone(path: string, options: GitRepositoryOptions): Promise<Clone> {
  if (!existsSync(path)) throw new UserError(`${path} does not exist`, 'Give the directory of a git repository')
  const { env = process.env, token = null, remote: name = 'origin', localNames = 'all', warn = () => {} } = options
  const own: GitSetting[] = [['protocol.file.allow', 'never']]
  const git = createGitCommand(path, env, own)
  const place = await readClonePlace(git, path)
  const settings = await listSettings(git, path)
  const address = findAddress(settings, name)
  const cloneEnv = buildCloneEnvironment(path, env, own)
  // git fetches what a partial clone lacks while it reads.
  const readingEnv = isPartialClone(settings) ? cloneEnv : withoutNetwork(cloneEnv)
  const objects = createGitObjects({ directory: path, env: readingEnv })
  const trees: TreeSource = {
    git,
    objects,
    place,
    address,
    fetchLfs: (commit) => fetchLfs({ path, address, commit }, options),
    gitIn: (directory, more, variables) => createGitCommand(directory, env, [...own, ...more], variables),
    openOther: async (directory) => {
      const other = createGitCommand(directory, env, own)
      const itsAddress = findAddress(await listSettings(other, directory), name)
      return {
        ...trees,
        git: other,
        place: await readClonePlace(other, directory),
        address: itsAddress,
        fetchLfs: (commit) => fetchLfs({ path: directory, address: itsAddress, commit }, options),
        objects: createGitObjects({ directory, env: buildCloneEnvironment(directory, env, own) }),
      }
    },
  }
  const createRemoteGit = (more: readonly GitSetting[] = []) =>
    createGitCommand(path, env, [...buildRemoteSettings(address, token), ...more])
  const complete = async (commit: string) => {
    if (address === '' || !isPartialClone(settings)) return
    await fetchMissing(git, createRemoteGit([['fetch.negotiationAlgorithm', 'noop']]), name, commit)
  }
  const isShallow = () => existsSync(place.shallow)
  const remote = address === '' ? null : createGitRemote({ git: createRemoteGit(), name, objects, isShallow })
  return { git, objects, trees, settings, complete, remote, remoteName: name, localNames, warn }
}

/** Git LFS verifies what it fetches, and the caller what it uses. A remote without the objects is no error here. */
async function fetchLfs(
  { path, address, commit }: { readonly path: string; readonly address: string; readonly commit: string },
  { env = process.env, token = null, remote = 'origin', warn = () => {} }: GitRepositoryOptions,
): Promise<void> {
  if (address === '') return
  // A transfer that prints nothing would count as one that hangs.
  const variables = { GIT_LFS_FORCE_PROGRESS: '1' }
  const git = createGitCommand(path, env, buildRemoteSettings(address, token), variables)
  try {
    await git('lfs', 'fetch', '--include=', '--exclude=', remote, commit)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const reason = error.message.replaceAll(/\s+/g, ' ').slice(-300)
    warn(`Git LFS could not fetch the files of ${commit.slice(0, 7)} from ${remote}: ${reason}`)
  }
}

async function checkOut({ trees, complete }: Clone, commit: string, directory: string): Promise<CheckedOutTree> {
  requireCommitId(commit)
  await complete(commit)
  return await checkOutTree(trees, commit, directory)
}

async function openOriginals({ objects, complete }: Clone, tree: KeptTree): Promise<TreeOriginals> {
  requireCommitId(tree.commit)
  const source = { objects, complete: () => complete(tree.commit) }
  const originals = await keepOriginals(source, tree)
  return { restore: (paths) => explainErrors(`restore files of ${tree.directory}`, () => originals.restore(paths)) }
}

function buildCloneEnvironment(
  directory: string,
  parent: EnvironmentVariables,
  settings: readonly GitSetting[],
): Record<string, string> {
  return buildGitEnvironment(parent, [['safe.directory', realpathSync(directory)], ...settings])
}

/** Runs git safely in an untrusted directory; every call throws a GitFailure when git fails. */
export function createGitCommand(
  directory: string,
  parent: EnvironmentVariables,
  settings: readonly GitSetting[],
  more: Readonly<Record<string, string>> = {},
): GitCommand {
  const env = { ...buildCloneEnvironment(directory, parent, settings), ...more }
  const git = simpleGit({
    baseDir: directory,
    allowEnvironment: Object.keys(env).filter((name) => name.startsWith('GIT_')),
    timeout: { block: silenceMs },
    completion: { onClose: true, onExit: false },
    // These settings are constants of warpgauge, and each of them restricts git.
    unsafe: {
      allowUnsafeConfigEnvCount: true,
      allowUnsafeFilter: true,
      allowUnsafeConfigPaths: true,
      allowUnsafeHooksPath: true,
      allowUnsafeFsMonitor: true,
      allowUnsafeProtocolOverride: true,
      allowUnsafeTemplateDir: true,
    },
  }).env(env)
  return async (...args) => {
    try {
      return await git.raw([...args])
    } catch (cause) {
      throw toGitFailure(cause)
    }
  }
}

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
  const { git, remote, trees } = clone
  const find = async (): Promise<string | null> => (await git('merge-base', one, other)).trim() || null
  let found = await find()
  for (const commits of deepeningSteps) {
    if (found || !remote || !existsSync(trees.place.shallow)) return found
    await remote.deepen(commits, one, other)
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

async function listTags(git: GitCommand, remote: GitRemote | null): Promise<string[]> {
  const local = (await git('for-each-ref', '--format=%(refname:strip=2)', 'refs/tags')).split('\n').filter(Boolean)
  return [...new Set([...local, ...((await remote?.listTags()) ?? [])])].toSorted()
}

/** Disables filter programs, which measured code may have added to the clone. */
async function listUncommittedFiles({ git, trees }: Clone, path: string): Promise<string[]> {
  if (!trees.place.isWorkTree) return []
  const drivers = (
    await git('config', '--name-only', '-z', '--get-regexp', String.raw`^filter\.`).catch(() => '')
  ).split('\0')
  const disabled = drivers.filter(Boolean).map((name): GitSetting => [name, name.endsWith('.required') ? 'false' : ''])
  const status = await trees.gitIn(path, disabled, {})(
    'status',
    '--porcelain=v1',
    '-z',
    '--no-renames',
    '--ignore-submodules=all',
  )
  return status
    .split('\0')
    .filter(Boolean)
    .slice(0, maxUncommitted)
    .map((entry) => entry.slice(3))
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
  const commits = Array.from({ length: Math.floor(fields.length / 5) }, (_unused, index) =>
    toCommit(fields.slice(index * 5, index * 5 + 5)),
  )
  return isFirstParent ? commits.map((one) => ({ ...one, parents: one.parents.slice(0, 1) })) : commits
}

function toCommit([
  commit = '',
  parents = '',
  subject = '',
  author = '',
  committedAt = '',
]: readonly string[]): LoggedCommit {
  return { commit, parents: parents.split(' ').filter((id) => id !== ''), subject, author, committedAt }
}

/** git in a clone, and git with access to its remote. */
type CommitPorts = {
  readonly git: GitCommand
  readonly remote: GitCommand
  readonly remoteName: string
  /** Fetches a commit from the remote. */
  readonly fetch: (commit: string) => Promise<unknown>
  /** git with a temporary index, so that the index and working tree of the clone stay unchanged. */
  readonly withIndex: (path: string) => GitCommand
}

/**
 * Creates commits in a clone and pushes them, for commits that the API cannot create. Moves the branch only from its
 * expected tip.
 */
function createGitCommitWriter(ports: CommitPorts): CommitWriter {
  return { commit: (request) => createCommit(ports, request) }
}

async function createCommit(ports: CommitPorts, request: CommitRequest): Promise<CommitResult> {
  const { expectedHead, takesOver } = request
  for (const id of [expectedHead, ...(takesOver === null ? [] : [takesOver])]) {
    requireCommitId(id)
    await ports.fetch(id)
  }
  await using folder = await openTemporaryDirectory('commit')
  const tree = await writeTree(ports, request, folder.path)
  const parents = takesOver === null ? [expectedHead] : [expectedHead, takesOver]
  const args = ['commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', request.headline]
  const made = (await ports.git(...args)).trim()
  return await push(ports, request, made)
}

async function writeTree({ git, withIndex }: CommitPorts, request: CommitRequest, folder: string): Promise<string> {
  const indexed = withIndex(join(folder, 'index'))
  await indexed('read-tree', request.takesOver ?? request.expectedHead)
  for (const [path, text] of Object.entries(request.changes)) {
    if (text === null) await indexed('update-index', '--force-remove', '--', path)
    else {
      const file = join(folder, 'text')
      await writeFile(file, text)
      const blob = (await git('hash-object', '-w', '--no-filters', '--', file)).trim()
      await indexed('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`)
    }
  }
  return (await indexed('write-tree')).trim()
}

/**
 * The expected tip is the parent of the new commit, so the push is a fast-forward. The lease rejects it when the branch
 * has moved, even if it would still be a fast-forward.
 */
async function push({ remote, remoteName }: CommitPorts, request: CommitRequest, made: string): Promise<CommitResult> {
  const ref = `refs/heads/${request.branch}`
  try {
    const lease = `--force-with-lease=${ref}:${request.expectedHead}`
    await remote('push', '--quiet', '--no-verify', lease, '--end-of-options', remoteName, `${made}:${ref}`)
    return { kind: 'written', commit: made }
  } catch (error) {
    if (error instanceof GitFailure && /stale info|fetch first|non-fast-forward|cannot lock ref/u.test(error.message))
      return { kind: 'moved' }
    throw error
  }
}
