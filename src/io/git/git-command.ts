import { realpathSync } from 'node:fs'
import { simpleGit } from 'simple-git'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { isCommitId, isCommitPrefix } from '../../domain/core/revision.ts'
import { EnvironmentError, UserError } from '../../domain/core/errors.ts'
import { resolve } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { getStopSignal } from '../process/own-process.ts'
import type { RepositoryFacts } from '../../domain/doctor/facts.ts'

/** Runs git with an argument list in one repository. Resolves to its standard output; throws a GitFailure. */
export type GitCommand = (...args: readonly string[]) => Promise<string>

/** A git setting for one command. */
export type GitSetting = readonly [key: string, value: string]

/** git failed. `message` is its output without credentials. */
export class GitFailure extends Error {
  override readonly name = 'GitFailure'
}

/**
 * The environment of a git process for untrusted clones and trees: no hooks, no file-system monitor, no submodules, no
 * LFS download, no prompts, no system configuration, no replaced objects, no grafts, no commit graph. `settings` go
 * through the environment, because every user of the machine can read argv.
 */
export function buildGitEnvironment(
  directory: string,
  parent: EnvironmentVariables,
  settings: readonly GitSetting[],
): Record<string, string> {
  const all = [...safeSettings, ['safe.directory', realpathSync(directory)] as const, ...settings]
  const numbered = all.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${index}`, key],
    [`GIT_CONFIG_VALUE_${index}`, value],
  ])
  return {
    ...Object.fromEntries(inherited.flatMap((name) => (parent[name] === undefined ? [] : [[name, parent[name]]]))),
    LC_ALL: 'C',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_OPTIONAL_LOCKS: '0',
    GIT_LITERAL_PATHSPECS: '1',
    GIT_LFS_SKIP_SMUDGE: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    // A path that cannot exist: git then reads no grafts and prints no advice about them.
    GIT_GRAFT_FILE: '/dev/null/grafts',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_CONFIG_COUNT: String(all.length),
    ...Object.fromEntries(numbered),
  }
}

const safeSettings: readonly GitSetting[] = [
  ['core.hooksPath', '/dev/null'],
  ['core.fsmonitor', 'false'],
  // The commit graph repeats the parents of commits, and git does not verify it.
  ['core.commitGraph', 'false'],
  ['submodule.recurse', 'false'],
  ['fetch.recurseSubmodules', 'false'],
  ['protocol.ext.allow', 'never'],
  ['gc.auto', '0'],
  ['maintenance.auto', 'false'],
  ['http.lowSpeedLimit', '1000'],
  ['http.lowSpeedTime', '60'],
]

// Variables for programs, user configuration, keys and proxies. RUNNER_TRACKING_ID lets the runner end processes that a
// killed job left behind.
const inherited = [
  'PATH',
  'HOME',
  'XDG_CONFIG_HOME',
  'TMPDIR',
  'USER',
  'LOGNAME',
  'SSH_AUTH_SOCK',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'RUNNER_TRACKING_ID',
  'http_proxy',
  'https_proxy',
  'no_proxy',
  'all_proxy',
  'HTTPS_PROXY',
  'NO_PROXY',
  'ALL_PROXY',
]

const endedBySignal = Buffer.from('git was ended by a signal')

/** Abort when git prints nothing for this long, so that an unresponsive server cannot block the run. */
const silenceMs = 300_000

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
    // Without it, the part that a killed git printed would count as its answer: it has no exit code then.
    errors: (error, { exitCode }) => error ?? (Number.isInteger(exitCode) ? undefined : endedBySignal),
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
      // The terminal sends its signals to git too, and before this process has noticed them.
      await setImmediate()
      getStopSignal()?.throwIfAborted()
      const message = cause instanceof Error ? cause.message : String(cause)
      // Without progress, which overwrites its line, and without the credentials in `https://user:secret@host`.
      const plain = message.replaceAll(/^[^\n]*\r(?=[^\n])/gm, '').trim()
      throw new GitFailure(plain.replaceAll(/(\w+:\/\/)[^\s/@]*@/g, '$1***@'))
    }
  }
}

/**
 * Settings for commands that contact `address`: the token, if any, for its host only; file transport for a local path.
 */
