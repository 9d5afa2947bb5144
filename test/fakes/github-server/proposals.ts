import { findCommit } from './commits.ts'
import { renderPull } from './pulls.ts'
import { notFound, refusal } from './route.ts'
import type { Call, Reply, Route } from './route.ts'
import { createPull } from './state.ts'

/** Pull requests that are opened and changed. */
export const proposalRoutes: Record<string, Route> = {
  'pulls/create': { permissions: ['pull_requests:write'], answer: openPull },
  'pulls/update': { permissions: ['pull_requests:write'], answer: updatePull },
}

async function openPull(call: Call): Promise<Reply> {
  const { repository, input } = call
  const [head, base] = [String(input['head']), String(input['base'])]
  const tips = [await findCommit(repository, head), await findCommit(repository, base)]
  const [headSha, baseSha] = tips
  if (!headSha || !baseSha) return invalid(headSha ? 'base' : 'head', 'invalid')
  if (headSha === baseSha) return custom(`No commits between ${base} and ${head}`)
  const isOpen = repository.pulls.some(
    (pull) => pull.state === 'open' && pull.head.ref === head && pull.base.ref === base,
  )
  if (isOpen) return custom(`A pull request already exists for ${repository.owner}:${head}.`)
  const numbers = [...repository.issues, ...repository.pulls].map(({ number }) => number)
  const sides = { head: { sha: headSha, ref: head }, base: { sha: baseSha, ref: base } }
  const pull = createPull(repository, {
    number: Math.max(0, ...numbers) + 1,
    title: String(input['title']),
    body: typeof input['body'] === 'string' ? input['body'] : null,
    author: call.caller.account,
    ...sides,
  })
  repository.pulls.push(pull)
  return { status: 201, body: renderPull(call, pull, 'pull-request') }
}

function updatePull(call: Call): Reply {
  const pull = call.repository.pulls.find(({ number }) => number === Number(call.params['pull_number']))
  if (pull === undefined) return notFound()
  const { title, body, state } = call.input
  if (typeof title === 'string') pull.title = title
  if (typeof body === 'string') pull.body = body
  if (state === 'open' || state === 'closed') pull.state = state
  return { status: 200, body: renderPull(call, pull, 'pull-request') }
}

function invalid(field: string, code: string): Reply {
  return refusal(422, 'Validation Failed', [{ resource: 'PullRequest', field, code }])
}

function custom(message: string): Reply {
  return refusal(422, `Validation Failed: ${JSON.stringify({ resource: 'PullRequest', code: 'custom', message })}`, [
    { resource: 'PullRequest', code: 'custom', message },
  ])
}
