import { isCommitPrefix } from '../../domain/core/revision.ts'
import { type CommandOutcome, formatPartialCheckName } from '../../domain/commands/command.ts'
import { UserError } from '../../domain/core/errors.ts'
import { acceptFailure } from './acceptance.ts'
import { type CommandCall, type CommandPorts, bindToHead, requireSameHead } from './command-call.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { PullState, StartedRun, CheckRun } from '../../io/github/github.ts'
import { writeCheck } from '../deliver/write-check.ts'
import { parseEntry, type CheckEntry } from '../../domain/check/check-entry.ts'

/** Performs a command. A refusal by warpgauge is an outcome; a refusal by GitHub is thrown. */
export async function performCommand(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  try {
    return await perform(call, ports)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { kind: 'refused', problem: error.message, hint: error.hint }
  }
}

async function perform(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { name } = call.command
  if (!call.isPullRequest && name !== 'help' && name !== 'bisect' && name !== 'refresh')
    throw new UserError(`${name} works on pull requests`, 'Write it on a pull request.')
  switch (name) {
    case 'help':
      return { kind: 'helped' }
    case 'run':
    case 'compare':
      return await startRun(call, ports)
    case 'accept':
      return await acceptFailure(call, ports)
    case 'refresh':
      return await startRefresh(call, ports)
    case 'bisect':
      return await startBisect(call, ports)
    case 'cancel':
      return await cancelRuns(call, ports)
    default:
      return name satisfies never
  }
}

type Reference = Extract<CommandOutcome, { kind: 'started' }>['reference']
type RunSelection = { readonly suite: string | null; readonly reference: Reference }

/** `run` and `compare`: starts the GPU workflow for exactly this head and opens its check. */
export async function startRun(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const pull = await bindToHead(call.issue, call.wish, ports.gitHub)
  const selection = await resolveSelection(call, pull, ports)
  await requireSameHead(pull, ports.gitHub)
  const started = await ports.gitHub.startWorkflow(call.config.commands.workflows.run, {
    'pull-request': String(pull.number),
    head: pull.headCommit,
    'head-repository': String(pull.headRepository?.id ?? 0),
    base: pull.baseCommit,
    fork: pull.isFork ? 'true' : 'false',
    suite: selection.suite ?? '',
    compare: selection.reference?.commit ?? '',
    comment: String(call.comment),
  })
  await openCheck(call, pull, selection, { started, ports })
  const { headCommit } = pull
  return { kind: 'started', command: call.command, headCommit, reference: selection.reference, runUrl: started.url }
}

/** `refresh`: measures the default branch, independent of any pull request. */
export async function startRefresh(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { command, config, author } = call
  const reason = command.name === 'refresh' && command.reason !== null ? command.reason : ''
  const inputs = { reason, 'requested-by': author, comment: String(call.comment), issue: String(call.issue) }
  const started = await ports.gitHub.startWorkflow(config.commands.workflows.refresh, inputs)
  return { kind: 'started', command, headCommit: null, reference: null, runUrl: started.url }
}

/** `bisect`: between the merge base and the head of a pull request; on an issue, the regression that it reports. */
export async function startBisect(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { command, config } = call
  const asked = command.name === 'bisect' ? command.suite : null
  if (asked !== null) requireSuite(asked, config)
  const common = { comment: String(call.comment), issue: String(call.issue) }
  const workflow = config.commands.workflows.bisect
  if (!call.isPullRequest) {
    const started = await ports.gitHub.startWorkflow(workflow, { ...common, good: '', bad: '', suite: asked ?? '' })
    return { kind: 'started', command, headCommit: null, reference: null, runUrl: started.url }
  }
  const suite = asked ?? requireOnlySuite(config)
  const pull = await bindToHead(call.issue, call.wish, ports.gitHub)
  const good = await ports.gitHub.findMergeBase(pull.baseCommit, pull.headCommit)
  await requireSameHead(pull, ports.gitHub)
  const started = await ports.gitHub.startWorkflow(workflow, { ...common, good, bad: pull.headCommit, suite })
  const reference = { name: 'the merge base', commit: good }
  return { kind: 'started', command, headCommit: pull.headCommit, reference, runUrl: started.url }
}

async function resolveSelection(
  { command, config, defaultTip }: CommandCall,
  pull: PullState,
  ports: CommandPorts,
): Promise<RunSelection> {
  if (command.name === 'run') {
    if (command.suite !== null) requireSuite(command.suite, config)
    return { suite: command.suite, reference: null }
  }
  if (command.name !== 'compare') return { suite: null, reference: null }
  requireSuite('revision', config)
  const { revision } = command
  const commit = await findCommitToCompare(revision, { pull, defaultTip }, ports)
  return { suite: null, reference: { name: revision, commit } }
}

/**
 * A commit on a tag or branch of this repository. GitHub also serves commits of forks and of every pull request here,
 * which no user with write access has approved.
 */
async function findCommitToCompare(
  revision: string,
  { pull, defaultTip }: { readonly pull: PullState; readonly defaultTip: string },
  { gitHub }: CommandPorts,
): Promise<string> {
  const isElsewhere = revision.startsWith('refs/') && !/^refs\/(?:heads|tags)\//u.test(revision)
  const commit = isElsewhere ? null : await gitHub.findCommit(revision)
  if (commit === null)
    throw new UserError(
      `this repository has no tag, branch or commit ${revision}`,
      'Name a tag, a branch or a commit of this repository.',
    )
  if (!isCommitPrefix(revision)) return commit
  const tips = [defaultTip, pull.baseCommit, ...(pull.isFork ? [] : [pull.headCommit])]
  for (const tip of new Set(tips)) if (await gitHub.isAncestor(commit, tip)) return commit
  throw new UserError(
    `${revision.slice(0, 12)} is on neither the default branch nor the branches of this pull request`,
    'Name a tag or a branch that contains it.',
  )
}

function requireSuite(suite: string, { suites }: Config): void {
  if (Object.hasOwn(suites, suite)) return
  throw new UserError(`the config has no suite ${suite}`, `It has: ${Object.keys(suites).join(', ')}.`)
}

/** A bisection follows one metric, so the command must name the suite when there are several. */
function requireOnlySuite({ suites }: Config): string {
  const names = Object.keys(suites)
  const name = names.length === 1 ? names[0] : names.find((one) => one === 'end-to-end')
  if (name !== undefined) return name
  throw new UserError('the suite to bisect is missing', `Write /warpgauge bisect SUITE: ${names.join(', ')}.`)
}

/** Names the run in the check from the start, so that it can be found and cancelled. */
async function openCheck(
  { checkName, command, author, say }: CommandCall,
  { number, headCommit }: PullState,
  { suite, reference }: RunSelection,
  { started, ports }: { readonly started: StartedRun; readonly ports: CommandPorts },
): Promise<void> {
  if (started.id === null) return
  const claim = {
    name: formatPartialCheckName(checkName, { suite, compare: reference?.commit ?? null }),
    headCommit,
    pullRequest: number,
    base: null,
    run: `${started.id}.1`,
    detailsUrl: started.url,
    title: 'Waiting for a runner …',
    summary: say(`The command ${command.name} of ${author} started a run that measures this commit.`),
    result: 'open',
  } as const
  await writeCheck(claim, ports.gitHub)
}

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
