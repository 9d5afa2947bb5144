import { acceptanceText, isInForce, type Acceptance } from '../domain/acceptance.ts'
import type { CommandOutcome } from '../domain/commands/command-outcome.ts'
import { UserError } from '../domain/errors.ts'
import type { KnownCheck } from '../ports/workflow-desk.ts'
import { bindToHead, requireSameHead } from './bind-to-head.ts'
import type { CommandCall, CommandPorts } from './command-call.ts'

const maxSummaryBytes = 65_535

/**
 * `accept`: turns the failed check of exactly this head neutral and says in it who answers for that. What could not be
 * measured is not accepted: nobody knows what that would be.
 *
 * @throws UserError when there is nothing to accept
 */
export async function acceptFailure(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { command, checkName } = call
  if (command.name !== 'accept') throw new Error(`${command.name} is no accept`)
  const { reason, until } = command
  if (!isInForce({ until }, ports.clock.now()))
    throw new UserError(`${until} is over`, 'Give a day that is still to come.')
  const pull = await bindToHead(call.issue, call.wish, ports.authority)
  const { headCommit } = pull
  const check = (await ports.workflows.checks(headCommit)).find(({ name }) => name === checkName) ?? null
  const failed = requireFailed(check, headCommit, call.isFailedVerdict)
  await requireSameHead(pull, ports.authority)
  const acceptance = { by: call.author, at: call.wish.createdAt, reason, until, headCommit, url: call.commentUrl }
  await ports.gitHub.upsertCheckRun({
    name: checkName,
    headCommit,
    externalId: failed.externalId,
    detailsUrl: failed.detailsUrl,
    title: `Accepted by ${call.author}. ${failed.title}`.slice(0, 250),
    summary: summaryOf(acceptance, failed.summary, call.say),
    state: { status: 'completed', conclusion: 'neutral' },
  })
  return { kind: 'accepted', acceptance }
}

function requireFailed(check: KnownCheck | null, headCommit: string, isFailed: (title: string) => boolean): KnownCheck {
  const head = headCommit.slice(0, 7)
  if (check === null) throw new UserError(`${head} has no check yet`, 'Measure it first: /warpgauge run')
  if (!check.isCompleted)
    throw new UserError(`${head} is being measured`, 'Accept what it shows when the check is completed.')
  if (check.conclusion === 'failure' && isFailed(check.title)) return check
  throw new UserError(
    `the check of ${head} shows no regression and no failed requirement`,
    check.conclusion === 'failure'
      ? 'It could not be measured. Mend that, then /warpgauge run'
      : 'Nothing has to be accepted.',
  )
}

/** A summary is never cut: where both do not fit, what was accepted stays in the comment and in the run. */
function summaryOf(acceptance: Acceptance, summary: string, say: (text: string) => string): string {
  const first = say(acceptanceText(acceptance))
  const whole = `${first}\n\n${summary}`
  return Buffer.byteLength(whole) <= maxSummaryBytes ? whole : `${first}\n\nThe report itself is in the comment.`
}
