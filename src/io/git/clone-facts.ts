import type { EnvironmentVariables } from '../../domain/core/child-environment.ts'
import { explainErrors } from './explain-git-errors.ts'
import type { GitCommand } from './git-command.ts'
import { createGitCommand } from './simple-git-repository.ts'

/** A branch of the clone and its commit, 40 hexadecimal digits. */
export type BranchTip = { readonly name: string; readonly commit: string }

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
