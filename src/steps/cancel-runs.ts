import type { CommandOutcome } from '../domain/commands/command-outcome.ts'
import { UserError } from '../domain/errors.ts'
import type { KnownCheck } from '../ports/workflow-desk.ts'
import { bindToHead } from './bind-to-head.ts'
import type { CommandCall, CommandPorts } from './command-call.ts'

/** `cancel`: ends the runs that the open checks of this head name, and completes these checks. */
export async function cancelRuns(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { headCommit } = await bindToHead(call.issue, call.wish, ports.authority)
  const known = await ports.workflows.checks(headCommit)
  const open = known.filter(({ name, isCompleted }) => !isCompleted && isOurs(name, call.checkName))
  const named = open.flatMap((check) => {
    const run = runOf(check)
    return run === null ? [] : [{ check, run }]
  })
  if (named.length === 0)
    throw new UserError(`no open check of ${headCommit.slice(0, 7)} names a run`, 'There is nothing to cancel.')
  for (const { check, run } of named) {
    await ports.workflows.cancel(run)
    await close(check, headCommit, call, ports)
  }
  return { kind: 'cancelled', runUrls: named.map(({ run }) => addressOf(run, call)) }
}

/** In the repository of the comment, whose address GitHub has told. */
function addressOf(run: number, { commentUrl }: CommandCall): string {
  return commentUrl.replace(/\/(?:pull|issues)\/\d+#.*$/u, `/actions/runs/${run}`)
}

function isOurs(name: string, checkName: string): boolean {
  return name === checkName || name.startsWith(`${checkName} / `)
}

/**
 * The run that opened the check, which is in its external id. An address could name any run, and GitHub forgets the address
 * of a check that `GITHUB_TOKEN` makes.
 */
function runOf({ name, externalId }: KnownCheck): number | null {
  const run = externalId.startsWith(`${name}:`) ? externalId.slice(name.length + 1) : ''
  return /^\d{1,15}$/u.test(run) ? Number(run) : null
}

async function close(
  { name, externalId, detailsUrl }: KnownCheck,
  headCommit: string,
  call: CommandCall,
  { gitHub }: CommandPorts,
): Promise<void> {
  await gitHub.upsertCheckRun({
    name,
    headCommit,
    externalId,
    detailsUrl,
    title: 'Cancelled before there was a result',
    summary: call.say(`Cancelled by the command of ${call.author}.`),
    state: { status: 'completed', conclusion: 'neutral' },
  })
}
