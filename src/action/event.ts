import { isCommitId, parseCopiedPull, parseQueueBranch } from '../domain/core/revision.ts'
import { SupersededError, UserError } from '../domain/core/errors.ts'
import type { CommentEvent, MeasuredBy, RunContext, Trust } from '../domain/core/run-context.ts'
import type { CommandInputs } from '../domain/commands/command.ts'
import type { ActionStep, StepEvent } from './action-step.ts'
import { readPart, type Payload } from './event-payload.ts'

/** The parts of the context that each event has in another place. */
type Commits = Omit<
  RunContext,
  'event' | 'repository' | 'workspace' | 'runUrl' | 'runKey' | 'runAttempt' | 'branch' | 'defaultBranch' | 'headName'
>

const none = { baseCommit: null, pullRequest: null, measuredBy: null } as const

/**
 * Reads commits, trust and pull request from the environment and the event; asks GitHub nothing.
 *
 * @throws UserError outside of a workflow, SupersededError for an edit that changes neither commits nor base
 */
export function readEvent({ env, cwd, event: context }: Pick<ActionStep, 'env' | 'cwd' | 'event'>): RunContext {
  if (!env['GITHUB_EVENT_NAME'])
    throw new UserError(
      'GITHUB_EVENT_NAME is not set, so this is not a step of a GitHub workflow',
      'Outside of GitHub, use the command line: `warpgauge run`.',
    )
  const [owner, name] = (env['GITHUB_REPOSITORY'] ?? '').split('/')
  const repository = owner && name ? { owner, name } : null
  const { serverUrl, runId, eventName: event, ref, payload } = context
  const runUrl = repository ? `${serverUrl}/${repository.owner}/${repository.name}/actions/runs/${runId}` : null
  return {
    event,
    repository,
    workspace: env['GITHUB_WORKSPACE'] ?? cwd(),
    runUrl,
    runKey: String(runId),
    runAttempt: Number(env['GITHUB_RUN_ATTEMPT'] ?? 1),
    ...readBranches(event, ref, payload),
    ...readCommits(context, runUrl),
  }
}

/** A schedule runs only on the default branch, and its event has no repository. */
function readBranches(event: string, ref: string, payload: Payload): Pick<RunContext, 'branch' | 'defaultBranch'> {
  const branch = /^refs\/heads\/(.+)$/u.exec(ref ?? '')?.[1]
  const defaultBranch = event === 'schedule' ? branch : readPart(payload, 'repository')?.default_branch
  return { ...(branch && { branch }), ...(defaultBranch && { defaultBranch }) }
}

function readCommits(context: StepEvent, runUrl: string | null): Commits {
  const { eventName: event, payload, ref, sha } = context
  const tip = { ...none, trust: 'trusted', headCommit: sha || null } as const
  const ownTip = { ...tip, measuredBy: describeThisRun({ event, head: tip.headCommit, runUrl }) }
  const readers: Readonly<Record<string, () => Commits | null>> = {
    pull_request: () => readPullRequest(context, runUrl),
    pull_request_target: () => readPullRequest(context, runUrl),
    pull_request_review: () => readPullRequest(context, runUrl),
    pull_request_review_comment: () => readPullRequest(context, runUrl),
    merge_group: () => readMergeGroup(payload, runUrl),
    push: () => readCopiedBranch(payload, runUrl),
    check_run: () => readRerequestedCheck('check_run', payload, tip.headCommit),
    check_suite: () => readRerequestedCheck('check_suite', payload, tip.headCommit),
    workflow_run: () => ({ ...none, trust: 'trusted', headCommit: null, measuredBy: readMeasuringRun(payload) }),
    issue_comment: () => ({ ...tip, comment: readCommentEvent(payload) }),
    workflow_dispatch: () => readCommandedRun(payload, runUrl) ?? { ...ownTip, ...readAsker(payload) },
  }
  if (Object.hasOwn(readers, event)) return readers[event]?.() ?? ownTip
  // GITHUB_SHA may be a commit of a stranger there, whose code would count as trusted.
  if (ref?.startsWith('refs/pull/') || ['deployment', 'deployment_status'].includes(event))
    throw new UserError(
      `the event ${event} does not identify the author of its code`,
      'Use the event pull_request for pull requests, and push or workflow_dispatch for merged code.',
    )
  return ownTip
}

