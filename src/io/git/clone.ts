import { existsSync } from 'node:fs'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { UserError } from '../../domain/core/errors.ts'
import {
  buildGitEnvironment,
  buildRemoteSettings,
  createGitCommand,
  findAddress,
  isPartialClone,
  listSettings,
  readClonePlace,
  type ClonePlace,
  type FoundSetting,
  type GitCommand,
  type GitSetting,
} from './git-command.ts'
import { createGitObjects, type GitObjects } from './git-objects.ts'

/** Which local names may resolve to a commit when the remote does not provide them. */
export type LocalNames =
  /** A developer's clone: every local name, with a warning. */
  | 'all'
  /** A workflow clone without a token: fetched names only, with a warning, and only when the remote is unreachable. */
  | 'fetched'
  /** No local names: an unreachable remote is an error. */
  | 'none'

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

/** git with these settings and variables. */
type CreateGit<Place extends unknown[]> = (
  ...given: [...Place, settings?: readonly GitSetting[], variables?: Readonly<Record<string, string>>]
) => GitCommand

/** A clone and its remote. */
export type Clone = {
  /** git in the directory of the clone, without credentials. */
  readonly git: GitCommand
  readonly objects: GitObjects
  readonly place: ClonePlace
  readonly settings: readonly FoundSetting[]
  readonly remoteName: string
  /** Address of its remote; empty when there is none. */
  readonly address: string
  readonly localNames: LocalNames
  readonly warn: (message: string) => void
  /** git in another directory. */
  readonly gitIn: CreateGit<[directory: string]>
  /** git with credentials for the remote. */
  readonly remoteGit: CreateGit<[]>
  /** Another repository on this machine. */
  readonly openOther: (directory: string) => Promise<Clone>
}

/**
 * Reads the settings of the clone at `path` with git; fetches nothing. The remote of a submodule is named by its
 * commit, so it gets the token only on the host of `tokenAddress`. Throws a UserError when there is no directory, a
 * GitFailure when it is not a clone.
 */
export async function openClone(path: string, options: GitRepositoryOptions, tokenAddress?: string): Promise<Clone> {
  if (!existsSync(path)) throw new UserError(`${path} does not exist`, 'Give the directory of a git repository')
  const { env = process.env, remote: remoteName = 'origin', localNames = 'all' } = options
  const warnings = new Set<string>()
  // Both sides of a comparison have the same reasons.
  const warn = (text: string): void => {
    if (!warnings.has(text)) options.warn?.(text)
    warnings.add(text)
  }
  const own: GitSetting[] = [['protocol.file.allow', 'never']]
  const git = createGitCommand(path, env, own)
  const place = await readClonePlace(git, path)
  const settings = await listSettings(git, path)
  const address = findAddress(settings, remoteName)
  const token = findHost(address) === findHost(tokenAddress ?? address) ? (options.token ?? null) : null
  // Measured code of the same user can read the environment of a process that runs for long, so without proxies and
  // keys, unless git fetches what a partial clone lacks while it reads.
  const isPartial = isPartialClone(settings)
  const reading = Object.entries(buildGitEnvironment(path, env, own)).filter(
    ([variable]) => isPartial || !/_proxy$|^SSH_AUTH_SOCK$/iu.test(variable),
  )
  return {
    git,
    objects: createGitObjects({ directory: path, env: Object.fromEntries(reading) }),
    place,
    settings,
    remoteName,
    address,
    localNames,
    warn,
    gitIn: (directory, more = [], variables) => createGitCommand(directory, env, [...own, ...more], variables),
    remoteGit: (more = [], variables) =>
      createGitCommand(path, env, [...buildRemoteSettings(address, token), ...more], variables),
    openOther: (directory) => openClone(directory, { ...options, warn }, tokenAddress ?? address),
  }
}

function findHost(address: string): string | null {
  return URL.canParse(address) ? new URL(address).origin : null
}
