import type { Config } from '../../config/schema/schema.ts'
import type { RefreshProposal } from '../../domain/baselines/refresh-proposal.ts'
import type { ProposedPull, PullText } from '../../ports/baseline-branch.ts'
import type { GitHub } from '../../ports/github.ts'
import { describeRefresh } from './describe-refresh.ts'
import type { RefreshTips, TipPorts } from './refresh-tips.ts'

export type ProposePorts = TipPorts & { readonly gitHub: Pick<GitHub, 'readAt'> }

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
export async function proposeRefresh(request: ProposalRequest, ports: ProposePorts): Promise<ProposedPull | null> {
  const { branch, baseBranch } = request.tips
  let proposed: ProposedPull | null = null
  if (request.tips.isMissing && !request.hasWritten) return null
  let tip: string | null = request.tips.tip
  for (let attempt = 1; attempt <= attempts && tip !== null; attempt++) {
    proposed = await updateProposal(request, tip, ports)
    const now = await ports.branches.findTip(branch)
    if (now === tip) return proposed
    tip = now
  }
  return proposed ?? (await ports.pulls.find(branch, baseBranch))
}

async function updateProposal(
  request: ProposalRequest,
  tip: string,
  ports: ProposePorts,
): Promise<ProposedPull | null> {
  const { directory, config, tips } = request
  const { mergeBase, files } = await ports.branches.compare(tips.base, tip)
  const paths = files.filter((path) => path.startsWith(`${directory}/`) && path.endsWith('.json')).toSorted()
  if (paths.length === 0) return null
  const sides = { before: mergeBase, after: tip }
  const read = async (side: 'before' | 'after', path: string) => await ports.gitHub.readAt(sides[side], path)
  const text = request.render(await describeRefresh(paths, config, read))
  const pull = await ports.pulls.open(tips.branch, tips.baseBranch, text)
  if (pull.body !== text.body || pull.title !== text.title) await ports.pulls.update(pull.number, text)
  return pull
}
