import { existsSync } from 'node:fs'
import { isCommitId } from '../../domain/core/revision.ts'
import type { Clone } from './clone.ts'
import {
  GitFailure,
  type GitCommand,
  isPartialClone,
  listLocalCandidates,
  listRemoteCandidates,
  parseGitReference,
} from './git-command.ts'

/** Fetches the commit of a name or id; null when the remote does not know it. */
export async function fetchCommit(clone: Clone, ref: string): Promise<string | null> {
  if (!isCommitId(ref)) return await fetchName(clone, ref)
  try {
    await fetch(clone, [...buildDepthArguments(clone), clone.remoteName, ref])
    return ref
  } catch (error) {
    if (isUnknownAtRemote(error)) return null
    throw error
  }
}

/** Deepens the history of two commits by `commits`, or completely. */
export async function deepenHistory(clone: Clone, commits: number | 'all', one: string, other: string): Promise<void> {
  const amount = commits === 'all' ? '--unshallow' : `--deepen=${commits}`
  try {
    await fetch(clone, [amount, '--end-of-options', clone.remoteName, one, other])
  } catch (error) {
    // The commit was never pushed: deepen the fetched branches instead.
    if (!isUnknownAtRemote(error)) throw error
    await fetch(clone, [amount, '--end-of-options', clone.remoteName])
  }
}

/** Asks the remote for the name of its default branch; null when its HEAD is not a branch. */
export async function findRemoteHead({ remoteGit, remoteName }: Clone): Promise<string | null> {
  const text = await remoteGit()('ls-remote', '--quiet', '--symref', remoteName, 'HEAD')
  return /^ref: refs\/heads\/(\S+)\tHEAD$/mu.exec(text)?.[1] ?? null
}

/** Asks the remote for the names of its tags. */
export async function listRemoteTags(clone: Clone): Promise<string[]> {
  return [...(await listRemoteRefs(clone, '--tags', '--refs', clone.remoteName)).keys()].map((ref) => ref.slice(10))
}

function isUnknownAtRemote(error: unknown): boolean {
  return error instanceof GitFailure && /not our ref|unadvertised object|find remote ref/.test(error.message)
}

async function fetchName(clone: Clone, name: string): Promise<string | null> {
  const { git, remoteName: remote, objects, warn } = clone
  const candidates = listRemoteCandidates(name, remote)
  const known = await listRemoteRefs(clone, remote, ...candidates.flatMap((ref) => [ref, `${ref}^{}`]))
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
  await fetch(clone, [...buildDepthArguments(clone), remote, refspec])
  return (await objects.findCommit(commit)) === commit ? commit : null
}

/** In a complete clone, `--depth` would truncate the history at the fetched commit. */
function buildDepthArguments({ place }: Clone): string[] {
  return existsSync(place.shallow) ? ['--depth=1', '--end-of-options'] : ['--end-of-options']
}

/** Shows its progress: git that prints nothing for long counts as one that hangs. */
async function fetch({ remoteGit }: Pick<Clone, 'remoteGit'>, args: readonly string[]): Promise<void> {
  const how = ['--progress', '--no-tags', '--no-prune', '--no-recurse-submodules', '--no-write-fetch-head']
  await remoteGit()('fetch', ...how, ...args)
}

async function listRemoteRefs({ remoteGit }: Clone, ...args: readonly string[]): Promise<Map<string, string>> {
  const lines = (await remoteGit()('ls-remote', '--quiet', ...args)).split('\n')
  return new Map(
    lines.flatMap((line) => {
      const [id = '', ref = ''] = line.split('\t')
      return ref === '' ? [] : [[ref, id] as const]
    }),
  )
}

/**
 * Resolves a reference to its commit, which it fetches if the clone lacks it; null when it exists nowhere. The remote
 * takes precedence for tags and branches, because local ones may be stale or forged; without it, `localNames` of the
 * clone decides, with a warning. `HEAD` is always local.
 */
