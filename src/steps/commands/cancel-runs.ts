import type { CommandOutcome } from '../../domain/commands/command-outcome.ts'
import { parseEntry, type CheckEntry } from '../../domain/check/check-entry.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { CheckRun } from '../../io/github/github.ts'
import { bindToHead } from './bind-to-head.ts'
import type { CommandCall, CommandPorts } from './command-call.ts'
import { writeCheck } from '../deliver/write-check.ts'

/** `cancel`: cancels the runs named by the open checks of this head, and completes those checks. */
export async function cancelRuns(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { headCommit } = await bindToHead(call.issue, call.wish, ports.gitHub)
  const known = await ports.gitHub.listChecks(headCommit)
  const named = known.filter(({ name }) => isOurs(name, call.checkName)).flatMap(listOpenings)
  if (named.length === 0)
    throw new UserError(`no open check of ${headCommit.slice(0, 7)} names a run`, 'There is nothing to cancel.')
  for (const opening of named) {
    await ports.gitHub.cancelWorkflowRun(parseRunId(opening))
    await close({ ...opening, headCommit }, call, ports)
  }
  return { kind: 'cancelled', runUrls: named.map((opening) => buildRunUrl(parseRunId(opening), call)) }
}

/** In the repository of the comment URL, which comes from GitHub. */
function buildRunUrl(run: number, { commentUrl }: CommandCall): string {
  return commentUrl.replace(/\/(?:pull|issues)\/\d+#.*$/u, `/actions/runs/${run}`)
}

function isOurs(name: string, checkName: string): boolean {
  return name === checkName || name.startsWith(`${checkName} / `)
}

/** `run`: the run in progress, `RUN.ATTEMPT`. */
type Opening = { readonly check: CheckRun; readonly entry: CheckEntry; readonly run: string }

/**
 * The run that a check waits for, from its external id. The details URL is not reliable: it could name any run, and
 * GitHub drops it for checks created with `GITHUB_TOKEN`.
 */
function listOpenings(check: CheckRun): Opening[] {
  const entry = parseEntry(check.externalId)
  const run = entry?.result === 'open' ? entry.run : (entry?.next ?? null)
  return entry === null || run === null ? [] : [{ check, entry, run }]
}

function parseRunId({ run }: Opening): number {
  return Number(run.split('.')[0])
}

/** Keeps an earlier verdict of the check. */
async function close(
  { check, entry: { pullRequest }, run, headCommit }: Opening & { readonly headCommit: string },
  call: CommandCall,
  { gitHub }: CommandPorts,
): Promise<void> {
  const claim = {
    name: check.name,
    headCommit,
    pullRequest: typeof pullRequest === 'number' ? pullRequest : null,
    isProvisional: pullRequest === 'unknown',
    base: null,
    run,
    detailsUrl: check.detailsUrl,
    title: 'Cancelled before there was a result',
    summary: call.say(`Cancelled by the command of ${call.author}.`),
    result: 'cancelled',
  } as const
  await writeCheck(claim, gitHub)
}
