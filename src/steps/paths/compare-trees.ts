import { findLinkedPaths, type TreeLink } from '../../domain/paths/linked-paths.ts'
import type { PathFilter } from '../../domain/paths/path-filter.ts'
import { linkMode, listTreeChanges, type PathChange, type TreeFile } from '../../domain/paths/tree-changes.ts'
import type { GitHub } from '../../io/github/github.ts'

/** Two commits on GitHub. */
export type CommitPair = { readonly before: string; readonly after: string }

/** Each link takes a request. */
const maxLinks = 100

/**
 * Compares the files of each pair, and follows the program's links in all of these commits. A sentence: why that is not
 * possible.
 */
export async function compareTrees(
  pairs: readonly CommitPair[],
  isProgram: PathFilter,
  gitHub: Pick<GitHub, 'listFiles' | 'readLinkTarget'>,
): Promise<{ readonly changes: readonly PathChange[]; readonly linked: readonly string[] } | string> {
  const commits = [...new Set(pairs.flatMap(({ before, after }) => [before, after]))]
  const files = new Map<string, readonly TreeFile[]>()
  for (const commit of commits) {
    const listed = await gitHub.listFiles(commit)
    if (listed === null) return `GitHub does not list all files of ${commit.slice(0, 7)}`
    files.set(commit, listed)
  }
  const changes = pairs.flatMap(({ before, after }) => listTreeChanges(files.get(before) ?? [], files.get(after) ?? []))
  const links = [...files.values()].flatMap((listed) => listed.filter(({ mode }) => mode === linkMode))
  const ids = new Set(links.map(({ id }) => id))
  if (ids.size > maxLinks) return `the repository has more than ${maxLinks} symbolic links`
  return { changes, linked: findLinkedPaths(await readLinks(links, gitHub), isProgram) }
}

async function readLinks(
  links: readonly TreeFile[],
  gitHub: Pick<GitHub, 'listFiles' | 'readLinkTarget'>,
): Promise<TreeLink[]> {
  const targets = new Map<string, string>()
  for (const { id } of links) if (!targets.has(id)) targets.set(id, await gitHub.readLinkTarget(id))
  return links.map(({ path, id }) => ({ path, target: targets.get(id) ?? '' }))
}
