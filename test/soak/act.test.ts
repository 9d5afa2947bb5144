import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import { findAct, runAct, type ActRun } from '../fakes/act.ts'
import {
  issueCommentEvent,
  mergeGroupEvent,
  pushEvent,
  workflowDispatchEvent,
  workflowRunEvent,
  type EventPayload,
} from '../fakes/events.ts'
import { addComment } from '../fakes/connected-github.ts'
import { readRef } from '../fakes/github-server/git-refs.ts'
import type { BisectResult } from '../../src/domain/bisect/bisect-result.ts'
import { saveRecords } from '../e2e/save-records.ts'
import { steppedHistory, type SteppedHistory } from '../e2e/stepped-history.ts'
import { openTerminal, type Terminal } from '../e2e/terminal.ts'
import { createScenario, pullNumber, slowerProteinEmbedding, smallPipeline, type Scenario } from '../e2e/scenario.ts'

// The shipped workflows, unmodified, in a runner that is not GitHub's: nektos/act, on this host.
const act = findAct() ?? ''
const isMissing = act === ''
if (isMissing) process.stderr.write('skipped without act: it does not run (go install github.com/nektos/act@v0.2.89)\n')

// act 0.2.89 does not know this key of GitHub: docs/runners.md.
const unknownToAct = '  queue: max\n'
const names = [
  ...(['pull-request', 'measure', 'publish', 'matrix', 'matrix-publish'] as const),
  ...(['refresh', 'production', 'tracking', 'commands', 'run'] as const),
] as const
const bisectFile = '.github/workflows/bisect.yml'
const noInputs = { good: '', bad: '', suite: '', comment: '', issue: '' }
const repository = { owner: 'lab', name: 'pipeline' }
const token = 'tok-act'
const suites = `runners: { cpu: { labels: [self-hosted, gpu], gpus: 1 } }
revisions: { base: { ref: merge-base } }
suites:
  revision: { run: { dataset: small, warmups: 1, repeats: 4, maxRepeats: 8 }, against: [base], gpus: 1 }
comparison: { minEffect: 0.9 }
`
const production = `name: production
suites:
  production: { run: { dataset: small }, gpus: 1, minSequences: 0, goal: { sequences: 10, hours: 0.03 }, firstLookMinutes: 1 }
`

const readWorkflow = (name: string): string =>
  readFileSync(new URL(`../../examples/workflows/${name}.yml`, import.meta.url), 'utf8').replace(unknownToAct, '')

let scenario: Scenario
beforeAll(async () => {
  if (isMissing) return
  scenario = await createScenario({
    config: smallPipeline.replace('  devices: cpu\n', '  devices: cpu\n  paths: ["*.mjs"]\n') + suites,
    files: {
      '.github/warpgauge-production.yml': smallPipeline + production,
      ...Object.fromEntries(names.map((name) => [`.github/workflows/${name}.yml`, readWorkflow(name)])),
    },
    tokens: {
      [token]: { checks: 'write', pull_requests: 'write', contents: 'write', issues: 'write', actions: 'write' },
    },
  })
})
afterAll(async () => {
  if (!isMissing) await scenario[Symbol.asyncDispose]()
})

const seen = () => {
  const { checkRuns, comments, pulls } = scenario.server.state.repositories[0]!
  return {
    checks: checkRuns.map(({ name, conclusion }) => `${name}: ${conclusion}`),
    comments: comments.map(({ body }) => body.split('\n')[0]),
    pulls: pulls.map(({ title }) => title),
  }
}

/** A change of the program that changes nothing that it does. */
const change = (comment: string) => `${scenario.readPipelineFile('pipeline.mjs')}\n// ${comment}\n`

type Started = {
  readonly name: (typeof names)[number]
  readonly eventName: string
  readonly event: EventPayload
  readonly ref?: string
  readonly artifacts?: string
}

async function start({ name, eventName, event, ref, artifacts }: Started): Promise<ActRun> {
  const run = await runAct(act, {
    workflow: `.github/workflows/${name}.yml`,
    eventName,
    event,
    clone: scenario.checkOut(ref),
    hub: join(scenario.folder, 'hub.git'),
    artifacts: artifacts ?? mkdtempSync(join(scenario.folder, 'artifacts-')),
    apiUrl: scenario.server.url,
    token,
  })
  onTestFailed(() => void process.stderr.write(run.output.slice(-6000)))
  return run
}

