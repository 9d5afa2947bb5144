/** A file, symbolic link or submodule of a commit. */
export type TreeFile = {
  readonly path: string
  /** Git's mode: `100644`, `100755`, `120000` (link), `160000` (submodule). */
  readonly mode: string
  /** Git's object id. */
  readonly id: string
}

/** A path that differs between two commits. A renamed file is two changes: its old and its new path. */
export type PathChange = {
  readonly path: string
  /** Modes before and after; one element if the path was added or removed. */
  readonly modes: readonly string[]
}

export const linkMode = '120000'
export const submoduleMode = '160000'

/** Lists the paths whose content or mode differs, sorted. */
export function listTreeChanges(before: readonly TreeFile[], after: readonly TreeFile[]): PathChange[] {
  const [old, current] = [indexByPath(before), indexByPath(after)]
  const paths = [...new Set([...old.keys(), ...current.keys()])].toSorted()
  return paths.flatMap((path) => {
    const [one, other] = [old.get(path), current.get(path)]
    if (one?.mode === other?.mode && one?.id === other?.id) return []
    return [{ path, modes: [one, other].flatMap((file) => (file ? [file.mode] : [])) }]
  })
}

function indexByPath(files: readonly TreeFile[]): Map<string, TreeFile> {
  return new Map(files.map((file) => [file.path, file]))
}
