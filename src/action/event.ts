import { isCommitId } from '../domain/core/revision.ts'
import { SupersededError, UserError } from '../domain/core/errors.ts'
import { parseCopiedPull, parseQueueBranch } from '../domain/core/branch-names.ts'
import { readAsker, readCommandedRun, readCommentEvent } from './command-event.ts'
import { readPart, readText, type Payload } from './event-payload.ts'
import type { ActionStep, StepEvent } from './action-step.ts'
import type { MeasuredBy, RunContext, Trust } from '../domain/core/run-context.ts'

type Commits = Pick<
  RunContext,
  | 'trust'
  | 'headCommit'
  | 'baseCommit'
  | 'baseBranch'
  | 'mergeCommit'
  | 'pullRequest'
  | 'queuedPull'
  | 'measuredBy'
  | 'comment'
  | 'commanded'
  | 'asker'
>

/** Reads the event; throws a UserError outside of a workflow. */
export function readEvent({ env, cwd, event: context }: Pick<ActionStep, 'env' | 'cwd' | 'event'>): RunContext {
  if (!env['GITHUB_EVENT_NAME'])
    throw new UserError(
      'GITHUB_EVENT_NAME is not set, so this is not a step of a GitHub workflow',
      'Outside of GitHub, use the command line: `warpgauge run`.',
    )
  const [owner, name] = (env['GITHUB_REPOSITORY'] ?? '').split('/')
  const repository = owner && name ? { owner, name } : null
  const { serverUrl, runId, eventName, ref, payload } = context
  const runUrl = repository ? `${serverUrl}/${repository.owner}/${repository.name}/actions/runs/${runId}` : null
  return {
    event: eventName,
    repository,
    workspace: env['GITHUB_WORKSPACE'] ?? cwd(),
    runUrl,
    runKey: String(runId),
    runAttempt: Number(env['GITHUB_RUN_ATTEMPT'] ?? 1),
    ...readBranches(eventName, ref, payload),
    ...readCommits(context, runUrl),
  }
}

/** A schedule runs only on the default branch, and its event has no repository. */
function readBranches(event: string, ref: string, payload: Payload): Pick<RunContext, 'branch' | 'defaultBranch'> {
  const branch = /^refs\/heads\/(.+)$/u.exec(ref ?? '')?.[1]
  const defaultBranch = event === 'schedule' ? branch : readText(readPart(payload, 'repository')?.default_branch)
  return { ...(branch ? { branch } : {}), ...(defaultBranch ? { defaultBranch } : {}) }
}

function readCommits(context: StepEvent, runUrl: string | null): Commits {
  const { eventName: event, payload, ref, sha } = context
  const none = { baseCommit: null, pullRequest: null, measuredBy: null }
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
  refuseUnknownOrigin(event, ref)
  return ownTip
}

/** Refuses events whose GITHUB_SHA may be a commit of a stranger, because its code would count as trusted. */
function refuseUnknownOrigin(event: string, ref: string | undefined): void {
  if (!ref?.startsWith('refs/pull/') && !['deployment', 'deployment_status'].includes(event)) return
  throw new UserError(
    `the event ${event} does not identify the author of its code`,
    'Use the event pull_request for pull requests, and push or workflow_dispatch for merged code.',
  )
}

/** The merge queue requires a check of this name on the head of the group, which is no head of a pull request. */
function readMergeGroup(payload: Payload, runUrl: string | null): Commits {
  const group = readPart(payload, 'merge_group')
  const headBranch = (group?.head_ref ?? '').replace('refs/heads/', '')
  const queue = parseQueueBranch(headBranch)
  const headCommit = readText(group?.head_sha)
  return {
    trust: 'collaborator',
    headCommit,
    baseCommit: readText(group?.base_sha),
    pullRequest: null,
    measuredBy: describeThisRun({ event: 'merge_group', head: headCommit, headBranch, runUrl }),
    ...(queue && { queuedPull: queue.pullRequest }),
  }
}

/**
 * Reads a pull request that a bot copied to a branch `pull-request/N` after a review, as some GPU runner farms do. The
 * branch does not supply its own rules.
 */
function readCopiedBranch(payload: Payload, runUrl: string | null): Commits | null {
  const headBranch = (readPart(payload, 'ref') ?? '').replace('refs/heads/', '')
  const pullRequest = parseCopiedPull(headBranch)
  if (pullRequest === null) return null
  const baseBranch = readText(readPart(payload, 'repository')?.default_branch)
  const headCommit = readText(readPart(payload, 'after'))
  return {
    trust: 'collaborator',
    headCommit,
    baseCommit: null,
    pullRequest,
    measuredBy: describeThisRun({ event: 'push', head: headCommit, headBranch, runUrl }),
    ...(baseBranch && { baseBranch }),
  }
}

/**
 * All of these events except `pull_request_target` run at the test merge; its parents show whether it belongs to this
 * head.
 */
function chooseMergeTarget({ eventName, sha }: StepEvent, base: unknown): Pick<Commits, 'baseBranch' | 'mergeCommit'> {
  const baseBranch = readText(base)
  const isAtMerge = eventName !== 'pull_request_target' && isCommitId(sha ?? '')
  return { ...(baseBranch && { baseBranch }), ...(isAtMerge && { mergeCommit: sha }) }
}

