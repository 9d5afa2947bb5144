import { join } from 'node:path'
import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { issueCommentEvent, workflowDispatchEvent } from '../fakes/events.ts'
import { pushBook } from '../fakes/github-server/activities.ts'
import { startGitHubServer, type GitHubServer } from '../fakes/github-server/start-github-server.ts'
import type { Account, CheckRunState, CommentState, RepositoryState } from '../fakes/github-server/state.ts'
import { workflowBook } from '../fakes/github-server/workflow-runs.ts'
import { pullNumber, type Scenario } from './scenario.ts'

const write = { actions: 'write', checks: 'write', pull_requests: 'write', contents: 'write' } as const
export const tokens = {
  'tok-all': write,
} as const

export type Bench = AsyncDisposable & { readonly server: GitHubServer; readonly newPlace: () => CommandPlace }

/** A repository on the fake GitHub with the pull request of the scenario, for one test alone. */
export type CommandPlace = {
  readonly state: RepositoryState
  readonly dispatches: ReturnType<typeof workflowBook>['dispatches']
  /** Somebody comments, and the workflow of comments runs the built action. */
  readonly say: (body: string, options?: SayOptions) => Promise<Said>
  /** Runs the built action as the workflow does that a command has started. */
  readonly dispatched: (options: DispatchedOptions) => Promise<ActionRun>
  readonly failedCheck: () => CheckRunState
}

/** Where the bare repository `hub.git` lies, the action, and the tip of the default branch. */
export type BenchGround = Pick<Scenario, 'folder' | 'actionYml' | 'baseCommit'>

export type SayOptions = {
  /** An issue that is no pull request; absent: the pull request. */
  readonly issue?: number
  readonly author?: Account
  readonly token?: keyof typeof tokens
  readonly createdAt?: string
  readonly inputs?: Readonly<Record<string, string>>
  readonly isProcess?: boolean
}
export type Said = { readonly run: ActionRun; readonly comment: CommentState }

export type DispatchedOptions = {
  readonly inputs: Readonly<Record<string, string>>
  readonly with: Readonly<Record<string, string>>
  readonly runId?: number
  readonly attempt?: number
  readonly cwd?: string
  readonly isProcess?: boolean
}

export const maria: Account = { id: 31, login: 'maria', type: 'User' }
const places = 40

/** One GitHub for all tests of a file, each with a repository of its own. */
export async function startBench(scenario: BenchGround, headCommit: string): Promise<Bench> {
  const gitPath = join(scenario.folder, 'hub.git')
  const side = { head: { sha: headCommit }, base: { sha: scenario.baseCommit } }
  const server = await startGitHubServer({
    tokens,
    repositories: Array.from({ length: places }, (_, index) => ({
      owner: 'lab',
      name: `pipeline-${index}`,
      gitPath,
      collaborators: { maria: 'write', rita: 'read' },
      pulls: [{ number: pullNumber, ...side }],
    })),
  })
  let used = 0
  return {
    server,
    newPlace() {
      const state = server.state.repositories[used++]
      if (!state) throw new Error(`only ${places} places`)
      pushBook(state).push({ branch: 'feature', after: headCommit, at: '2026-01-01T11:00:00Z' })
      for (const name of ['run', 'refresh', 'bisect']) workflowBook(state).workflows.add(`warpgauge-${name}.yml`)
      return placeOf({ server, scenario, state, headCommit })
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

type Ground = {
  readonly server: GitHubServer
  readonly scenario: BenchGround
  readonly state: RepositoryState
  readonly headCommit: string
}

function placeOf(ground: Ground): CommandPlace {
  const { state, headCommit } = ground
  return {
    state,
    dispatches: workflowBook(state).dispatches,
    say: (body, options = {}) => say(ground, body, options),
    dispatched: (options) => runDispatched(ground, options),
    failedCheck() {
      const check = failedCheckOn(headCommit)
      state.checkRuns.push(check)
      return check
    },
  }
}

async function say({ server, scenario, state }: Ground, body: string, options: SayOptions): Promise<Said> {
  const { author = maria, token = 'tok-all', createdAt = '2026-01-01T12:00:00Z', issue, isProcess = false } = options
  const issueNumber = issue ?? pullNumber
  if (issue !== undefined) state.issues.push(anIssue(issue, author))
  const id = server.state.nextId++
  const times = { createdAt, updatedAt: createdAt }
  const comment = { id, issueNumber, author, app: null, reactions: [], body, ...times }
  state.comments.push(comment)
  const run = await runAction({
    actionYml: scenario.actionYml,
    isProcess,
    inputs: { token, ...options.inputs },
    env: { GITHUB_SHA: scenario.baseCommit },
    event: issueCommentEvent({
      repository: state,
      issue: issueNumber,
      comment: { id, body, createdAt },
      author,
      isPullRequest: issue === undefined,
    }),
    eventName: 'issue_comment',
    serverUrl: server.url,
  })
  return { run, comment }
}

function anIssue(number: number, author: Account): RepositoryState['issues'][number] {
  const createdAt = '2026-01-01T00:00:00Z'
  return { number, author, title: 'Slower', body: '', state: 'open', labels: [], createdAt }
}

async function runDispatched({ server, scenario, state }: Ground, options: DispatchedOptions): Promise<ActionRun> {
  const { inputs, runId = 1, attempt = 1, cwd, isProcess = false } = options
  return await runAction({
    actionYml: scenario.actionYml,
    isProcess,
    inputs: options.with,
    env: { GITHUB_SHA: scenario.baseCommit, GITHUB_RUN_ID: String(runId), GITHUB_RUN_ATTEMPT: String(attempt) },
    event: workflowDispatchEvent({ repository: state, inputs }),
    eventName: 'workflow_dispatch',
    serverUrl: server.url,
    ...(cwd !== undefined && { cwd }),
  })
}

function failedCheckOn(headSha: string): CheckRunState {
  const at = '2026-01-01T11:30:00Z'
  return {
    id: 4711,
    app: { id: 15368, slug: 'github-actions' },
    headSha,
    suiteId: 1,
    name: 'warpgauge',
    externalId: 'warpgauge:3 7/main failure 77.1',
    detailsUrl: 'https://github.com/lab/pipeline/actions/runs/77',
    status: 'completed',
    conclusion: 'failure',
    startedAt: at,
    completedAt: at,
    title: 'Failed · warpgauge: end-to-end/predict got slower: wall_time +30.0 %',
    summary: 'The report.',
    text: null,
    annotations: [],
  }
}
