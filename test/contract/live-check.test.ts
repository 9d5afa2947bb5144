import { describe, expect, it } from 'vitest'
import { underLiveCheck } from '../../src/steps/live-check.ts'
import { aCheck, connect, head, repositoryOf, silent, startAcme } from '../fakes/connected-github.ts'

const announcement = {
  name: aCheck().name,
  headCommit: head,
  identity: { externalId: 'production@1', detailsUrl: null },
}
const quiet = { started() {}, trialStarted() {}, trialEnded() {}, ended() {}, live() {} }

/** A clock that stands still until it is told otherwise. */
function stoppedClock() {
  const time = { ms: 1_000_000 }
  return { time, clock: { now: () => new Date(time.ms), monotonicMs: () => time.ms } }
}

describe('the check of a run of hours (F-31)', () => {
  it('shows the newest line while it is in progress, at most every 30 seconds', async () => {
    await using server = await startAcme()
    const gitHub = connect(server)
    const { time, clock } = stoppedClock()
    const summary = () => repositoryOf(server).checkRuns[0]?.summary ?? ''
    await underLiveCheck(announcement, { gitHub, logger: silent, progress: quiet, clock }, async (progress) => {
      const say = (line: string) => () => {
        progress.live?.(line)
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
    const { clock } = stoppedClock()
    const hands = { gitHub, logger: silent, progress: quiet, clock }
    await underLiveCheck(announcement, hands, (progress) => {
      progress.live?.('the last line')
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
    const result = await underLiveCheck(announcement, { gitHub, logger, progress: quiet, clock }, async (progress) => {
      progress.live?.('one')
      await expect.poll(() => warnings.length).toBe(1)
      time.ms += 60_000
      progress.live?.('two')
      return 'measured'
    })
    expect(result).toBe('measured')
    expect(warnings).toEqual([expect.stringMatching(/^The check could not be updated: /)])
  })
})
