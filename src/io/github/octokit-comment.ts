import { keepAnswers } from '../../domain/commands/comment-answers.ts'
import { isRequestFailure } from './octokit-error.ts'
import type { GitHubClient, RepositoryName } from './octokit-client.ts'

type CommentResult = { readonly url: string; readonly wasCreated: boolean }

type Comment = {
  readonly id: number
  readonly html_url: string
  readonly body?: string
  readonly user: { readonly id: number; readonly type: string } | null
}

/** The comment that is to be there: `marker` is its last line and finds it again. */
export type StickyComment = {
  readonly pullRequest: number
  readonly marker: string
  readonly body: string
  /** There was no comment a moment ago, so that none is looked for first. The look after creating finds one made meanwhile. */
  readonly isFirst?: boolean
}

/** Asks once who the token belongs to; null when it is an app's. */
export type WhoAmI = () => Promise<number | null>

/** Updates our oldest comment with the marker on the pull request, or creates it. Throws the client's own errors. */
export async function upsertComment(
  client: GitHubClient,
  place: RepositoryName,
  comment: StickyComment,
  whoAmI: WhoAmI,
): Promise<CommentResult> {
  const text = withMarker(comment)
  const known = comment.isFirst ? null : await findOwnComment(client, place, comment, whoAmI)
  if (known !== null) return await replaceReport(client, place, { known, marker: comment.marker, text })
  const { url, yieldedTo } = await createOrYield(client, place, { ...comment, body: text }, whoAmI)
  if (yieldedTo === null) return { url, wasCreated: true }
  return await replaceReport(client, place, { known: yieldedTo, marker: comment.marker, text })
}

/** What `createOrYield` did; `yieldedTo` is the comment of somebody faster, and then ours is gone again. */
type CommentCreation = { readonly url: string; readonly yieldedTo: Comment | null }

/**
 * Creates the comment. GitHub cannot be told "only if there is none", so it is asked once more afterwards: of two jobs that
 * both found none, the one with the later comment takes it back, and one comment is left.
 */
export async function createOrYield(
  client: GitHubClient,
  place: RepositoryName,
  { pullRequest, marker, body }: StickyComment,
  whoAmI: WhoAmI,
): Promise<CommentCreation> {
  const { data } = await client.rest.issues.createComment({ ...place, issue_number: pullRequest, body })
  const oldest = await findOwnComment(client, place, { pullRequest, marker }, whoAmI)
  if (oldest === null || oldest.id >= data.id) return { url: data.html_url, yieldedTo: null }
  await client.rest.issues.deleteComment({ ...place, comment_id: data.id })
  // Read again, so that as little time as can be lies between reading what others wrote and writing below it.
  return { url: oldest.html_url, yieldedTo: await findOwnComment(client, place, { pullRequest, marker }, whoAmI) }
}

type ReportReplacement = { readonly known: Comment; readonly marker: string; readonly text: string }

async function replaceReport(
  client: GitHubClient,
  place: RepositoryName,
  { known, marker, text }: ReportReplacement,
): Promise<CommentResult> {
  const body = keepAnswers(known.body ?? '', text, marker)
  const { data } = await client.rest.issues.updateComment({ ...place, comment_id: known.id, body })
  return { url: data.html_url, wasCreated: false }
}

/** Who the token belongs to, asked at most once and only when somebody needs it. */
export function createWhoAmI(client: GitHubClient): WhoAmI {
  let answer: Promise<number | null> | null = null
  return () => {
    answer ??= askForUser(client).catch((error: unknown) => {
      // What failed once is asked again: an outage passes.
      answer = null
      throw error
    })
    return answer
  }
}

async function askForUser(client: GitHubClient): Promise<number | null> {
  try {
    return (await client.rest.users.getAuthenticated()).data.id
  } catch (error) {
    // The token of an app or of a job may not ask: it belongs to no person.
    if (isRequestFailure(error) && error.status === 403) return null
    throw error
  }
}

/**
 * Anybody can write the marker, so the author decides. A bot can comment only where it was installed by the owner, which
 * makes a bot's comment with our marker ours; a person's is ours only if the token is that person's.
 */
export async function findOwnComment(
  client: GitHubClient,
  place: RepositoryName,
  { pullRequest, marker }: Omit<StickyComment, 'body'>,
  whoAmI: WhoAmI,
): Promise<Comment | null> {
  const query = { ...place, issue_number: pullRequest, per_page: 100 }
  const all: Comment[] = await client.paginate(client.rest.issues.listComments, query)
  const marked = all
    .filter(({ body }) => hasFinalMarker(body ?? '', marker))
    .toSorted((one, other) => one.id - other.id)
  const byBot = marked.find(({ user }) => user?.type === 'Bot')
  if (byBot !== undefined || marked.length === 0) return byBot ?? null
  const ownId = await whoAmI()
  return marked.find(({ user }) => user !== null && user.id === ownId) ?? null
}

function hasFinalMarker(body: string, marker: string): boolean {
  return body.trimEnd().split(/\r?\n/u).at(-1) === marker
}

function withMarker({ body, marker }: StickyComment): string {
  return hasFinalMarker(body, marker) ? body : `${body.trimEnd()}\n\n${marker}`
}