/** The check belongs to the head of the pull request, not to the merge commit in `GITHUB_SHA`. */
function readPullRequest(context: StepEvent, runUrl: string | null): Commits {
  const { eventName: event, payload } = context
  const pull = readPart(payload, 'pull_request')
  if (!pull) throw new UserError('the event has no pull_request', 'Start this workflow by the event pull_request.')
  refuseOtherEdits(payload)
  const headRepositoryId = pull.head?.repo?.id ?? 0
  const isSameRepository = headRepositoryId !== 0 && headRepositoryId === pull.base?.repo?.id
  const trust: Trust = isSameRepository ? 'collaborator' : 'stranger'
  const headCommit = readText(pull.head?.sha)
  return {
    trust,
    headCommit,
    baseCommit: readText(pull.base?.sha),
    ...chooseMergeTarget(context, pull.base?.ref),
    pullRequest: pull.number,
    measuredBy: describeThisRun({ event, head: headCommit, headRepositoryId, runUrl }),
  }
}

/**
 * GitHub sends `edited` for a changed base, which needs a new measurement, and for a changed title or text, which does
 * not.
 */
function refuseOtherEdits(payload: Payload): void {
  if (readPart(payload, 'action') !== 'edited' || readPart(payload, 'changes')?.base) return
  if (readPart(payload, 'comment') || readPart(payload, 'review')) return
  throw new SupersededError(
    'only the title or text of the pull request changed, not its commits or base',
    'Its check stays valid. Workflows for `edited` need a condition: docs/gate.md.',
  )
}

type ThisRun = Pick<MeasuredBy, 'event'> &
  Partial<MeasuredBy> & { readonly head: string | null; readonly runUrl: string | null }

/** Describes this run as the measuring run, for a `publish` job in the same run. */
function describeThisRun({ head, runUrl, ...known }: ThisRun): MeasuredBy | null {
  if (head === null) return null
  return { headRepositoryId: 0, headBranch: '', conclusion: null, ...known, headCommit: head, url: runUrl ?? '' }
}

function readMeasuringRun(payload: Payload): MeasuredBy {
  const run = readPart(payload, 'workflow_run')
  const headCommit = readText(run?.head_sha)
  if (run === null || headCommit === null)
    throw new UserError('the event has no workflow_run', 'Start the publishing workflow by the event workflow_run.')
  return {
    event: run.event ?? '',
    headCommit,
    headRepositoryId: run.head_repository?.id ?? 0,
    headBranch: run.head_branch ?? '',
    conclusion: run.conclusion ?? null,
    url: run.html_url ?? '',
    ...((readPart(payload, 'action') ?? 'completed') !== 'completed' && { isBeginning: true as const }),
    ...findOnlyPull(payload),
  }
}

/** GitHub also lists pull requests in other repositories with the same head branch. */
function findOnlyPull(payload: Payload): Pick<MeasuredBy, 'pullRequest'> {
  const repository = readPart(payload, 'repository')?.id
  const pulls = readPart(payload, 'workflow_run')?.pull_requests ?? []
  const [pull, ...others] = pulls.filter(({ base }) => base?.repo?.id === repository)
  return pull !== undefined && others.length === 0 ? { pullRequest: pull.number } : {}
}

type RerequestContext = Pick<
  RunContext,
  'trust' | 'headCommit' | 'baseCommit' | 'baseBranch' | 'pullRequest' | 'measuredBy'
>
type Pull = NonNullable<ReturnType<typeof readPart<'pull_request'>>>

/**
 * Reads the commit of a re-requested check. GitHub lists only pull requests of the same repository. A commit without
 * one is measured only when it is the commit of the event itself; this returns null then.
 */
export function readRerequestedCheck(
  event: 'check_run' | 'check_suite',
  payload: Payload,
  tip: string | null,
): RerequestContext | null {
  const requested = readPart(payload, event)
  const action = readPart(payload, 'action')
  if (action !== 'rerequested')
    throw new UserError(
      `the event ${event} of the type ${action ?? 'unknown'} requests no run`,
      `Use \`${event}: types: [rerequested]\` only; other types would start the workflow for each check of warpgauge.`,
    )
  const headCommit = readText(requested?.head_sha)
  const pull = requested?.pull_requests?.find(({ head }) => head?.sha === headCommit)
  if (pull !== undefined) return toRerequest(pull, headCommit)
  if (headCommit === tip) return null
  throw new UserError(
    `the event does not name the pull request of commit ${headCommit?.slice(0, 7)}`,
    'For a fork write /warpgauge run on the pull request; otherwise push again.',
  )
}

function toRerequest({ number, head, base }: Pull, headCommit: string | null): RerequestContext {
  const isSameRepository = head?.repo?.id !== undefined && head.repo.id === base?.repo?.id
  const trust = isSameRepository ? 'collaborator' : 'stranger'
  const [baseCommit, baseBranch] = [readText(base?.sha), readText(base?.ref)]
  return { trust, headCommit, baseCommit, ...(baseBranch && { baseBranch }), pullRequest: number, measuredBy: null }
}
