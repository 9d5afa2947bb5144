import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveTo, runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { checkOptions, type CheckOptions } from './run-check.ts'
import { createScenario, writeToken, type Scenario } from './scenario.ts'
import { repositoryOf, standInFiles, type StandInConfig } from './stand-in.ts'

// Titles begin with the threat of docs/security.md that they attack.

/** Nothing is hidden from root: as root the steps run as somebody without any rights. */
const nobody = process.getuid?.() === 0 ? 65_534 : null
const attacker = readFileSync(new URL('../fixtures/stand-in-pipeline/attacker.mjs', import.meta.url), 'utf8')
const attacks = ['spy', 'forge-streams', 'forge-files', 'forge-event', 'stay', 'speak', 'flood']
/** Not those of other tests on this host. */
const mark = process.pid
const canaries = {
  ACTIONS_RUNTIME_TOKEN: `canary-runtime-${mark}`,
  ACTIONS_CACHE_URL: `https://canary-cache-${mark}.example/`,
  ACTIONS_RESULTS_URL: `https://canary-results-${mark}.example/`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: `canary-identity-${mark}`,
  AWS_SECRET_ACCESS_KEY: `canary-cloud-${mark}`,
}

let scenario: Scenario
let temporary: string

beforeAll(async () => {
  const of = (attack: string): StandInConfig => ({
    behaviour: attack,
    repeats: 1,
    pipeline: attack === 'flood' ? ['telemetry: [pipeline-log, events]'] : [],
    rest: ['run: { keepOutputs: true }'],
  })
  const configs = Object.entries(standInFiles(Object.fromEntries(attacks.map((name) => [name, of(name)]))))
  const files = configs.map(([path, text]) => [path, text.replace('node, stand-in.mjs', 'node, attacker.mjs')])
  scenario = await createScenario({ files: { ...Object.fromEntries(files), 'attacker.mjs': attacker } })
  scenario.push('An attack', { 'NOTES.md': 'see attacker.mjs\n' })
  temporary = mkdtempSync(join(tmpdir(), 'warpgauge-threats-'))
  // The fake GitHub reads its repositories as we do, also those that were handed to nobody.
  const trust = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
  if (nobody !== null) Object.assign(process.env, trust)
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
  rmSync(temporary, { recursive: true, force: true })
})

type Attack = CheckOptions & { readonly eventName?: string; readonly event?: object }

/** One run of an attack, as a user who is nobody. */
async function under(config: string, options: Attack = {}): Promise<ActionRun> {
  const prepared = prepare(config, options)
  if (nobody !== null) for (const folder of [scenario.folder, temporary]) giveTo(folder, nobody)
  return await runAction({ ...prepared, isProcess: true, ...(nobody === null ? {} : { userId: nobody }) })
}

/** One run that ends before a program of the attack starts. */
async function refuse(config: string, options: Attack): Promise<ActionRun> {
  return await runAction(prepare(config, options))
}

function prepare(config: string, options: Attack) {
  const { token = null, eventName = 'pull_request', event = {}, ...rest } = options
  const clone = rest.clone ?? checkOut()
  const prepared = checkOptions(scenario, { ...rest, clone, config, token, env: { ...canaries, ...rest.env } })
  const runnerTemp = mkdtempSync(join(temporary, 'temp-'))
  return { ...prepared, runnerTemp, eventName, event: { ...prepared.event, ...event } }
}

/** git trusts no repository of somebody else. */
function checkOut(): string {
  if (nobody !== null) giveTo(scenario.folder, 0)
  return scenario.checkOut()
}

