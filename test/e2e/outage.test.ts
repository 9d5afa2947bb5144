import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAction, startAction, type ActionRun } from '../fakes/actions-runner.ts'
import { workflowRunEvent } from '../fakes/events.ts'
import { startFaultyGateway, type FaultyGateway } from '../fakes/faulty-gateway.ts'
import { recordIn } from './run-check.ts'
import { createScenario, pullNumber, writeToken, type Scenario } from './scenario.ts'
import { repositoryOf, standInFiles } from './stand-in.ts'
import { isAlive, newJob, resumed, scratchIn, untilStalled, worktreesOf, type Job } from './stalling-job.ts'

/** The runner gives a cancelled step this long before it sends SIGTERM. */
const runnersPatienceMs = 7500
const freshToken = 'tok-fresh-canary'
const write = { checks: 'write', pull_requests: 'write', contents: 'read' } as const

let scenario: Scenario
let gateway: FaultyGateway
beforeAll(async () => {
  scenario = await createScenario({ files: standInFiles({ four: { repeats: 4 } }), tokens: { [freshToken]: write } })
  gateway = await startFaultyGateway(scenario.server.url)
})
afterAll(async () => {
  await gateway[Symbol.asyncDispose]()
  await scenario[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await gateway.become('open')
  const state = repositoryOf(scenario)
  state.checkRuns = []
  state.comments = []
  scenario.push('One more change', {})
})

const checks = () =>
  repositoryOf(scenario).checkRuns.map(({ name, status, conclusion }) => `${name} ${status} ${conclusion}`)

const logOf = ({ stdout, conclusion }: ActionRun): string => `${conclusion}\n${stdout}`

/** A job whose third trial waits, and the state of its main step when the runner is gone. */
async function startStalled(more: Parameters<typeof newJob>[2] = {}) {
  const job = newJob(scenario, 'four', { serverUrl: gateway.url, ...more })
  const running = await startAction({ ...job.options, isJobGoingOn: true })
  return { job, running, stalled: await untilStalled(job, running) }
}

async function kill(pid: number, result: Promise<ActionRun>): Promise<ActionRun> {
  process.kill(pid, 'SIGKILL')
  return await result
}

function post(
  { options }: Job,
  state: ActionRun['state'],
  more: { readonly isJobGoingOn?: boolean } = {},
): Promise<ActionRun> {
  return runAction({ ...options, ...more, entry: 'post', state })
}

describe('while the API of GitHub is down', () => {
  it('measures on when it is down from the start, waits at the end, and writes the check and the comment', async () => {
    const job = newJob(scenario, 'four', { serverUrl: gateway.url, isStalling: false })
    await gateway.become('refusing')
    const running = await startAction(job.options)
    await running.untilWritten('Retrying for up to 15 minutes')
    await gateway.become('open')
    const run = await running.result
    expect(logOf(run)).toContain('The run continues; the check is created with the result')
    expect(logOf(run)).toContain('GitHub is available again')
    expect(checks()).toEqual(['four completed success'])
    expect(repositoryOf(scenario).comments).toHaveLength(1)
    expect(recordIn(job.runFolder)).toMatchObject({ status: 'finished', trials: [{}, {}, {}, {}] })
  })

  it.each(['silent', 503] as const)(
    'ends a cancelled run in time when the way to it is %s, and the post step says how far it got',
    async (fault) => {
      const { job, running, stalled } = await startStalled()
      await gateway.become(fault)
      const startedMs = performance.now()
      const run = await running.cancel()
      expect(run.signal).toBeNull()
      expect(performance.now() - startedMs).toBeLessThan(runnersPatienceMs)
      expect(stalled.filter(isAlive)).toEqual([])
      expect([worktreesOf(job.clone), scratchIn(job.temporary)]).toEqual([[], []])
      expect(recordIn(job.runFolder)).toMatchObject({ status: 'interrupted', trials: [{ index: 0 }, { index: 1 }] })
      expect(checks()).toEqual(['four in_progress null'])
      await gateway.become('open')
      expect((await post(job, run.state)).exitCode).toBe(0)
      expect(checks()).toEqual(['four completed cancelled'])
      expect(repositoryOf(scenario).checkRuns[0]?.title).toContain('cancelled after 2 of 4 trials')
    },
  )

  it('keeps the verdict of a step that is killed while it waits, for the post step to write', async () => {
    const job = newJob(scenario, 'four', { serverUrl: gateway.url, isStalling: false })
    const running = await startAction({ ...job.options, isJobGoingOn: true })
    await running.untilWritten('4 of 4 trials')
    await gateway.become('resetting')
    // Not of the question whether the base has moved, which comes first and is not waited for.
    await running.untilWritten('Retrying for up to 15 minutes')
    const { state } = await kill(running.pid, running.result)
    await gateway.become('open')
    expect((await post(job, state)).exitCode).toBe(0)
    expect(checks()).toEqual(['four completed success'])
    expect(repositoryOf(scenario).checkRuns[0]?.summary).toContain('nothing failed')
  })
})

describe('a token that expires while it is measured', () => {
  it('costs no measurement: the folder is whole, it is said how to go on, and a fresh token completes the check', async () => {
    const job = newJob(scenario, 'four', { serverUrl: gateway.url, isStalling: false })
    const running = await startAction({ ...job.options, isJobGoingOn: true })
    await running.untilWritten('4 of 4 trials')
    await gateway.become(401)
    const run = await running.result
    expect(run.conclusion).toBe('failure')
    expect(run.outputs).toMatchObject({ verdict: 'pass', 'check-url': '', 'run-folder': job.runFolder })
    const said = run.annotations.map(({ message }) => message).join('\n')
    expect(said).toMatch(/The check run was not written: .*401: Bad credentials.*mode: publish/s)
    const after = await post(job, run.state)
    expect(after.exitCode).toBe(0)
    expect(after.annotations.map(({ message }) => message).join('\n')).toContain('401')
    expect(checks()).toEqual(['four in_progress null'])

    const [repository] = scenario.server.state.repositories
    const headSha = repository?.pulls[0]?.head.sha ?? ''
    const published = await runAction({
      actionYml: scenario.actionYml,
      inputs: { token: freshToken, config: '.github/four.yml', 'run-folder': job.runFolder },
      event: workflowRunEvent({ repository: repository!, headSha, isFork: false, number: pullNumber }),
      eventName: 'workflow_run',
      serverUrl: scenario.server.url,
    })
    expect(logOf(published)).toMatch(/^success/)
    expect(checks()).toEqual(['four completed success'])
  })

  it('does not let a forged state speak for the step', async () => {
    const { job, running } = await startStalled()
    const { state } = await kill(running.pid, running.result)
    const { headSha } = repositoryOf(scenario).checkRuns[0]!
    const forged = {
      name: 'four',
      headCommit: headSha,
      pullRequest: pullNumber,
      base: null,
      run: `${job.options.env?.['GITHUB_RUN_ID'] ?? '1'}.1`,
      detailsUrl: null,
      title: 'All is well',
      summary: 'Truly',
      result: 'success',
    }
    const sealed = `${'0'.repeat(64)} ${JSON.stringify(forged)}`
    await post(job, { ...state, 'pending-check': sealed })
    expect(checks()).toEqual(['four completed cancelled'])
  })
})

describe('a check that a killed runner left in progress', () => {
  it('is completed by the second attempt of the job, without a second check', async () => {
    const { job, running } = await startStalled()
    await kill(running.pid, running.result)
    expect(checks()).toEqual(['four in_progress null'])
    const again = { ...job.options.env, GITHUB_RUN_ATTEMPT: '2' }
    const second = await runAction(resumed(job, { env: again }))
    expect(logOf(second)).toMatch(/^success/)
    expect(checks()).toEqual(['four completed success'])
  })

  it('is taken over by the next run on the same head, and what the first one has still to say is left unsaid', async () => {
    const { job, running } = await startStalled()
    const { state } = await kill(running.pid, running.result)
    const other = newJob(scenario, 'four', { isStalling: false, env: { GITHUB_RUN_ID: '4711' } })
    expect(logOf(await runAction(other.options))).toMatch(/^success/)
    expect(checks()).toEqual(['four completed success'])
    await post(job, state)
    expect(checks()).toEqual(['four completed success'])
    expect(repositoryOf(scenario).checkRuns[0]?.externalId).toContain('4711')
  })

  it('is closed once by two post steps at the same time', async () => {
    const { job, running } = await startStalled()
    const { state } = await kill(running.pid, running.result)
    const ofOneJob = { isJobGoingOn: true }
    const posts = await Promise.all([post(job, state, ofOneJob), post(job, state, ofOneJob)])
    expect(posts.map(({ exitCode }) => exitCode)).toEqual([0, 0])
    expect(checks()).toEqual(['four completed cancelled'])
  })
})

describe('a publishing job that is cancelled', () => {
  it('ends in time although GitHub is silent, and its post step completes the check', async () => {
    const measured = newJob(scenario, 'four', { isStalling: false })
    const { token: _token, ...inputs } = measured.options.inputs ?? {}
    await runAction({ ...measured.options, inputs })
    const [repository] = scenario.server.state.repositories
    const headSha = repository?.pulls[0]?.head.sha ?? ''
    const options = {
      ...measured.options,
      inputs: { ...inputs, token: writeToken },
      event: workflowRunEvent({ repository: repository!, headSha, isFork: false, number: pullNumber }),
      eventName: 'workflow_run',
      serverUrl: gateway.url,
    }
    await gateway.become('silent')
    const running = await startAction({ ...options, isJobGoingOn: true })
    await gateway.untilMet()
    const run = await running.cancel()
    await gateway.become('open')
    const closed = await runAction({ ...options, entry: 'post', state: run.state })
    expect(closed.exitCode).toBe(0)
    expect(checks().filter((check) => check.includes('in_progress'))).toEqual([])
  })

  it('asked nothing that GitHub would not understand', () => {
    expect(scenario.server.violations).toEqual([])
  })
})
