import { isFailedVerdict, renderSentence } from '../../reporters/command-answer.ts'
import type { Config } from '../../config/schema/schema.ts'
import { applyAcceptance, isInForce, type Acceptance, formatAcceptance } from '../../domain/verdict/conclusion.ts'
import { hasRole, type CommandOutcome } from '../../domain/commands/command.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { Report } from '../../domain/verdict/report.ts'
import type { Clock } from '../../io/machine/system-clock.ts'
import type { GitHub, CheckRun } from '../../io/github/github.ts'
import type { PostedComment } from '../../io/github/conversations.ts'
import { bindToHead, requireSameHead, type CommandCall, type CommandPorts, type CommandTime } from './command-call.ts'
import { readComment } from './comment.ts'
import { parseEntry, type CheckEntry } from '../../domain/check/check-entry.ts'
import { formatSubject, writeCheck } from '../deliver/write-check.ts'

type AcceptedHead = { readonly pullRequest: number; readonly headCommit: string }

/** The head whose acceptance may apply to a report. */
export type AcceptableHead = {
  /** Null: the head does not belong to a pull request. */
  readonly pullRequest: number | null
  /**
   * The pull request that a merge queue has combined with others; the acceptance of its own head applies to the group.
   */
  readonly queuedPull: number | null
  readonly headCommit: string
}

/**
 * Changes a failure to neutral if a person accepted it for exactly this head. Nothing forgeable is stored: the
 * acceptance is a comment, verified again by the current role of its author, its time relative to the head, and the
 * confirming reaction of a bot of this repository. Returns other reports unchanged, and all without GitHub.
 */
export async function withAcceptance(
  report: Report,
  { pullRequest, queuedPull, headCommit }: AcceptableHead,
  config: Config,
  { gitHub, clock }: { readonly gitHub: GitHub | null; readonly clock: Pick<Clock, 'now'> },
): Promise<Report> {
  if (report.verdict !== 'fail' || gitHub === null) return report
  const queued = pullRequest === null && queuedPull !== null ? await gitHub.readPullRequest(queuedPull) : null
  const own = pullRequest === null ? null : { pullRequest, headCommit }
  const head = queued?.isOpen ? { pullRequest: queued.number, headCommit: queued.headCommit } : own
  const acceptance = head && (await findAcceptance(head, config, { gitHub, clock }))
  return acceptance === null ? report : applyAcceptance(report, acceptance)
}

/** The newest valid acceptance of a head; null when there is none. */
export async function findAcceptance(
  head: AcceptedHead,
  config: Config,
  ports: CommandPorts,
): Promise<Acceptance | null> {
  const comments = await ports.gitHub.listComments(head.pullRequest)
  const roles = new Map<string, ReturnType<GitHub['readRole']>>()
  const readRole = (login: string) => {
    const role = roles.get(login) ?? ports.gitHub.readRole(login)
    roles.set(login, role)
    return role
  }
  for (const comment of comments.toReversed()) {
    const acceptance = await readAcceptance(comment, head, config, { ...ports, readRole })
    if (acceptance !== null) return acceptance
  }
  return null
}

async function readAcceptance(
  comment: PostedComment,
  { pullRequest, headCommit }: AcceptedHead,
  config: Config,
  { gitHub, clock, readRole }: CommandPorts & Pick<GitHub, 'readRole'>,
): Promise<Acceptance | null> {
  const { author, createdAt, url } = comment
  if (!author.isPerson || comment.isEdited) return null
  const parsed = readComment(comment.body)
  if (parsed.kind !== 'command' || parsed.command.name !== 'accept') return null
  const { reason, until } = parsed.command
  if (!isInForce({ until }, clock.now())) return null
  const granted = await readRole(author.login)
  if (granted === null || !hasRole(granted, config.commands.roles.accept)) return null
  if (!(await isOfHead(pullRequest, headCommit, { createdAt, pinnedHead: parsed.pinnedHead }, gitHub))) return null
  if (!(await gitHub.hasBotReaction(comment.id, 'rocket'))) return null
  // A failure accepted for one base may be much worse against another.
  const changedAt = await gitHub.readBaseChange(pullRequest)
  if (changedAt !== null && Date.parse(changedAt) >= Date.parse(createdAt)) return null
  return { by: author.login, at: createdAt, reason, until, headCommit, url }
}

async function isOfHead(pullRequest: number, headCommit: string, wish: CommandTime, gitHub: GitHub): Promise<boolean> {
  try {
    return (await bindToHead(pullRequest, wish, gitHub)).headCommit === headCommit
  } catch (error) {
    if (error instanceof UserError) return false
    throw error
  }
}

/** Leaves space for the lead of the summary, such as the pull request. */
const maxSummaryBytes = 64_000

/**
 * `accept`: changes the failed check of this head to neutral and names the person in it. A check that could not be
 * measured cannot be accepted.
 *
 * @throws UserError when there is nothing to accept
 */
export async function acceptFailure(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { command, checkName, issue, author } = call
  const { gitHub, clock } = ports
  if (command.name !== 'accept') throw new Error(`${command.name} is no accept`)
  const { reason, until } = command
  if (!isInForce({ until }, clock.now())) throw new UserError(`${until} is over`, 'Use a future date.')
  const pull = await bindToHead(issue, call.wish, gitHub)
  const { headCommit } = pull
  const check = (await gitHub.listChecks(headCommit)).find(({ name }) => name === checkName)
  const failed = requireFailed(check, headCommit)
  const { base, run } = requireOwn(failed, issue)
  await requireSameHead(pull, gitHub)
  const acceptance = { by: author, at: call.wish.createdAt, reason, until, headCommit, url: call.commentUrl }
  const first = renderSentence(formatAcceptance(acceptance))
  const complete = `${first}\n\n${failed.summary}`
  // Never cuts a summary: without space for both, it is omitted here and remains in the comment and the run.
  const hasSpace = Buffer.byteLength(complete) <= maxSummaryBytes
  const claim = {
    name: checkName,
    headCommit,
    pullRequest: issue,
    base: base === null ? null : { branch: base, commit: pull.baseCommit },
    run,
    detailsUrl: failed.detailsUrl,
    title: `Accepted by ${author}. ${failed.title}`.slice(0, 250),
    summary: hasSpace ? complete : `${first}\n\nThe full report is in the comment.`,
    result: 'neutral',
  } as const
  await writeCheck(claim, gitHub)
  return { kind: 'accepted', acceptance }
}

function requireFailed(check: CheckRun | undefined, headCommit: string): CheckRun {
  const head = headCommit.slice(0, 7)
  if (!check) throw new UserError(`${head} has no check yet`, 'Measure it first: /warpgauge run')
  if (!check.isCompleted)
    throw new UserError(`${head} is being measured`, 'Wait until the check is completed, then accept its result.')
  if (check.conclusion === 'failure' && isFailedVerdict(check.title)) return check
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
