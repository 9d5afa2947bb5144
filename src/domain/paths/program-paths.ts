import picomatch from 'picomatch'

/** Whether a path belongs to a set of files. */
export type PathFilter = (path: string) => boolean

/**
 * Creates the filter of `pipeline.paths`. A glob also matches everything below what it matches, and the last matching
 * glob decides. When in doubt a file is included: letter case and Unicode normalization count in exclusions only.
 */
export function createPathFilter(globs: readonly string[]): PathFilter {
  const rules = globs.map((glob) => {
    const isExclusion = glob.startsWith('!')
    return { isExclusion, matches: createMatcher(isExclusion ? glob.slice(1) : glob, isExclusion) }
  })
  return (path) => {
    const last = rules.findLast(({ matches }) => matches(path))
    return last !== undefined && !last.isExclusion
  }
}

/** `s`: a file name may contain a line feed. */
function createMatcher(glob: string, isExact: boolean): PathFilter {
  const toForm = (text: string) => (isExact ? text : text.normalize('NFC'))
  const options = { dot: true, nonegate: true, noextglob: true, windows: false, flags: isExact ? 's' : 'si' }
  const isMatch = picomatch(toForm(glob.replace(/\/$/u, '')), options)
  return (path) => listAncestors(toForm(path)).some((ancestor) => isMatch(ancestor))
}

/** `a/b/c`: `a`, `a/b`, `a/b/c`. */
function listAncestors(path: string): string[] {
  const parts = path.split('/')
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'))
}

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
function isRelated(one: string, other: string): boolean {
  return isAtOrBelow(one, other) || isAtOrBelow(other, one)
}

/** Whether a path is a directory, or is below it. */
function isAtOrBelow(path: string, directory: string): boolean {
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

/** Git's mode of a symbolic link. */
export const linkMode = '120000'
const submoduleMode = '160000'

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

/** What a program consists of. */
type ProgramFiles = {
  /** From `pipeline.paths`. */
  readonly isProgram: PathFilter
  /** Paths that the config names: itself, datasets, baselines, scripts in commands. */
  readonly named: readonly string[]
  /** Targets of the program's symbolic links. */
  readonly linked: readonly string[]
}

/** Files that change how git checks out other files. */
const checkoutFiles = ['.gitattributes', '.gitmodules', '.lfsconfig']
const workflowDirectories = ['.github/workflows', '.github/actions']

/**
 * Finds the first change that needs a measurement, as a sentence; null: none does. Links, submodules, checkout settings
 * and workflows always do, because their effect on other files is unknown.
 */
export function findProgramChange(changes: readonly PathChange[], files: ProgramFiles): string | null {
  for (const change of changes) {
    const reason = explainChange(change, files)
    if (reason !== null) return `${JSON.stringify(change.path)} ${reason}`
  }
  return null
}

function explainChange({ path, modes }: PathChange, { isProgram, named, linked }: ProgramFiles): string | null {
  if (isProgram(path)) return 'matches pipeline.paths'
  if (modes.includes(submoduleMode)) return 'is a submodule'
  if (modes.includes(linkMode)) return 'is a symbolic link'
  if (/[\p{Cc}\\\uFFFD]/u.test(path)) return 'has an unusual name'
  if (checkoutFiles.includes(path.split('/').at(-1)?.toLowerCase() ?? '')) return 'changes how files are checked out'
  if (workflowDirectories.some((directory) => isAtOrBelow(path.toLowerCase(), directory)))
    return 'is part of a workflow'
  if (named.some((one) => isAtOrBelow(path, one))) return 'is named by the config'
  return linked.some((one) => isRelated(path, one)) ? 'is the target of a symbolic link of the program' : null
}
