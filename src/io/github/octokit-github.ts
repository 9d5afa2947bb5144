import type { CheckTarget, DecideCheck, Fleeting, GitHub, PullRequest } from '../../ports/github.ts'
import type { Logger } from '../../ports/logger.ts'
import { isRequestFailure, repeatLostCreate, translateErrors } from './octokit-error.ts'
import { changeCheckRun } from './octokit-check-run.ts'
import { createClient } from './octokit-client.ts'
import type { ClientOptions, GitHubClient } from './octokit-client.ts'
import { createWhoAmI, upsertComment } from './octokit-comment.ts'
import type { StickyComment, WhoAmI } from './octokit-comment.ts'
import { returnNullIfMissing } from './octokit-connection.ts'
import { callOnce } from './octokit-retry-policy.ts'
import { readReferenceCommit, isAncestor, readMergeBaseCommit } from './octokit-references.ts'

export type GitHubOptions = ClientOptions & { readonly owner: string; readonly repo: string }

type Connection = {
  readonly client: GitHubClient
  readonly place: { readonly owner: string; readonly repo: string }
  readonly repository: string
  readonly whoAmI: WhoAmI
  /** Pull requests that had no comments when they were read. */
  readonly uncommented: Set<number>
  readonly retryDelayMs: number
  readonly logger: Logger
}

/**
 * GitHub over its REST API. Sends no request before a method is called. Every method throws an EnvironmentError that
 * names the required permission when GitHub refuses, and when it is unreachable.
 */
export function createGitHub(options: GitHubOptions): GitHub {
  const { owner, repo, logger, retryDelayMs = 1000, patience = callOnce } = options
  const client = createClient(options)
  const whoAmI = createWhoAmI(client)
  const place = { owner, repo }
  const uncommented = new Set<number>()
  const repository = `${owner}/${repo}`
  const connection = { client, place, repository, whoAmI, uncommented, retryDelayMs, logger }
  // All calls are repeatable: they read, or find what they wrote before.
  const callWithRetries = <T>(call: () => Promise<T>): Promise<T> => patience(call, true)
  const chooseRetryPolicy = (queryOptions: Fleeting = {}) => (queryOptions.isFleeting ? callOnce : patience)
  return {
    // Progress updates do not wait for an outage to end; the final result does.
    changeCheckRun: (check, decide) =>
      (check.isPatient ? patience : callOnce)(() => writeCheckRun(connection, check, decide), true),
    upsertComment: (pullRequest, marker, body) =>
      callWithRetries(() => writeComment(connection, { pullRequest, marker, body })),
    listPullRequests: (commit, queryOptions) =>
      chooseRetryPolicy(queryOptions)(() => listPullRequestsByHead(connection, commit), true),
    findOpenPullRequest: (number) => callWithRetries(() => readOpenPull(connection, number)),
    findMergeBase: (base, head) => callWithRetries(() => readMergeBase(connection, base, head)),
    findBranchTip: (branch, queryOptions) =>
      chooseRetryPolicy(queryOptions)(() => readBranchTip(connection, branch), true),
    listParents: (commit) => callWithRetries(() => readParents(connection, commit)),
    findCommit: (ref) => callWithRetries(() => readReferencedCommit(connection, ref)),
    isAncestor: (commit, tip) => callWithRetries(() => readAncestry(connection, commit, tip)),
    readAt: readOnce((commit, path) => callWithRetries(() => readFileAt(connection, commit, path))),
  }
}

type ReadFile = (commit: string, path: string) => Promise<string | null>

/** Reads each file of a commit once. Refs move, so only files of commit ids are kept; failed reads are repeated. */
function readOnce(read: ReadFile): ReadFile {
  const known = new Map<string, Promise<string | null>>()
  return (commit, path) => {
    const key = `${commit}:${path}`
    const text = known.get(key) ?? read(commit, path)
    if (/^[0-9a-f]{40}$/u.test(commit)) known.set(key, text)
    void text.catch(() => known.delete(key))
    return text
  }
}

type CommentResult = { readonly url: string; readonly wasCreated: boolean }

function writeCheckRun(connection: Connection, check: CheckTarget, decide: DecideCheck) {
  const { client, place, whoAmI } = connection
  const action = `write the check "${check.name}" on ${check.headCommit}`
  return write(connection, { action, permission: 'checks: write' }, async () => {
    const { app, ...done } = await changeCheckRun(client, place, check, decide)
    if (app !== undefined) whoAmI.bot = `${app}[bot]`
    return done
  })
}

function writeComment(connection: Connection, comment: StickyComment): Promise<CommentResult> {
  const { client, place, whoAmI, uncommented } = connection
  const action = `write the comment on pull request #${comment.pullRequest}`
  const need = { action, permission: 'pull-requests: write' }
  // Used for the first attempt only: a retry may find the comment that the first attempt created.
  return write(connection, need, () =>
    upsertComment(client, place, { ...comment, isFirst: uncommented.delete(comment.pullRequest) }, whoAmI),
  )
}

