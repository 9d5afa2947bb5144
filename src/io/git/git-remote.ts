import {
  GitFailure,
  type GitCommand,
  type GitSetting,
  listRemoteCandidates,
  listLocalCandidates,
  parseGitReference,
} from './git-command.ts'
import type { GitObjects } from './git-objects.ts'
import { isCommitId } from '../../domain/core/revision.ts'

/** The remote of a clone. */
export type GitRemote = ReturnType<typeof createGitRemote>

/** What a remote is to know of its clone. */
type FetchingClone = {
  /** git with credentials for the remote. */
  readonly git: GitCommand
  /** Name of the remote in the clone. */
  readonly name: string
  readonly objects: GitObjects
  readonly isShallow: () => boolean
  readonly warn: (message: string) => void
}

export function createGitRemote(clone: FetchingClone) {
  const { git, name } = clone
  return {
    /** Fetches the commit of a name or id; null when the remote does not know it. */
    async fetch(ref: string): Promise<string | null> {
      if (!isCommitId(ref)) return await fetchName(clone, ref)
      try {
        await fetch(git, [...buildDepthArguments(clone), name, ref])
        return ref
      } catch (error) {
        if (isUnknownAtRemote(error)) return null
        throw error
      }
    },
    /** Deepens the history of two commits by `commits`, or completely. */
    async deepen(commits: number | 'all', one: string, other: string): Promise<void> {
      const amount = commits === 'all' ? '--unshallow' : `--deepen=${commits}`
      try {
        await fetch(git, [amount, '--end-of-options', name, one, other])
      } catch (error) {
        // The commit was never pushed: deepen the fetched branches instead.
        if (!isUnknownAtRemote(error)) throw error
        await fetch(git, [amount, '--end-of-options', name])
      }
    },
    /** The name of the branch that its HEAD is; null when it has none. */
    async findDefaultBranch(): Promise<string | null> {
      const text = await git('ls-remote', '--quiet', '--symref', name, 'HEAD')
      return /^ref: refs\/heads\/(\S+)\tHEAD$/mu.exec(text)?.[1] ?? null
    },
    listTags: async () => [...(await listRemoteRefs(git, '--tags', '--refs', name)).keys()].map((ref) => ref.slice(10)),
  }
}

/** Settings for commands that contact `address`: a token scoped to it, and file transport only for a local path. */
export function buildRemoteSettings(address: string, token: string | null): GitSetting[] {
  const isLocal = address.startsWith('file://') || !/^(?:[\w.+-]+:\/\/|[^/]+:)/.test(address)
  const file: GitSetting = ['protocol.file.allow', isLocal ? 'always' : 'never']
  if (token === null || !/^https?:\/\//.test(address)) return [file]
  const key = `http.${new URL(address).origin}/.extraheader`
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  // The empty value first clears a header that actions/checkout may have stored: GitHub rejects two.
  return [file, [key, ''], [key, `AUTHORIZATION: basic ${basic}`]]
}

function isUnknownAtRemote(error: unknown): boolean {
  return error instanceof GitFailure && /not our ref|unadvertised object|find remote ref/.test(error.message)
}

async function fetchName(clone: FetchingClone, name: string): Promise<string | null> {
  const { git, name: remote, objects, warn } = clone
  const candidates = listRemoteCandidates(name, remote)
  const known = await listRemoteRefs(git, remote, ...candidates.flatMap((ref) => [ref, `${ref}^{}`]))
  const peel = (ref: string) => known.get(`${ref}^{}`) ?? known.get(ref) ?? ''
  const [ref, ...others] = candidates.filter((candidate) => known.has(candidate))
  if (ref === undefined) return null
  const commit = peel(ref)
  const other = others.find((one) => peel(one) !== commit)
  if (other !== undefined) warn(describeAmbiguity(name, { ref, commit }, { ref: other, commit: peel(other) }))
  if ((await objects.findCommit(commit)) === commit) return commit
  let refspec = ref
  if (ref.startsWith('refs/heads/')) refspec = `+${ref}:${ref.replace('refs/heads/', `refs/remotes/${remote}/`)}`
  if (ref.startsWith('refs/tags/')) {
    // A tag of the clone is never overwritten, even when the remote has another one.
    const own = await git('rev-parse', '--verify', '--quiet', '--end-of-options', ref).catch(() => '')
    if (own.trim() === '') refspec = `${ref}:${ref}`
  }
  await fetch(git, [...buildDepthArguments(clone), remote, refspec])
  return (await objects.findCommit(commit)) === commit ? commit : null
}

/** In a complete clone, `--depth` would truncate the history at the fetched commit. */
function buildDepthArguments({ isShallow }: FetchingClone): string[] {
  return isShallow() ? ['--depth=1', '--end-of-options'] : ['--end-of-options']
}

async function fetch(git: GitCommand, args: readonly string[]): Promise<void> {
  await git('fetch', '--quiet', '--no-tags', '--no-prune', '--no-recurse-submodules', '--no-write-fetch-head', ...args)
}

async function listRemoteRefs(git: GitCommand, ...args: readonly string[]): Promise<Map<string, string>> {
  const lines = (await git('ls-remote', '--quiet', ...args)).split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [id = '', ref = ''] = line.split('\t')
      return ref === '' ? [] : [[ref, id] as const]
    }),
  )
}

