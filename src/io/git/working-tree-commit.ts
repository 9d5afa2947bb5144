import { copyFile, stat, utimes } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { openTemporaryDirectory } from '../files/temporary-directory.ts'
import { explainErrors } from './explain-git-errors.ts'
import { createGitCommand } from './simple-git-repository.ts'

/** A commit object with the files of a working tree. */
export type WorkingTreeCommit = {
  /** 40 hexadecimal digits; no branch or tag refers to it. */
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
