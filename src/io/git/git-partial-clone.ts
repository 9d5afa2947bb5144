import type { GitCommand } from './git-command.ts'

/** Ids on one command line. */
const mostAtOnce = 1000

/** Clones that leave out files (`git clone --filter=…`) fetch them when they are needed. */
export async function isPartialClone(git: GitCommand): Promise<boolean> {
  const listed = await git('config', '--get-regexp', String.raw`^(remote\..*\.promisor|extensions\.partialclone)$`)
  return listed.trim() !== ''
}

/**
 * Fetches what a partial clone lacks of a commit: a tree that only borrows its objects cannot fetch by itself. `fetching`
 * talks to the remote and must claim to have nothing, or the server leaves out what it takes for known.
 */
export async function fetchMissing(
  git: GitCommand,
  fetching: GitCommand,
  remote: string,
  commit: string,
): Promise<void> {
  for (let ids = await listMissingObjects(git, commit); ids.length > 0; ids = await listMissingObjects(git, commit))
    for (let start = 0; start < ids.length; start += mostAtOnce) {
      const some = ids.slice(start, start + mostAtOnce)
      const how = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--filter=blob:none']
      await fetching('fetch', ...how, '--end-of-options', remote, ...some)
    }
}

async function listMissingObjects(git: GitCommand, commit: string): Promise<string[]> {
  const args = ['--objects', '--missing=print', '--no-walk=unsorted', '--end-of-options', commit]
  const lines = (await git('rev-list', ...args)).split('\n')
  return lines.filter((line) => line.startsWith('?')).map((line) => line.slice(1))
}
