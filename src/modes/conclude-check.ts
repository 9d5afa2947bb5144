import { isPartial } from '../domain/commands/command.ts'
import type { RunContext } from '../domain/core/run-context.ts'
import type { ModeResult, Report } from '../domain/verdict/report.ts'
import { deriveCheckName } from '../judging/plan/restrict-config.ts'
import { renderResult } from '../reporters/command-answer.ts'
import { formatCommentMarker, buildDeliveries } from '../reporters/deliveries.ts'
import { answerCommand } from '../steps/commands/comment.ts'
import type { Announcement } from '../steps/deliver/announce.ts'
import { deliver, type DeliverPorts } from '../steps/deliver/deliver.ts'

/** A judged run, and the check that was opened for it. */
export type CheckToConclude = {
  readonly context: RunContext
  readonly configPath: string
  readonly report: Report
  readonly announcement: Announcement
  readonly runFolder: string
}

/** Writes check, comment and job summary, and answers the comment that asked for this run. */
export async function concludeCheck(
  { context, configPath, report, announcement, runFolder }: CheckToConclude,
  ports: DeliverPorts,
): Promise<ModeResult> {
  // A partial run does not write the pull request comment, which reports the complete config.
  const pullRequest = context.commanded && isPartial(context.commanded) ? null : announcement.pullRequest
  const deliveries = buildDeliveries(
    report,
    { ...announcement, pullRequest, runUrl: announcement.detailsUrl },
    ports.gitHub !== null,
  )
  const receipts = await deliver(deliveries, announcement, ports)
  const url = receipts.find(({ kind }) => kind === 'check-run')?.url ?? null
  const answer = { marker: formatCommentMarker(deriveCheckName(configPath)), line: renderResult(report.sentence, url) }
  await answerCommand(context, answer, ports.gitHub, ports.logger)
  return { report, receipts, runFolder }
}
