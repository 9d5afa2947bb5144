import { describe, expect, it } from 'vitest'
import {
  readAsker,
  readCommandedRun,
  readCommentEvent,
  readEvent,
  readRerequestedCheck,
} from '../../../src/action/event.ts'
import { UserError } from '../../../src/domain/core/errors.ts'

const [head, base] = ['a'.repeat(40), 'b'.repeat(40)]
const inputs = { 'pull-request': '7', head, base, 'head-repository': '12' }
const readCommand = (changed: Readonly<Record<string, unknown>> = {}) =>
  readCommandedRun({ inputs: { ...inputs, ...changed } }, null)

describe('readCommandedRun', () => {
  it('reads the pull request for which a command dispatched the run', () => {
    expect(readCommand({ comment: '99', suite: 'scaling', compare: base, fork: 'false' })).toEqual({
      trust: 'collaborator',
      headCommit: head,
      baseCommit: base,
      pullRequest: 7,
      measuredBy: {
        event: 'pull_request',
        headCommit: head,
        headRepositoryId: 12,
        headBranch: '',
        conclusion: null,
        url: '',
      },
      commanded: { comment: 99, suite: 'scaling', compare: base },
    })
    expect(readCommand()?.commanded).toEqual({ comment: null, suite: null, compare: null })
  })

  it.each([
    ['false', 'collaborator'],
    ['true', 'stranger'],
    ['', 'stranger'],
    [undefined, 'stranger'],
  ])('trusts the head only where it is told to be of this repository: fork %j', (fork, trust) => {
    expect(readCommand({ fork })?.trust).toBe(trust)
  })

  it.each([
    ['pull-request', '0'],
    ['pull-request', '7x'],
    ['head', 'a'.repeat(39)],
    ['base', `${base}\n`],
    ['head-repository', '-1'],
    ['comment', '1.5'],
    ['suite', 'Scaling'],
    ['suite', 's'.repeat(65)],
    ['compare', 'main'],
    ['fork', 'no'],
    ['fork', false],
  ])('refuses %s %j', (name, value) => {
    expect(() => readCommand({ [name]: value })).toThrow(`the input ${name} of this dispatch has an invalid value`)
  })

  it.each(['head', 'base', 'head-repository'])('needs %s', (name) => {
    expect(() => readCommand({ [name]: '' })).toThrow(`this dispatch has the input pull-request but not ${name}`)
  })

  it('is null for a dispatch without a pull request', () => {
    expect(readCommand({ 'pull-request': '' })).toBeNull()
    expect(readCommandedRun({}, null)).toBeNull()
  })
})

it.each([
  [{ comment: '5', issue: '7' }, { asker: { comment: 5, issue: 7 } }],
  [{ comment: '5' }, {}],
  [{ issue: '7' }, {}],
])('knows who asked from %j', (given, asker) => {
  expect(readAsker({ inputs: given })).toEqual(asker)
})

describe('readCommentEvent', () => {
  const comment = { id: 5, body: '/warpgauge run', user: { type: 'User' } }
  const plain = { id: 5, body: '/warpgauge run', isNew: true, isByPerson: true, issue: 7, isPullRequest: true }
  const payload = { action: 'created', comment, issue: { number: 7, pull_request: {} } }

  it.each([
    [payload, plain],
    [
      { ...payload, action: 'edited' },
      { ...plain, isNew: false },
    ],
    [
      { ...payload, issue: { number: 7 } },
      { ...plain, isPullRequest: false },
    ],
    [
      { ...payload, comment: { ...comment, user: { type: 'Bot' } } },
      { ...plain, isByPerson: false },
    ],
    [
      { ...payload, comment: { id: 5 } },
      { ...plain, body: '', isByPerson: false },
    ],
  ])('reads a comment', (given, expected) => {
    expect(readCommentEvent(given as never)).toEqual(expected)
  })

  it.each([{ comment }, { issue: { number: 7 } }])('refuses an event that is none: %j', (given) => {
    expect(() => readCommentEvent(given as never)).toThrow(UserError)
  })
})

function aPull(number: number, headRepository: number | undefined, baseRepository: number | undefined, sha = head) {
  const repoOf = (id: number | undefined) => (id === undefined ? {} : { repo: { id } })
  const tip = { sha: base, ref: 'main', ...repoOf(baseRepository) }
  return { number, head: { sha, ...repoOf(headRepository) }, base: tip }
}

function read(pulls: readonly unknown[], tip: string | null, action = 'rerequested') {
  return readRerequestedCheck('check_run', { action, check_run: { head_sha: head, pull_requests: pulls } }, tip)
}

it.each([
  ['the same repository', 1, 1, 'collaborator'],
  ['another repository', 2, 1, 'stranger'],
  ['a deleted repository', undefined, 1, 'stranger'],
  ['repositories that are not told', undefined, undefined, 'stranger'],
])('trusts a head of %s as far as it may', (_name, headRepository, baseRepository, trust) => {
  const pulls = [aPull(6, 1, 1, base), aPull(7, headRepository, baseRepository)]
  const own = { headCommit: head, baseCommit: base, baseBranch: 'main', pullRequest: 7, measuredBy: null }
  expect(read(pulls, null)).toEqual({ trust, ...own })
})

it('takes a commit without a pull request only where it is that of the event', () => {
  expect(read([], head)).toBeNull()
  expect(() => read([], base)).toThrow('the event does not name the pull request of commit aaaaaaa')
  expect(() => read([aPull(6, 1, 1, base)], null)).toThrow('does not name the pull request')
})

it('refuses other actions', () => {
  expect(() => read([aPull(7, 1, 1)], null, 'completed')).toThrow('check_run of the type completed requests no run')
})

it.each([
  [12, 12, 7],
  [12, 13, undefined],
  [null, null, undefined],
])('a measuring run in repository %j with a pull request into %j is of pull request %j', (id, repo, pullRequest) => {
  const pull = { number: 7, head: { sha: head }, base: { repo: { id: repo } } }
  const payload = { repository: { id }, workflow_run: { head_sha: head, pull_requests: [pull] } }
  const event = { eventName: 'workflow_run', payload, ref: '', sha: '', runId: 1, serverUrl: '' }
  const { measuredBy } = readEvent({ env: { GITHUB_EVENT_NAME: 'workflow_run' }, cwd: () => '/', event } as never)
  expect(measuredBy?.pullRequest).toBe(pullRequest)
})
