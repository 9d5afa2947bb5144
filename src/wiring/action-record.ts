import type { Inputs } from '../action/inputs.ts'
import { sleepUntilAborted, createRunId, systemClock } from '../io/machine/system-clock.ts'
import { diskFileStore } from '../io/files/disk-file-store.ts'
import type { ActionPorts } from './action-ports.ts'
import { extendRetries, requireGitHub } from './connect-github.ts'
import type { Config } from '../config/schema/schema.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeResult } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { RunRecord } from '../record/run.ts'
import { type HistoryReport, forecastLimits, findRestartedCases } from '../domain/history/observe.ts'
import type { GitHub } from '../io/github/github.ts'
import { summarizeHistory, renderHistorySummary } from '../reporters/history-summary.ts'
import { resolveAnchors } from '../steps/history/branch-commits.ts'
import { loadRulesAt } from '../steps/baselines/load-committed.ts'
import { buildHistoryRecord } from '../judging/history/build-history-record.ts'
import { readRunRecord } from '../steps/measure/run-folder.ts'
import { updateIssues } from '../steps/history/update-issues.ts'
import { trackRun } from '../steps/history/track-run.ts'
import { getTracking, buildTrackingRules } from '../judging/baselines/baselines.ts'

/**
 * Measures or publishes a run of the default branch and judges it, appends it to the history and tracks regressions.
 * Delivers the verdict before tracking, so that a failure of the history cannot hide it. Only judges a commit that has
 * left the branch and, unless the mode was requested, a run without a token or without `tracking` in the config.
 */
export async function recordFromAction(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  // Otherwise the event selected the mode, and a config without `tracking` records nothing.
  const isAsked = inputs.mode === 'record'
  const judge = inputs.isMeasured ? judgeMeasured : measure
  // Without a token the job cannot record; if the event selected the mode, it only measures.
  if (inputs.token === null && !isAsked) return await measure(inputs, context, ports)
  const { logger, writeSummary } = ports
  // The first connection of a step sets how long all of them wait.
  if (!inputs.isMeasured) extendRetries(ports.signal, logger)
  const gitHub = requireGitHub('record', inputs, context, ports)
  requireDefaultBranch(context)
  // Each write replaces the complete summary, and the history is appended later.
  let body = ''
  const keep = async (markdown: string) => (await writeSummary?.((body = markdown))) ?? false
  const result = await judge(inputs, context, { ...ports, writeSummary: writeSummary && keep })
  const run = await readRunRecord(result.runFolder, diskFileStore)
  const commit = requireHeadCommit(run)
  const rules = await loadRulesAt(commit, inputs.config, gitHub)
  if (!rules.config.tracking && !isAsked) {
    logger.info('The config has no "tracking", so this run is judged but not recorded.')
    return result
  }
  if (await wasTakenOut(commit, context, gitHub)) {
    logger.warning(`${commit.slice(0, 7)} is no longer on ${context.branch}, so this run is judged but not recorded.`)
    return result
  }
  const own = { run: { ...run, yardstick: rules.yardstick }, commit, config: rules.config }
  const report = await track(own, context.runUrl, gitHub, ports)
  logger.notice(summarizeHistory(report))
  await writeSummary?.(`${body.trimEnd()}\n\n${renderHistorySummary(report)}\n`)
  return result
}

/** Refuses other branches: a history of several branches would show their differences as steps. */
function requireDefaultBranch({ event, trust, branch, defaultBranch }: RunContext): void {
  if (trust !== 'trusted' || event === 'workflow_run')
    throw new UserError(
      `record works on push, schedule and workflow_dispatch, this is ${event}`,
      'See docs/tracking.md for a workflow.',
    )
  if (branch !== undefined && branch === defaultBranch) return
  throw new UserError(
    `record works only on the default branch, not on ${branch ?? 'no branch'}`,
    'Start this workflow only on the default branch, or use mode: check.',
  )
}

function requireHeadCommit({ runId, revisions }: RunRecord): string {
  const commit = revisions.find(({ label }) => label === 'head')?.commit ?? null
  if (commit !== null) return commit
  throw new UserError(`run ${runId} has no head commit`, 'Measure a committed revision.')
}

/** A run that ends after its commit was taken out of the branch does not belong to the history. */
async function wasTakenOut(commit: string, { branch }: RunContext, gitHub: GitHub): Promise<boolean> {
  const tip = await gitHub.findBranchTip(branch ?? '')
  return tip !== null && !(await gitHub.isAncestor(commit, tip))
}

async function track(
  { run, commit, config }: { readonly run: RunRecord; readonly commit: string; readonly config: Config },
  runUrl: string | null,
  gitHub: GitHub,
  { logger, signal }: ActionPorts,
): Promise<HistoryReport> {
  const { branch, runs, anchors, issues, label } = getTracking(config)
  const given = { gitHub, clock: systemClock, logger, sleep: sleepUntilAborted }
  const withData = { ...given, data: gitHub.openData(branch), branchLog: gitHub }
  // The id is of this job, also within the same workflow run.
  const follower = { by: createRunId(), at: systemClock.now().toISOString() }
  const place = await gitHub.locateCommit(commit)
  const resolved = await resolveAnchors(anchors, gitHub, logger)
  const line = buildHistoryRecord({ record: run, place, runUrl })
  const settings = { record: line, rules: buildTrackingRules(config), runs, anchors: resolved, follower, signal }
  const tracked = await trackRun(settings, withData)
  const repositoryUrl = runUrl?.replace(/\/actions\/runs\/.*$/u, '') ?? null
  const own = { label, repositoryUrl, runUrl, follower, signal }
  const outcomes = issues ? await updateIssues(tracked, own, withData) : []
  const { isNew, records, observation } = tracked
  return {
    branch,
    isNew,
    runs: records.length,
    observation,
    anchors: tracked.anchors,
    outlooks: forecastLimits(observation.histories, config.requirements),
    restarts: findRestartedCases(records, observation.latest),
    issues: outcomes.map(({ entry, status, issue }) => ({ id: entry.id, status, url: issue?.url ?? null })),
  }
}

async function measure(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  const { checkFromAction } = await import('./action-check.ts')
  return await checkFromAction(inputs, context, ports)
}

/** Another job of this workflow run measured; its folder is published as untrusted input. */
async function judgeMeasured(inputs: Inputs, context: RunContext, ports: ActionPorts): Promise<ModeResult> {
  const { event, headCommit, branch = '', runUrl } = context
  if (headCommit === null) throw new UserError('GITHUB_SHA is not set', 'Run this inside GitHub Actions.')
  const measuredBy = { event, headCommit, headRepositoryId: 0, headBranch: branch, conclusion: null, url: runUrl ?? '' }
  const { publishMeasured } = await import('./action-publish.ts')
  return await publishMeasured(inputs, { ...context, measuredBy }, ports)
}