export function buildRemoteSettings(address: string, token: string | null): GitSetting[] {
  const isLocal = address.startsWith('file://') || !/^(?:[\w.+-]+:\/\/|[^/]+:)/.test(address)
  const file: GitSetting = ['protocol.file.allow', isLocal ? 'always' : 'never']
  if (token === null || !/^https?:\/\//.test(address)) return [file]
  const key = `http.${new URL(address).origin}/.extraheader`
  const basic = Buffer.from(`x-access-token:${token}`).toString('base64')
  // The empty value first clears a header that actions/checkout may have stored: GitHub rejects two.
  return [file, [key, ''], [key, `AUTHORIZATION: basic ${basic}`]]
}

/**
 * Wraps errors with the attempted action and a hint. `lack`: what the clone lacks, such as `it is shallow`, as the reason
 * why the remote was needed; null: nothing, or not known.
 */
export async function explainErrors<T>(
  action: string,
  work: () => T | Promise<T>,
  lack: string | null = null,
): Promise<T> {
  try {
    return await work()
  } catch (cause) {
    if (!(cause instanceof GitFailure)) throw cause
    const found = hints.find(({ when }) => when.test(cause.message))
    const hint = found?.hint ?? 'Run the same git command manually for details'
    const reason = lack !== null && found?.isOfRemote ? `This clone is incomplete (${lack}). ` : ''
    throw new EnvironmentError(`git could not ${action}: ${cause.message}`, `${reason}${hint}`, { cause })
  }
}

type Hint = {
  readonly when: RegExp
  readonly hint: string
  readonly isOfRemote?: true
  /** The directory is in a repository, which this git or command cannot use. */
  readonly isOther?: true
}

const hints: readonly Hint[] = [
  { when: /spawn git ENOENT/, hint: 'Install git 2.31 or newer and add it to PATH' },
  { when: /not a git repository/, hint: 'Start inside a git repository; in a workflow, run actions/checkout first' },
  {
    when: /unknown repository extension|repo version|unknown ref storage/,
    hint: 'This git is older than the format of the repository (git 2.45 reads reftable): install a newer git',
    isOther: true,
  },
  {
    when: /must be run in a work tree/,
    hint: 'This repository is bare: start in a clone of it (git clone DIRECTORY)',
    isOther: true,
  },
  { when: /dubious ownership/, hint: 'Make the current user the owner of the repository directory' },
  {
    when: /could not read Username|Authentication failed|\b40[13]\b|Permission denied \(publickey/,
    hint: 'Pass a token with contents: read, or check out with fetch-depth: 0 and without filter in an earlier step',
    isOfRemote: true,
  },
  {
    when: /does not appear to be a git repository|Could not read from remote|promisor remote/,
    hint: 'Give this step access to the remote, or check out with fetch-depth: 0 and without filter',
    isOfRemote: true,
  },
  { when: /already exists|already (?:registered|used)/, hint: 'Choose another directory, or remove this one' },
  { when: /No space left|File too large|Disk quota/, hint: 'Free disk space on this machine' },
  {
    when: /Permission denied|Read-only file system/,
    hint: 'Give this user read access to .git of the checkout and write access to the named directory; fetched objects are also written to .git',
  },
  {
    when: /unable to access|Could not resolve|timeout/,
    hint: 'Check that this machine reaches the remote, or check out with fetch-depth: 0 and without filter',
    isOfRemote: true,
  },
]

/** Whether a message of git says that it found a repository that it cannot use. */
export function isOtherRepository(message: string): boolean {
  return hints.some(({ when, isOther }) => isOther === true && when.test(message))
}

/** The hint for a message of git; null: it is not known. */
export function findGitHint(message: string): string | null {
  return hints.find(({ when }) => when.test(message))?.hint ?? null
}

/** Throws a UserError unless the text is a full commit id. */
export function requireCommitId(text: string): void {
  if (isCommitId(text)) return
  throw new UserError(`${JSON.stringify(text)} is not a full commit id`, 'Give all of its 40 or 64 hexadecimal digits')
}

/**
 * Parses a ref into a name that cannot be mistaken for an option, and the steps that follow it, such as `~2` or `^1`.
 * Throws a UserError for an invalid name (git-check-ref-format(1)), including options such as `--upload-pack=…`.
 */
export function parseGitReference(text: string): { readonly name: string; readonly steps: string } {
  const [, name = '', steps = ''] = /^([^~^]*)((?:~\d*|\^\d*)*)$/.exec(text) ?? []
  const isForbidden = name === '@' || name.startsWith('-') || /[\p{Cc} :?*[\\]|\.\.|@\{|\.$/u.test(name)
  if (!isForbidden && name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock')))
    return { name: isCommitId(name.toLowerCase()) ? name.toLowerCase() : name, steps }
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
  return isCommitPrefix(name) ? [...shared, name] : shared
}

/** Full names for a short name at the remote, in order of precedence. */
export function listRemoteCandidates(name: string, remote: string): string[] {
  const tracking = `refs/remotes/${remote}/`
  if (name.startsWith(tracking)) return [`refs/heads/${name.slice(tracking.length)}`]
  if (name.startsWith('refs/')) return [name]
  const branch = name.startsWith(`${remote}/`) ? [`refs/heads/${name.slice(remote.length + 1)}`] : []
  return [`refs/tags/${name}`, `refs/heads/${name}`, ...branch]
}

/** A setting that git reads in a clone, and the file that has it. */
export type FoundSetting = { readonly key: string; readonly value: string; readonly file: string }

/** Every setting, in the order git reads them. */
export async function listSettings(git: GitCommand, path: string): Promise<FoundSetting[]> {
  const fields = (await git('config', '--null', '--show-origin', '--list')).split('\0')
  return Array.from({ length: Math.floor(fields.length / 2) }, (_unused, index) => {
    const [key = '', ...value] = (fields[index * 2 + 1] ?? '').split('\n')
    return { key, value: value.join('\n'), file: resolve(path, (fields[index * 2] ?? '').replace(/^file:/u, '')) }
  })
}

/** The address of a remote; empty when there is none. */
export function findAddress(settings: readonly FoundSetting[], remote: string): string {
  return settings.findLast(({ key }) => key === `remote.${remote}.url`)?.value.trim() ?? ''
}

/** Whether a clone omits objects (`git clone --filter=…`) and fetches them on demand. */
export function isPartialClone(settings: readonly FoundSetting[]): boolean {
  return settings.some(({ key }) => /^(remote\..*\.promisor|extensions\.partialclone)$/su.test(key))
}

/** What a clone lacks of its remote, such as `shallow`; null: nothing. */
export function describeLack(settings: readonly FoundSetting[], isShallow: boolean): string | null {
  const filter = settings.findLast(({ key }) => /^remote\..*\.partialclonefilter$/su.test(key))?.value
  const partial = isPartialClone(settings) ? [`partial clone, filter ${filter ?? 'unknown'}`] : []
  return [...(isShallow ? ['shallow'] : []), ...partial].join('; ') || null
}

/** Finds authorization headers of actions/checkout and passwords in URLs. Returns keys and files, never values. */
export function listCredentials(settings: readonly FoundSetting[]): RepositoryFacts['credentials'] {
  const isCredential = ({ key, value }: FoundSetting) =>
    /^http\.(.*\.)?extraheader$/su.test(key)
      ? /authorization:/iu.test(value)
      : /^remote\..*\.(push)?url$/su.test(key) && /^[\w+.-]+:\/\/[^/@\s]*:[^/@\s]+@/u.test(value)
  const kept = settings.filter(isCredential).map(({ key, file }) => ({ key, file }))
  return [...new Map(kept.map((item) => [`${item.file}\0${item.key}`, item])).values()]
}

/** The hash of object ids. */
export type ObjectFormat = 'sha1' | 'sha256'

/** The format that an object id has by its length. */
export function findObjectFormat(id: string): ObjectFormat {
  return id.length === 64 ? 'sha256' : 'sha1'
}

/** Where a clone keeps its parts, as absolute paths. */
export type ClonePlace = Awaited<ReturnType<typeof readClonePlace>>

/** Asks git where the clone at `path` keeps its parts. Throws a UserError for object ids of another format. */
export async function readClonePlace(git: GitCommand, path: string) {
  const parts = ['--git-common-dir', '--git-dir', '--git-path', 'objects', '--git-path', 'shallow']
  const args = ['--show-object-format', '--is-inside-work-tree', '--show-prefix', '--path-format=absolute', ...parts]
  const [stated = '', isWorkTree, prefix = '', ...places] = (await git('rev-parse', ...args)).split('\n')
  if (stated !== 'sha1' && stated !== 'sha256')
    throw new UserError(`${path} is a repository with ${stated} object ids`, 'Use one with SHA-1 or SHA-256 object ids')
  const format: ObjectFormat = stated
  const [commonDirectory = '', directory = '', objects = '', shallow = '', ...others] = places
  if (others.length !== 1) throw new GitFailure(`${path} or its .git has a line feed in its name`)
  return {
    /** The `.git` that all work trees of the clone share. */
    commonDirectory,
    /** That of this work tree; the same unless it is a linked one. */
    directory,
    objects,
    /** A file that only a shallow clone has. */
    shallow,
    isWorkTree: isWorkTree === 'true',
    format,
    /** The path of the opened directory in its work tree, with `/` at its end; empty for the root. */
    prefix,
  }
}