/** The merge queue requires a check of this name on the head of the group, which is no head of a pull request. */
function readMergeGroup(payload: Payload, runUrl: string | null): Commits {
  const group = readPart(payload, 'merge_group')
  const headBranch = (group?.head_ref ?? '').replace('refs/heads/', '')
  const queue = parseQueueBranch(headBranch)
  const headCommit = group?.head_sha ?? null
  return {
    trust: 'collaborator',
    headCommit,
    baseCommit: group?.base_sha ?? null,
    pullRequest: null,
    measuredBy: describeThisRun({ event: 'merge_group', head: headCommit, headBranch, runUrl }),
    ...(queue && { queuedPull: queue.pullRequest }),
  }
}

/** A pull request that a bot copied to `pull-request/N` after a review; it does not supply its own rules. */
function readCopiedBranch(payload: Payload, runUrl: string | null): Commits | null {
  const headBranch = (readPart(payload, 'ref') ?? '').replace('refs/heads/', '')
  const pullRequest = parseCopiedPull(headBranch)
  if (pullRequest === null) return null
  const baseBranch = readPart(payload, 'repository')?.default_branch
  const headCommit = readPart(payload, 'after')
  const measuredBy = describeThisRun({ event: 'push', head: headCommit, headBranch, runUrl })
  return { ...none, trust: 'collaborator', headCommit, pullRequest, measuredBy, ...(baseBranch && { baseBranch }) }
}

/** The check belongs to the head of the pull request, not to the merge commit in `GITHUB_SHA`. */
function readPullRequest({ eventName: event, payload, sha }: StepEvent, runUrl: string | null): Commits {
  const pull = readPart(payload, 'pull_request')
  if (!pull) throw new UserError('the event has no pull_request', 'Start this workflow by the event pull_request.')
  const isEdit = readPart(payload, 'action') === 'edited' && !readPart(payload, 'changes')?.base
  // GitHub sends `edited` for a changed base, which needs a new measurement, and for a changed title or text.
  if (isEdit && !readPart(payload, 'comment') && !readPart(payload, 'review'))
    throw new SupersededError(
      'only the title or text of the pull request changed, not its commits or base',
      'Its check stays valid. Workflows for `edited` need a condition: docs/gate.md.',
    )
  const { number: pullRequest, head } = pull
  const headRepositoryId = head.repo ?? 0
  // All of these events except this one run at the test merge; its parents show whether it belongs to this head.
  const isAtMerge = event !== 'pull_request_target' && isCommitId(sha ?? '')
  return {
    ...toCommits(pull),
    ...(isAtMerge && { mergeCommit: sha }),
    pullRequest,
    measuredBy: describeThisRun({ event, head: head.sha, headRepositoryId, runUrl }),
  }
}

type Pull = NonNullable<ReturnType<typeof readPart<'pull_request'>>>

function toCommits({ head, base }: Pull): Pick<Commits, 'trust' | 'headCommit' | 'baseCommit' | 'baseBranch'> {
  const trust: Trust = head.repo && head.repo === base.repo ? 'collaborator' : 'stranger'
  return { trust, headCommit: head.sha, baseCommit: base.sha, ...(base.ref && { baseBranch: base.ref }) }
}

/** Describes this run as the measuring run, for a `publish` job in the same run. */
function describeThisRun({
  head,
  runUrl,
  ...known
}: Pick<MeasuredBy, 'event'> &
  Partial<MeasuredBy> & { readonly head: string | null; readonly runUrl: string | null }): MeasuredBy | null {
  if (head === null) return null
  return { headRepositoryId: 0, headBranch: '', conclusion: null, ...known, headCommit: head, url: runUrl ?? '' }
}

function readMeasuringRun(payload: Payload): MeasuredBy {
  const run = readPart(payload, 'workflow_run')
  const headCommit = run?.head_sha ?? null
  if (run === null || headCommit === null)
    throw new UserError('the event has no workflow_run', 'Start the publishing workflow by the event workflow_run.')
  const repository = readPart(payload, 'repository')?.id
  const isBeginning = (readPart(payload, 'action') ?? 'completed') !== 'completed'
  // GitHub also lists pull requests in other repositories with the same head branch.
  const [pull, ...others] = run.pull_requests.filter(({ base }) => base.repo !== null && base.repo === repository)
  return {
    event: run.event,
    headCommit,
    headRepositoryId: run.head_repository ?? 0,
    headBranch: run.head_branch,
    conclusion: run.conclusion,
    url: run.html_url,
    ...(isBeginning && { isBeginning }),
    ...(run.run_attempt && { attempt: run.run_attempt }),
    ...(pull !== undefined && others.length === 0 && { pullRequest: pull.number }),
  }
}

