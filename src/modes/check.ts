import type { Report } from '../domain/verdict/report.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { GitHub } from '../ports/github.ts'
import { renderFinding } from '../reporters/command-answer.ts'
import { commentMarker, deliveriesOf } from '../reporters/deliveries.ts'
import { reportFormats } from '../reporters/index.ts'
import { calibrationReport } from '../judging/verdict/calibration.ts'
import { describeSubject, nameRun, type Announcement } from '../steps/deliver/announce.ts'
import { checkNameFor } from '../judging/plan/check-name.ts'
import { checkNameOf, commandedConfig } from '../judging/plan/commanded-config.ts'
import { askGitHubAgain, type LaterAnswers } from '../steps/publish/ask-github-again.ts'
import { deliver, type DeliverPorts } from '../steps/deliver/deliver.ts'
import { withAcceptance, type AcceptancePorts } from '../steps/commands/find-acceptance.ts'
import { chooseReference, type Reference } from '../steps/trees/choose-reference.ts'
import { findCommits, type FoundCommits } from '../steps/trees/find-commits.ts'
import { underLiveCheck } from '../steps/deliver/live-check.ts'
import { judgeRun } from '../judging/verdict/judge-run.ts'
import type { Rules } from '../steps/baselines/load-rules.ts'
import { measureRun, type MeasureRunPorts, type MeasureRunRequest } from '../steps/measure/measure-run.ts'
import { refuseStrangers } from '../judging/plan/refuse-strangers.ts'
import { forgetEarlierRun } from '../steps/measure/run-folder.ts'
import { outdatedYardstick } from '../steps/publish/outdated-yardstick.ts'
import { commentedPull, tellAsker } from '../steps/commands/tell-asker.ts'
import { underCheck } from '../steps/deliver/under-check.ts'
import { writeReports } from '../steps/deliver/write-reports.ts'
import type { ModeResult } from '../domain/verdict/mode-result.ts'

export type CheckRequest = Omit<MeasureRunRequest, 'rules' | 'commits' | 'readCommitted'> & {
  readonly context: RunContext
  /** Path of the config inside the repository. */
  readonly configPath: string
  /** Rules that a person brought along; null: read from the repository's trusted side. */
  readonly ownRules: Rules | null
  readonly mayMeasureForks: boolean
  /** Secrets besides the token that lie open to the code that is measured, by where they lie; absent: none is looked for. */
  readonly secretsAtHand?: readonly string[]
}

export type CheckPorts = MeasureRunPorts &
  DeliverPorts & { readonly gitHub: GitHub | null; readonly acceptances?: AcceptancePorts | null }

/** Measures the head, judges it and says so. */
export async function check(request: CheckRequest, ports: CheckPorts): Promise<ModeResult> {
  if (!request.isResume) await forgetEarlierRun(request.runFolder, ports.files)
  const { context, mayMeasureForks, secretsAtHand = [] } = request
  refuseStrangers(context, { mayMeasureForks, hasToken: ports.gitHub !== null, secretsAtHand })
  for (const secret of secretsAtHand) ports.logger.warning(`${secret} lies open to the code that is measured here.`)
  const known = await findCommits(context, ports.git)
  const announcement = announcementFor(request, known)
  return await underCheck(announcement, request, ports, async () => {
    const reference = await chooseReference({ ...request, found: known }, ports.git)
    const { commits, base } = reference
    const rules = commandedRules(reference.rules, request)
    const readCommitted = base?.read ?? ((path: string) => readTrusted(path, rules.yardstick.commit, context, ports))
    const { record, committed } = await underLiveCheck(announcement, ports, (progress) =>
      measureRun({ ...request, rules, commits, readCommitted }, { ...ports, progress }),
    )
    const judgeWith = (mismatches: readonly string[]) =>
      judgeRun({ record, config: rules.config, ...committed, obstacles: [], mismatches })
    const { judged, sharing } =
      request.calibrationRounds === null
        ? await judgeToday(judgeWith, reference, context, ports)
        : { judged: calibrationReport({ record, config: rules.config, noise: committed.noise.noise }), sharing: [] }
    const report = await accepted(judged, announcement.headCommit, rules, { request, ports })
    await writeReports(
      report,
      request.runFolder,
      { 'report.json': reportFormats.json, 'report.md': reportFormats.markdown },
      ports.files,
    )
    const pullRequest = commentedPull(context, context.pullRequest)
    const addressee = { ...announcement, pullRequest, runUrl: context.runUrl }
    const about = { ...announcement, sharing }
    const receipts = await deliver(deliveriesOf(report, addressee, ports.gitHub !== null), about, ports)
    const url = receipts.find(({ kind }) => kind === 'check-run')?.url ?? null
    const found = { marker: commentMarker(checkNameFor(request.configPath)), line: renderFinding(report.sentence, url) }
    await tellAsker(context, found, ports.acceptances?.comments ?? null, ports.logger)
    return { report, receipts, runFolder: request.runFolder }
  })
}

function announcementFor({ configPath, context }: CheckRequest, commits: FoundCommits): Announcement {
  const name = checkNameOf(configPath, context)
  return {
    name,
    headCommit: commits.checked,
    identity: { run: nameRun(context), detailsUrl: context.runUrl },
    ...describeSubject(context.pullRequest, commits),
  }
}

function commandedRules(rules: Rules, { context }: CheckRequest): Rules {
  return { ...rules, config: commandedConfig(rules.config, context.commanded) }
}

/** Only what would be merged is worth asking GitHub again. */
async function judgeToday(
  judgeWith: (mismatches: readonly string[]) => Report,
  reference: Reference,
  context: RunContext,
  ports: CheckPorts,
): Promise<{ readonly judged: Report; readonly sharing: LaterAnswers['sharing'] }> {
  const { base, commits } = reference
  const outdated = base ? outdatedYardstick(base, commits) : []
  const judged = judgeWith(outdated)
  if (judged.conclusion !== 'success' && judged.conclusion !== 'neutral') return { judged, sharing: [] }
  const { doubts, sharing } = await askGitHubAgain(reference, context, ports)
  return { judged: doubts.length === 0 ? judged : judgeWith([...outdated, ...doubts]), sharing }
}

async function accepted(
  judged: Report,
  headCommit: string,
  { config }: Rules,
  { request, ports }: { readonly request: CheckRequest; readonly ports: CheckPorts },
): Promise<Report> {
  const { pullRequest, queuedPull = null } = request.context
  return await withAcceptance(judged, { pullRequest, queuedPull, headCommit }, config, ports.acceptances ?? null)
}

/** A person's own run without a base reads the baselines of the working tree; everything else those of a commit. */
async function readTrusted(
  path: string,
  commit: string | null,
  { workspace }: RunContext,
  { git, files }: CheckPorts,
): Promise<string | null> {
  if (commit !== null) return await git.readAt(commit, path)
  return await files.readText(`${workspace}/${path}`, 16 * 1024 * 1024)
}
