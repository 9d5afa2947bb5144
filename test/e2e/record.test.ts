import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { pushEvent } from '../fakes/events.ts'
import { gitEnvironment, gitWith, type Git } from '../fakes/git.ts'
import { growMain, plant, storedLines } from './planted-history.ts'
import { createScenario, smallPipeline, type Scenario } from './scenario.ts'
import { parseHistoryRecord } from '../../src/config/records/parse-records.ts'

const repository = { owner: 'lab', name: 'pipeline' }
const branch = 'warpgauge-data'
const recordToken = 'tok-record-canary'

/** A level half as large as the one that is measured is planted before it: the load of this machine must not decide. */
const config = `${smallPipeline}suites:
  end-to-end: { run: { dataset: small, warmups: 0, repeats: 1 } }
tracking: { minEffect: 0.3, settledAfter: 8, metrics: [wall_time, throughput], anchors: [] }
`
const more = 40

let scenario: Scenario
let git: Git
let first: ActionRun
let commits: readonly string[]

function inHub(...args: readonly string[]): string {
  return git(join(scenario.folder, 'hub.git'), ...args)
}

async function record(
  commit: string,
  options: {
    readonly inputs?: Readonly<Record<string, string>>
    readonly ref?: string
    readonly token?: string
    readonly isProcess?: boolean
  } = {},
): Promise<ActionRun> {
  const { inputs = {}, ref = 'refs/heads/main', token = recordToken, isProcess = false } = options
  return await runAction({
    actionYml: scenario.actionYml,
    isProcess,
    inputs: { token, ...inputs },
    event: pushEvent({ repository, after: commit, ref }),
    eventName: 'push',
    serverUrl: scenario.server.url,
    cwd: scenario.checkOut(commit),
  })
}

function logOf(run: ActionRun): string {
  return `${run.conclusion}\n${run.stdout}\n${run.stderr}`
}

beforeAll(async () => {
  scenario = await createScenario({
    config,
    tokens: {
      [recordToken]: { contents: 'write', issues: 'write', checks: 'write' },
      'tok-no-contents': { contents: 'read', issues: 'write', checks: 'write' },
      'tok-no-issues': { contents: 'write', checks: 'write' },
    },
  })
  git = gitWith(gitEnvironment(scenario.folder))
  first = await record(scenario.baseCommit, { isProcess: true })
  commits = growMain(scenario, more)
})

afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
})

describe('mode record', () => {
  it('is chosen for a push to the default branch, judges, and begins the data branch with one line', () => {
    expect(logOf(first)).toMatch(/^success/)
    const lines = storedLines(scenario).filter((line) => !line.includes('planted'))
    expect(parseHistoryRecord(lines[0] ?? '', 'line')).toMatchObject({ commit: scenario.baseCommit, order: 1 })
    expect(lines).toHaveLength(1)
    expect(first.summary).toMatch(/## History[^]*recorded on warpgauge\\?-data/)
    const { checkRuns, issues } = scenario.server.state.repositories[0]!
    expect(checkRuns).toMatchObject([{ headSha: scenario.baseCommit, status: 'completed' }])
    expect(issues).toEqual([])
    expect(inHub('log', '-1', '--format=%B%n%P', branch)).toMatch(/^Record [0-9a-f]{7} on .*\n\n\[skip ci\]$/)
  })

  it('opens one issue with suspects, chart and commands when the history shows a regression', async () => {
    const [line = ''] = storedLines(scenario)
    const levels = [...Array<number>(20).fill(0.5), ...Array<number>(more - 22).fill(1)]
    plant(scenario, line, { commits, levels })
    const run = await record(commits.at(-1) ?? '')
    expect(logOf(run)).toMatch(/^success/)
    const { issues } = scenario.server.state.repositories[0]!
    expect(issues).toHaveLength(1)
    expect(issues[0]).toMatchObject({ state: 'open', labels: ['performance-regression'] })
    const body = issues[0]?.body ?? ''
    expect(body).toMatch(/```mermaid\n%%\{init: .*\}%%\nxychart-beta\n/)
    expect(body).toContain(`warpgauge bisect --good ${commits[20]} --bad ${commits[21]} --suite end-to-end`)
    expect(body).toContain(`/lab/pipeline/commit/${commits[21]}`)
    expect(body).not.toMatch(/(?<!`)@everyone|<img/)
    expect(run.summary).toContain('Persistent regressions')
  })

  it('records the run folder of another job once, however often it is told, and never a second issue', async () => {
    const runFolder = join(scenario.folder, 'measured')
    const commit = commits.at(-1) ?? ''
    const measured = await record(commit, { inputs: { mode: 'check', token: '', 'run-folder': runFolder } })
    expect(logOf(measured)).toMatch(/^success/)
    const before = storedLines(scenario).length
    const inputs = { mode: 'record', measured: 'true', 'run-folder': runFolder }
    for (const run of [await record(commit, { inputs }), await record(commit, { inputs })])
      expect(logOf(run)).toMatch(/^success/)
    expect(storedLines(scenario)).toHaveLength(before + 1)
    expect(scenario.server.state.repositories[0]!.issues).toHaveLength(1)
  })

  it.each([
    ['tok-no-contents', 'contents: write'],
    ['tok-no-issues', 'issues: write'],
  ])('says what %s lacks, after it has judged', async (token, permission) => {
    const run = await record(commits.at(-1) ?? '', { token })
    expect(run.conclusion).toBe('failure')
    expect(run.annotations.map(({ message }) => message).join('\n')).toContain(`permissions: ${permission}`)
    expect(run.summary).not.toBe('')
  })

  it('refuses another branch, and checks there when the event chooses', async () => {
    const refused = await record(commits.at(-1) ?? '', { inputs: { mode: 'record' }, ref: 'refs/heads/feature' })
    expect(refused.conclusion).toBe('failure')
    expect(logOf(refused)).toContain('record works only on the default branch, not on feature')
    const before = storedLines(scenario).length
    const checked = await record(commits.at(-1) ?? '', { ref: 'refs/heads/feature' })
    expect(logOf(checked)).toMatch(/^success/)
    expect(storedLines(scenario)).toHaveLength(before)
  })

  it('asks GitHub nothing that its description does not know', () => {
    expect(scenario.server.violations).toEqual([])
    expect(scenario.server.requests.filter(({ body }) => JSON.stringify(body ?? '').includes('"force":true'))).toEqual(
      [],
    )
  })
})
