import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import {
  explainErrors,
  type GitCommand,
  listLocalCandidates,
  parseGitReference,
  listRemoteCandidates,
  findAddress,
  listCredentials,
  listSettings,
  readClonePlace,
  requireCommitId,
} from './git-command.ts'
import { createGitCommand, openGitRepository } from './simple-git-repository.ts'
import type { NoRepository, ReferenceFact, RepositoryFacts } from '../../domain/doctor/facts.ts'
import { buildRemoteSettings } from './git-remote.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Suspect } from '../../domain/history/observe.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { CommitPosition } from '../../domain/history/history-records.ts'
import { openTemporaryDirectory } from '../files/owned-directory.ts'
import { listCheckoutSettings, listMissingContent } from './fill-tree.ts'
import { existsSync } from 'node:fs'
import { copyFile, stat, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** A branch of the clone and its commit. */
type BranchTip = { readonly name: string; readonly commit: string }

const usualNames = ['origin/main', 'origin/master', 'main', 'master']

/**
 * Finds the default branch without asking the remote: origin/HEAD, then main or master of the remote, then of the
 * clone; null when there is none.
 */
export async function findDefaultBranch(path: string, env: EnvironmentVariables): Promise<BranchTip | null> {
  const git = createGitCommand(path, env, [])
  return await explainErrors('find the default branch', async () => {
    for (const name of [await readRemoteHead(git), ...usualNames]) {
      const commit = name === null ? null : await findBranch(git, name)
      if (name !== null && commit !== null) return { name, commit }
    }
    return null
  })
}

/** Whether the clone lacks older commits. */
export async function isShallowClone(path: string, env: EnvironmentVariables): Promise<boolean> {
  const git = createGitCommand(path, env, [])
  return (await git('rev-parse', '--is-shallow-repository')).trim() === 'true'
}

/** The path of a directory below the root of its working tree; empty for the root. */
export async function findPathInTree(directory: string, env: EnvironmentVariables): Promise<string> {
  const git = createGitCommand(directory, env, [])
  const prefix = await explainErrors(`open ${directory}`, () => git('rev-parse', '--show-prefix'))
  return prefix.replace(/\/?\n$/, '')
}

async function readRemoteHead(git: GitCommand): Promise<string | null> {
  const name = await git('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD').catch(() => '')
  return name.trim() || null
}

async function findBranch(git: GitCommand, name: string): Promise<string | null> {
  const folder = name.startsWith('origin/') ? 'refs/remotes' : 'refs/heads'
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${folder}/${name}^{commit}`]
  return (await git(...args).catch(() => '')).trim() || null
}

type CloneInspectorOptions = {
  readonly environment: EnvironmentVariables
  /** Authenticates to a private remote; passed to git only. */
  readonly token: string | null
}

const remoteName = 'origin'

export type CloneInspector = ReturnType<typeof createCloneInspector>

/** Inspects a clone and queries its remote. Fetches and changes nothing. */
export function createCloneInspector(options: CloneInspectorOptions) {
  return { look: (path: string, references: readonly string[]) => inspectClone(path, references, options) }
}

async function inspectClone(
  path: string,
  references: readonly string[],
  { environment, token }: CloneInspectorOptions,
): Promise<RepositoryFacts | NoRepository> {
  if (!existsSync(path)) return { problem: `${path} does not exist` }
  const git = createGitCommand(path, environment, [['protocol.file.allow', 'never']])
  const runQuietly: GitCommand = (...args) => git(...args).catch(() => '')
  try {
    const isShallow = (await git('rev-parse', '--is-shallow-repository')).trim() === 'true'
    const settings = await listSettings(git, path)
    const address = findAddress(settings, remoteName)
    const remote = address === '' ? null : createGitCommand(path, environment, buildRemoteSettings(address, token))
    return {
      isShallow,
      hasRemote: remote !== null,
      credentials: listCredentials(settings),
      checkoutSettings: await listCheckoutSettings(git),
      missingContent: await listMissingContent({ git, place: await readClonePlace(git, path) }),
      references: await Promise.all(references.map((name) => checkReference(name, runQuietly, remote))),
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    return { problem: /not a git repository/u.test(message) ? `${path} is not in a git repository` : `git: ${message}` }
  }
}

async function checkReference(name: string, git: GitCommand, remote: GitCommand | null): Promise<ReferenceFact> {
  const { name: base } = parseGitReference(name)
  for (const candidate of listLocalCandidates(base)) {
    const found = await git('rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`)
    if (found.trim() !== '') return { name, isHere: true, isAtRemote: null }
  }
  const candidates = listRemoteCandidates(base, remoteName)
  const listed = remote && (await remote('ls-remote', '--quiet', remoteName, ...candidates).catch(() => null))
  return { name, isHere: false, isAtRemote: listed === null ? null : listed.trim() !== '' }
}

/** `owner/name` of the GitHub repository that a directory was cloned from; null when there is none. */
export async function findGitHubRepository(directory: string): Promise<string | null> {
  const git = createGitCommand(directory, process.env, [])
  // A copy of warpgauge vendored in another repository must not be identified as that repository.
  const prefix = await git('rev-parse', '--show-prefix').catch(() => 'none')
  if (prefix.trim() !== '') return null
  const address = (await git('config', '--get', 'remote.origin.url').catch(() => '')).trim()
  return (
    /^(?:https:\/\/(?:[^/@]*@)?github\.com\/|(?:ssh:\/\/)?git@github\.com[:/])([\w.-]+\/[\w.-]+?)(?:\.git)?\/?$/.exec(
      address,
    )?.[1] ?? null
  )
}

