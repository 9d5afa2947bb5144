import { describe, expect, it } from 'vitest'
import { OutageError } from '../../src/domain/core/errors.ts'
import { createRetryPolicy, type RetryPolicy } from '../../src/io/github/connection.ts'
import { announce, runUnderLiveCheck } from '../../src/steps/deliver/announce.ts'
import {
  aCheck,
  connect,
  done,
  head,
  marker,
  refusalOf,
  repositoryOf,
  silent,
  startAcme,
  upsertCheck,
} from '../fakes/connected-github.ts'
import { workflowBook } from '../fakes/github-server/workflow-runs.ts'
import { startFaultyGateway } from '../fakes/faulty-gateway.ts'

const announcement = {
  name: aCheck().name,
  headCommit: head,
  run: '1.1',
  detailsUrl: null,
  pullRequest: null,
  base: null,
}
const quiet = { onStart() {}, onTrialStart() {}, onTrialEnd() {}, onEnd() {}, onLiveLine() {} }

/** A clock that stands still until it is told otherwise. */
function stoppedClock() {
  const time = { ms: 1_000_000 }
  return { time, clock: { now: () => new Date(time.ms), readMonotonicMs: () => time.ms } }
}

describe('the check of a run of hours (F-31)', () => {
  it('shows the newest line while it is in progress, at most every 30 seconds', async () => {
    await using server = await startAcme()
    const gitHub = connect(server)
    await announce(announcement, { gitHub, logger: silent })
    const { time, clock } = stoppedClock()
    const summary = () => repositoryOf(server).checkRuns[0]?.summary ?? ''
    await runUnderLiveCheck(announcement, { gitHub, logger: silent, progress: quiet, clock }, async (progress) => {
      const say = (line: string) => () => {
        progress.onLiveLine?.(line)
        return summary()
      }
      await expect.poll(say('10 % | 2 h left')).toContain('2 h left')
      time.ms += 29_999
      await expect.poll(say('too soon')).toContain('2 h left')
      time.ms += 1
      await expect.poll(say('11 % | ``` 1 h left')).toContain("11 % | ''' 1 h left")
    })
    expect(repositoryOf(server).checkRuns).toMatchObject([{ status: 'in_progress' }])
    expect(server.violations).toEqual([])
  })

  it('has no update on its way when the work has ended: it would open a completed check again', async () => {
    await using server = await startAcme()
    const gitHub = connect(server)
    await announce(announcement, { gitHub, logger: silent })
    const { clock } = stoppedClock()
    const hands = { gitHub, logger: silent, progress: quiet, clock }
    await runUnderLiveCheck(announcement, hands, (progress) => {
      progress.onLiveLine?.('the last line')
      return Promise.resolve()
    })
    expect(repositoryOf(server).checkRuns[0]?.summary).toContain('the last line')
  })

  it('only warns, once, when GitHub cannot be told', async () => {
    await using server = await startAcme()
    const gitHub = connect(server, { token: 'nothing' })
    const { time, clock } = stoppedClock()
    const warnings: string[] = []
    const logger = { ...silent, warning: (text: string) => warnings.push(text) }
    const result = await runUnderLiveCheck(
      announcement,
      { gitHub, logger, progress: quiet, clock },
      async (progress) => {
        progress.onLiveLine?.('one')
        await expect.poll(() => warnings.length).toBe(1)
        time.ms += 60_000
        progress.onLiveLine?.('two')
        return 'measured'
      },
    )
    expect(result).toBe('measured')
    expect(warnings).toEqual([
      expect.stringMatching(/^The check could not be updated: .*The run continues, and its verdict is stored/s),
    ])
  })

  it('asks ever less of a GitHub that refuses, tells each outage once, and goes on where it ends', async () => {
    await using server = await startAcme()
    const { time, clock } = stoppedClock()
    const said: string[] = []
    const logger = { ...silent, warning: (text: string) => said.push(text), info: (text: string) => said.push(text) }
    const gitHub = connect(server)
    await announce(announcement, { gitHub, logger: silent })
    let answered: Promise<unknown> = Promise.resolve()
    const change = gitHub.changeCheckRun.bind(gitHub)
    const changeCheckRun: typeof change = (...given) => {
      const sent = change(...given)
      answered = sent.catch(() => {})
      return sent
    }
    const hands = { gitHub: Object.assign(gitHub, { changeCheckRun }), logger, progress: quiet, clock }
    const refusals = () => server.requests.filter(({ status }) => status === 401).length
    server.failNext({ times: 4, answer: { kind: 'status', status: 401, message: 'Bad credentials' } })
    await runUnderLiveCheck(announcement, hands, async (progress) => {
      for (let minute = 0; minute < 40; minute += 0.5) {
        progress.onLiveLine?.(`after ${minute} minutes`)
        await answered
        await new Promise(setImmediate)
        time.ms += 30_000
      }
    })
    expect(refusals()).toBe(4)
    expect(said).toEqual([expect.stringContaining('401: Bad credentials'), 'Updating the check works again.'])
    expect(repositoryOf(server).checkRuns[0]?.summary).toContain('after 39.5 minutes')
    expect(server.violations).toEqual([])
  })

  it.each([
    ['an error of the server', { kind: 'status', status: 502 }],
    ['a secondary limit', { kind: 'secondary-limit', status: 403, retryAfterSeconds: 1 }],
    ['an answer that breaks off', { kind: 'cut-off' }],
  ] as const)('is no longer open when the run has ended, although %s met every look', async (_name, answer) => {
    await using server = await startAcme()
    const { clock } = stoppedClock()
    const gitHub = connect(server)
    await announce(announcement, { gitHub, logger: silent })
    server.failNext({ times: 3, method: 'PATCH', answer })
    await runUnderLiveCheck(announcement, { gitHub, logger: silent, progress: quiet, clock }, async (progress) => {
      progress.onLiveLine?.('a look')
      return await Promise.resolve()
    })
    await upsertCheck(gitHub, aCheck({ state: done }))
    expect(repositoryOf(server).checkRuns).toMatchObject([{ status: 'completed', conclusion: 'failure' }])
  })
})

