import { findLinkedPaths, isAtOrBelow, type TreeLink } from './linked-paths.ts'
import { createPathFilter } from './path-filter.ts'

/** Files of a commit, and those that a run of it read. */
export type FilesRead = {
  /** `pipeline.paths` of the config. */
  readonly globs: readonly string[]
  /** Paths that the config names. */
  readonly named: readonly string[]
  readonly links: readonly TreeLink[]
  /** Paths in the commit. */
  readonly tracked: readonly string[]
  /** Paths relative to the commit that the setup or the run opened. */
  readonly read: ReadonlySet<string>
}

/** Lists the files of the commit that were read and whose change would not be measured, sorted. */
export function listMissedFiles({ globs, named, links, tracked, read }: FilesRead): string[] {
  const isProgram = createPathFilter(globs)
  const covering = [...named, ...findLinkedPaths(links, isProgram)]
  return tracked
    .filter((path) => read.has(path) && !isProgram(path) && !covering.some((one) => isAtOrBelow(path, one)))
    .toSorted()
}
