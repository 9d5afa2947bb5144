import { fullNameOf, render, renderAccount, webAddress } from './rendering.ts'
import { notFound, refusal } from './route.ts'
import type { Call, Reply, Route } from './route.ts'

/** The caller, the repository and who may do what in it. */
export const accountRoutes: Record<string, Route> = {
  'users/get-authenticated': { permissions: [], answer: getUser },
  'rate-limit/get': {
    permissions: [],
    answer: (call) => ({ status: 200, body: render(call, 'rate-limit-overview', {}) }),
  },
  'repos/get': { permissions: [], answer: getRepository },
  'repos/get-collaborator-permission-level': { permissions: [], answer: getPermission },
}

function getUser(call: Call): Reply {
  const { account, app } = call.caller
  if (app !== null) return refusal(403, 'Resource not accessible by integration')
  return { status: 200, body: render(call, 'public-user', { ...account, user_view_type: 'public' }) }
}

function getRepository(call: Call): Reply {
  const { repository } = call
  const owner = renderAccount(call, { id: 70_000 + repository.id, login: repository.owner, type: 'User' })
  const identity = { id: repository.id, name: repository.name, full_name: fullNameOf(repository), owner }
  const overlay = { ...identity, private: repository.isPrivate, default_branch: repository.defaultBranch }
  return { status: 200, body: render(call, 'full-repository', { ...overlay, html_url: webAddress(call, '') }) }
}

/** `permission` knows four words only: triage shows as read, maintain as write. */
function getPermission(call: Call): Reply {
  const login = call.params['username'] ?? ''
  const role = call.repository.collaborators.get(login)
  if (role === undefined) return notFound()
  const permission = role === 'triage' ? 'read' : role === 'maintain' ? 'write' : role
  const user = { ...renderAccount(call, { id: 2, login, type: 'User' }), role_name: role }
  return {
    status: 200,
    body: render(call, 'repository-collaborator-permission', { permission, role_name: role, user }),
  }
}
