import { isCommitPrefix } from '../../domain/core/revision.ts'
import { type CommandName, type CommandOutcome, formatPartialCheckName } from '../../domain/commands/command.ts'
import { UserError } from '../../domain/core/errors.ts'
import { renderSentence } from '../../reporters/command-answer.ts'
import { acceptFailure } from './acceptance.ts'
import { type CommandCall, type CommandPorts, bindToHead, requireSameHead } from './command-call.ts'
import type { Config } from '../../config/schema/schema.ts'
import type { PullState, StartedRun } from '../../io/github/github.ts'
import { writeCheck } from '../deliver/write-check.ts'
import { parseEntry } from '../../domain/check/check-entry.ts'

type Performer = (call: CommandCall, ports: CommandPorts) => Promise<CommandOutcome>

const performers: Readonly<Record<CommandName, Performer>> = {
  help: () => Promise.resolve({ kind: 'helped' }),
  run: startRun,
  compare: startRun,
  accept: acceptFailure,
  refresh: startRefresh,
  bisect: startBisect,
  cancel: cancelRuns,
}

/** Commands that need no pull request. */
const everywhere: readonly CommandName[] = ['help', 'bisect', 'refresh']

/** Performs a command. A refusal by warpgauge is an outcome; a refusal by GitHub is thrown. */
export async function performCommand(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { name } = call.command
  try {
    if (!call.isPullRequest && !everywhere.includes(name))
      throw new UserError(`${name} works on pull requests`, 'Write it on a pull request.')
    return await performers[name](call, ports)
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { kind: 'refused', problem: error.message, hint: error.hint }
  }
}

/** `run` and `compare`: starts the GPU workflow for exactly this head and opens its check. */
async function startRun(call: CommandCall, ports: CommandPorts): Promise<CommandOutcome> {
  const { command, config } = call
  const { gitHub } = ports
  const pull = await bindToHead(call.issue, call.wish, gitHub)
  const suite = 'suite' in command ? command.suite : null
  const reference = command.name === 'compare' ? await findReference(command.revision, pull, call, ports) : null
  if (suite !== null) requireSuite(suite, config)
  await requireSameHead(pull, gitHub)
  const started = await gitHub.startWorkflow(config.commands.workflows.run, {
    'pull-request': String(pull.number),
    head: pull.headCommit,
    'head-repository': String(pull.headRepository?.id ?? 0),
    base: pull.baseCommit,
    fork: pull.isFork ? 'true' : 'false',
    suite: suite ?? '',
    compare: reference?.commit ?? '',
    comment: String(call.comment),
  })
  await openCheck(call, pull, { suite, compare: reference?.commit ?? null, started }, ports)
  return { kind: 'started', command, headCommit: pull.headCommit, reference, runUrl: started.url }
}

/** Names the run in the check from the start, so that it can be found and cancelled. */
async function openCheck(
  { checkName, command, author }: CommandCall,
  { number, headCommit }: PullState,
  { suite, compare, started }: { suite: string | null; compare: string | null; started: StartedRun },
  { gitHub }: CommandPorts,
): Promise<void> {
  if (started.id === null) return
  const claim = {
    name: formatPartialCheckName(checkName, { suite, compare }),
    headCommit,
    pullRequest: number,
    base: null,
    run: `${started.id}.1`,
    detailsUrl: started.url,
    title: 'Waiting for a runner …',
    summary: renderSentence(`The command ${command.name} of ${author} started a run that measures this commit.`),
    result: 'open',
  } as const
  await writeCheck(claim, gitHub)
}

/** `refresh`: measures the default branch, independent of any pull request. */
async function startRefresh(call: CommandCall, { gitHub }: CommandPorts): Promise<CommandOutcome> {
  const { command, config, author } = call
  const reason = ('reason' in command && command.reason) || ''
  const inputs = { reason, 'requested-by': author, comment: String(call.comment), issue: String(call.issue) }
  const started = await gitHub.startWorkflow(config.commands.workflows.refresh, inputs)
  return { kind: 'started', command, headCommit: null, reference: null, runUrl: started.url }
}

