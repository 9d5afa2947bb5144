import { handleComment, type CommandModePorts } from '../../src/modes/command.ts'
import { base, bot, connect, head, repositoryOf, silent } from './connected-github.ts'
import { pushBook } from './github-server/activities.ts'
import { startGitHubServer } from './github-server/start-github-server.ts'
import type { GitHubServer } from './github-server/start-github-server.ts'
import type { GitHubServerOptions } from './github-server/server-options.ts'
import { takeId, type Account, type CheckRunState, type CommentState } from './github-server/state.ts'
import { workflowBook } from './github-server/workflow-runs.ts'

const trusted = 'd'.repeat(40)
/** Of a fork: GitHub serves it from this repository too. */
export const forked = 'f'.repeat(40)
export const release = 'e'.repeat(40)
export const maria: Account = { id: 31, login: 'maria', type: 'User' }
const failedTitle = 'Failed · warpgauge: end-to-end/predict got slower: wall_time +30.0 %'

const config = `version: 1
pipeline:
  name: predict
  command: [node, p.mjs, "{dataset}", --output-dir, "{output}"]
  proof: { results: { path: "{output}/results.csv" } }
datasets: { small: { preset: small } }
revisions: { base: { ref: merge-base } }
suites:
  end-to-end: { run: { dataset: small } }
  revision: { run: { dataset: small }, against: [base] }
commands: { roles: { accept: maintain } }
`

const full = { actions: 'write', checks: 'write', pull_requests: 'write', issues: 'write', contents: 'read' } as const

export type Commented = GitHubServer & {
  /** Somebody writes a comment on pull request 7, half an hour after its head arrived. */
  readonly write: (body: string, author?: Account, more?: Partial<CommentState>) => CommentState
  /** Handles the comment as the job of the event does. */
  readonly obey: (comment: CommentState, options?: ObeyOptions) => Promise<string | null>
  readonly fail: (title?: string, more?: Partial<CheckRunState>) => void
}

export type ObeyOptions = {
  readonly token?: string
  readonly isRerun?: boolean
  readonly isPullRequest?: boolean
  /** The body in the event, when it is another one than the comment has by now. */
  readonly body?: string
  readonly now?: Date
}

/** A GitHub with pull request 7, whose head was pushed at noon, and workflows that can be started. */
export async function startCommented(options: Partial<GitHubServerOptions> = {}): Promise<Commented> {
  const server = await startGitHubServer({
    repositories: [
      {
        owner: 'acme',
        name: 'pipeline',
        commits: [trusted, release, head, base, forked, 'v1.0'],
        files: { [`${trusted}:.github/warpgauge.yml`]: config },
        mergeBases: {
          'v1.0...v1.0': release,
          [`${trusted}...${release}`]: release,
          [`${trusted}...${forked}`]: base,
          [`${forked}...${forked}`]: forked,
          [`${release}...${release}`]: release,
          [`${base}...${head}`]: base,
        },
        pulls: [{ number: 7, head: { sha: head }, base: { sha: base } }],
        issues: [{ number: 8, author: maria, title: 'Slow', body: '', state: 'open', labels: [], createdAt: '' }],
        collaborators: { maria: 'maintain', wendy: 'write', tom: 'triage', rita: 'read' },
      },
    ],
    tokens: {
      writer: full,
      'no-actions': { ...full, actions: 'read' },
      'no-comments': { ...full, pull_requests: 'read', issues: 'read' },
      'no-checks': { ...full, checks: 'read' },
    },
    ...options,
  })
  const repository = repositoryOf(server)
  for (const name of ['run', 'refresh', 'bisect']) workflowBook(repository).workflows.add(`warpgauge-${name}.yml`)
  pushBook(repository).push({ branch: 'feature', after: head, at: '2026-01-01T12:00:00Z' })
  return Object.assign(server, {
    write: writeComment.bind(null, server),
    obey: obey.bind(null, server),
    fail: addFailedCheck.bind(null, server),
  })
}

function writeComment(
  server: GitHubServer,
  body: string,
  author = maria,
  more: Partial<CommentState> = {},
): CommentState {
  const at = '2026-01-01T12:30:00Z'
  const id = takeId(server.state)
  const comment = { id, issueNumber: 7, app: null, createdAt: at, updatedAt: at, reactions: [], body, author, ...more }
  repositoryOf(server).comments.push(comment)
  return comment
}

async function obey(server: GitHubServer, comment: CommentState, options: ObeyOptions = {}): Promise<string | null> {
  const { token = 'writer', isRerun = false, isPullRequest = true, body = comment.body } = options
  const isByPerson = comment.author.type === 'User'
  const event = { id: comment.id, body, isNew: true, isByPerson, issue: comment.issueNumber, isPullRequest }
  const request = { event, trustedCommit: trusted, configPath: '.github/warpgauge.yml', isRerun }
  return await handleComment(request, portsOf(server, token, options.now))
}

function portsOf(server: GitHubServer, token: string, now = new Date('2026-01-02T00:00:00Z')): CommandModePorts {
  return { gitHub: connect(server, { token }), clock: { now: () => now }, logger: silent }
}

function addFailedCheck(server: GitHubServer, title = failedTitle, more: Partial<CheckRunState> = {}): void {
  repositoryOf(server).checkRuns.push({
    id: takeId(server.state),
    app: { id: 15368, slug: 'github-actions' },
    headSha: head,
    suiteId: 1,
    name: 'warpgauge',
    externalId: 'warpgauge:3 7/main failure 77.1',
    detailsUrl: 'https://github.com/acme/pipeline/actions/runs/77',
    status: 'completed',
    conclusion: 'failure',
    startedAt: '2026-01-01T12:10:00Z',
    completedAt: '2026-01-01T12:20:00Z',
    title,
    summary: 'The report.',
    text: null,
    annotations: [],
    ...more,
  })
}

/** Reactions to a comment, in the order in which they came. */
export const reactionsTo = ({ reactions }: CommentState): string[] => reactions.map(({ content }) => content)

/** What our one comment says. */
export function answerIn(server: GitHubServer): string {
  return repositoryOf(server)
    .comments.filter(({ author }) => author.id === bot.id)
    .map(({ body }) => body)
    .join('\n---\n')
}
