import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import {
  createGitCommand,
  explainErrors,
  findGitHint,
  type GitCommand,
  listLocalCandidates,
  parseGitReference,
  listRemoteCandidates,
  listCredentials,
  requireCommitId,
} from './git-command.ts'
import { openClone, type Clone } from './clone.ts'
import { openGitRepository } from './simple-git-repository.ts'
import type { NoRepository, ReferenceFact, RepositoryFacts } from '../../domain/doctor/facts.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Suspect } from '../../domain/history/observe.ts'
import type { CommitLog } from '../../ports/commit-log.ts'
import type { CommitPosition } from '../../domain/history/history-records.ts'
import { openTemporaryDirectory } from '../files/owned-directory.ts'
import { listCheckoutSettings, listMissingContent } from './fill-tree.ts'
import { existsSync } from 'node:fs'
import { copyFile, stat, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'

/** Finds the default branch without asking the remote: origin/HEAD, then main or master; null when there is none. */
export async function findDefaultBranch(path: string, env: EnvironmentVariables) {
  const git = createGitCommand(path, env)
  const ask = async (...args: readonly string[]) => (await git(...args).catch(() => '')).trim()
  return await explainErrors('find the default branch', async () => {
    const remoteHead = await ask('symbolic-ref', '--quiet', '--short', 'refs/remotes/origin/HEAD')
    for (const name of [remoteHead, 'origin/main', 'origin/master', 'main', 'master'].filter(Boolean)) {
      const ref = `${name.startsWith('origin/') ? 'refs/remotes' : 'refs/heads'}/${name}^{commit}`
      const commit = await ask('rev-parse', '--verify', '--quiet', '--end-of-options', ref)
      if (commit !== '') return { name, commit }
    }
    return null
  })
}

/** Whether the clone lacks older commits. */
export async function isShallowClone(path: string, env: EnvironmentVariables): Promise<boolean> {
  const git = createGitCommand(path, env)
  return (await git('rev-parse', '--is-shallow-repository')).trim() === 'true'
}

/** The path of a directory below the root of its working tree; empty for the root. */
export async function findPathInTree(directory: string, env: EnvironmentVariables): Promise<string> {
  const git = createGitCommand(directory, env)
  const prefix = await explainErrors(`open ${directory}`, () => git('rev-parse', '--show-prefix'))
  return prefix.replace(/\/?\n$/, '')
}

/**
 * Inspects a clone and queries its remote with the token, which is passed to git only. Fetches and changes nothing.
 * `references`: tags, branches or commits to look for in both. A clone that cannot be opened is a result.
 */
export async function inspectClone(
  path: string,
  references: readonly string[],
  access: { readonly environment: EnvironmentVariables; readonly token: string | null },
): Promise<RepositoryFacts | NoRepository> {
  const { environment: env, token } = access
  const mend = 'Run doctor inside a clone of the pipeline, with git on PATH.'
  if (!existsSync(path)) return { problem: `${path} does not exist`, mend }
  try {
    const clone = await openClone(path, { env, token })
    const { git, settings, address } = clone
    return {
      hasCommit: await git('rev-parse', '--verify', '--quiet', 'HEAD').then(Boolean, () => false),
      isShallow: await isShallowClone(path, env),
      hasRemote: address !== '',
      credentials: listCredentials(settings),
      checkoutSettings: await listCheckoutSettings(git),
      missingContent: await listMissingContent(clone),
      references: await Promise.all(references.map((name) => checkReference(name, clone))),
    }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (/not a git repository/u.test(message)) return { problem: `${path} is not in a git repository`, mend }
    return { problem: `git: ${message}`, mend: findGitHint(message) ?? mend }
  }
}

async function checkReference(name: string, { git, address, remoteGit, remoteName }: Clone): Promise<ReferenceFact> {
  const { name: base } = parseGitReference(name)
  for (const candidate of listLocalCandidates(base)) {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`]
    if ((await git(...args).catch(() => '')).trim() !== '') return { name, isHere: true, isAtRemote: null }
  }
  const candidates = listRemoteCandidates(base, remoteName)
  const ask = () => remoteGit()('ls-remote', '--quiet', remoteName, ...candidates)
  const listed = address === '' ? null : await ask().catch(() => null)
  return { name, isHere: false, isAtRemote: listed === null ? null : listed.trim() !== '' }
}

/** `owner/name` on GitHub of the clone whose root is this directory; null: not such a root, or no remote at GitHub. */
export async function findGitHubRepository(directory: string): Promise<string | null> {
  const git = createGitCommand(directory)
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
 * Reads the log of a clone with git; `isAncestor` and `findCommit` may fetch from its remote. Throws a UserError for a
 * commit that is missing or whose history was not fetched.
 */
export async function openGitCommitLog(path: string, env: EnvironmentVariables = process.env): Promise<CommitLog> {
  const repository = await openGitRepository(path, { env })
  const git = createGitCommand(path, env)
  const hasCommit = (id: string) =>
    git('cat-file', '-e', `${id}^{commit}`).then(
      () => true,
      () => false,
    )
  let isFetched: Promise<boolean> | null = null
  const fetchDefaultBranch = async () => {
    const name = await repository.findRemoteDefault()
    return name !== null && (await repository.resolve(`refs/remotes/${name}`)) !== null
  }
  return {
    locateCommit: (commit) => locateCommit(git, commit),
    async isAncestor(commit, tip) {
      for (const id of [commit, tip]) requireCommitId(id)
      const ask = async () => (await git('merge-base', commit, tip).catch(() => null))?.trim()
      // With both commits, git failed for another reason.
      const judgeMissing = async () => ((await hasCommit(tip)) && (await hasCommit(commit)) ? null : false)
      let base = await ask()
      if (base !== undefined) return base === commit
      // A complete clone has all ancestors of a commit and, once it is fetched, all commits of the branch.
      if (await isShallowClone(path, env)) return null
      if (await hasCommit(tip)) return await judgeMissing()
      if (!(await (isFetched ??= fetchDefaultBranch()))) return null
      base = await ask()
      return base === undefined ? await judgeMissing() : base === commit
    },
    async listBetween(good, bad) {
      requireCommitId(good)
      requireCommitId(bad)
      const args = ['--reverse', '--format=%H%x00%s%x00%an', '--end-of-options', `${good}..${bad}`]
      const text = await git('log', ...args).catch(() => null)
      if (text === null) return null
      const commits = text.split('\n').flatMap((line): Suspect[] => {
        const [commit, subject = '', author = ''] = line.split('\0')
        return commit ? [{ commit, subject, author }] : []
      })
      return { commits: commits.slice(-maxCommits), total: commits.length }
    },
    async findLatestRelease() {
      const args = ['--sort=-creatordate', '--count=1', '--format=%(refname:strip=2)', 'refs/tags']
      return (await git('for-each-ref', ...args)).trim() || null
    },
    findCommit: (ref) => repository.resolve(ref),
  }
}

async function locateCommit(git: GitCommand, commit: string): Promise<CommitPosition> {
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

const author = { NAME: 'warpgauge', EMAIL: 'warpgauge@users.noreply.github.com' }

/** Submodules with changed files that are not committed there, by their path from the root of the working tree. */
export async function listChangedSubmodules(path: string, env: EnvironmentVariables): Promise<string[]> {
  const args = ['--porcelain=v2', '-z', '--untracked-files=no', '--ignore-submodules=untracked']
  const entries = (await createGitCommand(path, env)('status', ...args)).split('\0')
  return entries.flatMap((entry) => /^1 \S+ S.M. (?:\S+ ){5}(.+)$/su.exec(entry)?.[1] ?? [])
}

/**
 * Writes the working tree at `path`, with untracked files that are not ignored, as a commit on top of HEAD, to which no
 * branch or tag refers; null when it equals HEAD. Uses a temporary index, so that index, files and refs stay unchanged.
 * Equal content gives an equal commit id. Changes inside submodules are not included. `files`: the paths that differ
 * from HEAD, relative to the root of the working tree.
 */
export async function commitWorkingTree(path: string, env: EnvironmentVariables) {
  await using folder = await openTemporaryDirectory('index')
  const index = join(folder.path, 'index')
  return await explainErrors('record the uncommitted changes', async () => {
    const plain = createGitCommand(path, env)
    const root = (await plain('rev-parse', '--show-toplevel')).replace(/\n$/, '')
    const ownIndex = (await plain('rev-parse', '--path-format=absolute', '--git-path', 'index')).replace(/\n$/, '')
    // With its file times, git reads only changed files. It compares the content of files that are as new as the index,
    // so the copy must not be newer than the original. A clone may have no index.
    const found = await stat(ownIndex).catch(() => null)
    if (found !== null) {
      await copyFile(ownIndex, index)
      const seconds = Math.floor(found.mtimeMs / 1000)
      await utimes(index, seconds, seconds)
    }
    const date = (await plain('show', '--no-patch', '--format=%cI', 'HEAD')).trim()
    const identity = ['AUTHOR', 'COMMITTER'].flatMap((role) =>
      Object.entries({ ...author, DATE: date }).map(([key, value]) => [`GIT_${role}_${key}`, value]),
    )
    const variables = { ...Object.fromEntries(identity), GIT_INDEX_FILE: index }
    const git = createGitCommand(root, env, [['core.splitIndex', 'false']], variables)
    await git('add', '--all')
    const runFolders = new Set(['.warpgauge', join(relative(root, path), '.warpgauge')])
    await git('rm', '-r', '--cached', '--quiet', '--ignore-unmatch', '--', ...runFolders)
    const tree = (await git('write-tree')).trim()
    const files = (await git('diff-tree', '-r', '-z', '--name-only', 'HEAD', tree)).split('\0').filter(Boolean)
    if (files.length === 0) return null
    const message = 'Uncommitted changes of the working tree'
    return { commit: (await git('commit-tree', tree, '-p', 'HEAD', '-m', message)).trim(), files }
  })
}
