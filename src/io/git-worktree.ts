import { execFile } from 'node:child_process'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { EnvironmentError } from '../domain/errors.ts'
import type { CheckedOutTree } from '../ports/git-repository.ts'
import type { GitCommand } from './git-command.ts'
import { isGone, ownMark, parseMark } from './process-mark.ts'

/** Lies in git's own record of a worktree and names the process that made it. */
const ownerFile = 'warpgauge-owner'
/** A worktree gets its owner milliseconds after its record: one without, this old, is of a run that was killed in between. */
const ownerlessMs = 3_600_000

/**
 * A worktree of `commit`; disposing removes the directory and git's record of it. The owner is written before the files,
 * which may take minutes: whoever is killed meanwhile leaves a worktree that is known to be nobody's.
 */
export async function addWorktree(git: GitCommand, commit: string, directory: string): Promise<CheckedOutTree> {
  await git('worktree', 'prune')
  await git('worktree', 'add', '--quiet', '--detach', '--no-checkout', '--end-of-options', directory, commit)
  const record = (await readFile(join(directory, '.git'), 'utf8')).replace('gitdir: ', '').trim()
  await writeFile(join(record, ownerFile), JSON.stringify(ownMark()))
  await git(`--git-dir=${record}`, `--work-tree=${directory}`, 'reset', '--quiet', '--hard')
  return { path: directory, [Symbol.asyncDispose]: () => removeWorktree(git, directory) }
}

/**
 * Makes git forget a worktree and keeps its directory for later runs. Its files must be on the disk by then: after a power
 * cut nobody could tell a tree of half-written files from a whole one.
 */
export async function forgetWorktree(git: GitCommand, directory: string): Promise<void> {
  // Where there is no such tool the files reach the disk a little later, by themselves.
  await promisify(execFile)('sync', ['--file-system', directory], { timeout: 60_000 }).catch(() => null)
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
    const directory = await leftoverOf(record)
    if (directory === null) continue
    // git removes it only if it is the worktree of this record; what it refuses stays, and is not worth a failed run.
    await git('worktree', 'remove', '--force', '--force', directory).catch(() => '')
  }
  await git('worktree', 'prune')
}

/** The directory of a worktree whose run is gone; null for every other worktree, those of people above all. */
async function leftoverOf(record: string): Promise<string | null> {
  const place = await readFile(join(record, 'gitdir'), 'utf8').catch(() => null)
  if (place === null || place.trim() === '') return null
  const directory = dirname(place.trim())
  const text = await readFile(join(record, ownerFile), 'utf8').catch(() => null)
  const owner = text === null ? null : parseMark(text)
  if (owner) return isGone(owner) ? directory : null
  const isOurs = text !== null || basename(dirname(dirname(directory))).startsWith('warpgauge-')
  const found = await stat(record).catch(() => null)
  return isOurs && found !== null && Date.now() - found.mtimeMs > ownerlessMs ? directory : null
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
