import type { CheckConclusion, ModeResult } from '../domain/verdict/report.ts'
import type { MeasuredBy, RunContext } from '../domain/core/run-context.ts'
import { UserError } from '../domain/core/errors.ts'
import type { RunRecord } from '../record/run.ts'
import type { GitHub } from '../io/github/github.ts'
import type { Clock } from '../io/machine/system-clock.ts'
import type { FileStore } from '../io/files/disk-file-store.ts'
import { renderUnrelatedChange, unrelatedTitle } from '../reporters/deliveries.ts'
import { type Announcement, describeSubject, type Identify } from '../steps/deliver/announce.ts'
import { completeCheck, confirmCheck } from '../steps/deliver/write-check.ts'
import type { DeliverPorts } from '../steps/deliver/deliver.ts'
import { decideMeasurement } from '../steps/paths/decide-measurement.ts'
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
import { loadCommittedReference } from '../steps/baselines/load-committed.ts'
import { describeOutdated } from '../steps/trees/find-commits.ts'
import { refuseContradictions } from '../judging/plan/refuse-run.ts'
import { joinRuns, readRuns } from '../steps/publish/read-runs.ts'
import { buildCommandTemplate } from '../judging/plan/trial-command.ts'
import { concludeCheck } from './conclude-check.ts'

/** A measurement to publish, with its open check. */
export type PublishRequest = {
  readonly context: RunContext
  readonly measuredBy: MeasuredBy
  /** The check belongs to the head of the event. */
  readonly announcement: Announcement
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
  const { measuredBy, announcement, context, identify } = request
  const { headCommit } = announcement
  const origin = await findMeasuredOrigin(measuredBy, context.pullRequest, ports.gitHub)
  const [pull, ...others] = origin.pulls
  if (pull && others.length === 0)
    identify({ pullRequest: pull.number, base: { branch: pull.baseBranch, commit: null } })
  const { judged, config, runFolder, subject } = await judgeRecord(request, origin, ports)
  // Only GitHub can distinguish a time-out from a cancellation of the step.
  const isTimedOut = judged.conclusion === 'cancelled' && measuredBy.conclusion === 'timed_out'
  const report = await withAcceptance(
    isTimedOut ? { ...judged, conclusion: 'timed_out' } : judged,
    { pullRequest: subject.pullRequest, queuedPull: origin.queuedPull, headCommit },
    config,
    ports,
  )
  const concluded = { report, announcement: { ...announcement, ...subject, isProvisional: false }, runFolder }
  return await concludeCheck({ ...request, ...concluded }, ports)
}

/** Judges the run folders with the rules and samples of the base from GitHub. */
async function judgeRecord(request: PublishRequest, origin: MeasuredOrigin, { gitHub, files }: PublishPorts) {
  const { configPath: path, context, announcement } = request
  const { headCommit } = announcement
  const stated = await readRuns(request.runFolders, files)
  const records = stated.map(({ record: own }) => own)
  refuseEarlierAttempt(records, request.measuredBy)
  const commits = await verifyCommits(records, headCommit, origin, gitHub)
  const subject = describeSubject(commits.pull?.number ?? null, commits)
  request.identify(subject)
  const trusted = await readTrustedInputs({ path, commits, commanded: context.commanded }, gitHub)
  const { rules, base, revisions } = trusted
  const { config, yardstick } = rules
  const differences = records.flatMap((own) => [
    ...(own.yardstick.sha256 === yardstick.sha256 ? [] : ['it was measured with another config than that of the base']),
    ...listOtherCommits(own.revisions, revisions),
  ])
  const ruled = stated.map(({ folder, record: own }) => ({ folder, record: applyTrustedRules(own, trusted, commits) }))
  const { record, runFolder } = await joinRuns(ruled, config, request, files)
  if (differences.length === 0) refuseContradictions(record, config)
  const readHead = (file: string) => gitHub.readAt(headCommit, file)
  const committed = await loadCommittedReference(record, config, base?.read ?? readHead)
  const mismatches = [
    ...new Set(differences),
    ...(base ? describeOutdated(base, commits) : []),
    ...(await listMeasureMismatches(config.comparison, commits, gitHub)),
  ]
  return { judged: judgeRun({ record, config, ...committed, obstacles: [], mismatches }), config, runFolder, subject }
}

/** GitHub keeps the artifacts of earlier attempts. Jobs that succeeded are not run again, so their run folders count. */
function refuseEarlierAttempt(records: readonly RunRecord[], { conclusion, attempt: last = 1 }: MeasuredBy): void {
  if (conclusion === null || conclusion === 'success' || records.some(({ attempt = 1 }) => attempt >= last)) return
  throw new UserError(
    'the last attempt of the measuring run left no run folder; the only one is from an earlier attempt',
    'Read its log, and run all of its jobs again.',
  )
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

/**
 * Publishes the result of a run that measured nothing: passes if no file of the program changed, by the config of the
 * base and the commits on GitHub. Never replaces a verdict on the same commit. Null: the base has no `pipeline.paths`,
 * so a run folder is missing.
 *
 * @throws UserError when a measurement is needed
 */
export async function publishUnmeasured(
  request: PublishRequest,
  ports: PublishPorts,
): Promise<{
  readonly said: string
  readonly checkUrl: string | null
  readonly conclusion: CheckConclusion | null
} | null> {
  const decision = await decideMeasurement(request, ports.gitHub)
  if (decision.isNeeded) {
    if (!decision.hasPaths) return null
    throw new UserError(
      `nothing was measured, but a measurement is needed: ${decision.reason}`,
      'Run the measuring workflow again, or write /warpgauge run in a comment.',
    )
  }
  const { unrelated, commits } = decision
  const subject = describeSubject(commits.pull?.number ?? null, commits)
  request.identify(subject)
  const summary = renderUnrelatedChange(unrelated)
  const about = { ...request.announcement, ...subject, isProvisional: false }
  const claim = { ...about, title: unrelatedTitle, summary, result: 'unrelated' } as const
  const { url, held, conclusion } = await completeCheck(claim, ports)
  await ports.writeSummary?.(`## ${unrelatedTitle}\n\n${summary}\n`)
  if (subject.pullRequest !== null) await confirmCheck(claim, ports.gitHub)
  return { said: `${unrelatedTitle}.${held === null ? '' : ` ${held}`}`, checkUrl: url, conclusion }
}