/** Which local names may resolve to a commit when the remote does not provide them. */
export type LocalNames =
  /** A developer's clone: every local name, with a warning. */
  | 'all'
  /** A workflow clone without a token: fetched names only, with a warning, and only when the remote is unreachable. */
  | 'fetched'
  /** No local names: an unreachable remote is an error. */
  | 'none'

export type ResolvingClone = {
  readonly git: GitCommand
  readonly objects: GitObjects
  readonly remote: GitRemote | null
  /** Name of the remote in the clone. */
  readonly remoteName: string
  readonly localNames: LocalNames
  readonly warn: (message: string) => void
}

/**
 * Resolves a reference to its commit; null when it exists nowhere. A remote takes precedence for tags and branches,
 * because local ones may be stale or forged. `HEAD` and commit ids are always local.
 */
export async function resolveReference(clone: ResolvingClone, ref: string): Promise<string | null> {
  const { remote } = clone
  const { name, steps } = parseGitReference(ref)
  if (name === 'HEAD') return await findCommit(clone, name, steps)
  if (isCommitId(name)) return (await findCommit(clone, name, steps)) ?? (await fetchReference(clone, name, steps))
  if (!remote) return await resolveLocally(clone, name, steps)
  try {
    const found = await fetchReference(clone, name, steps)
    if (found !== null) {
      await warnOfUnpushed(clone, name)
      return found
    }
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error
    const found = await resolveOffline(clone, name, steps)
    if (found === null) throw error
    clone.warn(
      `${clone.remoteName} could not be queried for ${name} (${getFirstLine(error.message)}); ${found.ref} of this clone is used, which may be outdated`,
    )
    return found.commit
  }
  return await resolveUnknown(clone, name, steps)
}

/** The tip of a branch at the remote; the last fetched tip when the remote is unreachable. */
export async function findBranchTip(clone: ResolvingClone, branch: string): Promise<string | null> {
  const { objects, remote, remoteName } = clone
  const { name } = parseGitReference(`refs/heads/${branch}`)
  if (remote === null) return await objects.findCommit(name)
  try {
    return await remote.fetch(name)
  } catch (error) {
    if (!(error instanceof GitFailure) || clone.localNames === 'none') throw error
    clone.warn(
      `${remoteName} could not be queried for ${branch} (${getFirstLine(error.message)}); its last fetched tip is used`,
    )
    return await objects.findCommit(`refs/remotes/${remoteName}/${branch}`)
  }
}

async function fetchReference(clone: ResolvingClone, name: string, steps: string): Promise<string | null> {
  const commit = (await clone.remote?.fetch(name)) ?? null
  return commit === null ? null : await findCommit(clone, commit, steps)
}

