import type { GitHub } from '../../io/github/github.ts'

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

export type RefreshMethod = 'pull-request' | 'commit'

/** Reads both branches; null when one moved in the meantime, so that the caller retries. */
export async function readTips(way: RefreshMethod, gitHub: GitHub): Promise<RefreshTips | null> {
  const baseBranch = await gitHub.readDefaultBranch()
  const base = await gitHub.findBranchTip(baseBranch)
  if (base === null) return null
  const fresh = { baseBranch, base, tip: base, pending: [], ancestor: base, takesOver: null, isMissing: false }
  if (way === 'commit') return { ...fresh, branch: baseBranch }
  const branch = refreshBranch
  const tip = await gitHub.findBranchTip(branch)
  if (tip === null) return { ...fresh, branch, isMissing: true }
  if (tip === base) return { ...fresh, branch }
  const { mergeBase, files } = await gitHub.compareCommits(base, tip)
  if (mergeBase === tip) return (await gitHub.advanceBranch(branch, base)) ? { ...fresh, branch } : null
  const isLive =
    (await gitHub.findProposal(branch, baseBranch)) !== null || !(await gitHub.isProposalSettled(branch, tip))
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
