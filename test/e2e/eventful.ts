import { join } from 'node:path'
import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import type { EventPayload } from '../fakes/events.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { pushBook } from '../fakes/github-server/activities.ts'
import type { CheckRunState, CommentState } from '../fakes/github-server/state.ts'
import { createScenario, pullNumber, type Scenario } from './scenario.ts'
import { repositoryOf, standInConfig, standInFiles } from './stand-in.ts'
import { parseHistoryRecord } from '../../src/config/records/parse-records.ts'
import type { HistoryRecord } from '../../src/record/history.ts'

export const place = { owner: 'lab', name: 'pipeline' }
export const recordToken = 'tok-record-canary'
const refreshToken = 'tok-refresh-canary'
const write = { checks: 'write', pull_requests: 'write', contents: 'read' } as const

/** What each token lacks is what its name says. */
const tokens = {
  [recordToken]: { contents: 'write', issues: 'write', checks: 'write' },
  [refreshToken]: { contents: 'write', pull_requests: 'write' },
  'no-checks': { ...write, checks: 'read' },
  'no-pulls': { ...write, pull_requests: 'read' },
  'no-contents': { ...write, contents: 'read' },
  'no-issues': { contents: 'write', checks: 'write' },
  'tok-contents-alone': { contents: 'write' },
} as const

/** No honest run meets it. */
const unreachable = standInConfig({ repeats: 1, rest: ['tracking: { metrics: [wall_time], anchors: [] }'] }).replace(
  'limit: 1 }',
  'limit: 1000000000000 }',
)
/** Any honest run meets it. */
const lenient = unreachable.replace('limit: 1000000000000 }', 'limit: 1 }')

const twoSuites = lenient.replace(
  'suites:\n',
  'suites:\n  scaling: { run: { dataset: four, warmups: 0, repeats: 1 }, gpus: [1] }\n',
)

export type Eventful = AsyncDisposable & {
  readonly scenario: Scenario
  /** Head of the pull request, which loosens the rules it is judged by. */
  readonly head: string
  /** The merge queue's commit: the pull request on top of the base. */
  readonly group: string
  readonly act: (occasion: Occasion) => Promise<ActionRun>
  /** Forgets what was written, so that a test sees its own. */
  readonly forget: () => void
  readonly checks: () => readonly Pick<CheckRunState, 'name' | 'headSha' | 'status' | 'conclusion'>[]
  /** Comments of bots on the pull request. */
  readonly comments: () => readonly CommentState[]
  /** A maintainer has accepted the failure of the pull request's head, and the bot has confirmed it. */
  readonly accept: () => void
  readonly folder: (name: string) => string
  /** Every line of the history. */
  readonly stored: () => readonly HistoryRecord[]
}

export type Occasion = {
  readonly eventName: string
  readonly event: EventPayload
  readonly inputs?: Readonly<Record<string, string>>
  readonly env?: Readonly<Record<string, string>>
  /** The commit that actions/checkout left; absent: an empty workspace. */
  readonly clone?: string
  readonly entry?: 'main' | 'post'
}

/**
 * A repository whose default branch has a rule that nothing meets (`strict`) and one that everything does, and a pull
 * request.
 */
export async function startEventful(): Promise<Eventful> {
  const files = { ...standInFiles({}), '.github/strict.yml': unreachable, '.github/two.yml': twoSuites }
  const scenario = await createScenario({ config: lenient, files, tokens })
  const head = scenario.push('A change that loosens the rules', { '.github/strict.yml': lenient })
  const hub = join(scenario.folder, 'hub.git')
  const git = gitWith(gitEnvironment(scenario.folder))
  const group = git(hub, 'rev-parse', `refs/pull/${pullNumber}/merge`)
  git(hub, 'update-ref', `refs/heads/gh-readonly-queue/main/pr-${pullNumber}-${scenario.baseCommit}`, group)
  git(hub, 'update-ref', `refs/heads/pull-request/${pullNumber}`, head)
  const state = repositoryOf(scenario)
  state.collaborators.set('maria', 'write')
  pushBook(state).push({ branch: 'feature', after: head, at: '2026-01-01T11:00:00Z' })
  return {
    scenario,
    head,
    group,
    async act({ eventName, event, inputs = {}, env = {}, clone, entry = 'main' }) {
      const cwd = clone === undefined ? {} : { cwd: scenario.checkOut(clone) }
      const { actionYml, server } = scenario
      return await runAction({ actionYml, inputs, env, event, eventName, serverUrl: server.url, entry, ...cwd })
    },
    forget() {
      state.checkRuns.length = 0
      state.comments.length = 0
      state.issues.length = 0
    },
    checks: () =>
      state.checkRuns.map(({ name, headSha, status, conclusion }) => ({ name, headSha, status, conclusion })),
    comments: () => state.comments.filter(({ author }) => author.type === 'Bot'),
    accept: () => void state.comments.push(acceptance()),
    folder: (name) => join(scenario.folder, 'runs', name),
    stored() {
      const shards = git(hub, 'ls-tree', '-r', '--name-only', 'warpgauge-data', 'history').split('\n')
      const lines = shards.flatMap((file) => git(hub, 'show', `warpgauge-data:${file}`).split('\n'))
      return lines.map((line) => parseHistoryRecord(line, 'the data branch'))
    },
    [Symbol.asyncDispose]: () => scenario[Symbol.asyncDispose](),
  }
}

function acceptance(): CommentState {
  const at = '2026-01-01T12:00:00Z'
  const bot = { id: 41_015_368, login: 'github-actions[bot]', type: 'Bot' } as const
  return {
    id: 9001,
    issueNumber: pullNumber,
    author: { id: 31, login: 'maria', type: 'User' },
    app: null,
    createdAt: at,
    updatedAt: at,
    body: '/warpgauge accept "the new model is larger"',
    reactions: [{ id: 1, content: 'rocket', author: bot }],
  }
}