function filesBelow(directory: string): string[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

function read(run: ActionRun, name: string): string {
  const file = filesBelow(run.outputs['run-folder'] ?? '').find((path) => path.endsWith(`/${name}`))
  return readFileSync(file ?? '', 'utf8')
}

const errors = ({ annotations }: ActionRun): string =>
  annotations
    .filter(({ level }) => level === 'error')
    .map(({ message }) => message)
    .join('\n')
const warnings = ({ annotations }: ActionRun): string =>
  annotations
    .filter(({ level }) => level === 'warning')
    .map(({ message }) => message)
    .join('\n')
const said = (run: ActionRun): string => `${run.conclusion}\n${run.stdout}\n${run.stderr}`
const keepCredential = (clone: string): void => {
  const header = `AUTHORIZATION: basic ${Buffer.from('x-access-token:canary-checkout').toString('base64')}`
  execFileSync('git', ['-C', clone, 'config', 'http.https://github.com/.extraheader', header])
}

describe('a program that looks for tokens', () => {
  it('T-01: finds none in its environment, in that of any other process, in the clone or in its home', async () => {
    const run = await under('spy', { token: writeToken })
    expect(said(run)).toMatch(/^success/)
    const found = read(run, 'found.json')
    for (const secret of [...Object.values(canaries), writeToken]) expect(found).not.toContain(secret)
    const { parent, memory, streams, home } = JSON.parse(found) as Record<string, unknown>
    expect({ parent, memory, streams, home }).toEqual({
      parent: 'EACCES',
      memory: 'EACCES',
      streams: ['EACCES', 'EACCES', 'EACCES'],
      home: [],
    })
  })

  it('T-01: would find them in the environment of a process that does not hide itself', () => {
    const found = join(temporary, 'control')
    const program = join(temporary, 'attacker.mjs')
    writeFileSync(program, attacker)
    const child = [process.execPath, [program, 'spy', '/dev/null', found], { env: { PATH: process.env['PATH'] } }]
    const parent = `require('node:child_process').execFileSync(...${JSON.stringify(child)})`
    execFileSync(process.execPath, ['-e', parent], { env: { PATH: process.env['PATH'], INPUT_TOKEN: writeToken } })
    expect(JSON.parse(readFileSync(join(found, 'found.json'), 'utf8'))).toMatchObject({
      parent: expect.stringContaining(`INPUT_TOKEN=${writeToken}`),
    })
  })

  it('T-01: of a fork never starts where the checkout has left its token in .git/config', async () => {
    const clone = checkOut()
    keepCredential(clone)
    const run = await refuse('spy', { clone, isFork: true, inputs: { 'allow-forks': 'true' } })
    expect(run.conclusion).toBe('failure')
    expect(errors(run)).toMatch(/could read a secret: http\.https:\/\/github\.com\/\.extraheader in .*\.git\/config/)
    expect(errors(run)).toContain('persist-credentials: false')
    expect(said(run)).not.toContain('canary-checkout')
  })

  it('T-01: of a fork never starts where a token lies in the environment of the job', async () => {
    const run = await refuse('spy', {
      isFork: true,
      inputs: { 'allow-forks': 'true' },
      env: { GH_TOKEN: 'canary-job' },
    })
    expect(errors(run)).toContain('could read a secret: variable GH_TOKEN')
    expect(said(run)).not.toContain('canary-job')
  })

  it('T-01: of a colleague is run with a git that has no credential, and the log warns of that in the clone', async () => {
    const clone = checkOut()
    keepCredential(clone)
    const run = await under('spy', { clone })
    expect(run.conclusion).toBe('success')
    expect(warnings(run)).toMatch(/extraheader in .*\.git\/config is readable by the measured code/)
    expect(JSON.parse(read(run, 'found.json'))).toMatchObject({ git: expect.not.stringContaining('extraheader') })
  })
})

describe('an event that comes with secrets', () => {
  it('T-04: pull_request_target never measures a fork, whatever the workflow allows', async () => {
    const inputs = { 'allow-forks': 'true' }
    const run = await refuse('spy', { isFork: true, inputs, eventName: 'pull_request_target' })
    expect(errors(run)).toContain('pull_request_target jobs have the secrets of this repository')
    expect(existsSync(join(scenario.folder, 'runs', 'spy', 'run.json'))).toBe(false)
  })

  it.each([
    ['a pull request', { event: 'pull_request', head_branch: 'x' }],
    ['a merge group', { event: 'merge_group', head_branch: 'gh-readonly-queue/main/pr-7-x' }],
    ['a copied pull request', { event: 'push', head_branch: 'pull-request/7' }],
  ])('T-04: workflow_run never measures what %s has started', async (_what, origin) => {
    const { head } = repositoryOf(scenario).pulls[0] ?? {}
    const of = { id: 1, head_sha: head?.sha, html_url: 'https://github.com/x', ...origin }
    const started = { workflow_run: { ...of, conclusion: 'success', head_repository: { id: 9 } } }
    const run = await refuse('spy', { inputs: { mode: 'check' }, eventName: 'workflow_run', event: started })
    expect(errors(run)).toContain('workflow_run jobs have the secrets of this repository')
  })

  it('T-04: a comment measures no pull request, even where its head is what was checked out', async () => {
    const own = { id: 5, body: 'run', user: { id: 1, login: 'mallory', type: 'User' } }
    const written = { action: 'created', comment: own, issue: { number: 7, pull_request: {} } }
    const env = { GITHUB_SHA: scenario.baseCommit }
    const run = await under('spy', { inputs: { mode: 'check' }, eventName: 'issue_comment', event: written, env })
    const record = JSON.parse(read(run, 'run.json')) as { revisions: { label: string; commit: string }[] }
    expect(record.revisions.find(({ label }) => label === 'head')?.commit).toBe(scenario.baseCommit)
  })
})

describe('a program that speaks for the step', () => {
  it('T-07: is obeyed on neither stream, however it writes its commands', async () => {
    const run = await under('speak', { token: writeToken })
    const own = new Set(['add-mask', 'debug', 'notice', 'warning', 'error'])
    expect(run.commands.filter(({ name }) => !own.has(name))).toEqual([])
    expect(run.annotations.filter(({ message }) => message.startsWith('planted'))).toEqual([])
    expect(run.outputs).toMatchObject({ verdict: 'error', conclusion: 'failure' })
    expect(run.stdout.split('\n').every((line) => line.length < 10_000)).toBe(true)
    expect(run.problems).toEqual([])
  })

  it('T-09: cannot mask the verdict away', async () => {
    const run = await under('speak', { token: writeToken })
    expect(run.masks).toEqual([writeToken])
    expect(run.outputs).toMatchObject({ verdict: 'error', conclusion: 'failure' })
  })

  it('T-08: cannot write into the streams of the step past its pipes', async () => {
    const run = await under('forge-streams')
    expect(read(run, 'stdout.log').trim().split('\n')).toEqual(['EACCES', 'EACCES'])
    expect(run.annotations.filter(({ message }) => message.startsWith('planted'))).toEqual([])
    expect(run.outputs).not.toMatchObject({ verdict: 'error' })
  })

  it('T-08: cannot steer the workflow by its command files: what it wrote is taken out and the step fails', async () => {
    const run = await under('forge-files', { token: writeToken })
    expect(run.conclusion).toBe('failure')
    expect(errors(run)).toMatch(
      /node wrote into GITHUB_ENV, GITHUB_PATH, GITHUB_OUTPUT, GITHUB_STATE, GITHUB_STEP_SUMMARY/,
    )
    expect([run.exportedEnv, run.addedPaths, run.problems]).toEqual([{}, [], []])
    expect(JSON.stringify([run.outputs, run.state, run.summary])).not.toContain('LD_PRELOAD')
    expect(repositoryOf(scenario).checkRuns.at(-1)).toMatchObject({ status: 'completed', conclusion: 'failure' })
  })
})

describe('a program that wants to stay', () => {
  it('T-17: finds a home that is thrown away, and nothing of it outlives the run', async () => {
    const home = mkdtempSync(join(temporary, 'home-'))
    const planted = join(temporary, 'planted-later')
    const run = await under('stay', { env: { HOME: home, STAND_IN_PLACE: planted } })
    expect(said(run)).toMatch(/^success/)
    const kept = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !/^\.cache(?:\/|$)/.test(path),
    )
    expect(kept).toEqual([])
    expect(
      readdirSync(temporary, { recursive: true, encoding: 'utf8' }).filter((path) => /bashrc|gitconfig/.test(path)),
    ).toEqual([])
    expect(run.orphans).toEqual([])
    await delay(2000)
    expect(existsSync(planted)).toBe(false)
  })
})

