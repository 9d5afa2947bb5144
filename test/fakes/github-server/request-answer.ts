import { appendFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { expect } from 'vitest'
import type { FailureAnswer, FailureQueue, FailureRule } from './failures.ts'
import type { Match, OperationRouter } from './operation-router.ts'
import { answerGraphql } from './graphql.ts'
import { authenticate, refuseMissingPermission } from './permissions.ts'
import type { TokenOptions } from './token-options.ts'
import type { Outcome } from './reply-sender.ts'
import { inspectReply, inspectRequest, parseBody } from './request-inspection.ts'
import { notFound, refusal } from './route.ts'
import type { Call, Caller, Reply } from './route.ts'
import type { SchemaValidator } from './schema-validator.ts'
import type { GitHubServerOptions, LoggedRequest, Violation } from './server-options.ts'
import type { GitHubState, RepositoryState } from './state.ts'

/** All that one server holds. */
export type Rig = {
  readonly router: OperationRouter
  readonly validate: SchemaValidator
  readonly state: GitHubState
  readonly failures: FailureQueue
  readonly tokens: Readonly<Record<string, TokenOptions>>
  readonly pathPrefix: string
  readonly onRequest: NonNullable<GitHubServerOptions['onRequest']>
  readonly requests: LoggedRequest[]
  readonly violations: Violation[]
  readonly startedMs: number
  origin: string
}

/** One request as it came in. */
type Incoming = {
  readonly url: URL
  readonly match: Match | null
  readonly query: Record<string, string>
  readonly body: string
  readonly headers: IncomingMessage['headers']
  readonly logged: LoggedRequest
}

/** Answers a request: first the failure rules, then what GitHub would check in its own order. */
export async function answerRequest(rig: Rig, request: IncomingMessage, body: string): Promise<Outcome> {
  const incoming = readIncoming(rig, request, body)
  rig.requests.push(incoming.logged)
  recordRequest(incoming.logged)
  await rig.onRequest(incoming.logged, rig.state)
  const rule = rig.failures.take(incoming.logged)
  const outcome = rule === null ? plain(await answerByRules(rig, incoming)) : await answerFailing(rig, incoming, rule)
  incoming.logged.status = outcome.isCutOff ? null : outcome.reply.status
  return outcome
}

/** A name for what GraphQL is asked for, which has no operations in GitHub's description. */
function queryName(path: string): string | null {
  return path.endsWith('/graphql') ? 'graphql/createCommitOnBranch' : null
}

/** `scripts/frozen` compares the requests of two commits. */
function recordRequest({ method, path, query, body }: LoggedRequest): void {
  const log = process.env['WARPGAUGE_REQUEST_LOG']
  if (!log) return
  const test = expect.getState().currentTestName ?? 'before the tests of a file'
  appendFileSync(log, `${JSON.stringify([test, method, path, query, body])}\n`)
}

const plain = (reply: Reply): Outcome => ({ reply, delayMs: 0, isCutOff: false })

function readIncoming(rig: Rig, request: IncomingMessage, body: string): Incoming {
  const url = new URL(request.url ?? '/', rig.origin)
  const method = request.method ?? 'GET'
  const isOurs = url.pathname.startsWith(`${rig.pathPrefix}/`)
  const path = isOurs ? url.pathname.slice(rig.pathPrefix.length) : url.pathname
  const match = isOurs ? rig.router.find(method, path) : null
  const query = Object.fromEntries(url.searchParams)
  const { headers } = request
  const logged = {
    method,
    path,
    query,
    body: parseBody(body) ?? body,
    hasAuthorization: headers.authorization !== undefined,
    headers,
    atMs: performance.now() - rig.startedMs,
    operation: match?.operation.id ?? queryName(path),
    status: null,
  }
  return { url, match, query, body, headers, logged }
}

async function answerFailing(rig: Rig, incoming: Incoming, { answer, hasTakenEffect }: FailureRule): Promise<Outcome> {
  const isOrdinary = answer.kind === 'slow' || answer.kind === 'cut-off'
  const hasEffect = hasTakenEffect ?? isOrdinary
  const ordinary = hasEffect ? await answerByRules(rig, incoming) : refusal(502, 'Server Error')
  return {
    reply: isOrdinary ? ordinary : failureReply(answer),
    delayMs: answer.kind === 'slow' ? answer.delayMs : 0,
    isCutOff: answer.kind === 'cut-off',
  }
}

function failureReply(answer: Exclude<FailureAnswer, { kind: 'slow' | 'cut-off' }>): Reply {
  switch (answer.kind) {
    case 'status':
      return refusal(answer.status, answer.message ?? 'Server Error')
    case 'secondary-limit':
      return secondaryLimit(answer.status ?? 403, answer.retryAfterSeconds)
    case 'rate-limit':
      return rateLimit(answer.resetAtSeconds)
    default:
      return answer satisfies never
  }
}

function secondaryLimit(status: number, retryAfterSeconds: number | undefined): Reply {
  const message = 'You have exceeded a secondary rate limit. Please wait a few minutes before you try again.'
  const headers = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }
  return { ...refusal(status, message), headers }
}

