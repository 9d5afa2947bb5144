import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { CommitRequest, CommitResult, CommitWriter } from '../../ports/commit-writer.ts'
import { openTemporaryDirectory } from '../files/temporary-directory.ts'
import { GitFailure, type GitCommand } from './git-command.ts'
import { requireCommitId } from './git-reference.ts'

/** git in a clone, and git with access to its remote. */
export type CommitPorts = {
  readonly git: GitCommand
  readonly remote: GitCommand
  readonly remoteName: string
  /** Fetches a commit from the remote. */
  readonly fetch: (commit: string) => Promise<unknown>
  /** git with a temporary index, so that the index and working tree of the clone stay unchanged. */
  readonly withIndex: (path: string) => GitCommand
}

/**
 * Creates commits in a clone and pushes them, for commits that the API cannot create. Moves the branch only from its
 * expected tip.
 */
export function createGitCommitWriter(ports: CommitPorts): CommitWriter {
  return { commit: (request) => commit(ports, request) }
}

async function commit(ports: CommitPorts, request: CommitRequest): Promise<CommitResult> {
  const { expectedHead, takesOver } = request
  for (const id of [expectedHead, ...(takesOver === null ? [] : [takesOver])]) {
    requireCommitId(id)
    await ports.fetch(id)
  }
  await using folder = await openTemporaryDirectory('commit')
  const tree = await writeTree(ports, request, folder.path)
  const parents = takesOver === null ? [expectedHead] : [expectedHead, takesOver]
  const args = ['commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', request.headline]
  const made = (await ports.git(...args)).trim()
  return await push(ports, request, made)
}

async function writeTree({ git, withIndex }: CommitPorts, request: CommitRequest, folder: string): Promise<string> {
  const indexed = withIndex(join(folder, 'index'))
  await indexed('read-tree', request.takesOver ?? request.expectedHead)
  for (const [path, text] of Object.entries(request.changes)) {
    if (text === null) await indexed('update-index', '--force-remove', '--', path)
    else {
      const file = join(folder, 'text')
      await writeFile(file, text)
      const blob = (await git('hash-object', '-w', '--no-filters', '--', file)).trim()
      await indexed('update-index', '--add', '--cacheinfo', `100644,${blob},${path}`)
    }
  }
  return (await indexed('write-tree')).trim()
}

/**
 * The expected tip is the parent of the new commit, so the push is a fast-forward. The lease rejects it when the branch
 * has moved, even if it would still be a fast-forward.
 */
async function push({ remote, remoteName }: CommitPorts, request: CommitRequest, made: string): Promise<CommitResult> {
  const ref = `refs/heads/${request.branch}`
  try {
    const lease = `--force-with-lease=${ref}:${request.expectedHead}`
    await remote('push', '--quiet', '--no-verify', lease, '--end-of-options', remoteName, `${made}:${ref}`)
    return { kind: 'written', commit: made }
  } catch (error) {
    if (error instanceof GitFailure && /stale info|fetch first|non-fast-forward|cannot lock ref/u.test(error.message))
      return { kind: 'moved' }
    throw error
  }
}
