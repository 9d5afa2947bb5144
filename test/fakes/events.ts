import { readWebhook } from './github-server/description.ts'
import { merge, sampleComponent, sampleOf } from './github-server/schema-sample.ts'
import type { Overlay } from './github-server/schema-sample.ts'

/** The parts of a payload that the runner itself looks at; all else is there too. */
export type EventPayload = {
  readonly [key: string]: unknown
  readonly repository: {
    readonly id: number
    readonly full_name: string
    readonly default_branch: string
    readonly owner: { readonly id: number; readonly login: string }
  }
  readonly sender: { readonly id: number; readonly login: string }
  readonly ref?: string
  readonly after?: string
  readonly pull_request?: {
    readonly number: number
    readonly merge_commit_sha: string | null
    readonly head: { readonly ref: string; readonly sha: string; readonly repo: { readonly id: number } }
    readonly base: { readonly ref: string; readonly sha: string }
  }
}

/** A repository as the fake GitHub numbers its first one. */
export type EventRepository = {
  readonly owner: string
  readonly name: string
  readonly id?: number
  readonly isPrivate?: boolean
}

export type PullRequestEventOptions = {
  readonly repository: EventRepository
  readonly number: number
  readonly headSha: string
  readonly baseSha: string
  readonly isFork?: boolean
  readonly action?: 'opened' | 'synchronize' | 'reopened' | 'edited'
  /** The base branch before it was changed, of the action `edited`; absent: the title was edited. */
  readonly formerBaseRef?: string
  readonly headRef?: string
  readonly mergeSha?: string | null
  /** Name of the base branch; `main` when absent. */
  readonly baseRef?: string
}

const sender = { id: 1, login: 'octocat', type: 'User' }
const forkId = 7777

/** A pull_request event; a fork is `contributor/<name>` with the id 7777. */
export function pullRequestEvent(options: PullRequestEventOptions): EventPayload {
  const { repository, number, headSha, baseSha, isFork = false, action = 'opened', headRef = 'feature' } = options
  const { baseRef = 'main' } = options
  const source = isFork ? forkOf(repository) : repository
  return build(`pull-request-${action}`, repository, {
    action,
    number,
    ...(action === 'synchronize' ? { before: '0'.repeat(40), after: headSha } : {}),
    ...(action === 'edited' ? { changes: editOf(options) } : {}),
    pull_request: {
      number,
      state: 'open',
      draft: false,
      user: sender,
      merge_commit_sha: options.mergeSha === undefined ? 'f'.repeat(40) : options.mergeSha,
      head: sideOf(source, headRef, headSha),
      base: sideOf(repository, baseRef, baseSha),
    },
  })
}

function editOf({ formerBaseRef, baseSha }: PullRequestEventOptions): Overlay {
  if (formerBaseRef === undefined) return { title: { from: 'Another title' } }
  return { base: { ref: { from: formerBaseRef }, sha: { from: baseSha } } }
}

/** A pull_request_review event: anybody may review a pull request of a public repository. */
export function pullRequestReviewEvent(options: PullRequestEventOptions): EventPayload {
  const { repository, number, headSha, baseSha, isFork = false, headRef = 'feature', mergeSha } = options
  const head = sideOf(isFork ? forkOf(repository) : repository, headRef, headSha)
  // By the description the head may have no repository; GitHub leaves it out only for forks that are gone.
  const sample = sampleOf(readWebhook('pull-request-review-submitted')) as ReviewSample
  return build('pull-request-review-submitted', repository, {
    action: 'submitted',
    review: { state: 'commented', user: sender },
    pull_request: {
      number,
      state: 'open',
      merge_commit_sha: mergeSha ?? null,
      head: { ...head, repo: merge(sample.pull_request.base.repo, head.repo) },
      base: sideOf(repository, 'main', baseSha),
    },
  })
}

type ReviewSample = { readonly pull_request: { readonly base: { readonly repo: Overlay } } }

function sideOf(place: EventRepository, ref: string, sha: string) {
  const repo = { ...repositoryOverlay(place), fork: place.id === forkId }
  return { ref, sha, label: `${place.owner}:${ref}`, user: owner(place), repo }
}

