import type { TreeFile } from '../domain/paths/tree-changes.ts'

/** The files of commits on GitHub, without a clone. Throws an EnvironmentError when GitHub refuses. */
export interface CommitTrees {
  /** All files, links and submodules of a commit; null when GitHub does not list all of them. */
  listFiles(commit: string): Promise<readonly TreeFile[] | null>
  /** The target of a symbolic link, by its object id. */
  readLinkTarget(id: string): Promise<string>
}