/**
 * Reads the commit of a re-requested check. GitHub lists only pull requests of the same repository. A commit without
 * one is measured only when it is the commit of the event itself; this returns null then.
 *
 * @throws UserError for another action or an unknown pull request
 */
export function readRerequestedCheck(
  event: 'check_run' | 'check_suite',
  payload: Payload,
  tip: string | null,
): Commits | null {
  const requested = readPart(payload, event)
  const action = readPart(payload, 'action')
  if (action !== 'rerequested')
    throw new UserError(
      `the event ${event} of the type ${action ?? 'unknown'} requests no run`,
      `Use \`${event}: types: [rerequested]\` only; other types would start the workflow for each check of warpgauge.`,
    )
  const headCommit = requested?.head_sha ?? null
  const pull = requested?.pull_requests.find(({ head }) => head.sha === headCommit)
  if (pull !== undefined) return { ...toCommits(pull), pullRequest: pull.number, measuredBy: null }
  if (headCommit === tip) return null
  throw new UserError(
    `the event does not name the pull request of commit ${headCommit?.slice(0, 7)}`,
    'For a fork write /warpgauge run on the pull request; otherwise push again.',
  )
}

/** Reads the event `issue_comment`; the comment may have changed since. */
export function readCommentEvent(payload: Payload): CommentEvent {
  const [comment, issue] = [readPart(payload, 'comment'), readPart(payload, 'issue')]
  if (!comment || !issue) throw new UserError('the event has no comment', 'Start this workflow by issue_comment.')
  return {
    id: comment.id,
    body: comment.body,
    isNew: readPart(payload, 'action') === 'created',
    isByPerson: comment.user?.type === 'User',
    issue: issue.number,
    isPullRequest: Boolean(issue.pull_request),
  }
}

const commit = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/u
const commentId = /^\d{1,19}$/u
const issueNumber = /^[1-9]\d{0,9}$/u
const byComment = 'Let the comment command start this workflow.'

/**
 * Reads the pull request for which a comment command dispatched this run; null for an ordinary dispatch. Only users
 * with write access can dispatch, and every value is still validated.
 *
 * @throws UserError for a missing or invalid value
 */
export function readCommandedRun(payload: Payload, runUrl: string | null): Commits | null {
  const read = createInputReader(payload)
  const require = (name: keyof CommandInputs, form: RegExp): string => {
    const value = read(name, form)
    if (value !== null) return value
    throw new UserError(`this dispatch has the input pull-request but not ${name}`, byComment)
  }
  const pullRequest = read('pull-request', issueNumber)
  if (pullRequest === null) return null
  const head = require('head', commit)
  const headRepositoryId = Number(require('head-repository', /^\d{1,15}$/u))
  const comment = read('comment', commentId)
  return {
    trust: read('fork', /^(?:true|false)$/u) === 'false' ? 'collaborator' : 'stranger',
    headCommit: head,
    baseCommit: require('base', commit),
    pullRequest: Number(pullRequest),
    measuredBy: describeThisRun({ event: 'pull_request', head, headRepositoryId, runUrl }),
    commanded: {
      comment: comment === null ? null : Number(comment),
      suite: read('suite', /^[a-z0-9][a-z0-9._-]{0,63}$/u),
      compare: read('compare', commit),
    },
  }
}

/** Reads the comment that started an ordinary dispatch, such as a refresh; empty for a manual dispatch. */
export function readAsker(payload: Payload): Pick<RunContext, 'asker'> {
  const read = createInputReader(payload)
  const [comment, issue] = [read('comment', commentId), read('issue', issueNumber)]
  return comment === null || issue === null ? {} : { asker: { comment: Number(comment), issue: Number(issue) } }
}

function createInputReader(payload: Payload) {
  const inputs = readPart(payload, 'inputs') ?? {}
  return (name: keyof CommandInputs | 'issue', form: RegExp): string | null => {
    const value = inputs[name]
    if (value === undefined || value === '') return null
    if (typeof value === 'string' && form.test(value)) return value
    throw new UserError(`the input ${name} of this dispatch has an invalid value`, byComment)
  }
}
