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
