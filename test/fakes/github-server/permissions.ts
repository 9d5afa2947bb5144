import { refusal } from './route.ts'
import type { Caller, Reply, Route } from './route.ts'
import { actionsApp } from './state.ts'
import type { Area, Permission, TokenOptions } from './token-options.ts'

/** The owner of the token in an Authorization header, or the refusal GitHub gives. */
export function authenticate(
  authorization: string | undefined,
  tokens: Readonly<Record<string, TokenOptions>>,
): Caller | Reply {
  const token = /^(?:token|bearer) (\S+)$/iu.exec(authorization ?? '')?.[1]
  if (token === undefined) return refusal(401, 'Requires authentication')
  const options = tokens[token]
  if (options === undefined) return refusal(401, 'Bad credentials')
  if (options.user !== undefined) return { account: { ...options.user, type: 'User' }, app: null, options }
  const app = options.app ?? actionsApp
  return { account: { id: 41_000_000 + app.id, login: `${app.slug}[bot]`, type: 'Bot' }, app, options }
}

/** The 403 for a caller without the permission that the route needs; null when it may pass. */
export function refuseMissingPermission(caller: Caller, route: Route): Reply | null {
  if (route.permissions.length === 0 || route.permissions.some((permission) => has(caller, permission))) return null
  const subject = caller.app === null ? 'personal access token' : 'integration'
  const headers = { 'x-accepted-github-permissions': route.permissions.join('; ').replaceAll(':', '=') }
  return { ...refusal(403, `Resource not accessible by ${subject}`), headers }
}

function has(caller: Caller, permission: Permission): boolean {
  const [area, level] = permission.split(':') as [Area, 'read' | 'write']
  const granted = caller.options[area]
  return granted === 'write' || (granted === 'read' && level === 'read')
}
