import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAction, runActionAndPost, type ActionRun } from '../fakes/actions-runner.ts'
import type { FailureRule } from '../fakes/github-server/failures.ts'
import { checkOptions, recordIn, type CheckOptions } from './run-check.ts'
import { createScenario, writeToken, type Scenario } from './scenario.ts'
import { repositoryOf, standInConfig, standInFiles } from './stand-in.ts'

const announcing: FailureRule = { method: 'POST', path: /\/check-runs$/, answer: { kind: 'cut-off' } }
const completing: FailureRule = { method: 'PATCH', path: '/check-runs/', answer: { kind: 'cut-off' } }
const commenting: FailureRule = { method: 'POST', path: /\/comments$/, answer: { kind: 'cut-off' } }

let scenario: Scenario
beforeAll(async () => {
  const files = standInFiles({ strict: { rest: ['comparison: { minEffect: 0.02, reference: baseline }'] } })
  scenario = await createScenario({ files, config: standInConfig({ repeats: 1 }) })
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
})

async function check(options: CheckOptions = {}) {
  return await runActionAndPost(checkOptions(scenario, { token: writeToken, ...options }))
}

function messages({ annotations }: ActionRun, level: 'error' | 'warning'): string {
  return annotations
    .filter((annotation) => annotation.level === level)
    .map(({ message }) => message)
    .join('\n')
}

function writes() {
  return scenario.server.requests.filter(({ method }) => method !== 'GET')
}

