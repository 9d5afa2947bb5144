import { readCommit } from './git-objects.ts'
import { readRef } from './git-refs.ts'
import { gitText } from './git-plumbing.ts'
import type { RepositoryState } from './state.ts'

/** The full commit of a SHA, branch or tag; null when the repository does not know it. */
export async function findCommit(repository: RepositoryState, ref: string): Promise<string | null> {
  if (repository.commits.has(ref)) return ref
  if (repository.gitPath === null || ref.startsWith('-')) return null
  if ((await readCommit(repository.gitPath, ref)) !== null) return ref
  for (const candidate of [`refs/heads/${ref}`, `refs/tags/${ref}`, ref]) {
    const tip = readRef(repository.gitPath, candidate)
    if (tip !== null) return await peeled(repository.gitPath, tip)
  }
  return isFullId(ref) ? null : await gitText(repository.gitPath, [...verify, `${ref}^{commit}`])
}

const isFullId = (ref: string): boolean => /^[0-9a-f]{40}$/u.test(ref)

const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options']

/** An annotated tag stands for its commit. */
async function peeled(gitPath: string, tip: string): Promise<string | null> {
  return (await readCommit(gitPath, tip)) === null ? await gitText(gitPath, [...verify, `${tip}^{commit}`]) : tip
}
