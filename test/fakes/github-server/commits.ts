import { gitText } from './git-plumbing.ts'
import type { RepositoryState } from './state.ts'

/** The full commit of a SHA, branch or tag; null when the repository does not know it. */
export async function findCommit(repository: RepositoryState, ref: string): Promise<string | null> {
  if (repository.commits.has(ref)) return ref
  if (repository.gitPath === null || ref.startsWith('-')) return null
  const candidates = [ref, `refs/heads/${ref}`, `refs/tags/${ref}`]
  for (const candidate of candidates) {
    const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${candidate}^{commit}`]
    const commit = await gitText(repository.gitPath, args)
    if (commit !== null) return commit
  }
  return null
}
