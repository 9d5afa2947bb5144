import { apiAddress, render, renderAccount, renderApp, webAddress } from './rendering.ts'
import type { Overlay } from './schema-sample.ts'
import { notFound, paginate } from './route.ts'
import type { Call, Reply, Route } from './route.ts'
import { takeId } from './state.ts'
import type { CommentState } from './state.ts'

const write: Route['permissions'] = ['pull_requests:write', 'issues:write']
const read: Route['permissions'] = ['pull_requests:read', 'issues:read']

/** Comments on issues and pull requests, and the reactions to them. */
export const commentRoutes: Record<string, Route> = {
  'issues/list-comments': { permissions: read, answer: listComments },
  'issues/create-comment': { permissions: write, answer: createComment },
  'issues/get-comment': {
    permissions: read,
    answer: (call) => withComment(call, (comment) => ({ status: 200, body: renderComment(call, comment) })),
  },
  'issues/update-comment': {
    permissions: write,
    answer: (call) => withComment(call, (comment) => updateComment(call, comment)),
  },
  'issues/delete-comment': {
    permissions: write,
    answer: (call) => withComment(call, (comment) => deleteComment(call, comment)),
  },
  'reactions/create-for-issue-comment': {
    permissions: write,
    answer: (call) => withComment(call, (comment) => react(call, comment)),
  },
  'reactions/list-for-issue-comment': {
    permissions: read,
    answer: (call) => withComment(call, (comment) => listReactions(call, comment)),
  },
}

function listComments(call: Call): Reply {
  const number = Number(call.params['issue_number'])
  if (!isKnown(call, number)) return notFound()
  const page = paginate(
    call,
    call.repository.comments.filter((comment) => comment.issueNumber === number),
  )
  return { status: 200, body: page.items.map((comment) => renderComment(call, comment)), headers: page.headers }
}

function createComment(call: Call): Reply {
  const issueNumber = Number(call.params['issue_number'])
  if (!isKnown(call, issueNumber)) return notFound()
  const now = new Date().toISOString()
  const { account: author, app } = call.caller
  const body = String(call.input['body'])
  const comment = {
    id: takeId(call.state),
    issueNumber,
    author,
    app,
    createdAt: now,
    updatedAt: now,
    body,
    reactions: [],
  }
  call.repository.comments.push(comment)
  return { status: 201, body: renderComment(call, comment), headers: { location: addressOf(call, comment) } }
}

function updateComment(call: Call, comment: CommentState): Reply {
  comment.body = String(call.input['body'])
  comment.updatedAt = new Date().toISOString()
  return { status: 200, body: renderComment(call, comment) }
}

function deleteComment(call: Call, comment: CommentState): Reply {
  call.repository.comments.splice(call.repository.comments.indexOf(comment), 1)
  return { status: 204 }
}

function react(call: Call, comment: CommentState): Reply {
  const content = String(call.input['content'])
  const author = call.caller.account
  const known = comment.reactions.find((reaction) => reaction.content === content && reaction.author.id === author.id)
  const reaction = known ?? { id: takeId(call.state), content, author }
  if (known === undefined) comment.reactions.push(reaction)
  return { status: known === undefined ? 201 : 200, body: renderReaction(call, reaction) }
}

function listReactions(call: Call, comment: CommentState): Reply {
  const { content } = call.query
  const page = paginate(
    call,
    comment.reactions.filter((reaction) => content === undefined || reaction.content === content),
  )
  return { status: 200, body: page.items.map((reaction) => renderReaction(call, reaction)), headers: page.headers }
}

function renderReaction(call: Call, reaction: CommentState['reactions'][number]): Overlay {
  return render(call, 'reaction', {
    id: reaction.id,
    content: reaction.content,
    user: renderAccount(call, reaction.author),
  })
}

function withComment(call: Call, answer: (comment: CommentState) => Reply): Reply {
  const comment = call.repository.comments.find(({ id }) => id === Number(call.params['comment_id']))
  return comment === undefined ? notFound() : answer(comment)
}

function isKnown({ repository }: Call, issueNumber: number): boolean {
  return [...repository.pulls, ...repository.issues].some(({ number }) => number === issueNumber)
}

function addressOf(call: Call, comment: CommentState): string {
  return apiAddress(call, `issues/comments/${comment.id}`)
}

function renderComment(call: Call, comment: CommentState): Overlay {
  const isPull = call.repository.pulls.some(({ number }) => number === comment.issueNumber)
  const page = `${isPull ? 'pull' : 'issues'}/${comment.issueNumber}#issuecomment-${comment.id}`
  return render(call, 'issue-comment', {
    id: comment.id,
    url: addressOf(call, comment),
    html_url: webAddress(call, page),
    issue_url: apiAddress(call, `issues/${comment.issueNumber}`),
    user: renderAccount(call, comment.author),
    performed_via_github_app: comment.app === null ? null : renderApp(call, comment.app),
    body: comment.body,
    created_at: comment.createdAt,
    updated_at: comment.updatedAt,
  })
}
