import type { Report, ModeResult } from '../domain/verdict/report.ts'
import type { MeasuredBy, RunContext } from '../domain/core/run-context.ts'
import { UserError } from '../domain/core/errors.ts'
import type { RunRecord } from '../domain/trial/run-record.ts'
import type { GitHub } from '../io/github/github.ts'
import type { Clock } from '../io/machine/system-clock.ts'
import type { FileStore } from '../io/files/disk-file-store.ts'
import { renderUnrelatedChange, unrelatedTitle } from '../reporters/deliveries.ts'
import { describeSubject, type Identify } from '../steps/deliver/announce.ts'
import { completeCheck, confirmCheck } from '../steps/deliver/write-check.ts'
import type { DeliverPorts } from '../steps/deliver/deliver.ts'
import { decideMeasurement, type MeasurementDecision } from '../steps/paths/decide-measurement.ts'
import {
  listMeasureMismatches,
  listOtherCommits,
  readTrustedInputs,
  type TrustedInputs,
  findMeasuredOrigin,
  type MeasuredOrigin,
  verifyCommits,
  type VerifiedCommits,
} from '../steps/publish/trusted-inputs.ts'
import { withAcceptance } from '../steps/commands/acceptance.ts'
import { judgeRun } from '../judging/verdict/judge-run.ts'
import { loadCommittedReference, type Rules } from '../steps/baselines/load-committed.ts'
import { describeOutdated } from '../steps/trees/find-commits.ts'
import { refuseContradictions } from '../judging/plan/refuse-run.ts'
import { joinRuns, readRuns } from '../steps/publish/read-runs.ts'
import { buildCommandTemplate } from '../judging/plan/trial-command.ts'
import { concludeCheck } from './conclude-check.ts'
import type { AnnouncedRun } from './announce-publish.ts'

/** A measurement to publish, with its open check. */
export type PublishRequest = AnnouncedRun & {
  readonly context: RunContext
  readonly configPath: string
  /**
   * Run folders of other jobs; `/*` at the end of a path selects its subfolders. Untrusted input: a pull request may
   * have written every byte.
   */
  readonly runFolders: readonly string[]
  /** Folder for the merged record of several run folders. */
  readonly joinedFolder: string
  /** Reports pull request and base of the folder, once they are known. */
  readonly identify: Identify
}

export type PublishPorts = DeliverPorts & {
  readonly gitHub: GitHub
  readonly files: FileStore
  readonly clock: Clock
}

/**
 * Publishes the measurement of another job. The event determines the pull request, the base supplies the rules, and the
 * verdict is computed again from the raw samples; nothing else is taken from the folder.
 */
export async function publish(request: PublishRequest, ports: PublishPorts): Promise<ModeResult> {
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
    ports,
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
  request: PublishRequest,
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

/** A check that was written without a measurement. */
export type UnmeasuredResult = { readonly said: string; readonly checkUrl: string | null }

/**
 * Publishes the result of a run that measured nothing: passes if no file of the program changed, by the config of the
 * base and the commits on GitHub. Null: the base has no `pipeline.paths`, so a run folder is missing.
 *
 * @throws UserError when a measurement is needed
 */
export async function publishUnmeasured(
  request: PublishRequest,
  ports: PublishPorts,
): Promise<UnmeasuredResult | null> {
  const decision = await decideMeasurement(request, ports.gitHub)
  if (!decision.isNeeded) return await concludeUnrelated(decision, request, ports)
  if (!decision.hasPaths) return null
  throw new UserError(
    `nothing was measured, but a measurement is needed: ${decision.reason}`,
    'Run the measuring workflow again, or write /warpgauge run in a comment.',
  )
}

/** Never replaces a verdict on the same commit. */
async function concludeUnrelated(
  { unrelated, commits }: Extract<MeasurementDecision, { readonly isNeeded: false }>,
  { announcement, identify }: PublishRequest,
  ports: PublishPorts,
): Promise<UnmeasuredResult> {
  const subject = describeSubject(commits.pull?.number ?? null, commits)
  identify(subject)
  const about = { ...announcement, ...subject, isProvisional: false }
  const summary = renderUnrelatedChange(unrelated)
  const claim = { ...about, title: unrelatedTitle, summary, result: 'unrelated' } as const
  const { url, held } = await completeCheck(claim, ports)
  if (about.pullRequest !== null) await confirmCheck(claim, ports.gitHub)
  await ports.jobSummary?.write(`## ${unrelatedTitle}\n\n${summary}\n`)
  return { said: `${unrelatedTitle}.${held === null ? '' : ` ${held}`}`, checkUrl: url }
}