describe('what one run leaves for the next', () => {
  it('T-18: of a fork is nothing: it neither fills nor finds the cache of this machine', async () => {
    const cache = mkdtempSync(join(temporary, 'tool-cache-'))
    const env = { RUNNER_TOOL_CACHE: cache }
    const run = await under('stay', { isFork: true, inputs: { 'allow-forks': 'true' }, env })
    expect(said(run)).toMatch(/^success/)
    expect(readdirSync(cache)).toEqual([])
  })

  it('T-32: only a trusted event fills the cache of this machine, a pull request of the repository does not', async () => {
    const cache = mkdtempSync(join(temporary, 'tool-cache-'))
    const env = { RUNNER_TOOL_CACHE: cache, GITHUB_SHA: scenario.baseCommit }
    expect(said(await under('stay', { env }))).toMatch(/^success/)
    expect(filesBelow(cache)).toEqual([])
    await under('stay', { env, eventName: 'workflow_dispatch', event: { pull_request: null } })
    expect(filesBelow(cache).some((path) => path.startsWith(join(cache, 'warpgauge/datasets')))).toBe(true)
  })

  it.each(['../warpgauge.yml', '/etc/passwd', '.github/../../x.yml'])(
    'T-23: no config is read from outside of the repository: %s',
    async (config) => {
      const run = await refuse('stay', { inputs: { config } })
      expect(errors(run)).toContain(`config: "${config}" is not a path inside the repository`)
    },
  )
})

describe('output that is a bomb', () => {
  it('T-25: of endless lines, deep nesting and huge cells ends neither the run nor the machine', async () => {
    const run = await under('flood', { token: writeToken })
    expect(run.durationMs).toBeLessThan(60_000)
    expect(run.outputs).toMatchObject({ conclusion: expect.stringMatching(/^(?:success|neutral|failure)$/) })
    expect(run.signal).toBeNull()
    expect(run.problems).toEqual([])
    expect(run.stdout.length).toBeLessThan(200_000)
    expect(run.summary.length).toBeLessThan(200_000)
  })
})
