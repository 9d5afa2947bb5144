import type { Config } from '../../config/schema/schema.ts'
import type { RefreshProposal } from '../../domain/baselines/refresh-proposal.ts'
import type { GitHub, ProposedPull, PullText } from '../../io/github/github.ts'
import { describeRefresh } from './describe-refresh.ts'
import type { RefreshTips } from './refresh-tips.ts'

export type ProposalRequest = {
  readonly tips: RefreshTips
  readonly hasWritten: boolean
  readonly directory: string
  readonly config: Config
  readonly render: (proposal: RefreshProposal) => PullText
}

const attempts = 5

/**
 * Opens or updates the refresh pull request. Its text describes every change on the branch, including those of other
 * refreshes. Repeats when the branch moves in the meantime. Null when the branch has no changes.
 */
export async function proposeRefresh(request: ProposalRequest, gitHub: GitHub): Promise<ProposedPull | null> {
  const { branch, baseBranch } = request.tips
  let proposed: ProposedPull | null = null
  if (request.tips.isMissing && !request.hasWritten) return null
  let tip: string | null = request.tips.tip
  for (let attempt = 1; attempt <= attempts && tip !== null; attempt++) {
    proposed = await updateProposal(request, tip, gitHub)
    const now = await gitHub.findBranchTip(branch)
    if (now === tip) return proposed
    tip = now
  }
  return proposed ?? (await gitHub.findProposal(branch, baseBranch))
}

async function updateProposal(request: ProposalRequest, tip: string, gitHub: GitHub): Promise<ProposedPull | null> {
  const { directory, config, tips } = request
  const { mergeBase, files } = await gitHub.compareCommits(tips.base, tip)
  const paths = files.filter((path) => path.startsWith(`${directory}/`) && path.endsWith('.json')).toSorted()
  if (paths.length === 0) return null
  const sides = { before: mergeBase, after: tip }
  const read = async (side: 'before' | 'after', path: string) => await gitHub.readAt(sides[side], path)
  const text = request.render(await describeRefresh(paths, config, read))
  const pull = await gitHub.openProposal(tips.branch, tips.baseBranch, text)
  if (pull.body !== text.body || pull.title !== text.title) await gitHub.updateProposal(pull.number, text)
  return pull
}
