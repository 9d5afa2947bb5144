import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAction, startAction } from '../fakes/actions-runner.ts'
import { workflowRunEvent } from '../fakes/events.ts'
import type { FaultyGateway } from '../fakes/faulty-gateway.ts'
import { kill, logOf, openOutage, post, startStalled, type Outage } from '../e2e/outage-rig.ts'
import { recordIn } from '../e2e/run-check.ts'
import { pullNumber, writeToken, type Scenario } from '../e2e/scenario.ts'
import { repositoryOf } from '../e2e/stand-in.ts'
import { isAlive, newJob, resumed, scratchIn, worktreesOf } from '../e2e/stalling-job.ts'

/** The runner gives a cancelled step this long before it sends SIGTERM. */
const runnersPatienceMs = 7500

let outage: Outage
let scenario: Scenario
let gateway: FaultyGateway
beforeAll(async () => {
  outage = await openOutage()
  ;({ scenario, gateway } = outage)
})
afterAll(async () => await outage[Symbol.asyncDispose]())
beforeEach(() => outage.renew())

const checks = () => outage.checks()

describe('while the API of GitHub is down', () => {
  it.each(['silent', 503] as const)(
    'ends a cancelled run in time when the way to it is %s, and the post step says how far it got',
    async (fault) => {
      const { job, running, stalled } = await startStalled(outage)
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
    const job = outage.job({ isStalling: false })
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

describe('a check that a killed runner left in progress', () => {
  it('is completed by the second attempt of the job, without a second check', async () => {
    const { job, running } = await startStalled(outage)
    await kill(running.pid, running.result)
    expect(checks()).toEqual(['four in_progress null'])
    const again = { ...job.options.env, GITHUB_RUN_ATTEMPT: '2' }
    const second = await runAction(resumed(job, { env: again }))
    expect(logOf(second)).toMatch(/^success/)
    expect(checks()).toEqual(['four completed success'])
  })

  it('is taken over by the next run on the same head, and what the first one has still to say is left unsaid', async () => {
    const { job, running } = await startStalled(outage)
    const { state } = await kill(running.pid, running.result)
    const other = newJob(scenario, 'four', { isStalling: false, env: { GITHUB_RUN_ID: '4711' } })
    expect(logOf(await runAction(other.options))).toMatch(/^success/)
    expect(checks()).toEqual(['four completed success'])
    await post(job, state)
    expect(checks()).toEqual(['four completed success'])
    expect(repositoryOf(scenario).checkRuns[0]?.externalId).toContain('4711')
  })

  it('is closed once by two post steps at the same time', async () => {
    const { job, running } = await startStalled(outage)
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
    expect(outage.scenario.server.violations).toEqual([])
  })
})
