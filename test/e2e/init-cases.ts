import { mkdtempSync } from 'node:fs'
import { expect } from 'vitest'
import type { TrustModel } from '../../src/domain/init/choices.ts'
import { workflowRunEvent } from '../fakes/events.ts'
import { join } from 'node:path'
import { initRepositories } from './init-repositories.ts'
import { makeRepository, say, workflowsIn, type MadeRepository } from './init-rig.ts'
import type { Spoken } from '../fakes/inner-command.ts'
import { recordIn } from './run-check.ts'
import { createScenario, pullNumber, type Scenario } from './scenario.ts'
import { readWorkflow, runWorkflow, tokensOf, type JobRun, type Workflow } from './workflow-jobs.ts'

export const action = 'acme/warpgauge@v0'

export type InitCase = {
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
export const initCases: readonly InitCase[] = [
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
    measures: ['end-to-end/caller', 'command/crates-kmers-count'],
  },
]

export type Initialized = {
  readonly repository: MadeRepository
  readonly said: Spoken
  /** The workflows that it wrote, by file name. */
  readonly parsed: ReadonlyMap<string, Workflow>
}

/** A repository in which `init` has written its files. */
export async function initialize(folder: string, { kind, trust }: InitCase): Promise<Initialized> {
  const repository = makeRepository(folder, initRepositories[kind])
  const labels = ['--labels', 'self-hosted,h200']
  const said = await say(repository, 'init', '--yes', '--trust-model', trust, ...labels, '--action', action)
  const parsed = new Map(workflowsIn(repository.path).map(({ name, text }) => [name, readWorkflow(text)]))
  return { repository, said, parsed }
}

/** Opens a pull request in that repository: its workflows measure every case at both commits and answer. */
export async function expectAnswer(
  { repository, parsed }: Initialized,
  { kind, trust, measures }: InitCase,
  env: Readonly<Record<string, string>> = {},
): Promise<void> {
  const { tag } = initRepositories[kind]
  await using scenario = await createScenario({
    config: null,
    source: repository.path,
    tokens: tokensOf([...parsed.values()]),
    ...(tag === undefined ? {} : { tag }),
  })
  scenario.push('A change', { 'settings.txt': 'nothing that runs\n' })
  const runs = await answerPullRequest({
    scenario,
    parsed,
    env: { PATH: repository.search, ...env },
    isFork: trust === 'forks',
  })
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
}

type PullRequest = {
  readonly scenario: Scenario
  readonly parsed: ReadonlyMap<string, Workflow>
  readonly env: Readonly<Record<string, string>>
  readonly isFork: boolean
}

/** What GitHub does when a pull request is opened; for one from a fork, after a reviewer let it run. */
async function answerPullRequest({ scenario, parsed, env, isFork }: PullRequest): Promise<JobRun[]> {
  const artifacts = mkdtempSync(join(scenario.folder, 'artifacts-'))
  const rig = { ...scenario, env, isProcess: true }
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
