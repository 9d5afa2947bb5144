import { describe, expect, it } from 'vitest'
import { ask, goodCheck, startServer } from '../fakes/github-questions.ts'

describe('the rig refuses as GitHub does', () => {
  it.each<[string, number, string, RegExp]>([
    ['no token', 401, '', /Requires authentication/u],
    ['an unknown token', 401, 'Bearer nobody', /Bad credentials/u],
    ['a token without the permission', 403, 'Bearer reader', /Resource not accessible by integration/u],
    ['a person who creates a check', 403, 'Bearer person', /GitHub App/u],
  ])('%s', async (_name, status, authorization, message) => {
    await using server = await startServer()
    const answer = await ask(server, 'POST REPO/check-runs', goodCheck, { authorization })
    expect(answer.status).toBe(status)
    expect(answer.data.message).toMatch(message)
    expect(server.violations).toEqual([])
  })

  it('a commit that was never pushed', async () => {
    await using server = await startServer()
    const answer = await ask(server, 'POST REPO/check-runs', { ...goodCheck, head_sha: 'c'.repeat(40) })
    expect(answer.data).toMatchObject({
      message: expect.stringContaining('No commit found for SHA') as string,
      status: '422',
    })
  })

  it('the update of a check by another app', async () => {
    await using server = await startServer()
    const created = await ask(server, 'POST REPO/check-runs', goodCheck)
    const route = `PATCH REPO/check-runs/${created.data.id}`
    const answer = await ask(server, route, { status: 'in_progress' }, { authorization: 'Bearer other' })
    expect(answer.status).toBe(403)
    expect(answer.data.message).toContain('Invalid app_id `15368`')
  })

  it('the question who an app is, while a person gets an answer', async () => {
    await using server = await startServer()
    expect((await ask(server, 'GET /user')).data.message).toBe('Resource not accessible by integration')
    expect((await ask(server, 'GET /user', undefined, { authorization: 'token person' })).data).toMatchObject({
      id: 31,
      login: 'maria',
    })
    expect(server.violations).toEqual([])
  })

  it('an API version that does not exist', async () => {
    await using server = await startServer()
    expect((await ask(server, 'GET REPO', undefined, { 'x-github-api-version': '1999-01-01' })).status).toBe(400)
  })
})

describe('the rig fails on demand', () => {
  it('cuts off after the effect, limits, delays and then answers again', async () => {
    await using server = await startServer()
    server.failNext({ method: 'POST', path: '/check-runs', answer: { kind: 'cut-off' } })
    await expect(ask(server, 'POST REPO/check-runs', goodCheck)).rejects.toThrow('terminated')
    expect(server.state.repositories[0]?.checkRuns).toHaveLength(1)
    server.failNext({ answer: { kind: 'secondary-limit', status: 429, retryAfterSeconds: 7 } })
    const limited = await ask(server, 'GET REPO')
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    server.failNext({ answer: { kind: 'slow', delayMs: 120 } })
    const startedMs = performance.now()
    expect((await ask(server, 'GET REPO')).status).toBe(200)
    expect(performance.now() - startedMs).toBeGreaterThan(100)
    expect((await ask(server, 'GET REPO')).status).toBe(200)
    expect(server.requests.map(({ status }) => status)).toEqual([null, 429, 200, 200])
  })
})
