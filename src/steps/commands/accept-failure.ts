import { formatAcceptance, isInForce, type Acceptance } from '../../domain/verdict/conclusion.ts'
import type { CommandOutcome } from '../../domain/commands/command-outcome.ts'
import { parseEntry, type CheckEntry } from '../../domain/check/check-entry.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { CheckRun } from '../../io/github/github.ts'
import { bindToHead, requireSameHead } from './bind-to-head.ts'
import type { CommandCall, CommandPorts } from './command-call.ts'
import { formatSubject, writeCheck } from '../deliver/write-check.ts'

/** Leaves space for the lead of the summary, such as the pull request. */
const maxSummaryBytes = 64_000

/**
 * `accept`: changes the failed check of this head to neutral and names the person in it. A check that could not be
 * measured cannot be accepted.
 *
 * @throws UserError when there is nothing to accept
 */
export async function acceptFailure(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { command, checkName } = call
  if (command.name !== 'accept') throw new Error(`${command.name} is no accept`)
  const { reason, until } = command
  if (!isInForce({ until }, ports.clock.now())) throw new UserError(`${until} is over`, 'Use a future date.')
  const pull = await bindToHead(call.issue, call.wish, ports.gitHub)
  const { headCommit } = pull
  const check = (await ports.gitHub.listChecks(headCommit)).find(({ name }) => name === checkName) ?? null
  const failed = requireFailed(check, headCommit, call.isFailedVerdict)
  const own = requireOwn(failed, call.issue)
  await requireSameHead(pull, ports.gitHub)
  const acceptance = { by: call.author, at: call.wish.createdAt, reason, until, headCommit, url: call.commentUrl }
  const claim = {
    name: checkName,
    headCommit,
    pullRequest: call.issue,
    base: own.base === null ? null : { branch: own.base, commit: pull.baseCommit },
    run: own.run,
    detailsUrl: failed.detailsUrl,
    title: `Accepted by ${call.author}. ${failed.title}`.slice(0, 250),
    summary: formatSummary(acceptance, failed.summary, call.say),
    result: 'neutral',
  } as const
  await writeCheck(claim, ports.gitHub)
  return { kind: 'accepted', acceptance }
}

function requireFailed(check: CheckRun | null, headCommit: string, isFailed: (title: string) => boolean): CheckRun {
  const head = headCommit.slice(0, 7)
  if (check === null) throw new UserError(`${head} has no check yet`, 'Measure it first: /warpgauge run')
  if (!check.isCompleted)
    throw new UserError(`${head} is being measured`, 'Wait until the check is completed, then accept its result.')
  if (check.conclusion === 'failure' && isFailed(check.title)) return check
  throw new UserError(
    `the check of ${head} shows no regression and no failed requirement`,
    check.conclusion === 'failure'
      ? 'It could not be measured, or is blocked. Do what the check says, then use /warpgauge run'
      : 'There is nothing to accept.',
  )
}

/** The check may show the result of another pull request with the same head. */
function requireOwn({ externalId }: CheckRun, pullRequest: number): CheckEntry {
  const shown = parseEntry(externalId)
  if (shown?.pullRequest === pullRequest) return shown
  throw new UserError(
    `the failed check was not made for #${pullRequest}, but for ${shown === null ? 'an unknown pull request' : formatSubject(shown)}`,
    'Accept it there, or close that pull request and run this pull request again.',
  )
}

/** Never cuts a summary: when both do not fit, the summary is omitted here and remains in the comment and the run. */
function formatSummary(acceptance: Acceptance, summary: string, say: (text: string) => string): string {
  const first = say(formatAcceptance(acceptance))
  const complete = `${first}\n\n${summary}`
  return Buffer.byteLength(complete) <= maxSummaryBytes ? complete : `${first}\n\nThe full report is in the comment.`
}