/** `bisect`: between the merge base and the head of a pull request; on an issue, the regression that it reports. */
async function startBisect(call: CommandCall, { gitHub }: CommandPorts): Promise<CommandOutcome> {
  const { command, config } = call
  const asked = 'suite' in command ? command.suite : null
  if (asked !== null) requireSuite(asked, config)
  const common = { comment: String(call.comment), issue: String(call.issue) }
  const workflow = config.commands.workflows.bisect
  if (!call.isPullRequest) {
    const started = await gitHub.startWorkflow(workflow, { ...common, good: '', bad: '', suite: asked ?? '' })
    return { kind: 'started', command, headCommit: null, reference: null, runUrl: started.url }
  }
  const suite = asked ?? requireOnlySuite(config)
  const pull = await bindToHead(call.issue, call.wish, gitHub)
  const good = await gitHub.findMergeBase(pull.baseCommit, pull.headCommit)
  await requireSameHead(pull, gitHub)
  const started = await gitHub.startWorkflow(workflow, { ...common, good, bad: pull.headCommit, suite })
  const reference = { name: 'the merge base', commit: good }
  return { kind: 'started', command, headCommit: pull.headCommit, reference, runUrl: started.url }
}

/**
 * A commit on a tag or branch of this repository. GitHub also serves commits of forks and of every pull request here,
 * which no user with write access has approved.
 */
async function findReference(
  revision: string,
  pull: PullState,
  { config, defaultTip }: CommandCall,
  { gitHub }: CommandPorts,
): Promise<{ readonly name: string; readonly commit: string }> {
  requireSuite('revision', config)
  const isElsewhere = revision.startsWith('refs/') && !/^refs\/(?:heads|tags)\//u.test(revision)
  const commit = isElsewhere ? null : await gitHub.findCommit(revision)
  if (commit === null)
    throw new UserError(
      `this repository has no tag, branch or commit ${revision}`,
      'Name a tag, a branch or a commit of this repository.',
    )
  if (!isCommitPrefix(revision)) return { name: revision, commit }
  const tips = [defaultTip, pull.baseCommit, ...(pull.isFork ? [] : [pull.headCommit])]
  for (const tip of new Set(tips)) if (await gitHub.isAncestor(commit, tip)) return { name: revision, commit }
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

/** `cancel`: cancels the runs named by the open checks of this head, and completes those checks. */
async function cancelRuns(call: CommandCall, { gitHub }: CommandPorts): Promise<CommandOutcome> {
  const { checkName, author, commentUrl } = call
  const { headCommit } = await bindToHead(call.issue, call.wish, gitHub)
  const known = await gitHub.listChecks(headCommit)
  // The run that a check waits for, from its external id. The details URL is not reliable: it could name any run, and
  // GitHub drops it for checks created with `GITHUB_TOKEN`.
  const named = known.flatMap((check) => {
    const isOurs = check.name === checkName || check.name.startsWith(`${checkName} / `)
    const entry = isOurs ? parseEntry(check.externalId) : null
    const run = entry?.result === 'open' ? entry.run : entry?.next
    return entry && run ? [{ check, pullRequest: entry.pullRequest, run, id: Number(run.split('.')[0]) }] : []
  })
  if (named.length === 0)
    throw new UserError(`no open check of ${headCommit.slice(0, 7)} names a run`, 'There is nothing to cancel.')
  for (const { check, pullRequest, run, id } of named) {
    await gitHub.cancelWorkflowRun(id)
    // Keeps an earlier verdict of the check.
    await writeCheck(
      {
        name: check.name,
        headCommit,
        pullRequest: typeof pullRequest === 'number' ? pullRequest : null,
        isProvisional: pullRequest === 'unknown',
        base: null,
        run,
        detailsUrl: check.detailsUrl,
        title: 'Cancelled before there was a result',
        summary: renderSentence(`Cancelled by the command of ${author}.`),
        result: 'cancelled',
      },
      gitHub,
    )
  }
  // In the repository of the comment URL, which comes from GitHub.
  const toUrl = (id: number) => commentUrl.replace(/\/(?:pull|issues)\/\d+#.*$/u, `/actions/runs/${id}`)
  return { kind: 'cancelled', runUrls: named.map(({ id }) => toUrl(id)) }
}