/** Patience whose pauses pass at once; gives how long was waited. */
function simulatedPatience(signal = new AbortController().signal, longestMinutes = 15) {
  const { time, clock } = stoppedClock()
  const said: string[] = []
  const startMs = time.ms
  const sleep = async (ms: number): Promise<void> => {
    time.ms += ms
  }
  const logger = { warning: (text: string) => said.push(text), info: (text: string) => said.push(text) }
  const patience = createRetryPolicy({ clock, sleep, signal, logger, longestMinutes })
  return { patience, said, time, waitedMinutes: () => (time.ms - startMs) / 60_000 }
}

describe('the check of a run that ends while GitHub is down', () => {
  const completed = aCheck({ state: done })

  it('is completed when GitHub is back after ten minutes of refused connections', async () => {
    await using server = await startAcme()
    await using gateway = await startFaultyGateway(server.url)
    const { patience, said, waitedMinutes } = simulatedPatience()
    const patiently: RetryPolicy = (call, isRepeatable) =>
      patience(async () => {
        if (waitedMinutes() >= 10) await gateway.become('open')
        return await call()
      }, isRepeatable)
    const gitHub = connect(gateway, { patience: patiently })
    await gateway.become('refusing')
    await upsertCheck(gitHub, completed)
    expect(waitedMinutes()).toBeGreaterThanOrEqual(10)
    expect(repositoryOf(server).checkRuns).toMatchObject([{ status: 'completed' }])
    expect(said).toEqual([expect.stringMatching(/no answer from .*Retrying/), 'GitHub is available again.'])
  })

  it.each(['refusing', 503] as const)('is given up after a quarter of an hour (%s)', async (fault) => {
    await using server = await startAcme()
    await using gateway = await startFaultyGateway(server.url)
    const { patience, waitedMinutes } = simulatedPatience()
    const gitHub = connect(gateway, { patience })
    await gateway.become(fault)
    await refusalOf(upsertCheck(gitHub, completed))
    expect(waitedMinutes()).toBeGreaterThan(13)
    expect(waitedMinutes()).toBeLessThanOrEqual(15)
    const before = waitedMinutes()
    await refusalOf(gitHub.upsertComment(7, marker, 'One attempt: this outage has had its time.'))
    expect(waitedMinutes()).toBe(before)
  })

  it('T-42: waits no longer than a publishing job has time, for all outages and calls together', async () => {
    await using server = await startAcme()
    await using gateway = await startFaultyGateway(server.url)
    const { patience, said, waitedMinutes } = simulatedPatience(undefined, 5)
    const gitHub = connect(gateway, { patience })
    server.failNext({ times: 9, answer: { kind: 'status', status: 503 } })
    await upsertCheck(gitHub, completed)
    expect(waitedMinutes()).toBeGreaterThan(0.2)
    await gateway.become('refusing')
    for (let call = 0; call < 5; call += 1) await refusalOf(upsertCheck(gitHub, completed))
    expect(waitedMinutes()).toBeLessThanOrEqual(5)
    expect(said.at(-1)).toContain('the maximum waiting time of 5 minutes')
  })

  it('waits as long as a limit asks for, and not at all when that is too long', async () => {
    await using server = await startAcme()
    const { patience, waitedMinutes } = simulatedPatience()
    const gitHub = connect(server, { patience })
    server.failNext({ times: 2, answer: { kind: 'secondary-limit', retryAfterSeconds: 400 } })
    await upsertCheck(gitHub, completed)
    expect(waitedMinutes()).toBe(800 / 60)
    const inAnHour = Math.ceil(Date.now() / 1000) + 3600
    server.failNext({ answer: { kind: 'rate-limit', resetAtSeconds: inAnHour } })
    await refusalOf(upsertCheck(gitHub, completed))
    expect(waitedMinutes()).toBe(800 / 60)
  })

  it.each([401, 403, 422])('is not waited for when the answer is %s: that does not pass', async (status) => {
    await using server = await startAcme()
    const { patience, waitedMinutes } = simulatedPatience()
    server.failNext({ answer: { kind: 'status', status } })
    await refusalOf(upsertCheck(connect(server, { patience }), completed))
    expect(waitedMinutes()).toBe(0)
  })

  it('is not waited for by a run that is cancelled', async () => {
    await using server = await startAcme()
    const { patience, waitedMinutes } = simulatedPatience(AbortSignal.abort())
    server.failNext({ times: 9, answer: { kind: 'status', status: 503 } })
    await refusalOf(upsertCheck(connect(server, { patience }), completed))
    expect(waitedMinutes()).toBe(0)
  })

  it('is opened without waiting, because the measuring comes first', async () => {
    await using server = await startAcme()
    const { patience, waitedMinutes } = simulatedPatience()
    server.failNext({ times: 9, answer: { kind: 'status', status: 503 } })
    const error = await refusalOf(upsertCheck(connect(server, { patience }), aCheck()))
    expect(error).toBeInstanceOf(OutageError)
    expect(waitedMinutes()).toBe(0)
  })

  it('leaves a write alone that may have taken effect and cannot be found again', async () => {
    await using server = await startAcme({ tokens: { writer: { actions: 'write', contents: 'read' } } })
    const { patience, waitedMinutes } = simulatedPatience()
    const { workflows, dispatches } = workflowBook(repositoryOf(server))
    workflows.add('run.yml')
    server.failNext({ method: 'POST', hasTakenEffect: true, answer: { kind: 'status', status: 502 } })
    await refusalOf(connect(server, { patience }).startWorkflow('run.yml', {}))
    expect(waitedMinutes()).toBe(0)
    expect(dispatches).toHaveLength(1)
  })
})
