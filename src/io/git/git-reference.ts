import { UserError } from '../../domain/core/errors.ts'

/** A parsed ref from user input: a name that cannot be mistaken for an option, and the steps that follow it. */
export type GitReference = {
  readonly name: string
  /** `~2`, `^1` and similar; empty when absent. */
  readonly steps: string
}

/** Whether a text is a full commit id. */
export function isCommitId(text: string): boolean {
  return /^[0-9a-f]{40}$/.test(text)
}

/** Throws a UserError unless the text is a full commit id. */
export function requireCommitId(text: string): void {
  if (isCommitId(text)) return
  throw new UserError(`${JSON.stringify(text)} is not a full commit id`, 'Give all 40 hexadecimal digits')
}

/**
 * Throws a UserError for an invalid ref name (git-check-ref-format(1)), including options such as `--upload-pack=…`.
 */
export function parseGitReference(text: string): GitReference {
  const [, name = '', steps = ''] = /^([^~^]*)((?:~\d*|\^\d*)*)$/.exec(text) ?? []
  if (isRefName(name)) return { name: /^[0-9a-f]{40}$/i.test(name) ? name.toLowerCase() : name, steps }
  throw new UserError(
    `${JSON.stringify(text)} is not a valid name of a commit, tag or branch`,
    'Give a tag such as v1.0, a branch, or a commit id',
  )
}

/** Full names for a short name in this clone, in order of precedence: tags before branches, as in git. */
export function listLocalCandidates(name: string): string[] {
  if (name === 'HEAD' || name.startsWith('refs/') || isCommitId(name)) return [name]
  const shared = [`refs/tags/${name}`, `refs/heads/${name}`]
  if (name.includes('/')) return [...shared, `refs/remotes/${name}`]
  return /^[0-9a-f]{7,39}$/.test(name) ? [...shared, name] : shared
}

/** Full names for a short name at the remote, in order of precedence. */
export function listRemoteCandidates(name: string, remote: string): string[] {
  const tracking = `refs/remotes/${remote}/`
  if (name.startsWith(tracking)) return [`refs/heads/${name.slice(tracking.length)}`]
  if (name.startsWith('refs/')) return [name]
  const branch = name.startsWith(`${remote}/`) ? [`refs/heads/${name.slice(remote.length + 1)}`] : []
  return [`refs/tags/${name}`, `refs/heads/${name}`, ...branch]
}

function isRefName(name: string): boolean {
  if (name === '' || name === '@' || name.startsWith('-')) return false
  if (/[\p{Cc} :?*[\\]|\.\.|@\{|\.$/u.test(name)) return false
  return name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'))
}
