import { describe, expect, it } from 'vitest'
import {
  aCheck,
  connect,
  done,
  refusalOf,
  repositoryOf,
  routesOf,
  silent,
  startAcme,
  upsertCheck,
} from '../fakes/connected-github.ts'

describe('changeCheckRun', () => {
  it('creates a check, then completes the same one (F-38)', async () => {
    await using server = await startAcme()
    const github = connect(server)
    const opened = await upsertCheck(github, aCheck())
    const closed = await upsertCheck(github, aCheck({ state: done, title: 'Slower', summary: '8 GPUs: -12 %' }))
    expect([opened.wasCreated, closed]).toEqual([true, { url: opened.url, wasCreated: false, isChanged: true }])
    expect(opened.url).toMatch(/^https:\/\/github\.com\/acme\/pipeline\/runs\/\d+$/u)
    expect(repositoryOf(server).checkRuns).toMatchObject([
      {
        name: 'warpgauge / scaling',
        externalId: 'warpgauge:3 7/main open 1.1',
        status: 'completed',
        conclusion: 'failure',
        summary: '8 GPUs: -12 %',
      },
    ])
    expect(server.requests[0]?.headers).toMatchObject({
      'x-github-api-version': '2022-11-28',
      'user-agent': expect.stringMatching(/^warpgauge /u) as string,
    })
    expect(server.violations).toEqual([])
  })

  it('a re-run of the job reopens the check of the first attempt', async () => {
    await using server = await startAcme()
    await upsertCheck(connect(server), aCheck({ state: done }))
    const again = await upsertCheck(
      connect(server),
      aCheck({ externalId: 'warpgauge:3 7/main open 2.1', detailsUrl: null }),
    )
    expect(again.wasCreated).toBe(false)
    expect(repositoryOf(server).checkRuns).toMatchObject([
      { externalId: 'warpgauge:3 7/main open 2.1', status: 'in_progress', conclusion: null },
    ])
    expect(server.violations).toEqual([])
  })

  it('leaves a check of the same name alone that warpgauge did not make, such as that of a job', async () => {
    await using server = await startAcme()
    await upsertCheck(connect(server), aCheck())
    const [own] = repositoryOf(server).checkRuns
    repositoryOf(server).checkRuns.push({ ...own!, id: 9_000_000, suiteId: 5, externalId: '0c5e-job' })
    await upsertCheck(connect(server), aCheck({ state: done }))
    expect(repositoryOf(server).checkRuns.map(({ status }) => status)).toEqual(['completed', 'in_progress'])
  })

  it('lets two checks that were made in the same moment say the same', async () => {
    await using server = await startAcme()
    await upsertCheck(connect(server), aCheck())
    const [own] = repositoryOf(server).checkRuns
    repositoryOf(server).checkRuns.push({ ...own!, id: 9_000_000, suiteId: 5 })
    await upsertCheck(connect(server), aCheck({ state: done }))
    expect(repositoryOf(server).checkRuns.map(({ conclusion }) => conclusion)).toEqual(['failure', 'failure'])
  })

  it('leaves the check of another app alone and creates its own', async () => {
    await using server = await startAcme()
    await upsertCheck(connect(server, { token: 'app' }), aCheck({ title: 'of the app' }))
    const own = await upsertCheck(connect(server), aCheck())
    const updated = await upsertCheck(connect(server), aCheck({ state: done }))
    expect([own.wasCreated, updated.wasCreated]).toEqual([true, false])
    expect(repositoryOf(server).checkRuns.map(({ app, title, status }) => [app.id, title, status])).toEqual([
      [99, 'of the app', 'in_progress'],
      [15_368, 'Measuring', 'completed'],
    ])
    expect(server.violations).toEqual([])
  })

  it.each([
    ['a 502', { kind: 'status', status: 502 }],
    ['a connection that was cut off', { kind: 'cut-off' }],
  ] as const)('%s after the create took effect does not double the check', async (_name, answer) => {
    await using server = await startAcme()
    server.failNext({ method: 'POST', hasTakenEffect: true, answer })
    const written = await upsertCheck(connect(server), aCheck())
    expect(written.wasCreated).toBe(true)
    expect(repositoryOf(server).checkRuns).toHaveLength(1)
    expect(server.violations).toEqual([])
  })

  it('an answer that takes too long counts as lost', async () => {
    await using server = await startAcme()
    server.failNext({ method: 'POST', answer: { kind: 'slow', delayMs: 2000 } })
    await upsertCheck(connect(server, { requestTimeoutMs: 150 }), aCheck())
    expect(repositoryOf(server).checkRuns).toHaveLength(1)
  })

  it('a 502 without effect is followed by a second create, at most three in all', async () => {
    await using server = await startAcme()
    server.failNext({ method: 'POST', answer: { kind: 'status', status: 502 } })
    await upsertCheck(connect(server), aCheck())
    const routes = ['checks/list-for-ref 200', 'checks/create 502', 'checks/list-for-ref 200', 'checks/create 201']
    expect(routesOf(server)).toEqual(routes)
    server.failNext({ method: 'POST', times: 9, answer: { kind: 'status', status: 502 } })
    const error = await refusalOf(upsertCheck(connect(server), aCheck({ name: 'warpgauge / memory' })))
    expect(error.message).toContain('GitHub answered 502')
    expect(server.requests.filter(({ method, status }) => method === 'POST' && status === 502)).toHaveLength(4)
  })

  it('waits out a secondary limit twice, then gives up with a reason', async () => {
    await using server = await startAcme()
    const warnings: string[] = []
    const logger = { ...silent, warning: (message: string) => void warnings.push(message) }
    server.failNext({ method: 'POST', answer: { kind: 'secondary-limit', retryAfterSeconds: 20 } })
    server.failNext({ method: 'POST', answer: { kind: 'secondary-limit', status: 429, retryAfterSeconds: 20 } })
    const startedMs = performance.now()
    expect((await upsertCheck(connect(server, { logger }), aCheck())).wasCreated).toBe(true)
    expect(performance.now() - startedMs).toBeGreaterThan(190)
    expect(warnings).toHaveLength(2)
    server.failNext({ method: 'PATCH', times: 9, answer: { kind: 'secondary-limit', retryAfterSeconds: 1 } })
    const error = await refusalOf(upsertCheck(connect(server), aCheck({ state: done })))
    expect(error.hint).toContain('limit of this token')
    expect(server.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(3)
  })

  it('does not sit out a rate limit of an hour', async () => {
    await using server = await startAcme()
    server.failNext({ times: 9, answer: { kind: 'rate-limit', resetAtSeconds: Math.ceil(Date.now() / 1000) + 3600 } })
    const error = await refusalOf(upsertCheck(connect(server), aCheck()))
    expect(error.message).toContain('API rate limit exceeded')
    expect(server.requests).toHaveLength(1)
  })

  it('keeps a second between writes unless told otherwise', async () => {
    await using server = await startAcme()
    const github = connect(server, { throttle: {} })
    await Promise.all([upsertCheck(github, aCheck()), upsertCheck(github, aCheck({ name: 'warpgauge / memory' }))])
    const [first, second] = server.requests.filter(({ method }) => method === 'POST')
    // The first may arrive late.
    expect(second!.atMs - first!.atMs).toBeGreaterThan(500)
  })
})
