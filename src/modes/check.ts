import { reportFiles } from '../reporters/report-files.ts'
import type { Report, ModeResult } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import { reportCalibration } from '../judging/verdict/calibration.ts'
import { describeSubject, formatRunName, type Announcement } from '../steps/deliver/announce.ts'
import { chooseCheckName, restrictConfig } from '../judging/plan/restrict-config.ts'
import { recheckReference } from '../steps/publish/recheck-reference.ts'
import type { DeliverPorts } from '../steps/deliver/deliver.ts'
import { withAcceptance } from '../steps/commands/find-acceptance.ts'
import { chooseReference, type Reference } from '../steps/trees/choose-reference.ts'
import { findCommits, type RunCommits } from '../steps/trees/find-commits.ts'
import { runUnderLiveCheck } from '../steps/deliver/live-check.ts'
import { judgeRun } from '../judging/verdict/judge-run.ts'
import type { Rules } from '../steps/baselines/load-rules.ts'
import {
  measureRun,
  type MeasuredRun,
  type MeasureRunPorts,
  type MeasureRunRequest,
} from '../steps/measure/measure-run.ts'
import { refuseForkCode } from '../judging/plan/refuse-run.ts'
import { forgetEarlierRun } from '../steps/measure/run-folder.ts'
import { describeOutdated } from '../steps/publish/trusted-files.ts'
import { runUnderCheck } from '../steps/deliver/run-under-check.ts'
import { writeReports } from '../steps/deliver/write-reports.ts'
import { concludeCheck } from './conclude-check.ts'

/** Request of the mode `check`. */
export type CheckRequest = Omit<MeasureRunRequest, 'rules' | 'commits' | 'readCommitted'> & {
  readonly context: RunContext
  /** Path of the config inside the repository. */
  readonly configPath: string
  /** Rules from the caller; null: read from the trusted side of the repository. */
  readonly ownRules: Rules | null
  readonly mayMeasureForks: boolean
  /** Locations of secrets, besides the token, that measured code can read; absent: not checked. */
  readonly secretsAtHand?: readonly string[]
}

/** Ports of the mode `check`; without `gitHub` nothing is published. */
export type CheckPorts = MeasureRunPorts & DeliverPorts

/** Measures the head, judges it, and reports on GitHub and in the run folder. */
export async function check(request: CheckRequest, ports: CheckPorts): Promise<ModeResult> {
  if (!request.isResume) await forgetEarlierRun(request.runFolder, ports.files)
  admitRequest(request, ports)
  const found = await findCommits(request.context, ports.git)
  const announcement = buildAnnouncement(request, found)
  return await runUnderCheck(announcement, request, ports, async () => {
    const reference = await chooseReference({ ...request, found }, ports.git)
    const measured = await measureHead({ ...request, announcement, reference }, ports)
    const judged = await judgeMeasured(measured, { ...request, reference }, ports)
    const report = await applyAcceptance(judged, { ...request, announcement, measured }, ports)
    await writeReports(report, request.runFolder, reportFiles, ports.files)
    const reached = { runUrl: request.context.runUrl, mayWrite: ports.gitHub !== null }
    return await concludeCheck({ ...request, ...reached, report, announcement }, ports)
  })
}

/** @throws UserError when code of strangers must not be measured here */
function admitRequest({ context, mayMeasureForks, secretsAtHand = [] }: CheckRequest, ports: CheckPorts): void {
  refuseForkCode(context, { mayMeasureForks, hasToken: ports.gitHub !== null, secretsAtHand })
  for (const secret of secretsAtHand) ports.logger.warning(`${secret} is readable by the measured code.`)
}

type MeasuredHead = MeasuredRun & { readonly rules: Rules }

async function measureHead(
  request: CheckRequest & { readonly announcement: Announcement; readonly reference: Reference },
  ports: CheckPorts,
): Promise<MeasuredHead> {
  const { announcement, reference, context } = request
  const { commits, base } = reference
  const rules = { ...reference.rules, config: restrictConfig(reference.rules.config, context.commanded) }
  const readCommitted = base?.read ?? ((path: string) => readTrusted(path, rules.yardstick.commit, context, ports))
  const measured = await runUnderLiveCheck(announcement, ports, (progress) =>
    measureRun({ ...request, rules, commits, readCommitted }, { ...ports, progress }),
  )
  return { ...measured, rules }
}

function buildAnnouncement({ configPath, context }: CheckRequest, commits: RunCommits): Announcement {
  const name = chooseCheckName(configPath, context)
  return {
    name,
    headCommit: commits.checked,
    identity: { run: formatRunName(context), detailsUrl: context.runUrl },
    ...describeSubject(context.pullRequest, commits),
  }
}

/** Judges the record. Asks GitHub again only when the check would allow the merge. */
async function judgeMeasured(
  { record, committed, rules: { config } }: MeasuredHead,
  { calibrationRounds, reference, context }: CheckRequest & { readonly reference: Reference },
  ports: CheckPorts,
): Promise<Report> {
  if (calibrationRounds !== null) return reportCalibration({ record, config, noise: committed.noise.noise })
  const judgeWith = (mismatches: readonly string[]) =>
    judgeRun({ record, config, ...committed, obstacles: [], mismatches })
  const { base, commits } = reference
  const outdated = base ? describeOutdated(base, commits) : []
  const judged = judgeWith(outdated)
  if (judged.conclusion !== 'success' && judged.conclusion !== 'neutral') return judged
  const doubts = await recheckReference(reference, context, ports)
  return doubts.length === 0 ? judged : judgeWith([...outdated, ...doubts])
}

async function applyAcceptance(
  judged: Report,
  {
    context,
    announcement,
    measured,
  }: CheckRequest & { readonly announcement: Announcement; readonly measured: MeasuredHead },
  ports: CheckPorts,
): Promise<Report> {
  const { pullRequest, queuedPull = null } = context
  const head = { pullRequest, queuedPull, headCommit: announcement.headCommit }
  return await withAcceptance(judged, head, measured.rules.config, ports)
}

/** Reads a file of the trusted commit. A local run without a base reads the working tree. */
async function readTrusted(
  path: string,
  commit: string | null,
  { workspace }: RunContext,
  { git, files }: CheckPorts,
): Promise<string | null> {
  if (commit !== null) return await git.readAt(commit, path)
  return await files.readText(`${workspace}/${path}`, 16 * 1024 * 1024)
}
