import { hasAnswer, withAnswer, type CommentAnswer } from '../../domain/commands/comment-answers.ts'
import { EnvironmentError } from '../../domain/core/errors.ts'
import type { IssueComments, PostedComment, Reaction } from '../../ports/issue-comments.ts'
import { createOrYield, createWhoAmI, findOwnComment, type WhoAmI } from './octokit-comment.ts'
import { returnNullIfMissing, type Connection } from './octokit-connection.ts'
import { repeatLostCreate } from './octokit-error.ts'

type AnswerRequest = { readonly issue: number; readonly marker: string; readonly answer: CommentAnswer }

type RawComment = {
  readonly id: number
  readonly html_url: string
  readonly body?: string
  readonly created_at: string
  readonly updated_at: string
  readonly user: { readonly login: string; readonly type: string } | null
  readonly performed_via_github_app?: object | null
}

const write = 'pull-requests: write'
const attempts = 5

/** Issue comments over the REST API. Every method throws an EnvironmentError that names the missing permission. */
export function createIssueComments(connection: Connection): IssueComments {
  const { client, place, ask, retryDelayMs, logger } = connection
  const whoAmI = createWhoAmI(client)
  return {
    readComment: (id) =>
      ask(`read the comment ${id}`, 'pull-requests: read', async () => {
        const found = await returnNullIfMissing(() => client.rest.issues.getComment({ ...place, comment_id: id }))
        return found && toComment(found.data)
      }),
    listComments: (issue) =>
      ask(`read the comments of #${issue}`, 'pull-requests: read', async () => {
        const query = { ...place, issue_number: issue, per_page: 100 }
        const all: RawComment[] = await client.paginate(client.rest.issues.listComments, query)
        return all.map(toComment)
      }),
    react: (comment, content) => addReaction(connection, comment, content),
    hasBotReaction: (comment, content) => readReaction(connection, comment, content),
    answer: (issue, marker, answer) =>
      ask(`answer on #${issue}`, write, () =>
        repeatLostCreate(() => writeAnswer(connection, { issue, marker, answer }, whoAmI), retryDelayMs, logger),
      ),
  }
}

/** GitHub returns the existing reaction for a duplicate, so a retry is safe. */
function addReaction({ client, place, ask, ...rest }: Connection, comment: number, content: Reaction): Promise<void> {
  const add = () => client.rest.reactions.createForIssueComment({ ...place, comment_id: comment, content })
  return ask('react to a comment', write, async () => {
    await repeatLostCreate(add, rest.retryDelayMs, rest.logger)
  })
}

function readReaction({ client, place, ask }: Connection, comment: number, content: Reaction): Promise<boolean> {
  return ask('read the reactions to a comment', 'pull-requests: read', async () => {
    const query = { ...place, comment_id: comment, content, per_page: 100 } as const
    const all: { readonly content: string; readonly user: { readonly type: string } | null }[] = await client.paginate(
      client.rest.reactions.listForIssueComment,
      query,
    )
    return all.some((reaction) => reaction.content === content && reaction.user?.type === 'Bot')
  })
}

/**
 * GitHub has no conditional update, so the comment is read back after the write. When another job has overwritten the
 * answer, it is added to the current text.
 */
async function writeAnswer(
  { client, place }: Connection,
  { issue, marker, answer }: AnswerRequest,
  whoAmI: WhoAmI,
): Promise<{ readonly url: string }> {
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const known = await findOwnComment(client, place, { pullRequest: issue, marker }, whoAmI)
    if (known !== null && hasAnswer(known.body ?? '', marker, answer)) return { url: known.html_url }
    const body = withAnswer(known?.body ?? '', marker, answer)
    if (known === null) await createOrYield(client, place, { pullRequest: issue, marker, body }, whoAmI)
    else await client.rest.issues.updateComment({ ...place, comment_id: known.id, body })
  }
  throw new EnvironmentError(
    `The answer on #${issue} was overwritten ${attempts} times`,
    'Run fewer workflows on one pull request at the same time.',
  )
}

function toComment(raw: RawComment): PostedComment {
  const isApp = raw.performed_via_github_app !== null && raw.performed_via_github_app !== undefined
  return {
    id: raw.id,
    url: raw.html_url,
    body: raw.body ?? '',
    createdAt: raw.created_at,
    isEdited: raw.updated_at !== raw.created_at,
    author: { login: raw.user?.login ?? '', isPerson: raw.user?.type === 'User' && !isApp },
  }
}
