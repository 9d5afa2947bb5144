import { EnvironmentError, UserError } from '../domain/core/errors.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { FileStore } from '../io/files/disk-file-store.ts'
import { renderFinding } from '../reporters/command-answer.ts'
import { formatCommentMarker } from '../reporters/deliveries.ts'
import { renderRefresh } from '../reporters/refresh-pull-request.ts'
import { deriveCheckName } from '../judging/plan/restrict-config.ts'
import { requireKeepable, type RefreshRun } from '../steps/baselines/refreshed-store.ts'
import { loadRules, type Rules } from '../steps/baselines/load-committed.ts'
import { proposeRefresh } from '../steps/baselines/propose-refresh.ts'
import { type RefreshMethod, writeRefresh, type WriteRefreshPorts } from '../steps/baselines/write-refresh.ts'
import { readRunRecord } from '../steps/measure/run-folder.ts'
import { answerCommand } from '../steps/commands/comment.ts'

/** Request of the mode `refresh`. */
export type RefreshRequest = {
  readonly context: RunContext
  readonly configPath: string
  /** Null: only remove testbeds. */
  readonly runFolder: string | null
  readonly reason: string | null
  readonly prune: readonly string[]
  readonly way: RefreshMethod
}

/** Ports of the mode `refresh`. */
export type RefreshPorts = WriteRefreshPorts & { readonly files: FileStore }

/**
 * Proposes the samples of a run as new baselines, or commits them. Refuses regressions unless a reason is given. Takes
 * rules and committed samples only from the default branch.
 */
export async function refresh(request: RefreshRequest, ports: RefreshPorts): Promise<string> {
  refuseUntrusted(request)
  try {
    const { sentence, url } = await writeAndPropose(request, ports)
    await answerComment(request, renderFinding(sentence, url), ports)
    return url === null ? sentence : `${sentence} ${url}`
  } catch (error) {
    const isExpected = error instanceof UserError || error instanceof EnvironmentError
    if (isExpected)
      await answerComment(request, renderFinding(`Baselines: ${error.message}. ${error.hint}`, null), ports)
    throw error
  }
}

type RefreshResult = { readonly sentence: string; readonly url: string | null }

async function writeAndPropose(request: RefreshRequest, ports: RefreshPorts): Promise<RefreshResult> {
  const base = await resolveDefaultTip(ports)
  const rules = await loadRulesAt(base, request, ports)
  const run = await loadRefreshRun(request, rules, base, ports)
  const directory = rules.config.comparison.baselines
  const tips = await writeRefresh({ run, prune: request.prune, way: request.way, directory }, ports)
  const { hasWritten } = tips
  const wrote = hasWritten ? `wrote ${tips.tip.slice(0, 7)} to ${tips.branch}` : 'everything is up to date'
  if (request.way === 'commit') return { sentence: `Baselines: ${wrote}.`, url: null }
  const proposing = { tips, hasWritten, directory, config: rules.config, render: renderRefresh }
  const pull = await proposeRefresh(proposing, ports.gitHub)
  if (pull === null) return { sentence: 'Baselines: nothing differs from the default branch.', url: null }
  return { sentence: `Baselines: ${wrote}; pull request #${pull.number} proposes them.`, url: pull.url }
}

async function answerComment(
  { context, configPath }: RefreshRequest,
  line: string,
  ports: RefreshPorts,
): Promise<void> {
  const found = { marker: formatCommentMarker(deriveCheckName(configPath)), line }
  await answerCommand(context, found, ports.gitHub, ports.logger)
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

async function resolveDefaultTip({ gitHub }: RefreshPorts): Promise<string> {
  const name = await gitHub.readDefaultBranch()
  const tip = await gitHub.findBranchTip(name)
  if (tip !== null) return tip
  throw new UserError(`the default branch ${name} has no commit`, 'Push to it first.')
}

async function loadRulesAt(
  base: string,
  { configPath: path }: RefreshRequest,
  { gitHub }: RefreshPorts,
): Promise<Rules> {
  const read = async (commit: string, file: string) => await gitHub.readAt(commit, file)
  return await loadRules({ path, trustedCommit: base, headCommit: base, read })
}

async function loadRefreshRun(
  { runFolder, reason, context }: RefreshRequest,
  rules: Rules,
  base: string,
  { files, gitHub }: RefreshPorts,
): Promise<RefreshRun | null> {
  if (runFolder === null) return null
  const record = await readRunRecord(runFolder, files)
  await requireKeepable(record, rules, base, gitHub)
  const workflowRunUrl = context.measuredBy?.url ?? context.runUrl
  return { record, config: rules.config, reason, occasion: `refresh on ${context.event}`, workflowRunUrl }
}
