import { createServer } from 'node:http'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFailureQueue } from './failures.ts'
import type { FailureRule } from './failures.ts'
import { createOperationRouter } from './operation-router.ts'
import { answerRequest } from './request-answer.ts'
import type { Rig } from './request-answer.ts'
import { sendReply } from './reply-sender.ts'
import { createSchemaValidator } from './schema-validator.ts'
import { createState } from './state.ts'
import type { GitHubState } from './state.ts'
import type { GitHubServerOptions, LoggedRequest, Violation } from './server-options.ts'

export interface GitHubServer extends AsyncDisposable {
  /** Base address of the API, prefix included: the value of GITHUB_API_URL. */
  readonly url: string
  readonly requests: readonly LoggedRequest[]
  readonly violations: readonly Violation[]
  readonly state: GitHubState
  failNext(rule: FailureRule): void
}

let description: Pick<Rig, 'router' | 'validate'> | null = null

/** What all servers of a process share; schemas are compiled once. */
function readDescription(): Pick<Rig, 'router' | 'validate'> {
  const router = createOperationRouter()
  const roots = [router.operations, { $ref: '#/components/schemas/basic-error' }]
  return { router, validate: createSchemaValidator(roots) }
}

/** A GitHub on 127.0.0.1 that keeps state and checks every request and answer by GitHub's own description. */
export async function startGitHubServer(options: GitHubServerOptions): Promise<GitHubServer> {
  description ??= readDescription()
  const rig: Rig = {
    ...description,
    state: createState(options.repositories),
    failures: createFailureQueue(),
    tokens: options.tokens,
    pathPrefix: options.pathPrefix ?? '',
    onRequest: options.onRequest ?? (() => {}),
    origin: '',
    requests: [],
    violations: [],
    startedMs: performance.now(),
  }
  const server = createServer((request, response) => void handle(rig, request, response))
  rig.origin = await listen(server)
  const { requests, violations, state } = rig
  const url = `${rig.origin}${rig.pathPrefix}`
  const failNext = (rule: FailureRule): void => rig.failures.add(rule)
  return { url, requests, violations, state, failNext, [Symbol.asyncDispose]: () => close(server) }
}

async function handle(rig: Rig, request: IncomingMessage, response: ServerResponse): Promise<void> {
  try {
    await sendReply(response, await answerRequest(rig, request, await readBody(request)), rig.pathPrefix !== '')
  } catch (error) {
    rig.violations.push({ kind: 'answer', operation: `${request.method} ${request.url}`, problems: [String(error)] })
    response.destroy()
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function listen(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))
  })
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}
