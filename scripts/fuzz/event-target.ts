import { readEvent } from '../../src/action/event.ts'
import { headCommit } from '../../test/unit/a-run.ts'
import type { Target } from './target.ts'

const events = [
  'pull_request',
  'pull_request_target',
  'pull_request_review',
  'check_run',
  'check_suite',
  'push',
  'schedule',
  'workflow_run',
  'workflow_dispatch',
  'merge_group',
  'issue_comment',
]

/** The runner writes the payload, so that it is an object; what is in it is somebody else's. */
function receive(stated: string): void {
  const { eventName, payload: received } = parsedEvent(stated)
  const isObject = received !== null && typeof received === 'object' && !Array.isArray(received)
  const name = String(eventName)
  const place = { sha: headCommit, ref: 'refs/heads/main', runId: 1, serverUrl: 'https://github.com' }
  readEvent({
    env: { GITHUB_EVENT_NAME: name, GITHUB_REPOSITORY: 'lab/pipeline' },
    cwd: () => '/work',
    event: { ...place, eventName: name, payload: isObject ? received : {} },
  })
}

function parsedEvent(stated: string): { readonly eventName?: unknown; readonly payload?: unknown } {
  try {
    return (JSON.parse(stated) as object | null) ?? {}
  } catch {
    return {}
  }
}

const side = {
  ref: 'feature',
  sha: headCommit,
  repo: { id: 1, full_name: 'lab/pipeline', fork: false, owner: { id: 1, login: 'lab' } },
}
const pull = {
  number: 7,
  state: 'open',
  head: side,
  base: { ...side, sha: 'b'.repeat(40), ref: 'main' },
  merge_commit_sha: 'c'.repeat(40),
}
const payload = {
  action: 'created',
  number: 7,
  pull_request: pull,
  after: headCommit,
  ref: 'refs/heads/main',
  head_commit: { id: headCommit },
  repository: { id: 1, full_name: 'lab/pipeline', default_branch: 'main', owner: { login: 'lab' } },
  sender: { id: 1, login: 'octocat' },
  inputs: { mode: 'check', config: 'x' },
  merge_group: {
    head_sha: headCommit,
    base_sha: 'b'.repeat(40),
    head_ref: 'refs/heads/gh-readonly-queue/main/pr-7-x',
  },
  issue: { number: 7, pull_request: {} },
  comment: {
    id: 3,
    body: '/warpgauge run',
    user: { login: 'octocat', type: 'User' },
    created_at: '2026-11-20T12:00:00Z',
    updated_at: '2026-11-20T12:00:00Z',
  },
  check_run: { head_sha: headCommit, pull_requests: [pull] },
  check_suite: { head_sha: headCommit, pull_requests: [pull] },
  workflow_run: {
    id: 5,
    event: 'pull_request',
    conclusion: 'success',
    head_sha: headCommit,
    head_branch: 'feature',
    html_url: 'https://github.com/x',
    head_repository: { id: 1, full_name: 'lab/pipeline' },
    pull_requests: [pull],
  },
}

/** What GitHub sends: names, branches and comments in it are anybody's. */
export const eventTarget = {
  name: 'event',
  share: 6,
  isJson: true,
  seeds: events.map((eventName) => {
    const action = eventName.startsWith('check_') ? 'rerequested' : payload.action
    return JSON.stringify({ eventName, payload: { ...payload, action } }, null, 1)
  }),
  run: receive,
} satisfies Target
