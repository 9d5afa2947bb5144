import { existsSync } from 'node:fs'
import { simpleGit } from 'simple-git'
import { UserError } from '../../domain/core/errors.ts'
import type { CommitWriter, CommitRequest, CommitResult } from '../../ports/commit-writer.ts'
import { type KeptTree, type TreeOriginals, keepOriginals } from './git-originals.ts'
import { checkOutTree, type TreeSource } from './git-tree.ts'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import {
  describeLack,
  explainErrors,
  buildGitEnvironment,
  type GitCommand,
  type GitSetting,
  requireCommitId,
  readClonePlace,
  findAddress,
  isPartialClone,
  listCredentials,
  listSettings,
  GitFailure,
} from './git-command.ts'
import { readFileAt, createGitObjects } from './git-objects.ts'
import {
  createGitRemote,
  buildRemoteSettings,
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

type Clone = ResolvingClone &
  TreeSource & {
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
  const { git, remote, objects, place, settings, complete } = clone
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
      const branch = await remote?.findDefaultBranch().catch(() => null)
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
        await complete(commit)
        return await checkOutTree(clone, commit, directory)
      }),
    /** Copies the tracked files whose content is not in the commit, such as changes of a setup, up to 1 GiB. */
    keepOriginals: (tree: KeptTree) =>
      explain(`list the files of ${tree.commit}`, async (): Promise<TreeOriginals> => {
        requireCommitId(tree.commit)
        const originals = await keepOriginals(objects, () => complete(tree.commit), tree)
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
        const all = [...local.split('\n').filter(Boolean), ...((await remote?.listTags()) ?? [])]
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
 * the branch only from its expected tip. The working tree and index stay unchanged.
 */
export async function openGitCommitWriter(path: string, options: GitRepositoryOptions = {}): Promise<CommitWriter> {
  const { env = process.env, token = null, remote: remoteName = 'origin' } = options
  const { remote, address } = await explainErrors(`open ${path}`, () => openClone(path, options))
  if (!remote) throw new UserError(`${path} has no remote ${remoteName}`, 'Check the repository out before this step')
  const git = createGitCommand(path, env, committer)
  const pushing = createGitCommand(path, env, buildRemoteSettings(address, token))
  const writeTree = async ({ takesOver, expectedHead, changes }: CommitRequest, folder: string) => {
    const indexed = createGitCommand(path, env, [], { GIT_INDEX_FILE: join(folder, 'index') })
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
      await remote.fetch(id)
    }
    await using folder = await openTemporaryDirectory('commit')
    const tree = await writeTree(request, folder.path)
    const made = (await git('commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', headline)).trim()
    const ref = `refs/heads/${branch}`
    // The expected tip is the parent of the new commit, so the push is a fast-forward. The lease rejects it when the
    // branch has moved, even if it would still be a fast-forward.
    const lease = `--force-with-lease=${ref}:${expectedHead}`
    try {
      await pushing('push', '--quiet', '--no-verify', lease, '--end-of-options', remoteName, `${made}:${ref}`)
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

async function openClone(path: string, options: GitRepositoryOptions): Promise<Clone> {
  if (!existsSync(path)) throw new UserError(`${path} does not exist`, 'Give the directory of a git repository')
  const { env = process.env, token = null, remote: name = 'origin', localNames = 'all' } = options
  const warnings = new Set<string>()
  // Both sides of a comparison have the same reasons.
  const warn = (text: string): void => {
    if (!warnings.has(text)) options.warn?.(text)
    warnings.add(text)
  }
  const own: GitSetting[] = [['protocol.file.allow', 'never']]
  const openSource = async (directory: string): Promise<TreeSource> => {
    const git = createGitCommand(directory, env, own)
    const place = await readClonePlace(git, directory)
    const settings = await listSettings(git, directory)
    const address = findAddress(settings, name)
    const cloneEnv = Object.entries(buildGitEnvironment(directory, env, own))
    // Measured code of the same user can read the environment of a process that runs for long, so without proxies and
    // keys, unless git fetches what a partial clone lacks while it reads.
    const isPartial = isPartialClone(settings)
    const reading = cloneEnv.filter(([variable]) => isPartial || !/_proxy$|^SSH_AUTH_SOCK$/iu.test(variable))
    return {
      git,
      objects: createGitObjects({ directory, env: Object.fromEntries(reading) }),
      place,
      settings,
      address,
      fetchLfs: (commit) => fetchLfs(directory, address, commit, options),
      gitIn: (tree, more, variables) => createGitCommand(tree, env, [...own, ...more], variables),
      openOther: openSource,
      warn,
    }
  }
  const source = await openSource(path)
  const { git, objects, place, settings, address } = source
  const createRemoteGit = (more: readonly GitSetting[] = []) =>
    createGitCommand(path, env, [...buildRemoteSettings(address, token), ...more])
  const complete = async (commit: string) => {
    if (address === '' || !isPartialClone(settings)) return
    await fetchMissing(git, createRemoteGit([['fetch.negotiationAlgorithm', 'noop']]), name, commit)
  }
  const isShallow = () => existsSync(place.shallow)
  const remote = address === '' ? null : createGitRemote({ git: createRemoteGit(), name, objects, isShallow, warn })
  return { ...source, complete, remote, remoteName: name, localNames, warn }
}

/** Git LFS verifies what it fetches, and the caller what it uses. A remote without the objects is no error here. */
async function fetchLfs(
  directory: string,
  address: string,
  commit: string,
  { env = process.env, token = null, remote = 'origin', warn = () => {} }: GitRepositoryOptions,
): Promise<void> {
  if (address === '') return
  // A transfer that prints nothing would count as one that hangs.
  const variables = { GIT_LFS_FORCE_PROGRESS: '1' }
  const git = createGitCommand(directory, env, buildRemoteSettings(address, token), variables)
  try {
    await git('lfs', 'fetch', '--include=', '--exclude=', remote, commit)
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const reason = error.message.replaceAll(/\s+/g, ' ').slice(-300)
    warn(`Git LFS could not fetch the files of ${commit.slice(0, 7)} from ${remote}: ${reason}`)
  }
}

/** Runs git safely in an untrusted directory; every call throws a GitFailure when git fails. */
export function createGitCommand(
  directory: string,
  parent: EnvironmentVariables = process.env,
  settings: readonly GitSetting[] = [],
  more: Readonly<Record<string, string>> = {},
): GitCommand {
  const env = { ...buildGitEnvironment(directory, parent, settings), ...more }
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
      const message = cause instanceof Error ? cause.message : String(cause)
      // Without progress, which overwrites its line, and without the credentials in `https://user:secret@host`.
      const plain = message.replaceAll(/^[^\n]*\r(?=[^\n])/gm, '').trim()
      throw new GitFailure(plain.replaceAll(/(\w+:\/\/)[^\s/@]*@/g, '$1***@'))
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
  const { git, remote, place } = clone
  const find = async (): Promise<string | null> => (await git('merge-base', one, other)).trim() || null
  let found = await find()
  for (const commits of deepeningSteps) {
    if (found || !remote || !existsSync(place.shallow)) return found
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

/** Disables filter programs, which measured code may have added to the clone. */
async function listUncommittedFiles({ git, place, gitIn }: Clone, path: string): Promise<string[]> {
  if (!place.isWorkTree) return []
  const drivers = await git('config', '--name-only', '-z', '--get-regexp', String.raw`^filter\.`).catch(() => '')
  const disabled = drivers
    .split('\0')
    .filter(Boolean)
    .map((name): GitSetting => [name, name.endsWith('.required') ? 'false' : ''])
  const args = ['--porcelain=v1', '-z', '--no-renames', '--ignore-submodules=dirty']
  const entries = (await gitIn(path, disabled, {})('status', ...args)).split('\0').filter(Boolean)
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