/** A resource found after a lost create was made by that create. */
async function write<Done extends { readonly wasCreated: boolean }>(
  { repository, retryDelayMs, logger }: Connection,
  need: { readonly action: string; readonly permission: string },
  upsert: () => Promise<Done>,
): Promise<Done> {
  let attempts = 0
  const callUpsert = (): Promise<Done> => {
    attempts += 1
    return upsert()
  }
  const written = await translateErrors({ ...need, repository }, () =>
    repeatLostCreate(callUpsert, retryDelayMs, logger),
  )
  return { ...written, wasCreated: written.wasCreated || attempts > 1 }
}

/** GitHub does not associate pull requests with commits of forks, so this searches all open ones. */
function listPullRequestsByHead({ client, place, repository }: Connection, commit: string): Promise<PullRequest[]> {
  const attempt = { action: `search for the pull request of ${commit}`, permission: 'pull-requests: read', repository }
  return translateErrors(attempt, async () => {
    const query = { ...place, state: 'open', sort: 'created', direction: 'asc', per_page: 100 } as const
    const pulls = await client.paginate(client.rest.pulls.list, query, ({ data }) =>
      data.filter(({ head }) => head.sha === commit).map(toPullRequest),
    )
    return pulls.toSorted((one, other) => one.number - other.number)
  })
}

function readOpenPull(
  { client, place, repository, uncommented }: Connection,
  number: number,
): Promise<PullRequest | null> {
  const attempt = { action: `read pull request #${number}`, permission: 'pull-requests: read', repository }
  return translateErrors(attempt, async () => {
    try {
      const { data } = await client.rest.pulls.get({ ...place, pull_number: number })
      if (data.comments === 0) uncommented.add(number)
      return data.state === 'open' ? toPullRequest(data) : null
    } catch (error) {
      if (isRequestFailure(error) && error.status === 404) return null
      throw error
    }
  })
}

type ListedPull = {
  readonly number: number
  readonly head: { readonly sha: string; readonly repo: { readonly id: number } | null }
  readonly base: { readonly ref: string; readonly repo: { readonly id: number } }
  readonly mergeable?: boolean | null
  readonly merge_commit_sha: string | null
  readonly labels: readonly { readonly name: string }[]
}

function toPullRequest(listed: ListedPull): PullRequest {
  const { number, head, base, mergeable = null, merge_commit_sha: mergeCommit, labels } = listed
  const headRepositoryId = head.repo?.id ?? null
  return {
    number,
    headCommit: head.sha,
    headRepositoryId,
    baseBranch: base.ref,
    isFork: headRepositoryId !== base.repo.id,
    isMergeable: mergeable,
    mergeCommit,
    labels: labels.map(({ name }) => name),
  }
}

function readMergeBase({ client, place, repository }: Connection, base: string, head: string): Promise<string> {
  const attempt = { action: `compare ${base} with ${head}`, permission: 'contents: read', repository }
  return translateErrors(attempt, () => readMergeBaseCommit(client, place, base, head))
}

function readReferencedCommit({ client, place, repository }: Connection, ref: string): Promise<string | null> {
  const attempt = { action: `resolve ${ref}`, permission: 'contents: read', repository }
  return translateErrors(attempt, () => readReferenceCommit(client, place, ref))
}

function readAncestry({ client, place, repository }: Connection, commit: string, tip: string): Promise<boolean> {
  const attempt = { action: `compare ${commit} with ${tip}`, permission: 'contents: read', repository }
  return translateErrors(attempt, () => isAncestor(client, place, commit, tip))
}

/** The full ref name, because a tag can have the same name as the branch. */
function readBranchTip({ client, place, repository }: Connection, branch: string): Promise<string | null> {
  const attempt = { action: `read the branch ${branch}`, permission: 'contents: read', repository }
  return translateErrors(attempt, async () => {
    const found = await returnNullIfMissing(() => client.rest.git.getRef({ ...place, ref: `heads/${branch}` }))
    return found?.data.object.sha ?? null
  })
}

function readParents({ client, place, repository }: Connection, commit: string): Promise<string[] | null> {
  const attempt = { action: `read the commit ${commit}`, permission: 'contents: read', repository }
  return translateErrors(attempt, async () => {
    const found = await returnNullIfMissing(() => client.rest.git.getCommit({ ...place, commit_sha: commit }))
    return found?.data.parents.map(({ sha }) => sha) ?? null
  })
}

function readFileAt({ client, place, repository }: Connection, commit: string, path: string): Promise<string | null> {
  const attempt = { action: `read ${path} at ${commit}`, permission: 'contents: read', repository }
  // Octokit would encode the slashes of the path.
  const route = `GET /repos/{owner}/{repo}/contents/${path.split('/').map(encodeURIComponent).join('/')}`
  return translateErrors(attempt, async () => {
    try {
      const query = { ...place, ref: commit, headers: { accept: 'application/vnd.github.raw+json' } }
      return toText((await client.request(route, query)).data)
    } catch (error) {
      if (isMissingFile(error)) return null
      throw error
    }
  })
}

/** A file is returned as raw text, a directory as a list. */
function toText(data: unknown): string | null {
  if (data instanceof ArrayBuffer) return new TextDecoder().decode(data)
  return typeof data === 'string' ? data : null
}

/** An unknown commit is an error, not a missing file. */
function isMissingFile(error: unknown): boolean {
  return isRequestFailure(error) && error.status === 404 && !/no commit found/iu.test(error.message)
}