export type WorkflowRunEventOptions = {
  readonly repository: EventRepository
  readonly headSha: string
  readonly isFork?: boolean
  /** The pull request, which GitHub tells only for branches of the same repository. */
  readonly number?: number
  /** The run has only been asked for: it has no conclusion. */
  readonly isRequested?: boolean
  readonly conclusion?: 'success' | 'failure' | 'cancelled' | 'timed_out' | 'skipped' | 'action_required'
  /** The name of the workflow that the run is of. */
  readonly workflow?: string
  readonly runId?: number
  readonly triggeredBy?: string
  readonly headBranch?: string
  /** Absent: the first. */
  readonly attempt?: number
}

/** A workflow_run event, of a completed run unless it was only requested; for forks `pull_requests` is empty, as on GitHub. */
export function workflowRunEvent(options: WorkflowRunEventOptions): EventPayload {
  const { repository, headSha, isFork = false, number } = options
  const { runId = 30_433_642, workflow: name = 'benchmark' } = options
  const place = {
    id: repository.id ?? 5000,
    name: repository.name,
    url: `https://api.github.com/repos/${fullName(repository)}`,
  }
  const side = (ref: string, sha: string): Overlay => ({ ref, sha, repo: place })
  const pull = {
    id: 1,
    number,
    url: `${place.url}/pulls/${number}`,
    head: side('feature', headSha),
    base: side('main', '0'.repeat(40)),
  }
  const action = options.isRequested ? 'requested' : 'completed'
  return build(`workflow-run-${action}`, repository, {
    action,
    workflow: sampleComponent('webhooks_workflow', { name, path: '.github/workflows/benchmark.yml' }),
    workflow_run: {
      id: runId,
      name,
      head_sha: headSha,
      head_branch: options.headBranch ?? 'feature',
      event: options.triggeredBy ?? 'pull_request',
      ...describeProgress(options),
      repository: identityOverlay(repository),
      head_repository: identityOverlay(isFork ? forkOf(repository) : repository),
      pull_requests: isFork || number === undefined ? [] : [pull],
    },
  })
}

function describeProgress({ isRequested, conclusion = 'success', attempt = 1 }: WorkflowRunEventOptions): Overlay {
  return {
    run_attempt: attempt,
    ...(isRequested ? { status: 'queued', conclusion: null } : { status: 'completed', conclusion }),
  }
}

/** A push of `after` to a branch or tag. */
export function pushEvent(options: {
  readonly repository: EventRepository
  readonly after: string
  readonly before?: string
  readonly ref?: string
}): EventPayload {
  const { repository, after, before = '0'.repeat(40), ref = 'refs/heads/main' } = options
  const pusher = { name: sender.login, email: 'octocat@example.com' }
  return build('push', repository, { ref, before, after, pusher, commits: [], head_commit: null })
}

/** A workflow_dispatch event; input values are texts. */
export function workflowDispatchEvent(options: {
  readonly repository: EventRepository
  readonly ref?: string
  readonly inputs?: Readonly<Record<string, string>>
}): EventPayload {
  const { repository, ref = 'refs/heads/main', inputs = {} } = options
  return build('workflow-dispatch', repository, { ref, inputs, workflow: '.github/workflows/benchmark.yml' })
}

/** An issue_comment event, as it is sent for issues and pull requests alike. */
export function issueCommentEvent(options: {
  readonly repository: EventRepository
  readonly issue: number
  readonly comment: { readonly id: number; readonly body: string; readonly createdAt?: string }
  readonly author?: { readonly id: number; readonly login: string; readonly type?: 'User' | 'Bot' }
  readonly isPullRequest?: boolean
  readonly action?: 'created' | 'edited' | 'deleted'
}): EventPayload {
  const { repository, issue, comment, action = 'created', isPullRequest = true } = options
  const { createdAt = '2026-01-01T12:00:00Z', ...text } = comment
  const pull = { url: `https://api.github.com/repos/${fullName(repository)}/pulls/${issue}` }
  return build(`issue-comment-${action}`, repository, {
    action,
    issue: { number: issue, ...(isPullRequest && { pull_request: pull }) },
    comment: {
      ...text,
      created_at: createdAt,
      updated_at: createdAt,
      user: { type: 'User', ...(options.author ?? sender) },
    },
  })
}

