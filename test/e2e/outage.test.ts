import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { runAction, startAction } from '../fakes/actions-runner.ts'
import { workflowRunEvent } from '../fakes/events.ts'
import type { FaultyGateway } from '../fakes/faulty-gateway.ts'
import { freshToken, kill, logOf, openOutage, post, startStalled, type Outage } from './outage-rig.ts'
import { recordIn } from './run-check.ts'
import { pullNumber, type Scenario } from './scenario.ts'
import { repositoryOf } from './stand-in.ts'

// More ways to be cut off are in test/soak/outage.test.ts.

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
  it('measures on when it is down from the start, waits at the end, and writes the check and the comment', async () => {
    const job = outage.job({ isStalling: false })
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
})

describe('a token that expires while it is measured', () => {
  it('costs no measurement: the folder is whole, it is said how to go on, and a fresh token completes the check', async () => {
    const job = outage.job({ isStalling: false })
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
    const { job, running } = await startStalled(outage)
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

  it('asked nothing that GitHub would not understand', () => {
    expect(outage.scenario.server.violations).toEqual([])
  })
})