const maxCommits = 250

/**
 * Opens the commit log of a clone. Throws a UserError for a commit that is missing or whose history was not fetched.
 */
export async function openGitCommitLog(path: string, env: EnvironmentVariables = process.env): Promise<CommitLog> {
  const repository = await openGitRepository(path, { env })
  const git = createGitCommand(path, env, [])
  return {
    locateCommit: (commit) => readPlace(git, commit),
    isAncestor: (commit, tip) => isAncestor(git, commit, tip),
    listBetween: (good, bad) => readBetween(git, good, bad),
    findLatestRelease: async () => {
      const tags = await git(
        'for-each-ref',
        '--sort=-creatordate',
        '--count=1',
        '--format=%(refname:strip=2)',
        'refs/tags',
      )
      return tags.trim() || null
    },
    findCommit: (ref) => repository.resolve(ref),
  }
}

async function readPlace(git: GitCommand, commit: string): Promise<CommitPosition> {
  requireCommitId(commit)
  const shown = await git('show', '--no-patch', '--format=%cI', '--end-of-options', commit).catch(() => '')
  if (shown.trim() === '')
    throw new UserError(
      `the commit ${commit} is not in this clone`,
      'Fetch it, or start inside the clone it belongs to.',
    )
  if ((await git('rev-parse', '--is-shallow-repository')).trim() === 'true')
    throw new UserError(
      'this clone is shallow, so the position of a commit in its history is unknown',
      'Run `git fetch --unshallow` first, or set the position with --order.',
    )
  const order = Number((await git('rev-list', '--count', '--end-of-options', commit)).trim())
  return { order, committedAt: new Date(shown.trim()).toISOString() }
}

async function isAncestor(git: GitCommand, commit: string, tip: string): Promise<boolean | null> {
  requireCommitId(commit)
  requireCommitId(tip)
  const base = await git('merge-base', commit, tip).catch(() => null)
  return base === null ? null : base.trim() === commit
}

async function readBetween(git: GitCommand, good: string, bad: string) {
  requireCommitId(good)
  requireCommitId(bad)
  const range = `${good}..${bad}`
  const text = await git('log', '--reverse', '--format=%H%x00%s%x00%an', '--end-of-options', range).catch(() => null)
  if (text === null) return null
  const commits = text.split('\n').flatMap((line): Suspect[] => {
    const [commit, subject = '', author = ''] = line.split('\0')
    return commit ? [{ commit, subject, author }] : []
  })
  return { commits: commits.slice(-maxCommits), total: commits.length }
}

/** A commit object with the files of a working tree. */
type WorkingTreeCommit = {
  /** No branch or tag refers to it. */
  readonly commit: string
  /** Paths that differ from HEAD, relative to the root of the working tree. */
  readonly files: readonly string[]
}

const author = { NAME: 'warpgauge', EMAIL: 'warpgauge@users.noreply.github.com' }

/**
 * Writes the working tree at `path`, with untracked files that are not ignored, as a commit on top of HEAD; null when
 * it equals HEAD. Uses a temporary index, so that index, files and refs stay unchanged. Equal content gives an equal
 * commit id. Changes inside submodules are not included.
 */
export async function commitWorkingTree(path: string, env: EnvironmentVariables): Promise<WorkingTreeCommit | null> {
  await using folder = await openTemporaryDirectory('index')
  const index = join(folder.path, 'index')
  return await explainErrors('record the uncommitted changes', () => commitWithIndex(path, env, index))
}

async function commitWithIndex(
  path: string,
  env: EnvironmentVariables,
  index: string,
): Promise<WorkingTreeCommit | null> {
  const plain = createGitCommand(path, env, [])
  const root = (await plain('rev-parse', '--show-toplevel')).replace(/\n$/, '')
  const ownIndex = (await plain('rev-parse', '--path-format=absolute', '--git-path', 'index')).replace(/\n$/, '')
  await copyIndex(ownIndex, index)
  const date = (await plain('show', '--no-patch', '--format=%cI', 'HEAD')).trim()
  const identity = Object.fromEntries(
    ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries({ ...author, DATE: date }).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    ),
  )
  const git = createGitCommand(root, env, [['core.splitIndex', 'false']], { ...identity, GIT_INDEX_FILE: index })
  await git('add', '--all')
  const runFolders = [...new Set(['.warpgauge', join(relative(root, path), '.warpgauge')])]
  await git('rm', '-r', '--cached', '--quiet', '--ignore-unmatch', '--', ...runFolders)
  const tree = (await git('write-tree')).trim()
  const files = (await git('diff-tree', '-r', '-z', '--name-only', 'HEAD', tree)).split('\0').filter(Boolean)
  if (files.length === 0) return null
  const message = 'Uncommitted changes of the working tree'
  return { commit: (await git('commit-tree', tree, '-p', 'HEAD', '-m', message)).trim(), files }
}

/**
 * Copies the index with its file times, so that git reads only changed files. Git compares the content of files that
 * are as new as the index, so the copy must not be newer than the original. A clone may have no index.
 */
async function copyIndex(from: string, to: string): Promise<void> {
  const found = await stat(from).catch(() => null)
  if (found === null) return
  await copyFile(from, to)
  const seconds = Math.floor(found.mtimeMs / 1000)
  await utimes(to, seconds, seconds)
}
