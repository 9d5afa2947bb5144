import { GitFailure, type GitCommand } from './git-command.ts'
import { isCommitId, listLocalCandidates, parseGitReference } from './git-reference.ts'
import type { GitObjects } from './git-objects.ts'
import type { GitRemote } from './git-remote.ts'

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
  if (isCommitId(name)) return (await findCommit(clone, name, steps)) ?? (await fetchCommit(clone, name, steps))
  if (!remote) return await resolveLocally(clone, name, steps)
  try {
    const found = await fetchCommit(clone, name, steps)
    if (found !== null) return found
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

async function fetchCommit(clone: ResolvingClone, name: string, steps: string): Promise<string | null> {
  const commit = (await clone.remote?.fetch(name)) ?? null
  return commit === null ? null : await findCommit(clone, commit, steps)
}

type ReferenceCommit = { readonly ref: string; readonly commit: string }

/** All local matches of a name, in order of precedence. */
async function findLocal(clone: ResolvingClone, name: string, steps: string): Promise<ReferenceCommit[]> {
  const found: ReferenceCommit[] = []
  for (const ref of listLocalCandidates(name)) {
    const commit = await findCommit(clone, ref, steps)
    if (commit !== null) found.push({ ref, commit })
  }
  return found
}

async function resolveLocally(clone: ResolvingClone, name: string, steps: string): Promise<string | null> {
  const [first, ...others] = await findLocal(clone, name, steps)
  const other = others.find(({ commit }) => commit !== first?.commit)
  if (first && other)
    clone.warn(
      `${name} is ${first.ref} (${first.commit.slice(0, 7)}) and ${other.ref} (${other.commit.slice(0, 7)}); the first is used. Use the full name to select the other`,
    )
  return first?.commit ?? null
}

async function resolveOffline(clone: ResolvingClone, name: string, steps: string): Promise<ReferenceCommit | null> {
  const { localNames, remoteName } = clone
  if (localNames === 'none') return null
  const found = await findLocal(clone, name, steps)
  const isFetched = ({ ref }: ReferenceCommit) =>
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
