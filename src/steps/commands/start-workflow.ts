import type { Config } from '../../config/schema/schema.ts'
import { formatPartialCheckName, type CommandInputs } from '../../domain/commands/command-request.ts'
import type { CommandOutcome } from '../../domain/commands/command-outcome.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { PullState, StartedRun } from '../../io/github/github.ts'
import { bindToHead, requireSameHead } from './bind-to-head.ts'
import type { CommandCall, CommandPorts } from './command-call.ts'
import { writeCheck } from '../deliver/write-check.ts'

type Reference = Extract<CommandOutcome, { kind: 'started' }>['reference']
type RunSelection = { readonly suite: string | null; readonly reference: Reference }

/** `run` and `compare`: starts the GPU workflow for exactly this head and opens its check. */
export async function startRun(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const pull = await bindToHead(call.issue, call.wish, ports.gitHub)
  const selection = await resolveSelection(call, pull, ports)
  await requireSameHead(pull, ports.gitHub)
  const started = await ports.gitHub.startWorkflow(
    call.config.commands.workflows.run,
    buildInputs(call, pull, selection),
  )
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
  if (!/^[0-9a-f]{7,40}$/u.test(revision)) return commit
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

function buildInputs({ comment }: CommandCall, pull: PullState, { suite, reference }: RunSelection): CommandInputs {
  return {
    'pull-request': String(pull.number),
    head: pull.headCommit,
    'head-repository': String(pull.headRepository?.id ?? 0),
    base: pull.baseCommit,
    fork: pull.isFork ? 'true' : 'false',
    suite: suite ?? '',
    compare: reference?.commit ?? '',
    comment: String(comment),
  }
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