/** A merge_group event: the queue asks for checks on `headSha`, which puts a pull request on top of `baseSha`. */
export function mergeGroupEvent(options: {
  readonly repository: EventRepository
  readonly number: number
  readonly headSha: string
  readonly baseSha: string
}): EventPayload {
  const { repository, number, headSha, baseSha } = options
  return build('merge-group-checks-requested', repository, {
    action: 'checks_requested',
    merge_group: {
      head_sha: headSha,
      head_ref: `refs/heads/${queueBranchName(number, baseSha)}`,
      base_sha: baseSha,
      base_ref: 'refs/heads/main',
    },
  })
}

/** A release event: `tag` is published. */
export function releaseEvent(options: { readonly repository: EventRepository; readonly tag: string }): EventPayload {
  const release = { tag_name: options.tag, target_commitish: 'main', draft: false, prerelease: false }
  return build('release-published', options.repository, { action: 'published', release })
}

/** What GitHub calls the branch of a group. */
export function queueBranchName(number: number, baseSha: string): string {
  return `gh-readonly-queue/main/pr-${number}-${baseSha}`
}

/** A schedule event, which tells of its cron line. */
export function scheduleEvent({ repository }: { readonly repository: EventRepository }): EventPayload {
  const { repository: place, sender: who } = workflowDispatchEvent({ repository })
  return { schedule: '17 3 * * *', repository: place, sender: who }
}

/** A check_run event; `pull` is told for branches of the same repository alone. */
export function checkRunEvent(options: {
  readonly repository: EventRepository
  readonly headSha: string
  readonly action?: 'rerequested' | 'completed'
  readonly pull?: { readonly number: number; readonly baseSha: string } | null
}): EventPayload {
  const { repository, headSha, action = 'rerequested', pull } = options
  const repo = { id: repository.id ?? 5000, name: repository.name, url: 'https://api.github.com/repos/lab/pipeline' }
  const side = (ref: string, sha: string): Overlay => ({ ref, sha, repo })
  const pulls = pull
    ? [
        {
          id: 1,
          number: pull.number,
          url: `${repo.url}/pulls/${pull.number}`,
          head: side('feature', headSha),
          base: side('main', pull.baseSha),
        },
      ]
    : []
  return build(`check-run-${action}`, repository, {
    action,
    check_run: { name: 'warpgauge', head_sha: headSha, pull_requests: pulls },
  })
}

/** The smallest payload that GitHub's description allows, with what matters laid over it. */
function build(webhook: string, repository: EventRepository, overlay: Overlay): EventPayload {
  // By the description some events may leave the repository out; GitHub sends it with all of them.
  const { repository: place } = sampleOf(readWebhook('workflow-dispatch')) as Overlay
  const sample = { repository: place, ...(sampleOf(readWebhook(webhook)) as Overlay) }
  return merge(sample, {
    ...overlay,
    repository: repositoryOverlay(repository),
    sender: sampleComponent('simple-user', sender),
  }) as EventPayload
}

function repositoryOverlay(repository: EventRepository): Overlay {
  return { ...identityOverlay(repository), default_branch: 'main' }
}

function identityOverlay(repository: EventRepository): Overlay {
  const full_name = fullName(repository)
  return {
    id: repository.id ?? 5000,
    name: repository.name,
    full_name,
    owner: owner(repository),
    private: repository.isPrivate ?? false,
    html_url: `https://github.com/${full_name}`,
    url: `https://api.github.com/repos/${full_name}`,
  }
}

function owner({ owner: login, id = 5000 }: EventRepository): Overlay {
  return { id: 70_000 + id, login, type: 'User' }
}

function fullName(repository: EventRepository): string {
  return `${repository.owner}/${repository.name}`
}

function forkOf(repository: EventRepository): EventRepository {
  return { ...repository, owner: 'contributor', id: forkId }
}
