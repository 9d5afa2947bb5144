import { cpSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { gitEnvironment, gitWith } from './git.ts'
import { readRef } from './github-server/git-refs.ts'

/**
 * Leaves in a folder what actions/checkout does: one commit of the bare repository `hub`, at depth 1, without tags,
 * detached. Throws when there is no such commit. git fetches each commit once; the folder is a copy.
 */
export function checkOutAlone(hub: string, folder: string, ref: string): void {
  const git = gitWith(gitEnvironment(hub))
  const first = join(`${hub}-checked-out`, readRef(hub, ref) ?? readRef(hub, `refs/heads/${ref}`) ?? ref)
  if (!existsSync(join(first, '.git/index'))) {
    rmSync(first, { recursive: true, force: true })
    mkdirSync(first, { recursive: true })
    git(first, 'init', '--quiet')
    git(first, 'remote', 'add', 'origin', `file://${hub}`)
    git(first, '-c', 'fetch.unpackLimit=1', 'fetch', '--quiet', '--no-tags', '--depth=1', 'origin', ref)
    git(first, 'checkout', '--quiet', '--detach', 'FETCH_HEAD')
  }
  cpSync(first, folder, { recursive: true, preserveTimestamps: true })
  // The index knows files by their inodes.
  git(folder, 'update-index', '-q', '--refresh')
}
