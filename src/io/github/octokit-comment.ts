import { hasFinalMarker } from '../../domain/check/final-marker.ts'
import { keepAnswers } from '../../domain/commands/comment-answers.ts'
import { isRequestFailure } from './octokit-error.ts'
import type { GitHubClient, RepositoryName } from './octokit-client.ts'

type CommentResult = { readonly url: string; readonly wasCreated: boolean }

type Comment = {
  readonly id: number
  readonly html_url: string
  readonly body?: string
  readonly user: { readonly id: number; readonly login: string; readonly type: string } | null
}

/** The comment to create or update; `marker` is its last line and identifies it. */
export type StickyComment = {
  readonly pullRequest: number
  readonly marker: string
  readonly body: string
  /**
   * No comment existed a moment ago, so skip the first search. The search after the create finds a concurrent comment.
   */
  readonly isFirst?: boolean
}

/** The author of own comments. */
export type WhoAmI = {
  /** The user id of the token, requested once; null for an app token. */
  readonly askUser: () => Promise<number | null>
  /** The login of the app that wrote the own check; null: not known yet. */
  bot: string | null
}

/** Updates the oldest comment of warpgauge with this marker, or creates it. Throws the client's own errors. */
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

/** Result of `createOrYield`. `yieldedTo`: the older comment of another job; the new comment was deleted. */
type CommentCreation = { readonly url: string; readonly yieldedTo: Comment | null }

/**
 * Creates the comment. GitHub has no conditional create, so this searches again afterwards: when two jobs created a
 * comment concurrently, the newer one is deleted.
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
  // Read again, to minimize the time between reading the comment and updating it.
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

/** Requests the user of the token at most once, when first needed. */
export function createWhoAmI(client: GitHubClient): WhoAmI {
  let answer: Promise<number | null> | null = null
  const askUser = () => {
    answer ??= askForUser(client).catch((error: unknown) => {
      // A failed request is repeated on the next call.
      answer = null
      throw error
    })
    return answer
  }
  return { askUser, bot: null }
}

async function askForUser(client: GitHubClient): Promise<number | null> {
  try {
    return (await client.rest.users.getAuthenticated()).data.id
  } catch (error) {
    // Tokens of apps and jobs get 403: they belong to no user.
    if (isRequestFailure(error) && error.status === 403) return null
    throw error
  }
}

/**
 * The author decides, because anyone can write the marker, and another bot may quote the report. A comment of the app
 * that wrote the check counts; while that is unknown, one of GitHub Actions, then of any bot. A user's comment counts
 * only if the token belongs to that user.
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
  const byBots = marked.filter(({ user }) => user?.type === 'Bot')
  const byApp = byBots.find(({ user }) => user?.login === (whoAmI.bot ?? 'github-actions[bot]'))
  const byBot = whoAmI.bot === null ? (byApp ?? byBots[0]) : byApp
  if (byBot !== undefined || marked.length === 0) return byBot ?? null
  const ownId = await whoAmI.askUser()
  return marked.find(({ user }) => user !== null && user.id === ownId) ?? null
}

function withMarker({ body, marker }: StickyComment): string {
  return hasFinalMarker(body, marker) ? body : `${body.trimEnd()}\n\n${marker}`
}
