import type { GitCommand } from './git-command.ts'

/** Maximum number of ids on one command line. */
const maxIdsPerCall = 1000

/**
 * Fetches the objects of a commit that a partial clone lacks: a tree that borrows its objects cannot fetch by itself.
 * `fetching` must advertise no objects to the remote, or the server omits those it assumes to be present.
 */
export async function fetchMissing(
  git: GitCommand,
  fetching: GitCommand,
  remote: string,
  commit: string,
): Promise<void> {
  for (let ids = await listMissingObjects(git, commit); ids.length > 0; ids = await listMissingObjects(git, commit))
    for (let start = 0; start < ids.length; start += maxIdsPerCall) {
      const some = ids.slice(start, start + maxIdsPerCall)
      const how = ['--quiet', '--no-tags', '--no-recurse-submodules', '--no-write-fetch-head', '--filter=blob:none']
      await fetching('fetch', ...how, '--end-of-options', remote, ...some)
    }
}

async function listMissingObjects(git: GitCommand, commit: string): Promise<string[]> {
  const args = ['--objects', '--missing=print', '--no-walk=unsorted', '--end-of-options', commit]
  const lines = (await git('rev-list', ...args)).split('\n')
  return lines.filter((line) => line.startsWith('?')).map((line) => line.slice(1))
}