export async function resolveReference(clone: Clone, ref: string): Promise<string | null> {
  const { name, steps } = parseGitReference(ref)
  if (name === 'HEAD') return await findCommit(clone, name, steps)
  if (isCommitId(name)) return (await findCommit(clone, name, steps)) ?? (await fetchReference(clone, name, steps))
  if (clone.address === '') return await resolveLocally(clone, name, steps)
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

/** Fetches the tip of a branch; the last fetched tip when the remote is unreachable. Null: there is no such branch. */
export async function findBranchTip(clone: Clone, branch: string): Promise<string | null> {
  const { objects, address, remoteName } = clone
  const { name } = parseGitReference(`refs/heads/${branch}`)
  if (address === '') return await objects.findCommit(name)
  try {
    return await fetchCommit(clone, name)
  } catch (error) {
    if (!(error instanceof GitFailure) || clone.localNames === 'none') throw error
    clone.warn(
      `${remoteName} could not be queried for ${branch} (${getFirstLine(error.message)}); its last fetched tip is used`,
    )
    return await objects.findCommit(`refs/remotes/${remoteName}/${branch}`)
  }
}

async function fetchReference(clone: Clone, name: string, steps: string): Promise<string | null> {
  const commit = clone.address === '' ? null : await fetchCommit(clone, name)
  return commit === null ? null : await findCommit(clone, commit, steps)
}

/** A person may mean the local branch. That it is only older than the one at the remote is usual. */
async function warnOfUnpushed(clone: Clone, name: string): Promise<void> {
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
async function findLocal(clone: Clone, name: string, steps: string): Promise<NamedCommit[]> {
  const found: NamedCommit[] = []
  for (const ref of listLocalCandidates(name)) {
    const commit = await findCommit(clone, ref, steps)
    if (commit !== null) found.push({ ref, commit })
  }
  return found
}

async function resolveLocally(clone: Clone, name: string, steps: string): Promise<string | null> {
  const [first, ...others] = await findLocal(clone, name, steps)
  const other = others.find(({ commit }) => commit !== first?.commit)
  if (first && other) clone.warn(describeAmbiguity(name, first, other))
  return first?.commit ?? null
}

function describeAmbiguity(name: string, first: NamedCommit, other: NamedCommit): string {
  return `${name} is ${first.ref} (${first.commit.slice(0, 7)}) and ${other.ref} (${other.commit.slice(0, 7)}); the first is used. Use the full name to select the other`
}

async function resolveOffline(clone: Clone, name: string, steps: string): Promise<NamedCommit | null> {
  const { localNames, remoteName } = clone
  if (localNames === 'none') return null
  const found = await findLocal(clone, name, steps)
  const isFetched = ({ ref }: NamedCommit) =>
    ref.startsWith('refs/tags/') || ref.startsWith(`refs/remotes/${remoteName}/`)
  return found.find((one) => localNames === 'all' || isFetched(one)) ?? null
}

/** The remote has no such tag or branch: the name may be an abbreviated commit id, or may never have been pushed. */
async function resolveUnknown(clone: Clone, name: string, steps: string): Promise<string | null> {
  const found = await findLocal(clone, name, steps)
  const named = found.find(({ ref }) => ref.startsWith('refs/'))
  if (!named || clone.localNames !== 'all') return found.find(({ ref }) => !ref.startsWith('refs/'))?.commit ?? null
  clone.warn(`${clone.remoteName} has no ${name}; ${named.ref} of this clone is used`)
  return named.commit
}

/** Null for a name that is unknown, ambiguous or not a commit. A process that runs already knows no deepened history. */
async function findCommit({ git, objects }: Clone, name: string, steps: string): Promise<string | null> {
  if (steps === '') return await objects.findCommit(name)
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${name}${steps}^{commit}`]
  return (await git(...args).catch(() => '')).trim() || null
}

/** The progress of the remote may come before the error. */
function getFirstLine(text: string): string {
  const lines = text.split('\n')
  return (lines.find((line) => /^(?:fatal|error): /.test(line)) ?? lines[0] ?? '').slice(0, 200)
}

/** Maximum number of ids on one command line. */
const maxIdsPerCall = 1000

/** Fetches the objects of a commit that a partial clone lacks: a tree that borrows its objects cannot fetch by itself. */
export async function fetchMissing(
  { git, remoteGit, remoteName, address, settings }: Clone,
  commit: string,
): Promise<void> {
  if (address === '' || !isPartialClone(settings)) return
  // It must advertise no objects to the remote, or the server omits those it assumes to be present.
  const own = { remoteGit: () => remoteGit([['fetch.negotiationAlgorithm', 'noop']]) }
  for (let ids = await listMissingObjects(git, commit); ids.length > 0; ids = await listMissingObjects(git, commit))
    for (let start = 0; start < ids.length; start += maxIdsPerCall) {
      const some = ids.slice(start, start + maxIdsPerCall)
      await fetch(own, ['--filter=blob:none', '--end-of-options', remoteName, ...some])
    }
}

async function listMissingObjects(git: GitCommand, commit: string): Promise<string[]> {
  const args = ['--objects', '--missing=print', '--no-walk=unsorted', '--end-of-options', commit]
  const lines = (await git('rev-list', ...args)).split('\n')
  return lines.filter((line) => line.startsWith('?')).map((line) => line.slice(1))
}
