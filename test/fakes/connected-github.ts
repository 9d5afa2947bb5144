import { EnvironmentError } from '../../src/domain/core/errors.ts'
import type { GitHubOptions } from '../../src/io/github/connection.ts'
import type { CheckState } from '../../src/domain/check/check-entry.ts'
import { GitHub } from '../../src/io/github/github.ts'
import type { Logger } from '../../src/ports/logger.ts'
import { startGitHubServer, type GitHubServer } from './github-server/start-github-server.ts'
import type { GitHubServerOptions } from './github-server/server-options.ts'
import type { Account, CommentState, RepositoryState } from './github-server/state.ts'

export const head = 'a'.repeat(40)
export const base = 'b'.repeat(40)
export const marker = '<!-- warpgauge: report -->'
const write = { checks: 'write', pull_requests: 'write', contents: 'read' } as const
export const bot: Account = { id: 41_015_368, login: 'github-actions[bot]', type: 'Bot' }
export const stranger: Account = { id: 666, login: 'mallory', type: 'User' }

export function startAcme(options: Partial<GitHubServerOptions> = {}): Promise<GitHubServer> {
  return startGitHubServer({
    repositories: [
      { owner: 'acme', name: 'pipeline', pulls: [{ number: 7, head: { sha: head }, base: { sha: base } }] },
    ],
    tokens: {
      writer: write,
      reader: { contents: 'read', checks: 'read', pull_requests: 'read' },
      app: { ...write, app: { id: 99, slug: 'warpgauge-app' } },
      person: { ...write, user: { id: 31, login: 'maria' } },
      nothing: {},
    },
    ...options,
  })
}

export const silent: Logger = { debug() {}, info() {}, notice() {}, warning() {}, error() {} }

export function connect(server: Pick<GitHubServer, 'url'>, options: Partial<GitHubOptions> = {}) {
  const place = { token: 'writer', apiUrl: server.url, owner: 'acme', repo: 'pipeline', logger: silent }
  return new GitHub({ ...place, throttle: { isPaced: false, secondMs: 5 }, retryDelayMs: 5, ...options })
}

/** A check as it is written, whatever it says already. */
type WrittenCheck = {
  readonly name: string
  readonly headCommit: string
  readonly externalId: string
  readonly detailsUrl: string | null
  readonly title: string
  readonly summary: string
  readonly state: CheckState
}

/** Writes a check as it is, without a look at what it holds. */
export async function upsertCheck(gitHub: GitHub, check: WrittenCheck) {
  const { name, headCommit, title, summary, ...rest } = check
  const decide = () => Promise.resolve({ ...rest, output: { title, summary } })
  return await gitHub.changeCheckRun({ name, headCommit }, decide, { waits: check.state.status === 'completed' })
}

export function aCheck(overrides: Partial<WrittenCheck> = {}): WrittenCheck {
  return {
    name: 'warpgauge / scaling',
    headCommit: head,
    externalId: 'warpgauge:3 7/main open 1.1',
    detailsUrl: 'https://github.com/acme/pipeline/actions/runs/1',
    title: 'Measuring',
    summary: 'Two GPUs',
    state: { status: 'in_progress' },
    ...overrides,
  }
}

export const done = { status: 'completed', conclusion: 'failure' } as const

export function repositoryOf(server: GitHubServer): RepositoryState {
  return server.state.repositories[0]!
}

export function addComment(
  server: GitHubServer,
  comment: Partial<CommentState> & { body: string; author: Account },
): CommentState {
  const now = '2026-01-01T00:00:00Z'
  const id = server.state.nextId++
  const added = { id, issueNumber: 7, app: null, createdAt: now, updatedAt: now, reactions: [], ...comment }
  repositoryOf(server).comments.push(added)
  return added
}

export const routesOf = (server: GitHubServer): string[] =>
  server.requests.map(({ operation, status }) => `${operation} ${status}`)

/** The EnvironmentError that a call fails with; any other end is an error of the test. */
export async function refusalOf(promise: Promise<unknown>): Promise<EnvironmentError> {
  const error = await promise.then(
    () => null,
    (reason: unknown) => reason,
  )
  if (error instanceof EnvironmentError) return error
  throw new Error('The call was not refused by an EnvironmentError', { cause: error })
}
