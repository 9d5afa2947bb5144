import type { PathFilter } from './path-filter.ts'

/** A symbolic link of a commit: its path and the text of its target. */
export type TreeLink = { readonly path: string; readonly target: string }

/**
 * Lists the paths of the repository that links of the program lead to, also through other links. A target outside of the
 * repository is left out: no commit changes it.
 */
export function findLinkedPaths(links: readonly TreeLink[], isProgram: PathFilter): string[] {
  const reached = new Set<string>()
  for (let before = -1; before < reached.size;) {
    before = reached.size
    for (const link of links) {
      const isUsed = isProgram(link.path) || [...reached].some((path) => isRelated(path, link.path))
      const target = isUsed ? resolveTarget(link) : null
      if (target !== null) reached.add(target)
    }
  }
  return [...reached]
}

/** Whether one path is the other, or a directory that contains it. The empty path is the root. */
export function isRelated(one: string, other: string): boolean {
  return isAtOrBelow(one, other) || isAtOrBelow(other, one)
}

/** Whether a path is a directory, or is below it. */
export function isAtOrBelow(path: string, directory: string): boolean {
  return directory === '' || path === directory || path.startsWith(`${directory}/`)
}

/** Null: absolute, or outside of the repository. */
function resolveTarget({ path, target }: TreeLink): string | null {
  if (target.startsWith('/')) return null
  const parts = path.split('/').slice(0, -1)
  for (const part of target.split('/')) {
    if (part === '' || part === '.') continue
    if (part !== '..') parts.push(part)
    else if (parts.pop() === undefined) return null
  }
  return parts.join('/')
}
