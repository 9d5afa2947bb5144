import { GitFailure, type GitCommand, type GitSetting } from './git-command.ts'
import { isCommitId, listRemoteCandidates } from './git-reference.ts'
import type { GitObjects } from './git-objects.ts'

/** The remote of a clone. */
export type GitRemote = {
  /** Fetches the commit of a name or id; null when the remote does not know it. */
  fetch(name: string): Promise<string | null>
  /** Deepens the history of two commits by `commits`, or completely. */
  deepen(commits: number | 'all', one: string, other: string): Promise<void>
  listTags(): Promise<string[]>
}

/** What a remote is to know of its clone. */
export type FetchingClone = {
  /** git with credentials for the remote. */
  readonly git: GitCommand
  /** Name of the remote in the clone. */
  readonly name: string
  readonly objects: GitObjects
  readonly isShallow: () => boolean
}

export function createGitRemote(clone: FetchingClone): GitRemote {
  const { git, name } = clone
  return {
    fetch: (ref) => (isCommitId(ref) ? fetchCommit(clone, ref) : fetchName(clone, ref)),
    deepen: (commits, one, other) => deepen(git, name, { commits, of: [one, other] }),
    listTags: async () => [...(await listRemoteRefs(git, '--tags', '--refs', name)).keys()].map((ref) => ref.slice(10)),
  }
}

/** Settings for commands that contact `address`: a token scoped to it, and file transport only for a local path. */
export function buildRemoteSettings(address: string, token: string | null): GitSetting[] {
  const file: GitSetting = ['protocol.file.allow', isLocalPath(address) ? 'always' : 'never']
  if (token === null || !/^https?:\/\//.test(address)) return [file]
  const key = `http.${new URL(address).origin}/.extraheader`
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  // The empty value first clears a header that actions/checkout may have stored: GitHub rejects two.
  return [file, [key, ''], [key, `AUTHORIZATION: basic ${basic}`]]
}

function isLocalPath(address: string): boolean {
  if (address.startsWith('file://')) return true
  return !/^[\w.+-]+:\/\//.test(address) && !/^[^/]+:/.test(address)
}

async function fetchCommit(clone: FetchingClone, commit: string): Promise<string | null> {
  try {
    await fetch(clone.git, [...buildDepthArguments(clone), clone.name, commit])
    return commit
  } catch (error) {
    if (isUnknownAtRemote(error)) return null
    throw error
  }
}

function isUnknownAtRemote(error: unknown): boolean {
  return error instanceof GitFailure && /not our ref|unadvertised object|find remote ref/.test(error.message)
}

async function fetchName(clone: FetchingClone, name: string): Promise<string | null> {
  const { git, name: remote, objects } = clone
  const candidates = listRemoteCandidates(name, remote)
  const known = await listRemoteRefs(git, remote, ...candidates.flatMap((ref) => [ref, `${ref}^{}`]))
  const ref = candidates.find((candidate) => known.has(candidate))
  if (!ref) return null
  const commit = known.get(`${ref}^{}`) ?? known.get(ref) ?? ''
  if ((await objects.findCommit(commit)) === commit) return commit
  await fetch(git, [...buildDepthArguments(clone), remote, await buildRefspec(git, ref, remote)])
  return (await objects.findCommit(commit)) === commit ? commit : null
}

/** A tag of the clone is never overwritten, even when the remote has another one. */
async function buildRefspec(git: GitCommand, ref: string, remote: string): Promise<string> {
  if (ref.startsWith('refs/tags/')) {
    const own = await git('rev-parse', '--verify', '--quiet', '--end-of-options', ref).catch(() => '')
    return own.trim() === '' ? `${ref}:${ref}` : ref
  }
  if (ref.startsWith('refs/heads/')) return `+${ref}:${ref.replace('refs/heads/', `refs/remotes/${remote}/`)}`
  return ref
}

/**
 * In a complete clone, `--depth` would truncate the history at the fetched commit, so it is used for shallow clones
 * only.
 */
function buildDepthArguments({ isShallow }: FetchingClone): string[] {
  return isShallow() ? ['--depth=1', '--end-of-options'] : ['--end-of-options']
}

async function deepen(
  git: GitCommand,
  remote: string,
  { commits, of }: { commits: number | 'all'; of: readonly string[] },
): Promise<void> {
  const amount = commits === 'all' ? '--unshallow' : `--deepen=${commits}`
  try {
    await fetch(git, [amount, '--end-of-options', remote, ...of])
  } catch (error) {
    // The commit was never pushed: deepen the fetched branches instead.
    if (!isUnknownAtRemote(error)) throw error
    await fetch(git, [amount, '--end-of-options', remote])
  }
}

async function fetch(git: GitCommand, args: readonly string[]): Promise<void> {
  await git('fetch', '--quiet', '--no-tags', '--no-prune', '--no-recurse-submodules', '--no-write-fetch-head', ...args)
}

async function listRemoteRefs(git: GitCommand, ...args: readonly string[]): Promise<Map<string, string>> {
  const lines = (await git('ls-remote', '--quiet', ...args)).split('\n')
  return new Map(lines.flatMap((line) => [[line.slice(41), line.slice(0, 40)] as const]).filter(([ref]) => ref !== ''))
}
