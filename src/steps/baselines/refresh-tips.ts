import type { BaselineBranches, BaselinePulls } from '../../ports/baseline-branch.ts'

/** The branch of the refresh pull request. */
const refreshBranch = 'warpgauge/baselines'

/** The current commits that a refresh builds on. */
export type RefreshTips = {
  readonly branch: string
  readonly baseBranch: string
  readonly base: string
  /** Tip of the branch. */
  readonly tip: string
  /** Files that the branch changes relative to the base, and their merge base. */
  readonly pending: readonly string[]
  readonly ancestor: string
  /** The base commit, when the branch does not contain it yet. */
  readonly takesOver: string | null
  /** The branch does not exist; `tip` is its starting point. */
  readonly isMissing: boolean
}

export type TipPorts = { readonly branches: BaselineBranches; readonly pulls: BaselinePulls }

export type RefreshMethod = 'pull-request' | 'commit'

/** Reads both branches; null when one moved in the meantime, so that the caller retries. */
export async function readTips(way: RefreshMethod, { branches, pulls }: TipPorts): Promise<RefreshTips | null> {
  const baseBranch = await branches.readDefaultBranch()
  const base = await branches.findTip(baseBranch)
  if (base === null) return null
  const fresh = { baseBranch, base, tip: base, pending: [], ancestor: base, takesOver: null, isMissing: false }
  if (way === 'commit') return { ...fresh, branch: baseBranch }
  const branch = refreshBranch
  const tip = await branches.findTip(branch)
  if (tip === null) return { ...fresh, branch, isMissing: true }
  if (tip === base) return { ...fresh, branch }
  const { mergeBase, files } = await branches.compare(base, tip)
  if (mergeBase === tip) return (await branches.advance(branch, base)) ? { ...fresh, branch } : null
  const isLive = (await pulls.find(branch, baseBranch)) !== null || !(await pulls.isSettled(branch, tip))
  const pending = isLive ? files : []
  const isCurrent = isLive && mergeBase === base
  return {
    branch,
    baseBranch,
    base,
    tip,
    pending,
    ancestor: mergeBase,
    takesOver: isCurrent ? null : base,
    isMissing: false,
  }
}