function rateLimit(resetAtSeconds: number): Reply {
  const headers = { 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(resetAtSeconds) }
  return { ...refusal(403, 'API rate limit exceeded for installation.'), headers }
}

async function answerByRules(rig: Rig, incoming: Incoming): Promise<Reply> {
  const { match, logged, headers } = incoming
  if (match === null && !isGraphql(rig, incoming)) return refuseUnknown(rig, logged)
  if (headers['user-agent'] === undefined) return refusal(403, 'Request forbidden by administrative rules.')
  if (!isKnownVersion(headers['x-github-api-version'])) return refusal(400, 'The API version is not supported.')
  const caller = authenticate(headers.authorization, rig.tokens)
  if (match === null) return 'status' in caller ? caller : await answerQuery(rig, incoming, caller)
  if ('status' in caller) return checked(rig, match, caller)
  const missing = refuseMissingPermission(caller, match.route)
  if (missing !== null && findRepository(rig.state, match.params) !== null) return checked(rig, match, missing)
  const problems = inspectRequest(rig.validate, match, incoming.query, incoming.body)
  if (problems.length > 0) return refuseInvalid(rig, match, problems)
  return checked(rig, match, await answerRoute(rig, incoming, match, caller))
}

/** On an Enterprise Server GraphQL lies beside the REST API. */
function isGraphql({ pathPrefix }: Rig, { url, logged }: Incoming): boolean {
  return logged.method === 'POST' && url.pathname === (pathPrefix === '' ? '/graphql' : '/api/graphql')
}

async function answerQuery(rig: Rig, { body }: Incoming, caller: Caller): Promise<Reply> {
  const { reply, violation } = await answerGraphql(rig.state, caller, parseBody(body) ?? {})
  if (violation !== null) rig.violations.push({ kind: 'request', operation: 'graphql', problems: [violation] })
  return reply
}

function isKnownVersion(version: string | readonly string[] | undefined): boolean {
  return version === undefined || version === '2022-11-28' || version === '2026-03-10'
}

async function answerRoute(rig: Rig, incoming: Incoming, match: Match, caller: Caller): Promise<Reply> {
  const repository = findRepository(rig.state, match.params)
  if (repository === null) return notFound()
  return await match.route.answer(toCall(rig, incoming, caller, repository))
}

/** A path without a repository still renders its addresses with the first one. */
function findRepository(state: GitHubState, params: Readonly<Record<string, string>>): RepositoryState | null {
  const [owner, name] = [params['owner']?.toLowerCase(), params['repo']?.toLowerCase()]
  const isNamed = (one: RepositoryState): boolean =>
    one.owner.toLowerCase() === owner && one.name.toLowerCase() === name
  return (owner === undefined ? state.repositories[0] : state.repositories.find(isNamed)) ?? null
}

function toCall(rig: Rig, incoming: Incoming, caller: Caller, repository: RepositoryState): Call {
  return {
    params: incoming.match?.params ?? {},
    query: incoming.query,
    input: parseBody(incoming.body) ?? {},
    accept: incoming.headers.accept ?? '',
    caller,
    state: rig.state,
    apiUrl: `${rig.origin}${rig.pathPrefix}`,
    webUrl: rig.pathPrefix === '' ? 'https://github.com' : rig.origin,
    requestUrl: incoming.url,
    repository,
  }
}

function refuseUnknown(rig: Rig, { method, path }: LoggedRequest): Reply {
  rig.violations.push({ kind: 'unknown-operation', operation: `${method} ${path}`, problems: ['nobody answers this'] })
  return refusal(501, `This GitHub does not know ${method} ${path}`)
}

function refuseInvalid(rig: Rig, match: Match, problems: readonly string[]): Reply {
  rig.violations.push({ kind: 'request', operation: match.operation.id, problems })
  return refusal(422, `Invalid request.\n\n${problems.join('\n')}`)
}

/** Our own answer must be one that GitHub could give. */
function checked(rig: Rig, match: Match, reply: Reply): Reply {
  const problems = inspectReply(rig.validate, match.operation, reply)
  if (problems.length === 0) return reply
  rig.violations.push({ kind: 'answer', operation: match.operation.id, problems })
  return refusal(500, `The rig answered wrongly: ${problems.join('; ')}`)
}
