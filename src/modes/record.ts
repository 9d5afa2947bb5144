import type { Config } from '../config/schema/schema.ts'
import { UserError } from '../domain/core/errors.ts'
import type { ModeResult } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { RunRecord } from '../record/run.ts'
import { type HistoryReport, forecastLimits, findRestartedCases } from '../domain/history/observe.ts'
import type { Clock } from '../io/machine/system-clock.ts'
import type { FileStore } from '../io/files/disk-file-store.ts'
import type { GitHub } from '../io/github/github.ts'
import type { JobSummary } from '../ports/job-summary.ts'
import type { Logger } from '../ports/logger.ts'
import { summarizeHistory, renderHistorySummary } from '../reporters/history-summary.ts'
import { regressionTexts } from '../reporters/regression-issue.ts'
import { resolveAnchors } from '../steps/history/branch-commits.ts'
import { loadRulesAt } from '../steps/baselines/load-committed.ts'
import { buildHistoryRecord } from '../judging/history/build-history-record.ts'
import { readRunRecord } from '../steps/measure/run-folder.ts'
import { updateIssues } from '../steps/history/update-issues.ts'
import { trackRun } from '../steps/history/track-run.ts'
import { getTracking, buildTrackingRules } from '../judging/baselines/baselines.ts'

export type RecordRequest = {
  readonly context: RunContext
  readonly configPath: string
  /**
   * Whether the workflow requests the mode explicitly. When the event selects it, a config without `tracking` records
   * nothing.
   */
  readonly isAsked: boolean
  /** Unique id of this job, also within the same workflow run. */
  readonly claimant: string
  readonly signal: AbortSignal
}

export type RecordPorts = {
  readonly gitHub: GitHub
  readonly files: FileStore
  readonly clock: Clock
  readonly logger: Logger
  readonly jobSummary: JobSummary | null
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** Measures or publishes, and writes to the given summary. */
export type Judge = (jobSummary: JobSummary | null) => Promise<ModeResult>

/**
 * Judges a run of the default branch, appends it to the history and tracks regressions. Delivers the verdict before
 * tracking, so that a failure of the history cannot hide it.
 */
export async function record(request: RecordRequest, judge: Judge, ports: RecordPorts): Promise<ModeResult> {
  const { context, configPath, isAsked } = request
  const { gitHub, logger } = ports
  requireDefaultBranch(context)
  // Each write replaces the complete summary, and the history is appended later.
  let body = ''
  const write = async (markdown: string) => await ports.jobSummary?.write((body = markdown))
  const result = await judge(ports.jobSummary && { write })
  const run = await readRunRecord(result.runFolder, ports.files)
  const commit = run.revisions.find(({ label }) => label === 'head')?.commit ?? null
  if (commit === null) throw new UserError(`run ${run.runId} has no head commit`, 'Measure a committed revision.')
  const rules = await loadRulesAt(commit, configPath, gitHub)
  if (!rules.config.tracking && !isAsked) {
    logger.info('The config has no "tracking", so this run is judged but not recorded.')
    return result
  }
  // A run that ends after its commit was taken out of the branch does not belong to the history.
  const tip = await gitHub.findBranchTip(context.branch ?? '')
  if (tip !== null && !(await gitHub.isAncestor(commit, tip))) {
    logger.warning(`${commit.slice(0, 7)} is no longer on ${context.branch}, so this run is judged but not recorded.`)
    return result
  }
  const report = await track(
    request,
    { run: { ...run, yardstick: rules.yardstick }, commit, config: rules.config },
    ports,
  )
  logger.notice(summarizeHistory(report))
  await ports.jobSummary?.write(`${body.trimEnd()}\n\n${renderHistorySummary(report)}\n`)
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

async function track(
  { context: { runUrl }, signal, claimant }: RecordRequest,
  { run, commit, config }: { readonly run: RunRecord; readonly commit: string; readonly config: Config },
  ports: RecordPorts,
): Promise<HistoryReport> {
  const { gitHub, logger, clock } = ports
  const { branch, runs, anchors, issues, label } = getTracking(config)
  const withData = { ...ports, data: gitHub.openData(branch), branchLog: gitHub }
  const follower = { by: claimant, at: clock.now().toISOString() }
  const place = await gitHub.locateCommit(commit)
  const resolved = await resolveAnchors(anchors, gitHub, logger)
  const line = buildHistoryRecord({ record: run, place, runUrl })
  const settings = { record: line, rules: buildTrackingRules(config), runs, anchors: resolved, follower, signal }
  const tracked = await trackRun(settings, withData)
  const repositoryUrl = runUrl?.replace(/\/actions\/runs\/.*$/u, '') ?? null
  const texts = { label, texts: regressionTexts, repositoryUrl, runUrl, follower, signal }
  const outcomes = issues ? await updateIssues(tracked, texts, withData) : []
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
