import type { RunCommits } from '../trees/find-commits.ts'
import type { ReadTrusted } from '../baselines/load-baselines.ts'

/** Rules, baselines and noise at one commit of the base, compared with others of it. */
export type TrustedFiles = {
  /** The commit that is read. */
  readonly commit: string
  readonly read: ReadTrusted
  /** Paths read so far. */
  readonly paths: ReadonlySet<string>
  /** Paths among those read so far that another commit has differently. */
  readonly changed: ReadonlySet<string>
}

export type ReadAt = (commit: string, path: string) => Promise<string | null>

/** Reads files at the commit `used` and notes which are not the same at all `others`. */
export function compareTrustedFiles(
  readAt: ReadAt,
  { used, others }: { readonly used: string; readonly others: readonly string[] },
): TrustedFiles {
  const [paths, changed] = [new Set<string>(), new Set<string>()]
  const further = [...new Set(others)].filter((commit) => commit !== used)
  const read: ReadTrusted = async (path) => {
    paths.add(path)
    const [text, ...texts] = await Promise.all([used, ...further].map((commit) => readAt(commit, path)))
    if (texts.some((other) => other !== text)) changed.add(path)
    return text ?? null
  }
  return { commit: used, read, paths, changed }
}

/**
 * The base of a run: a test merge is judged by the commit that it was merged into, a head by the tip of its base, and both
 * commits must say the same. Null: there is no base.
 */
export function compareWithTip({ testMerge, base, mergeBase }: RunCommits, readAt: ReadAt): TrustedFiles | null {
  if (base === null || mergeBase === null) return null
  return testMerge === null
    ? compareTrustedFiles(readAt, { used: base.tip, others: [mergeBase] })
    : compareTrustedFiles(readAt, { used: testMerge.base, others: [base.tip] })
}

/** Why a verdict cannot be a pass: the base has other rules or samples by now than where the head was compared with it. */
export function describeOutdated(
  { changed }: Pick<TrustedFiles, 'changed'>,
  { mergeBase, base }: Pick<RunCommits, 'mergeBase' | 'base'>,
): string[] {
  if (changed.size === 0) return []
  const branch = base?.branch ?? 'the base'
  const since = mergeBase?.slice(0, 7) ?? 'the merge base'
  const paths = [...changed].toSorted().join(', ')
  return [
    `${paths} changed on ${branch} after ${since}, with which this was compared: merge ${branch} into the branch of the pull request`,
  ]
}