describe.skipIf(isMissing)('the shipped workflows in act', () => {
  it('measure a pull request and publish its check and comment', async () => {
    scenario.push('Harmless', { 'pipeline.mjs': change('More.') })
    const run = await start({ name: 'pull-request', eventName: 'pull_request', event: scenario.event() })
    expect([run.exitCode, run.jobs, seen()]).toEqual([
      0,
      ['plan: success', 'measure: success', 'publish: success', 'verdict: success'],
      { checks: ['warpgauge: success'], comments: [expect.stringMatching(/^## ✅/)], pulls: [expect.anything()] },
    ])
  })

  it('fail a slower head', async () => {
    scenario.push('Slower', { 'esm2.mjs': slowerProteinEmbedding(scenario.readPipelineFile('esm2.mjs'), 12) })
    const run = await start({ name: 'pull-request', eventName: 'pull_request', event: scenario.event() })
    expect([run.jobs.slice(0, 2), seen().checks.at(-1)]).toEqual([
      ['plan: success', 'measure: success'],
      'warpgauge: failure',
    ])
    expect(seen().comments).toEqual([expect.stringMatching(/^## ❌ .*slower/)])
  })

  it('measure nothing where only documents changed', async () => {
    scenario.push('Words', { 'NOTES.md': 'words\n' }, { isFresh: true })
    const run = await start({ name: 'pull-request', eventName: 'pull_request', event: scenario.event() })
    expect([run.exitCode, run.jobs.filter((job) => job.startsWith('measure')), seen().checks.at(-1)]).toEqual([
      0,
      [],
      'warpgauge: success',
    ])
  })

  it('measure a fork in one workflow and publish it in another', async () => {
    const head = scenario.push('From a fork', { 'pipeline.mjs': change('Fork.') }, { isFresh: true })
    const artifacts = mkdtempSync(join(scenario.folder, 'artifacts-'))
    const measured = await start({
      name: 'measure',
      eventName: 'pull_request',
      event: scenario.event({ isFork: true }),
      artifacts,
    })
    expect([measured.exitCode, measured.jobs]).toEqual([0, ['plan: success', 'measure: success']])
    const event = workflowRunEvent({ repository, headSha: head, number: pullNumber, workflow: 'warpgauge measure' })
    const published = await start({ name: 'publish', eventName: 'workflow_run', event, ref: 'main', artifacts })
    expect([published.exitCode, published.jobs, seen().checks.at(-1)]).toEqual([
      0,
      ['publish: success'],
      'warpgauge: success',
    ])
  })

  it('propose baselines of the default branch', async () => {
    const event = workflowDispatchEvent({ repository, inputs: { reason: '' } })
    const run = await start({ name: 'refresh', eventName: 'workflow_dispatch', event, ref: 'main' })
    expect([run.exitCode, run.jobs, seen().pulls.at(-1)]).toEqual([
      0,
      ['measure: success', 'refresh: success'],
      expect.stringMatching(/baseline/i),
    ])
  })

  it('validate at full size by hand, with a config and a reason', async () => {
    const inputs = { config: '.github/warpgauge-production.yml', cases: '', reason: 'before the release' }
    const event = workflowDispatchEvent({ repository, inputs })
    const run = await start({ name: 'production', eventName: 'workflow_dispatch', event, ref: 'main' })
    expect([run.exitCode, run.jobs, seen().checks.at(-1)]).toEqual([
      0,
      ['measure: success', 'publish: success', 'verdict: success'],
      expect.stringMatching(/production: success$/),
    ])
  })

  it('measure a merge group', async () => {
    const headSha = scenario.push('Queued', { 'pipeline.mjs': change('Queue.') }, { isFresh: true })
    const event = mergeGroupEvent({ repository, number: pullNumber, headSha, baseSha: scenario.baseCommit })
    const run = await start({
      name: 'pull-request',
      eventName: 'merge_group',
      event,
      ref: `refs/pull/${pullNumber}/head`,
    })
    expect([run.exitCode, run.jobs]).toEqual([
      0,
      ['plan: success', 'measure: success', 'publish: success', 'verdict: success'],
    ])
  })

  it('measure the parts of a matrix and publish them together', async () => {
    const headSha = scenario.push('Matrix', { 'pipeline.mjs': change('Matrix.') }, { isFresh: true })
    const artifacts = mkdtempSync(join(scenario.folder, 'artifacts-'))
    const measured = await start({ name: 'matrix', eventName: 'pull_request', event: scenario.event(), artifacts })
    expect([measured.exitCode, measured.jobs]).toEqual([0, ['plan: success', 'measure: success', 'verdict: success']])
    const event = workflowRunEvent({ repository, headSha, number: pullNumber, workflow: 'warpgauge matrix' })
    const started = { eventName: 'workflow_run', event, ref: 'main', artifacts }
    const published = await start({ name: 'matrix-publish', ...started })
    expect([published.exitCode, published.jobs, seen().checks.at(-1)]).toEqual([
      0,
      ['publish: success'],
      'warpgauge: success',
    ])
  })

  it('record a commit of the default branch', async () => {
    const event = pushEvent({ repository, after: scenario.baseCommit })
    const run = await start({ name: 'tracking', eventName: 'push', event, ref: 'main' })
    expect([run.exitCode, run.jobs]).toEqual([0, ['measure: success', 'record: success']])
    expect(readRef(join(scenario.folder, 'hub.git'), 'refs/heads/warpgauge-data')).not.toBeNull()
  })

  it('answer a comment', async () => {
    const author = { id: 31, login: 'maria', type: 'User' } as const
    scenario.server.state.repositories[0]!.collaborators.set('maria', 'write')
    const { id } = addComment(scenario.server, { body: '/warpgauge help', author })
    const comment = { id, body: '/warpgauge help' }
    const event = issueCommentEvent({ repository, issue: pullNumber, comment, author })
    const run = await start({ name: 'commands', eventName: 'issue_comment', event, ref: 'main' })
    expect([run.exitCode, run.jobs]).toEqual([0, ['command: success']])
    // Below the report of the pull request, where there is one.
    const written = scenario.server.state.repositories[0]!.comments.filter((other) => other.id !== id)
    expect(written.map(({ body }) => body)).toContainEqual(expect.stringContaining('/warpgauge accept'))
  })

  it('measure the head that a comment asked for', async () => {
    const head = scenario.push('Asked for', { 'pipeline.mjs': change('Asked.') }, { isFresh: true })
    const pull = { 'pull-request': String(pullNumber), head, 'head-repository': '5000', base: scenario.baseCommit }
    const inputs = { ...pull, fork: 'false', suite: 'revision', compare: '', comment: '' }
    const event = workflowDispatchEvent({ repository, inputs })
    const run = await start({ name: 'run', eventName: 'workflow_dispatch', event, ref: 'main' })
    expect([run.exitCode, run.jobs, seen().checks.at(-1)]).toEqual([
      0,
      ['measure: success', 'publish: success'],
      'warpgauge / revision: success',
    ])
  })

  it('send nothing that GitHub would refuse', () => {
    expect(scenario.server.violations).toEqual([])
  })
})

describe.skipIf(isMissing)('bisect.yml in act', () => {
  let terminal: Terminal
  let history: SteppedHistory
  let artifacts: string
  beforeAll(async () => {
    terminal = await openTerminal()
    history = steppedHistory(terminal, 'stepped', { count: 12, culprit: 9, broken: 2, isOpen: true })
    mkdirSync(join(history.path, '.github/workflows'))
    writeFileSync(join(history.path, bisectFile), readWorkflow('bisect'))
    terminal.git(history.path, 'add', '--all')
    terminal.git(history.path, 'commit', '--quiet', '-m', 'Search on request')
    terminal.git(terminal.folder, 'clone', '--quiet', '--bare', history.path, 'hub.git')
    artifacts = mkdtempSync(join(terminal.folder, 'artifacts-'))
  })
  afterAll(async () => {
    await terminal[Symbol.asyncDispose]()
  })

  async function search(inputs: Readonly<Record<string, string>>): Promise<ActRun> {
    const event = workflowDispatchEvent({ repository, inputs: { ...noInputs, ...inputs } })
    const place = { clone: history.path, hub: join(terminal.folder, 'hub.git'), artifacts }
    const workflow = { workflow: bisectFile, eventName: 'workflow_dispatch', event }
    const run = await runAct(act, { ...workflow, ...place, apiUrl: 'http://127.0.0.1:9', token })
    onTestFailed(() => void process.stderr.write(run.output.slice(-6000)))
    return run
  }
  const readResult = (): BisectResult =>
    JSON.parse(readFileSync(join(artifacts, 'warpgauge-bisect', 'bisect-report.json'), 'utf8')) as BisectResult

  it('finds the commit in the range that is named, without a data branch', async () => {
    const run = await search({ good: history.commits[6]!, suite: 'end-to-end' })
    expect([run.exitCode, run.jobs]).toEqual([0, ['bisect: success']])
    expect(readResult()).toMatchObject({ ending: 'found', culprit: { commit: history.culprit } })
  })

  it('takes the range from the data branch', async () => {
    const data = join(terminal.folder, 'data')
    saveRecords(join(artifacts, 'warpgauge-bisect'), history, data)
    terminal.git(data, 'init', '--quiet', '--initial-branch=warpgauge-data')
    terminal.git(data, 'add', '--all')
    terminal.git(data, 'commit', '--quiet', '-m', 'Records')
    terminal.git(data, 'push', '--quiet', join(terminal.folder, 'hub.git'), 'warpgauge-data')
    const run = await search({})
    expect([run.exitCode, run.jobs]).toEqual([0, ['bisect: success']])
    const question = { good: history.commits[7], bad: history.commits[10], suite: 'end-to-end' }
    expect(readResult()).toMatchObject({ question, ending: 'found', culprit: { commit: history.culprit } })
  })
})
