import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { EnvironmentError } from '../../src/domain/core/errors.ts'
import type { HistoryRecord } from '../../src/record/history.ts'
import { systemClock, type Clock } from '../../src/io/machine/system-clock.ts'
import type { DataChange } from '../../src/ports/data-branch.ts'
import { listShards, readLedger, readShards } from '../../src/steps/history/history-store.ts'
import { updateIssues, type IssuePorts } from '../../src/steps/history/update-issues.ts'
import { trackRun } from '../../src/steps/history/track-run.ts'
import { connect, refusalOf, silent } from '../fakes/connected-github.ts'
import { createHub } from '../fakes/git-hub.ts'
import { startGitHubServer, type GitHubServer } from '../fakes/github-server/start-github-server.ts'
import { aHistory, commitAt, someRules, testbedId } from '../unit/a-history.ts'

const label = 'performance-regression'
const write = { contents: 'write', issues: 'write' } as const
const rounds = 4

type Job = { readonly record: HistoryRecord; readonly name: string; readonly clock?: Clock }

function portsOf(server: GitHubServer, round: number, options: { token?: string; clock?: Clock } = {}): IssuePorts {
  const { token = 'writer', clock = systemClock } = options
  const gitHub = connect(server, { token, owner: 'lab', repo: `pipeline-${round}`, retryDelayMs: 2 })
  return {
    data: gitHub.openData(`data-${round}`),
    gitHub,
    clock,
    logger: silent,
    sleep: async (ms) => await delay(ms / 50),
  }
}

async function runJob(ports: IssuePorts, { record, name }: Job) {
  const follower = { by: name, at: ports.clock.now().toISOString() }
  const signal = new AbortController().signal
  const request = { record, rules: someRules, runs: 400, anchors: [], follower, signal }
  const tracked = await trackRun(request, ports)
  const told = await updateIssues(
    tracked,
    { label, repositoryUrl: 'https://github.com/lab/pipeline', runUrl: null, follower, signal },
    ports,
  )
  return { tracked, told }
}

async function storedRecords({ data }: IssuePorts): Promise<string[]> {
  const snapshot = await data.open()
  const shards = await listShards(snapshot, testbedId)
  const texts = await Promise.all(shards.map(({ entry }) => snapshot.read(entry)))
  return texts.join('').split('\n').filter(Boolean)
}

/** Twenty quick runs and eleven slow ones: the next slow one confirms the change. */
const history = aHistory([20, 100], [14, 112])

async function seed(ports: IssuePorts, records: readonly HistoryRecord[]): Promise<void> {
  const lines = records.map((record) => `${JSON.stringify(record)}\n`).join('')
  const changes: DataChange[] = [{ path: `history/${testbedId}/2026-01.jsonl`, text: lines }]
  expect(await (await ports.data.open()).write(changes, 'Seed')).toBe('written')
}

const hub = createHub()
afterAll(() => hub[Symbol.dispose]())
let labs = 0

/** GitHub with repositories that share one real repository, a fresh copy of the hub. */
async function startLab(count = 1): Promise<GitHubServer & { readonly git: (...args: readonly string[]) => string }> {
  const gitPath = join(hub.folder, `lab-${(labs += 1)}.git`)
  cpSync(join(hub.folder, 'hub.git'), gitPath, { recursive: true })
  const server = await startGitHubServer({
    repositories: Array.from({ length: count }, (_, round) => ({ owner: 'lab', name: `pipeline-${round}`, gitPath })),
    tokens: { writer: write, reader: { contents: 'read', issues: 'read' }, 'no-issues': { contents: 'write' } },
  })
  return Object.assign(server, { git: (...args: readonly string[]) => hub.git(gitPath, ...args) })
}

