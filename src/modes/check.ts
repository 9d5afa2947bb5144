import { reportFiles } from '../reporters/index.ts'
import type { Report, ModeResult } from '../domain/verdict/report.ts'
import {
  describeSubject,
  formatRunName,
  type Announcement,
  runUnderCheck,
  runUnderLiveCheck,
} from '../steps/deliver/announce.ts'
import { chooseCheckName } from '../judging/plan/restrict-config.ts'
import { recheckReference } from '../steps/publish/trusted-inputs.ts'
import type { DeliverPorts } from '../steps/deliver/deliver.ts'
import { withAcceptance } from '../steps/commands/acceptance.ts'
import { chooseReference, findCommits } from '../steps/trees/find-commits.ts'
import type { MeasureRunPorts } from '../steps/measure/measure-run.ts'
import { refuseForkCode } from '../judging/plan/refuse-run.ts'
import { forgetEarlierRun, writeReports } from '../steps/measure/run-folder.ts'
import { concludeCheck } from './conclude-check.ts'
import { judgeHead, measureHead, type MeasuredHead, type RunRequest } from './run.ts'

export type CheckRequest = RunRequest & {
  readonly mayMeasureForks: boolean
  /** Locations of secrets, besides the token, that measured code can read. */
  readonly secretsAtHand: readonly string[]
}

/** Ports of the mode `check`; without `gitHub` nothing is published. */
export type CheckPorts = MeasureRunPorts & DeliverPorts

/** Measures the head, judges it, and reports on GitHub and in the run folder. */
export async function check(request: CheckRequest, ports: CheckPorts): Promise<ModeResult> {
  const { context, configPath, mayMeasureForks, secretsAtHand, runFolder } = request
  const { gitHub, git, files, logger } = ports
  if (!request.isResume) await forgetEarlierRun(runFolder, files)
  refuseForkCode(context, { mayMeasureForks, hasToken: gitHub !== null, secretsAtHand })
  for (const secret of secretsAtHand) logger.warning(`${secret} is readable by the measured code.`)
  const found = await findCommits(context, git)
  const announcement: Announcement = {
    name: chooseCheckName(configPath, context),
    headCommit: found.checked,
    run: formatRunName(context),
    detailsUrl: context.runUrl,
    ...describeSubject(context.pullRequest, found),
  }
  return await runUnderCheck(announcement, request, ports, async () => {
    const reference = await chooseReference({ ...request, found }, git)
    const measured = await runUnderLiveCheck(announcement, ports, (progress) =>
      measureHead(request, reference, { ...ports, progress }),
    )
    const judged = await judgeMeasured(measured, request, ports)
    const { pullRequest, queuedPull = null } = context
    const head = { pullRequest, queuedPull, headCommit: announcement.headCommit }
    const report = await withAcceptance(judged, head, measured.rules.config, ports)
    await writeReports(report, runFolder, reportFiles, files)
    return await concludeCheck({ ...request, report, announcement }, ports)
  })
}

/** Judges the record. Asks GitHub again only when the check would allow the merge. */
async function judgeMeasured(measured: MeasuredHead, request: CheckRequest, ports: CheckPorts): Promise<Report> {
  const judged = judgeHead(measured, request)
  if (judged.conclusion !== 'success' && judged.conclusion !== 'neutral') return judged
  const doubts = await recheckReference(measured.reference, request.context, ports)
  return doubts.length === 0 ? judged : judgeHead(measured, request, doubts)
}