describe('while GitHub has a bad day', () => {
  beforeEach(() => {
    const state = repositoryOf(scenario)
    state.checkRuns = []
    state.comments = []
    scenario.push('One more change', {})
  })

  /** What is on GitHub afterwards, and where the outputs lead. */
  function written({ conclusion, outputs }: ActionRun) {
    const { checkRuns, comments } = repositoryOf(scenario)
    const checks = checkRuns.map(({ name, status, conclusion: end }) => `${name} ${status} ${end}`)
    const addresses = [outputs['check-url'], outputs['comment-url']].map((address) => address?.slice(0, 8))
    return { conclusion, checks, comments: comments.length, addresses }
  }
  const oneOfEach = {
    conclusion: 'success',
    checks: ['warpgauge completed success'],
    comments: 1,
    addresses: ['https://', 'https://'],
  }

  it('writes each once although every answer was an error after the effect', async () => {
    const status = { kind: 'status', status: 502 } as const
    for (const rule of [announcing, completing, commenting])
      scenario.server.failNext({ ...rule, hasTakenEffect: true, answer: status })
    const { main } = await check()
    expect(written(main)).toEqual(oneOfEach)
  })

  it('writes each once although requests were lost or ran into limits', async () => {
    scenario.server.failNext({ ...announcing, answer: { kind: 'status', status: 500 } })
    scenario.server.failNext({ ...announcing, answer: { kind: 'secondary-limit', status: 429, retryAfterSeconds: 1 } })
    scenario.server.failNext({ ...completing, answer: { kind: 'secondary-limit', status: 403, retryAfterSeconds: 1 } })
    scenario.server.failNext({ ...commenting, answer: { kind: 'status', status: 503 } })
    const { main } = await check()
    expect(written(main)).toEqual(oneOfEach)
    expect(messages(main, 'warning')).toContain('secondary rate limit')
  })

  it('writes each once although every answer broke off', async () => {
    for (const rule of [announcing, completing, commenting]) scenario.server.failNext(rule)
    const { main } = await check()
    expect(written(main)).toEqual(oneOfEach)
  })

  it('completes the check when only the comment is refused, and says so', async () => {
    for (const rule of [announcing, completing])
      scenario.server.failNext({ ...rule, answer: { kind: 'slow', delayMs: 400 } })
    scenario.server.failNext({ ...commenting, answer: { kind: 'status', status: 422, message: 'Body is locked' } })
    const { main } = await check()
    expect(repositoryOf(scenario).checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success' }])
    expect(messages(main, 'warning')).toMatch(
      /sticky-comment was not delivered: .*pull request #7.*422: Body is locked .*Unlock the conversation/i,
    )
    expect(main.outputs).toMatchObject({ verdict: 'pass', 'comment-url': '' })
  })

  it('T-20: fails the step when the verdict cannot be written, and the post step writes it when it can', async () => {
    const forbidden = { kind: 'status', status: 403, message: 'Resource not accessible by integration' } as const
    scenario.server.failNext({ ...completing, answer: forbidden })
    scenario.server.failNext({ ...commenting, answer: { kind: 'slow', delayMs: 400 } })
    const { main, post } = await check()
    expect(main.conclusion).toBe('failure')
    expect(messages(main, 'error')).toMatch(/The check run was not written: .*403.*`permissions: checks: write`/)
    expect(main.outputs['check-url']).toBe('')
    expect(repositoryOf(scenario).comments).toHaveLength(1)
    expect(post.exitCode).toBe(0)
    expect(repositoryOf(scenario).checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success' }])
  })

  it('stops before measuring when the token may not write checks, and names the permission', async () => {
    const runFolder = join(scenario.folder, 'runs', 'read-only')
    const { main, post } = await check({ token: 'tok-read', inputs: { 'run-folder': runFolder } })
    expect(main.conclusion).toBe('failure')
    expect(messages(main, 'error')).toMatch(/Could not write the check "warpgauge".*`permissions: checks: write`/s)
    expect(post.exitCode).toBe(0)
    expect(() => recordIn(runFolder)).toThrow('ENOENT')
    expect(repositoryOf(scenario).checkRuns).toEqual([])
  })

  it('asked nothing that GitHub would not understand', () => {
    expect(scenario.server.violations).toEqual([])
  })
})

describe('a pull request from a fork', () => {
  const noToken = { isFork: true, token: null }

  it('T-02: is refused before anything runs', async () => {
    const before = writes().length
    const runFolder = join(scenario.folder, 'runs', 'fork')
    const { main } = await check({ isFork: true, inputs: { 'run-folder': runFolder } })
    expect(main.conclusion).toBe('failure')
    expect(messages(main, 'error')).toMatch(/pull request 7 comes from a fork; its code does not run on this machine/)
    expect(messages(main, 'error')).toContain('allow-forks: true')
    expect(() => readdirSync(runFolder)).toThrow('ENOENT')
    expect(writes()).toHaveLength(before)
  })

  it('T-01: is refused in a job that holds a token, even where forks are allowed', async () => {
    const { main } = await check({ isFork: true, inputs: { 'allow-forks': 'true' } })
    expect(main.conclusion).toBe('failure')
    expect(messages(main, 'error')).toContain('this job runs code of a fork and has a token')
  })

  it('is measured where forks are allowed and no token is there, and GitHub hears nothing', async () => {
    const before = scenario.server.requests.length
    const { main, post } = await check({ ...noToken, inputs: { 'allow-forks': 'true' } })
    expect(main.outputs).toMatchObject({ verdict: 'pass', 'check-url': '', 'comment-url': '' })
    expect(main.conclusion).toBe('success')
    expect(main.summary).toContain('nothing failed')
    expect(post.exitCode).toBe(0)
    expect(scenario.server.requests).toHaveLength(before)
  })
})

describe('the yardstick of a pull request', () => {
  it('T-11: is the config of the base, whatever the pull request makes of it', async () => {
    const softer = standInConfig({
      behaviour: 'nothing',
      rest: ['comparison: { minEffect: 0.99, reference: baseline }'],
    })
    scenario.push('Softer rules', { '.github/strict.yml': softer })
    const { main } = await check({ config: 'strict', token: null })
    const runFolder = main.outputs['run-folder'] ?? ''
    expect(recordIn(runFolder).yardstick).toMatchObject({ origin: 'base', commit: scenario.baseCommit })
    expect(readFileSync(join(runFolder, 'warpgauge.yml'), 'utf8')).toContain('minEffect: 0.02')
    expect(recordIn(runFolder).trials.every(({ argv }) => argv.includes('work'))).toBe(true)
  })

  it('T-11: gives at most a neutral check when only the head has a config', async () => {
    scenario.push('A first config', { '.github/first.yml': standInConfig() })
    const { main } = await check({ config: 'first', token: null })
    expect(main.outputs).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    expect(main.summary).toContain('the config comes from the head')
    expect(recordIn(main.outputs['run-folder'] ?? '').yardstick.origin).toBe('head')
  })
})

describe('GitHub Enterprise Server', () => {
  it('is reached below its path prefix for the whole run', async () => {
    await using enterprise = await createScenario({
      files: standInFiles({}),
      config: standInConfig(),
      pathPrefix: '/api/v3',
    })
    enterprise.push('A change', { 'NOTES.md': 'nothing\n' })
    const main = await runAction(checkOptions(enterprise, { token: writeToken }))
    expect(`${main.conclusion}\n${main.stdout}`).toMatch(/^success/)
    expect(repositoryOf(enterprise).checkRuns).toMatchObject([{ status: 'completed', conclusion: 'success' }])
    expect(main.outputs['check-url']).toContain(new URL(enterprise.server.url).origin)
    expect(enterprise.server.violations).toEqual([])
  })
})
