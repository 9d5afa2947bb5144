import { ExplainedError, UserError } from '../domain/core/errors.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { FileStore } from '../io/files/disk-file-store.ts'
import { renderResult } from '../reporters/command-answer.ts'
import { formatCommentMarker } from '../reporters/deliveries.ts'
import { deriveCheckName } from '../judging/plan/restrict-config.ts'
import { requireKeepable } from '../steps/baselines/refreshed-store.ts'
import { loadRulesAt } from '../steps/baselines/load-committed.ts'
import { proposeRefresh } from '../steps/baselines/propose-refresh.ts'
import { type RefreshMethod, writeRefresh, type WriteRefreshPorts } from '../steps/baselines/write-refresh.ts'
import { readRunRecord } from '../steps/measure/run-folder.ts'
import { answerCommand } from '../steps/commands/comment.ts'

export type RefreshRequest = {
  readonly context: RunContext
  readonly configPath: string
  /** Null: only remove testbeds. */
  readonly runFolder: string | null
  /** Why a regression is accepted; null: it is not. */
  readonly reason: string | null
  /** Ids of testbeds to remove. */
  readonly prune: readonly string[]
  readonly way: RefreshMethod
}

export type RefreshPorts = WriteRefreshPorts & { readonly files: FileStore }

/**
 * Proposes the samples of a run as new baselines in a pull request, or commits them, and returns a sentence about it.
 * Refuses regressions unless a reason is given. Takes rules and committed samples only from the default branch.
 */
export async function refresh(request: RefreshRequest, ports: RefreshPorts): Promise<string> {
  refuseUntrusted(request)
  const marker = formatCommentMarker(deriveCheckName(request.configPath))
  const answer = async (text: string, url: string | null): Promise<void> =>
    await answerCommand(request.context, { marker, line: renderResult(text, url) }, ports.gitHub, ports.logger)
  try {
    const { sentence, url } = await writeAndPropose(request, ports)
    await answer(sentence, url)
    return url === null ? sentence : `${sentence} ${url}`
  } catch (error) {
    if (error instanceof ExplainedError)
      await answer(`Baselines: ${error.message}. ${error.hint}`, request.context.runUrl)
    throw error
  }
}

async function writeAndPropose(
  { context, configPath, runFolder, reason, prune, way }: RefreshRequest,
  ports: RefreshPorts,
): Promise<{ readonly sentence: string; readonly url: string | null }> {
  const { gitHub, files } = ports
  const name = await gitHub.readDefaultBranch()
  const base = await gitHub.findBranchTip(name)
  if (base === null) throw new UserError(`the default branch ${name} has no commit`, 'Push to it first.')
  const rules = await loadRulesAt(base, configPath, gitHub)
  const { config } = rules
  const record = runFolder === null ? null : await readRunRecord(runFolder, files)
  if (record) await requireKeepable(record, rules, base, gitHub)
  const workflowRunUrl = context.measuredBy?.url ?? context.runUrl
  const run = record && { record, config, reason, occasion: `refresh on ${context.event}`, workflowRunUrl }
  const tips = await writeRefresh({ run, prune, way, directory: config.comparison.baselines }, ports)
  const wrote = tips.hasWritten ? `wrote ${tips.tip.slice(0, 7)} to ${tips.branch}` : 'everything is up to date'
  if (way === 'commit') return { sentence: `Baselines: ${wrote}.`, url: null }
  const pull = await proposeRefresh(tips, config, gitHub)
  if (pull === null) return { sentence: 'Baselines: nothing differs from the default branch.', url: null }
  return { sentence: `Baselines: ${wrote}; pull request #${pull.number} proposes them.`, url: pull.url }
}

/** Refuses pull requests: their code must not become the baseline that judges it. */
function refuseUntrusted({ context, runFolder, prune }: RefreshRequest): void {
  const measuredFor = context.measuredBy?.event ?? context.event
  if (context.trust !== 'trusted' || context.pullRequest !== null || measuredFor.startsWith('pull_request'))
    throw new UserError(
      `refresh does not work on the event ${measuredFor}`,
      'Start it by workflow_dispatch, schedule, release or push to the default branch.',
    )
  if (runFolder === null && prune.length === 0)
    throw new UserError('refresh needs a run folder, or testbeds to prune', 'Set run-folder or prune.')
}
