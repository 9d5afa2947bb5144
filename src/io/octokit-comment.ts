import { keepAnswers } from '../domain/comment-answers.ts'
import { isRequestFailure } from './octokit-error.ts'
import type { GitHubClient } from './octokit-client.ts'

type Place = { readonly owner: string; readonly repo: string }

type Written = { readonly url: string; readonly wasCreated: boolean }

type Comment = {
  readonly id: number
  readonly html_url: string
  readonly body?: string
  readonly user: { readonly id: number; readonly type: string } | null
}

/** The comment that is to be there: `marker` is its last line and finds it again. */
export type StickyComment = { readonly pullRequest: number; readonly marker: string; readonly body: string }

/** Asks once who the token belongs to; null when it is an app's. */
export type WhoAmI = () => Promise<number | null>

/** Updates our oldest comment with the marker on the pull request, or creates it. Throws the client's own errors. */
export async function upsertComment(
  client: GitHubClient,
  place: Place,
  comment: StickyComment,
  whoAmI: WhoAmI,
): Promise<Written> {
  const text = withMarker(comment)
  const known = await findOwnComment(client, place, comment, whoAmI)
  if (known === null) {
    const { data } = await client.rest.issues.createComment({ ...place, issue_number: comment.pullRequest, body: text })
    return { url: data.html_url, wasCreated: true }
  }
  const body = keepAnswers(known.body ?? '', text, comment.marker)
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
  place: Place,
  { pullRequest, marker }: Omit<StickyComment, 'body'>,
  whoAmI: WhoAmI,
): Promise<Comment | null> {
  const query = { ...place, issue_number: pullRequest, per_page: 100 }
  const all: Comment[] = await client.paginate(client.rest.issues.listComments, query)
  const marked = all
    .filter(({ body }) => endsWithMarker(body ?? '', marker))
    .toSorted((one, other) => one.id - other.id)
  const byBot = marked.find(({ user }) => user?.type === 'Bot')
  if (byBot !== undefined || marked.length === 0) return byBot ?? null
  const ownId = await whoAmI()
  return marked.find(({ user }) => user !== null && user.id === ownId) ?? null
}

function endsWithMarker(body: string, marker: string): boolean {
  return body.trimEnd().split(/\r?\n/u).at(-1) === marker
}

function withMarker({ body, marker }: StickyComment): string {
  return endsWithMarker(body, marker) ? body : `${body.trimEnd()}\n\n${marker}`
}
