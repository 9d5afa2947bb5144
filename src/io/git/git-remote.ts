import { GitFailure, type GitCommand, type GitSetting } from './git-command.ts'
import { isCommitId, listRemoteCandidates } from './git-reference.ts'

/** The remote of a clone. */
export type GitRemote = {
  /** Fetches the commit of a name or id; null when the remote does not know it. */
  fetch(name: string): Promise<string | null>
  /** Deepens the history of two commits by `commits`, or completely. */
  deepen(commits: number | 'all', one: string, other: string): Promise<void>
  listTags(): Promise<string[]>
}

/** `git` has credentials for the remote; `name` is the remote's name in the clone. */
export function createGitRemote(git: GitCommand, name: string): GitRemote {
  return {
    fetch: (ref) => (isCommitId(ref) ? fetchCommit(git, name, ref) : fetchName(git, name, ref)),
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

async function fetchCommit(git: GitCommand, remote: string, commit: string): Promise<string | null> {
  try {
    await fetch(git, [...(await buildDepthArguments(git)), remote, commit])
    return commit
  } catch (error) {
    if (isUnknownAtRemote(error)) return null
    throw error
  }
}

function isUnknownAtRemote(error: unknown): boolean {
  return error instanceof GitFailure && /not our ref|unadvertised object|find remote ref/.test(error.message)
}

async function fetchName(git: GitCommand, remote: string, name: string): Promise<string | null> {
  const candidates = listRemoteCandidates(name, remote)
  const known = await listRemoteRefs(git, remote, ...candidates.flatMap((ref) => [ref, `${ref}^{}`]))
  const ref = candidates.find((candidate) => known.has(candidate))
  if (!ref) return null
  const commit = known.get(`${ref}^{}`) ?? known.get(ref) ?? ''
  if (!(await isHere(git, commit)))
    await fetch(git, [...(await buildDepthArguments(git)), remote, await buildRefspec(git, ref, remote)])
  return (await isHere(git, commit)) ? commit : null
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
async function buildDepthArguments(git: GitCommand): Promise<string[]> {
  const isShallow = (await git('rev-parse', '--is-shallow-repository')).trim() === 'true'
  return isShallow ? ['--depth=1', '--end-of-options'] : ['--end-of-options']
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

async function isHere(git: GitCommand, commit: string): Promise<boolean> {
  return (await git('rev-parse', '--verify', '--quiet', `${commit}^{commit}`)).trim() === commit
}

async function listRemoteRefs(git: GitCommand, ...args: readonly string[]): Promise<Map<string, string>> {
  const lines = (await git('ls-remote', '--quiet', ...args)).split('\n')
  return new Map(lines.flatMap((line) => [[line.slice(41), line.slice(0, 40)] as const]).filter(([ref]) => ref !== ''))
}
