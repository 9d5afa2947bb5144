import { startGitHubServer } from './github-server/start-github-server.ts'
import type { GitHubServer } from './github-server/start-github-server.ts'
import type { GitHubServerOptions } from './github-server/server-options.ts'

export const head = 'a'.repeat(40)
export const base = 'b'.repeat(40)
const write = { checks: 'write', pull_requests: 'write', issues: 'write', contents: 'read' } as const

export function startServer(options: Partial<GitHubServerOptions> = {}): Promise<GitHubServer> {
  return startGitHubServer({
    repositories: [
      {
        owner: 'acme',
        name: 'pipeline',
        pulls: [{ number: 7, head: { sha: head }, base: { sha: base } }],
        collaborators: { maria: 'maintain', tom: 'triage' },
      },
    ],
    tokens: {
      writer: write,
      reader: { checks: 'read', contents: 'read' },
      other: { ...write, app: { id: 99, slug: 'other-app' } },
      person: { ...write, user: { id: 31, login: 'maria' } },
    },
    ...options,
  })
}

/** The properties of answers that the tests read one by one. */
type Data = {
  readonly id: number
  readonly message: string
  readonly body: string
  readonly state: string
  readonly content: string
  readonly total_count: number
  readonly files: unknown
}

export type Answer = { readonly status: number; readonly data: Data; readonly headers: Headers }

export async function ask(
  server: GitHubServer,
  route: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const [method = 'GET', path = ''] = route.split(' ')
  const response = await fetch(`${server.url}${path.replace('REPO', '/repos/acme/pipeline')}`, {
    method,
    headers: { authorization: 'Bearer writer', 'user-agent': 'test', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { status: response.status, data: (isJson ? JSON.parse(text) : text) as Data, headers: response.headers }
}

export const goodCheck = { name: 'gpu', head_sha: head, status: 'in_progress', output: { title: 'T', summary: 'S' } }
export const annotation = { path: 'a', start_line: 1, end_line: 1, annotation_level: 'notice', message: 'm' }