/** A person may mean the local branch. That it is only older than the one at the remote is usual. */
async function warnOfUnpushed(clone: ResolvingClone, name: string): Promise<void> {
  const { git, objects, remoteName, localNames, warn } = clone
  if (localNames !== 'all') return
  const branch = name.replace(/^refs\/heads\//u, '')
  const own = await objects.findCommit(`refs/heads/${branch}`)
  const fetched = own && (await objects.findCommit(`refs/remotes/${remoteName}/${branch}`))
  if (!own || !fetched) return
  const count = Number(await git('rev-list', '--count', '--end-of-options', `${fetched}..${own}`).catch(() => '0'))
  if (count === 0) return
  warn(
    `${branch} is ${fetched.slice(0, 7)}, as at ${remoteName}; ${branch} of this clone has ${count} unpushed ${count === 1 ? 'commit' : 'commits'}. Name its commit (${own.slice(0, 12)}) to use it`,
  )
}

type NamedCommit = { readonly ref: string; readonly commit: string }

/** All local matches of a name, in order of precedence. */
async function findLocal(clone: ResolvingClone, name: string, steps: string): Promise<NamedCommit[]> {
  const found: NamedCommit[] = []
  for (const ref of listLocalCandidates(name)) {
    const commit = await findCommit(clone, ref, steps)
    if (commit !== null) found.push({ ref, commit })
  }
  return found
}

async function resolveLocally(clone: ResolvingClone, name: string, steps: string): Promise<string | null> {
  const [first, ...others] = await findLocal(clone, name, steps)
  const other = others.find(({ commit }) => commit !== first?.commit)
  if (first && other) clone.warn(describeAmbiguity(name, first, other))
  return first?.commit ?? null
}

function describeAmbiguity(name: string, first: NamedCommit, other: NamedCommit): string {
  return `${name} is ${first.ref} (${first.commit.slice(0, 7)}) and ${other.ref} (${other.commit.slice(0, 7)}); the first is used. Use the full name to select the other`
}

async function resolveOffline(clone: ResolvingClone, name: string, steps: string): Promise<NamedCommit | null> {
  const { localNames, remoteName } = clone
  if (localNames === 'none') return null
  const found = await findLocal(clone, name, steps)
  const isFetched = ({ ref }: NamedCommit) =>
    ref.startsWith('refs/tags/') || ref.startsWith(`refs/remotes/${remoteName}/`)
  return found.find((one) => localNames === 'all' || isFetched(one)) ?? null
}

/** The remote has no such tag or branch: the name may be an abbreviated commit id, or may never have been pushed. */
async function resolveUnknown(clone: ResolvingClone, name: string, steps: string): Promise<string | null> {
  const found = await findLocal(clone, name, steps)
  const named = found.find(({ ref }) => ref.startsWith('refs/'))
  if (!named || clone.localNames !== 'all') return found.find(({ ref }) => !ref.startsWith('refs/'))?.commit ?? null
  clone.warn(`${clone.remoteName} has no ${name}; ${named.ref} of this clone is used`)
  return named.commit
}

/** Null for a name that is unknown, ambiguous or not a commit. A process that runs already knows no deepened history. */
async function findCommit({ git, objects }: ResolvingClone, name: string, steps: string): Promise<string | null> {
  if (steps === '') return await objects.findCommit(name)
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}${steps}^{commit}`]
  return (await git(...args).catch(() => '')).trim() || null
}

function getFirstLine(text: string): string {
  return text.split('\n')[0]?.slice(0, 200) ?? ''
}

/** Maximum number of ids on one command line. */
const maxIdsPerCall = 1000

/**
 * Fetches the objects of a commit that a partial clone lacks: a tree that borrows its objects cannot fetch by itself.
 * `fetching` must advertise no objects to the remote, or the server omits those it assumes to be present.
 */
export async function fetchMissing(
  git: GitCommand,
  fetching: GitCommand,
  remote: string,
  commit: string,
): Promise<void> {
  for (let ids = await listMissingObjects(git, commit); ids.length > 0; ids = await listMissingObjects(git, commit))
    for (let start = 0; start < ids.length; start += maxIdsPerCall) {
      const some = ids.slice(start, start + maxIdsPerCall)
      const how = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--filter=blob:none']
      await fetching('fetch', ...how, '--end-of-options', remote, ...some)
    }
}

async function listMissingObjects(git: GitCommand, commit: string): Promise<string[]> {
  const args = ['--objects', '--missing=print', '--no-walk=unsorted', '--end-of-options', commit]
  const lines = (await git('rev-list', ...args)).split('\n')
  return lines.filter((line) => line.startsWith('?')).map((line) => line.slice(1))
}
