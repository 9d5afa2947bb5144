import { mkdtempSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { runAction, type ActionRun, type ActionRunOptions } from '../fakes/actions-runner.ts'
import { workflowRunEvent } from '../fakes/events.ts'
import { startGitHubServer, type GitHubServer } from '../fakes/github-server/start-github-server.ts'
import type { CheckRunState, CommentState, RepositoryState } from '../fakes/github-server/state.ts'
import type { MeasuredFolder, RunFolders } from './run-folders.ts'
import { pullNumber, writeToken } from './scenario.ts'

export const marker = '<!-- warpgauge:warpgauge -->'
export const otherPull = 8
const forkId = 7777

/** Tokens that lack something, by what they have. */
export const tokens = {
  [writeToken]: { checks: 'write', pull_requests: 'write', contents: 'read' },
  'tok-contents': { contents: 'read' },
  'tok-checks': { checks: 'write' },
  'tok-no-comments': { checks: 'write', pull_requests: 'read', contents: 'read' },
} as const

export type PublishOptions = {
  /** Null: the input is not given. */
  readonly runFolder: string | null
  readonly of: MeasuredFolder
  readonly isFork?: boolean
  readonly token?: string | null
  readonly conclusion?: 'success' | 'failure' | 'cancelled'
  readonly attempt?: number
  readonly env?: Readonly<Record<string, string>>
  readonly entry?: 'main' | 'post'
  /** True: the memory of a process of its own is measured. */
  readonly isProcess?: boolean
}

export type Publication = {
  readonly run: ActionRun
  readonly checks: readonly CheckRunState[]
  /** Comments on the pull request, those of strangers included. */
  readonly comments: readonly CommentState[]
  readonly otherComments: readonly CommentState[]
  /** Most memory the process held; null when it had none of its own. */
  readonly peakBytes: number | null
}

/** A repository on the fake GitHub that knows the pull request and another one. */
export type Place = { readonly state: RepositoryState; publish(options: PublishOptions): Promise<Publication> }

export type Publisher = AsyncDisposable & {
  readonly server: GitHubServer
  /** Nobody else's: with a comment of ours on the other pull request and the marker in a stranger's comment. */
  readonly newPlace: (of: MeasuredFolder, isFork: boolean) => Place
}

const owner = 'lab'
const places = 100

/** Publishes run folders as a workflow_run job does: an empty workspace, no clone. */
export async function startPublisher({ scenario }: RunFolders): Promise<Publisher> {
  const gitPath = join(scenario.folder, 'hub.git')
  const side = { head: { sha: scenario.baseCommit }, base: { sha: scenario.baseCommit } }
  const server = await startGitHubServer({
    tokens,
    repositories: Array.from({ length: places }, (_, index) => ({
      owner,
      name: `pipeline-${index}`,
      gitPath,
      pulls: [pullNumber, otherPull].map((number) => ({ number, ...side })),
    })),
  })
  let used = 0
  return {
    server,
    newPlace(of, isFork) {
      const state = server.state.repositories[used++]
      if (!state) throw new Error(`only ${places} places`)
      furnish(state, of, isFork)
      return { state, publish: (options) => publish({ server, state, actionYml: scenario.actionYml }, options) }
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function furnish(state: RepositoryState, of: MeasuredFolder, isFork: boolean): void {
  const pull = state.pulls.find(({ number }) => number === pullNumber)
  if (!pull) throw new Error('the place has no pull request')
  pull.head.sha = of.head
  if (isFork) Object.assign(pull.head, { repositoryId: forkId, repositoryName: `contributor/${state.name}` })
  const times = { createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' }
  const bot = { id: 41_015_368, login: 'github-actions[bot]', type: 'Bot' } as const
  const stranger = { id: 666, login: 'mallory', type: 'User' } as const
  const common = { ...times, app: null, reactions: [] }
  state.comments.push(
    { ...common, id: 1, issueNumber: otherPull, author: bot, body: `Theirs\n\n${marker}` },
    { ...common, id: 2, issueNumber: pullNumber, author: stranger, body: `Mine?\n\n${marker}` },
  )
}

type Desk = { readonly server: GitHubServer; readonly state: RepositoryState; readonly actionYml: string }

async function publish({ server, state, actionYml }: Desk, options: PublishOptions): Promise<Publication> {
  const { runFolder, of, isFork = false, token = writeToken, conclusion = 'success' } = options
  const { entry = 'main', isProcess = false } = options
  const numberIfTold = isFork ? {} : { number: pullNumber }
  const peakFile = join(mkdtempSync(join(of.path, '..', 'memory-')), 'peak')
  const preload = new URL('report-peak-memory.mjs', import.meta.url).href
  const run = await runAction({
    actionYml,
    entry,
    isProcess,
    inputs: {
      ...(token === null ? {} : { token }),
      ...(runFolder === null ? {} : { 'run-folder': runFolder }),
    },
    env: { ...(isProcess && { NODE_OPTIONS: `--import=${preload}`, PEAK_MEMORY_FILE: peakFile }), ...options.env },
    event: workflowRunEvent({
      repository: state,
      headSha: of.head,
      isFork,
      conclusion,
      ...(options.attempt !== undefined && { attempt: options.attempt }),
      ...numberIfTold,
    }),
    eventName: 'workflow_run',
    serverUrl: server.url,
  } satisfies ActionRunOptions)
  return {
    run,
    checks: structuredClone(state.checkRuns),
    comments: structuredClone(state.comments.filter(({ issueNumber }) => issueNumber === pullNumber)),
    otherComments: structuredClone(state.comments.filter(({ issueNumber }) => issueNumber !== pullNumber)),
    peakBytes: isProcess ? Number(readFileSync(peakFile, 'utf8')) : null,
  }
}
