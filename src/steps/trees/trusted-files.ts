import type { RunCommits } from './find-commits.ts'
import type { ReadTrusted } from '../baselines/load-baselines.ts'

/** Rules, baselines and noise at one commit of the base, compared with other commits. */
export type TrustedFiles = {
  /** The commit to read from. */
  readonly commit: string
  readonly read: ReadTrusted
  /** Paths read so far. */
  readonly paths: ReadonlySet<string>
  /** Paths, among those read so far, that differ at another commit. */
  readonly changed: ReadonlySet<string>
}

export type ReadAt = (commit: string, path: string) => Promise<string | null>

/** Reads files at commit `used` and records those that differ at one of `others`. */
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
 * The files of the base. For a test merge: at its base, compared with the tip of the branch. For a head: at the tip of the
 * branch, compared with the merge base. Null: there is no base.
 */
export function compareWithTip({ testMerge, base, mergeBase }: RunCommits, readAt: ReadAt): TrustedFiles | null {
  if (base === null || mergeBase === null) return null
  return testMerge === null
    ? compareTrustedFiles(readAt, { used: base.tip, others: [mergeBase] })
    : compareTrustedFiles(readAt, { used: testMerge.base, others: [base.tip] })
}

/** Why a verdict cannot pass: rules or samples of the base changed after the commit that the head was compared with. */
export function describeOutdated(
  { changed }: Pick<TrustedFiles, 'changed'>,
  { mergeBase, base }: Pick<RunCommits, 'mergeBase' | 'base'>,
): string[] {
  if (changed.size === 0) return []
  const branch = base?.branch ?? 'the base'
  const since = mergeBase?.slice(0, 7) ?? 'the merge base'
  const paths = [...changed].toSorted().join(', ')
  return [
    `${paths} changed on ${branch} after ${since}, the commit that this run was compared with: merge ${branch} into the branch of the pull request`,
  ]
}
