import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { checkOptions } from './run-check.ts'
import { createScenario, writeToken, type Scenario } from './scenario.ts'
import { repositoryOf, standInFiles } from './stand-in.ts'

const canaries = {
  ACTIONS_RUNTIME_TOKEN: 'canary-runtime',
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'canary-identity',
  GITHUB_TOKEN: 'canary-github',
  HF_TOKEN: 'canary-hub',
  ACTIONS_CACHE_URL: 'https://canary-cache.example/',
  ACTIONS_RESULTS_URL: 'https://canary-results.example/',
  AWS_SECRET_ACCESS_KEY: 'canary-cloud',
  NODE_OPTIONS: '--title=canary-options',
}

let scenario: Scenario
beforeAll(async () => {
  const tell = {
    behaviour: 'tell',
    pipeline: ['setup: [[node, stand-in.mjs, tell-setup]]'],
    rest: ['run: { keepOutputs: true }'],
  }
  const names = { behaviour: 'command-in-a-name', proof: 'results: { path: "{output}/*/table.csv" }' }
  scenario = await createScenario({ files: standInFiles({ tell, command: { behaviour: 'command' }, names }) })
  scenario.push('A change', { 'NOTES.md': 'nothing that runs\n' })
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
})

describe('the environment of what a pull request runs', () => {
  let run: ActionRun
  let told: Record<string, string>[]

  beforeAll(async () => {
    run = await runAction({
      ...checkOptions(scenario, { config: 'tell', token: writeToken, env: canaries }),
      isProcess: true,
    })
    told = filesBelow(run.outputs['run-folder'] ?? '')
      .filter((path) => path.endsWith('environment.json') || path.endsWith('stdout.log'))
      .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>)
  })

  it('was told by the setup command and by every trial', () => {
    expect(`${run.conclusion}\n${run.stdout}`).toMatch(/^success/)
    expect(told).toHaveLength(6)
    expect(told.filter((environment) => environment['WARPGAUGE_EVENTS'] === undefined)).toHaveLength(2)
  })

  it('T-01, T-18: has no token, no secret, no cache and no way to steer the workflow', () => {
    const values = told.flatMap((environment) => Object.values(environment))
    const names = new Set(told.flatMap((environment) => Object.keys(environment)))
    for (const secret of [...Object.values(canaries), writeToken]) expect(values.join('\n')).not.toContain(secret)
    expect(
      [...names].filter((name) => /^(?:INPUT_|ACTIONS_|GITHUB_|STATE_|NODE_OPTIONS)|TOKEN|SECRET/.test(name)),
    ).toEqual([])
  })

  it('T-17: has a home and a temporary directory of its own, and the mark by which the runner finds it', () => {
    for (const environment of told) {
      expect(environment).toMatchObject({ HOME: expect.stringMatching(/warpgauge-work-.*home\/head$/), CI: 'true' })
      expect(environment['RUNNER_TRACKING_ID']).toMatch(/^github_/)
    }
  })

  it('T-14: is all there is: no secret lies in the run folder, the summary, the check or the comment', () => {
    const written = filesBelow(run.outputs['run-folder'] ?? '').map((path) => readFileSync(path, 'utf8'))
    const { checkRuns, comments } = repositoryOf(scenario)
    const said = [...written, run.summary, JSON.stringify(checkRuns), JSON.stringify(comments)].join('\n')
    for (const secret of [...Object.values(canaries), writeToken]) expect(said).not.toContain(secret)
  })
})

describe('workflow commands in what a pipeline prints', () => {
  it.each([
    ['its output', 'command'],
    ['the names of its files', 'names'],
  ])('T-07, T-09: never reach the runner: %s', async (_name, config) => {
    const run = await runAction({ ...checkOptions(scenario, { config, token: writeToken }), isProcess: true })
    const own = new Set(['add-mask', 'debug', 'notice', 'warning', 'error'])
    expect(run.commands.filter(({ name }) => !own.has(name))).toEqual([])
    expect(run.masks).toEqual([writeToken])
    expect(run.annotations.filter(({ message }) => message.startsWith('pwned'))).toEqual([])
    expect(run.outputs).toMatchObject({ verdict: 'error', conclusion: 'failure' })
    // Only what the step itself leaves: that nothing is pending.
    expect(run.state).toEqual({ 'pending-check': '' })
    expect(run.problems).toEqual([])
  })

  it('are kept as they are in the run folder, where nobody obeys them', () => {
    const [log] = filesBelow(join(scenario.folder, 'runs', 'command')).filter((path) => path.endsWith('stdout.log'))
    expect(readFileSync(log ?? '', 'utf8')).toContain('::add-mask::pass')
  })
})

function filesBelow(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}
