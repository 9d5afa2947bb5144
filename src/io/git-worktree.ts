import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { EnvironmentError } from '../domain/errors.ts'
import type { CheckedOutTree } from '../ports/git-repository.ts'
import type { GitCommand } from './git-command.ts'
import { startTicksOf } from './process-tree.ts'

/** Lies in git's own record of a worktree and names the process that made it. */
const ownerFile = 'warpgauge-owner'

type Owner = { readonly host: string; readonly pid: number; readonly startTicks: string | null }

/** A worktree of `commit`; disposing removes the directory and git's record of it. */
export async function addWorktree(git: GitCommand, commit: string, directory: string): Promise<CheckedOutTree> {
  await git('worktree', 'prune')
  await git('worktree', 'add', '--quiet', '--detach', '--end-of-options', directory, commit)
  const owner: Owner = { host: hostname(), pid: process.pid, startTicks: startTicksOf(process.pid) }
  const link = await readFile(join(directory, '.git'), 'utf8')
  await writeFile(join(link.replace('gitdir: ', '').trim(), ownerFile), JSON.stringify(owner))
  return { path: directory, [Symbol.asyncDispose]: () => removeWorktree(git, directory) }
}

/** Makes git forget a worktree and keeps its directory. */
export async function forgetWorktree(git: GitCommand, directory: string): Promise<void> {
  await rm(join(directory, '.git'), { force: true })
  await git('worktree', 'prune')
}

/** Removes the worktrees of runs that were killed: their process is gone, or its number belongs to another one now. */
export async function removeLeftovers(git: GitCommand): Promise<void> {
  const shared = (await git('rev-parse', '--path-format=absolute', '--git-common-dir')).trim()
  const names = await readdir(join(shared, 'worktrees')).catch(() => [])
  if (names.length === 0) return
  for (const name of names) {
    const record = join(shared, 'worktrees', name)
    const owner = await readOwner(record)
    if (!owner || owner.host !== hostname() || startTicksOf(owner.pid) === owner.startTicks) continue
    const directory = dirname((await readFile(join(record, 'gitdir'), 'utf8')).trim())
    // git removes it only if it is the worktree of this record; what it refuses stays, and is not worth a failed run.
    await git('worktree', 'remove', '--force', '--force', directory).catch(() => '')
  }
  await git('worktree', 'prune')
}

async function readOwner(record: string): Promise<Owner | null> {
  try {
    const { host, pid, startTicks } = JSON.parse(await readFile(join(record, ownerFile), 'utf8'))
    return { host: String(host), pid: Number(pid), startTicks: String(startTicks) }
  } catch {
    return null
  }
}

async function removeWorktree(git: GitCommand, directory: string): Promise<void> {
  try {
    await git('worktree', 'remove', '--force', '--force', directory).catch(() => '')
    await rm(directory, { recursive: true, force: true, maxRetries: 2 })
    await git('worktree', 'prune')
  } catch (cause) {
    throw new EnvironmentError(
      `the checked-out tree ${directory} could not be removed: ${cause instanceof Error ? cause.message : String(cause)}`,
      'Remove it by hand with `git worktree remove --force`; files of another user need that user',
      { cause },
    )
  }
}