describe('two jobs race on one data branch and one tracking issue', () => {
  it(`T-15: loses nothing and doubles nothing, ${rounds} times`, async () => {
    await using server = await startLab(rounds)
    await seed(portsOf(server, 0), history.slice(0, 31))
    for (let round = 1; round < rounds; round += 1) server.git('branch', `data-${round}`, 'data-0')
    const opened: number[] = []
    const race = async (round: number): Promise<void> => {
      const [one, other] = [history[31]!, round % 3 === 0 ? history[31]! : history[32]!]
      const jobs = [
        { record: one, name: `one-${round}` },
        { record: other, name: `other-${round}` },
      ]
      const ends = await Promise.all(jobs.map((job) => runJob(portsOf(server, round), job)))
      const reader = portsOf(server, round)
      const lines = await storedRecords(reader)
      expect(new Set(lines).size).toBe(lines.length)
      expect(lines).toHaveLength(one === other ? 32 : 33)
      const { issues } = server.state.repositories[round]!
      expect(issues).toHaveLength(1)
      opened.push(ends.flatMap(({ told }) => told).filter(({ status }) => status === 'opened').length)
      const ledger = await readLedger(await reader.data.open(), testbedId)
      expect(ledger.entries.map(({ issue, isTold, state }) => [issue, isTold, state])).toEqual([[1, true, 'open']])
    }
    await Promise.all(Array.from({ length: rounds }, (_, round) => race(round)))
    expect(opened).toEqual(Array<number>(rounds).fill(1))
    expect(server.requests.some(({ status, method }) => method === 'PATCH' && status === 422)).toBe(true)
    expect(server.violations).toEqual([])
  })

  it('makes the branch when both find none', async () => {
    await using server = await startLab()
    const jobs = [0, 1, 2, 3].map((index) => ({ record: history[index]!, name: `job-${index}` }))
    await Promise.all(jobs.map((job) => runJob(portsOf(server, 0), job)))
    expect(await storedRecords(portsOf(server, 0))).toHaveLength(4)
    const roots = server.git('rev-list', '--max-parents=0', 'data-0').split('\n')
    expect(roots).toHaveLength(1)
    expect(roots).not.toContain(hub.commits.tagged)
    expect(server.git('show', 'data-0:README.md')).toContain('Performance history')
    expect(server.violations).toEqual([])
  })
})

it('leaves a README alone that somebody has put on the branch', async () => {
  await using server = await startLab()
  const ports = portsOf(server, 0)
  const own: DataChange[] = [{ path: 'README.md', text: '# Ours\n' }]
  expect(await (await ports.data.open()).write(own, 'By hand')).toBe('written')
  await runJob(ports, { record: history[0]!, name: 'job' })
  expect(await storedRecords(ports)).toHaveLength(1)
  expect(server.git('show', 'data-0:README.md')).toBe('# Ours')
  expect(server.violations).toEqual([])
})

