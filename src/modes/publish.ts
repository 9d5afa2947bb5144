import type { Report, ModeResult } from '../domain/verdict/report.ts'
import type { MeasuredBy } from '../domain/core/run-context.ts'
import type { RunRecord } from '../domain/trial/run-record.ts'
import { describeSubject } from '../steps/deliver/announce.ts'
import { listMeasureMismatches } from '../steps/publish/reference-mismatch.ts'
import { withAcceptance } from '../steps/commands/find-acceptance.ts'
import { judgeRun } from '../judging/verdict/judge-run.ts'
import { findMeasuredOrigin, type MeasuredOrigin } from '../steps/publish/measured-origin.ts'
import { loadCommittedReference } from '../steps/baselines/load-committed.ts'
import type { Rules } from '../steps/baselines/load-rules.ts'
import { describeOutdated } from '../steps/publish/trusted-files.ts'
import { refuseContradictions } from '../judging/plan/refuse-run.ts'
import { joinRuns } from '../steps/publish/join-runs.ts'
import { readRuns } from '../steps/publish/read-runs.ts'
import { buildCommandTemplate } from '../judging/plan/trial-command.ts'
import { listOtherCommits, readTrustedInputs, type TrustedInputs } from '../steps/publish/trusted-inputs.ts'
import { verifyCommits, type VerifiedCommits } from '../steps/publish/verify-commits.ts'
import { concludeCheck } from './conclude-check.ts'
import type { AnnouncedPublish, PublishPorts } from './publish-under-check.ts'

/**
 * Publishes the measurement of another job. The event determines the pull request, the base supplies the rules, and the
 * verdict is computed again from the raw samples; nothing else is taken from the folder.
 */
export async function publish(request: AnnouncedPublish, ports: PublishPorts): Promise<ModeResult> {
  const { measuredBy, announcement } = request
  const { headCommit } = announcement
  const origin = await findMeasuredOrigin(measuredBy, request.context.pullRequest, ports.gitHub)
  const [pull, ...others] = origin.pulls
  if (pull && others.length === 0)
    request.identify({ pullRequest: pull.number, base: { branch: pull.baseBranch, commit: null } })
  const { judged, rules, runFolder, commits } = await judgeRecord(request, origin, ports)
  const subject = describeSubject(commits.pull?.number ?? null, commits)
  const about = { ...announcement, ...subject, isProvisional: false }
  const report = await withAcceptance(
    markTimedOut(judged, measuredBy),
    { pullRequest: about.pullRequest, queuedPull: origin.queuedPull, headCommit },
    rules.config,
    ports.acceptances ?? null,
  )
  const runUrl = measuredBy.url
  return await concludeCheck({ ...request, report, announcement: about, runUrl, mayWrite: true, runFolder }, ports)
}

type JudgedRun = {
  readonly commits: VerifiedCommits
  readonly judged: Report
  readonly rules: Rules
  readonly runFolder: string
}

/** Judges the run folders with the rules and samples of the base from GitHub. */
async function judgeRecord(
  request: AnnouncedPublish,
  origin: MeasuredOrigin,
  { gitHub, files }: PublishPorts,
): Promise<JudgedRun> {
  const { configPath: path, context, announcement } = request
  const { headCommit } = announcement
  const stated = await readRuns(request.runFolders, files)
  const records = stated.map(({ record: own }) => own)
  const commits = await verifyCommits(records, headCommit, origin, gitHub)
  request.identify(describeSubject(commits.pull?.number ?? null, commits))
  const trusted = await readTrustedInputs({ path, commits, commanded: context.commanded }, gitHub)
  const { rules, base } = trusted
  const differences = [...new Set(records.flatMap((own) => listObstacles(own, trusted)))]
  const ruled = stated.map(({ folder, record: own }) => ({ folder, record: applyTrustedRules(own, trusted, commits) }))
  const { record, runFolder } = await joinRuns(ruled, rules.config, request, files)
  if (differences.length === 0) refuseContradictions(record, rules.config)
  const readHead = (file: string) => gitHub.readAt(headCommit, file)
  const committed = await loadCommittedReference(record, rules.config, base?.read ?? readHead)
  const mismatches = [
    ...differences,
    ...(base ? describeOutdated(base, commits) : []),
    ...(await listMeasureMismatches(rules.config.comparison, commits, gitHub)),
  ]
  return {
    judged: judgeRun({ record, config: rules.config, ...committed, obstacles: [], mismatches }),
    rules,
    runFolder,
    commits,
  }
}

/** Only GitHub can distinguish a time-out from a cancellation of the step. */
function markTimedOut(report: Report, { conclusion }: MeasuredBy): Report {
  const isTimedOut = report.conclusion === 'cancelled' && conclusion === 'timed_out'
  return isTimedOut ? { ...report, conclusion: 'timed_out' } : report
}

/** Replaces everything in the record that affects the verdict and that the measuring job could have forged. */
function applyTrustedRules(
  { baseCommit: _base, testMerge: _merge, ...record }: RunRecord,
  { rules, revisions }: TrustedInputs,
  { pull, mergeBase, testMerge }: VerifiedCommits,
): RunRecord {
  const { config, yardstick } = rules
  const commands = Object.fromEntries(revisions.map(({ label }) => [label, buildCommandTemplate(config, label)]))
  return {
    ...record,
    yardstick,
    ...(mergeBase !== null && { baseCommit: mergeBase }),
    ...(testMerge && { testMerge }),
    revisions,
    commands,
    variables: config.pipeline.env,
    pullRequest: pull?.number ?? null,
  }
}

function listObstacles(stated: RunRecord, { rules, revisions }: TrustedInputs): string[] {
  return [...compareRules(stated, rules), ...listOtherCommits(stated.revisions, revisions)]
}

function compareRules(record: RunRecord, { yardstick }: Rules): string[] {
  if (record.yardstick.sha256 === yardstick.sha256) return []
  return ['it was measured with another config than that of the base']
}