describe('the life of a tracking issue', () => {
  it('opens, updates, closes when it heals, reopens when it returns, and leaves what a person closed', async () => {
    await using server = await startLab()
    const ports = portsOf(server, 0)
    const story = aHistory([20, 100], [16, 112], [16, 100.3], [26, 112])
    await seed(ports, story.slice(0, 30))
    const { issues, comments } = server.state.repositories[0]!
    const states: string[] = []
    for (const record of story.slice(30)) {
      const { told } = await runJob(ports, { record, name: `job-${record.order}` })
      states.push(...told.map(({ status }) => status).filter((status) => !['updated', 'unchanged'].includes(status)))
      if (record.order === story.length - 2) issues[0]!.state = 'closed'
    }
    expect([...new Set(states)]).toEqual(['opened', 'closed', 'reopened', 'dismissed'])
    expect(issues).toHaveLength(1)
    expect(issues[0]).toMatchObject({ state: 'closed', labels: [label] })
    expect(issues[0]!.body).toContain(`warpgauge bisect --good ${commitAt(52)} --bad ${commitAt(53)}`)
    expect(issues[0]!.body).toContain('xychart-beta')
    expect(comments.map(({ body }) => body)).toEqual([
      expect.stringContaining('The level has recovered'),
      expect.stringContaining('The regression is back at'),
    ])
    expect(server.violations).toEqual([])
  })

  it('finds the issue of a create whose answer got lost', async () => {
    await using server = await startLab()
    const ports = portsOf(server, 0)
    await seed(ports, history.slice(0, 31))
    server.failNext({ method: 'POST', path: /issues$/u, answer: { kind: 'cut-off' } })
    const { told } = await runJob(ports, { record: history[31]!, name: 'job' })
    expect(told).toMatchObject([{ status: 'opened', issue: { number: 1 } }])
    expect(server.state.repositories[0]!.issues).toHaveLength(1)
  })

  it('takes over from a job that ended between its claim and the issue, and not before its lease is over', async () => {
    await using server = await startLab()
    const ports = portsOf(server, 0)
    await seed(ports, history.slice(0, 31))
    const follower = { by: 'killed', at: new Date().toISOString() }
    const signal = new AbortController().signal
    await trackRun({ record: history[31]!, rules: someRules, runs: 400, anchors: [], follower, signal }, ports)
    const early = await runJob(ports, { record: history[32]!, name: 'early' })
    expect(early.told.map(({ status }) => status)).toEqual(['elsewhere'])
    const inAnHour: Clock = { ...systemClock, now: () => new Date(Date.now() + 3_600_000) }
    const late = await runJob(portsOf(server, 0, { clock: inAnHour }), { record: history[33]!, name: 'late' })
    expect(late.told.map(({ status }) => status)).toEqual(['opened'])
    expect(server.state.repositories[0]!.issues).toHaveLength(1)
  })

  it('closes the double that a job left which outlived its claim', async () => {
    await using server = await startLab()
    const ports = portsOf(server, 0)
    await seed(ports, history.slice(0, 31))
    await runJob(ports, { record: history[31]!, name: 'job' })
    const { issues, comments } = server.state.repositories[0]!
    issues.push({ ...issues[0]!, number: 2, labels: [label] })
    await runJob(ports, { record: history[32]!, name: 'next' })
    expect(issues.map(({ number, state }) => [number, state])).toEqual([
      [1, 'open'],
      [2, 'closed'],
    ])
    expect(comments.map(({ issueNumber, body }) => [issueNumber, body])).toEqual([[2, expect.stringContaining('#1')]])
  })

  it('T-13: takes no issue of a stranger for its own, whatever marker it bears', async () => {
    await using server = await startLab()
    const ports = portsOf(server, 0)
    await seed(ports, history.slice(0, 31))
    const { issues } = server.state.repositories[0]!
    const marker = `<!-- warpgauge:regression:${testbedId}@${commitAt(21).slice(0, 12)} -->`
    issues.push({
      number: 1,
      author: { id: 666, login: 'mallory', type: 'User' },
      title: 'Mine',
      body: `Mine\n\n${marker}`,
      state: 'open',
      labels: [label],
      createdAt: '2026-01-01T00:00:00Z',
    })
    await runJob(ports, { record: history[31]!, name: 'job' })
    expect(issues.map(({ title }) => title)).toEqual(['Mine', expect.stringContaining('got worse')])
  })
})

describe('a token that lacks a permission', () => {
  it.each([
    ['reader', 'contents: write', /could not write to the branch data-0/iu],
    ['no-issues', 'issues: write', /could not list the issues/iu],
  ])('%s is told to give %s', async (token, permission, action) => {
    await using server = await startLab()
    await seed(portsOf(server, 0), history.slice(0, 31))
    const error = await refusalOf(runJob(portsOf(server, 0, { token }), { record: history[31]!, name: 'job' }))
    expect(error.message).toMatch(action)
    expect(error.hint).toContain(`permissions: ${permission}`)
    expect(error).toBeInstanceOf(EnvironmentError)
  })
})

it('reads a shard with a torn line, says which, and loses no other', async () => {
  await using server = await startLab()
  const ports = portsOf(server, 0)
  const [one, two] = history
  const text = `${JSON.stringify(one)}\n{"schemaVersion":1,"runId"\n${JSON.stringify(two)}`
  await (await ports.data.open()).write([{ path: `history/${testbedId}/2026-01.jsonl`, text }], 'Torn')
  await runJob(ports, { record: history[2]!, name: 'job' })
  const snapshot = await ports.data.open()
  const warnings: string[] = []
  const logger = { warning: (message: string) => void warnings.push(message) }
  const records = await readShards(await listShards(snapshot, testbedId), snapshot, logger)
  expect(records.map(({ order }) => order)).toEqual([1, 2, 3])
  expect(warnings).toEqual([expect.stringContaining(`history/${testbedId}/2026-01.jsonl:2`)])
})
