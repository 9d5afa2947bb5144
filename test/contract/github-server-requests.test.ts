import { describe, expect, it } from 'vitest'
import { annotation, ask, goodCheck, startServer } from '../fakes/github-questions.ts'

describe('the rig rejects wrong requests', () => {
  it.each<[string, string, unknown, RegExp]>([
    [
      'an unknown conclusion',
      'POST REPO/check-runs',
      { ...goodCheck, status: 'completed', conclusion: 'regression' },
      /conclusion/u,
    ],
    ['conclusion stale', 'POST REPO/check-runs', { ...goodCheck, status: 'completed', conclusion: 'stale' }, /stale/u],
    ['completed without conclusion', 'POST REPO/check-runs', { ...goodCheck, status: 'completed' }, /conclusion/u],
    ['a check without head_sha', 'POST REPO/check-runs', { ...goodCheck, head_sha: undefined }, /head_sha/u],
    ['a short head_sha', 'POST REPO/check-runs', { ...goodCheck, head_sha: 'abc' }, /40 hexadecimal/u],
    ['an unknown property', 'POST REPO/check-runs', { ...goodCheck, colour: 'red' }, /colour is not a property/u],
    [
      'an unknown property deep inside',
      'POST REPO/check-runs',
      { ...goodCheck, output: { ...goodCheck.output, html: 'x' } },
      /output\/html/u,
    ],
    ['output without summary', 'POST REPO/check-runs', { ...goodCheck, output: { title: 'T' } }, /summary/u],
    [
      'a summary of 65,536 ASCII bytes',
      'POST REPO/check-runs',
      { ...goodCheck, output: { title: 'T', summary: 'x'.repeat(65_536) } },
      /summary/u,
    ],
    [
      'a summary of 40,000 two-byte characters',
      'POST REPO/check-runs',
      { ...goodCheck, output: { title: 'T', summary: 'é'.repeat(40_000) } },
      /80000 bytes/u,
    ],
    [
      '51 annotations',
      'POST REPO/check-runs',
      { ...goodCheck, output: { ...goodCheck.output, annotations: Array.from({ length: 51 }, () => annotation) } },
      /annotations/u,
    ],
    [
      'a details_url without scheme',
      'POST REPO/check-runs',
      { ...goodCheck, details_url: 'example.com' },
      /details_url/u,
    ],
    ['per_page=500', 'GET REPO/issues/7/comments?per_page=500', undefined, /per_page is 500/u],
    ['an unknown query parameter', 'GET REPO/pulls?author=me', undefined, /author/u],
    ['a wrong query enum', 'GET REPO/pulls?state=merged', undefined, /state/u],
    ['a non-numeric id', 'GET REPO/check-runs/first', undefined, /check_run_id/u],
    ['a comment of 65,537 characters', 'POST REPO/issues/7/comments', { body: 'x'.repeat(65_537) }, /too long/u],
    ['a blank comment', 'POST REPO/issues/7/comments', { body: ' ' }, /blank/u],
    ['a comment without body', 'POST REPO/issues/7/comments', {}, /body/u],
    ['a reaction that does not exist', 'POST REPO/issues/comments/1/reactions', { content: 'thumbs' }, /content/u],
  ])('%s', async (_name, route, body, reason) => {
    await using server = await startServer()
    const answer = await ask(server, route, body)
    expect(answer.status).toBe(422)
    expect(answer.data.message).toMatch(reason)
    expect(server.violations).toMatchObject([{ kind: 'request' }])
  })

  it('an operation that nobody answers, also one outside the prefix', async () => {
    await using server = await startServer({ pathPrefix: '/api/v3' })
    expect((await ask(server, 'DELETE REPO')).status).toBe(501)
    expect((await fetch(server.url.replace('/api/v3', '/user'))).status).toBe(501)
    expect(server.violations.map(({ kind }) => kind)).toEqual(['unknown-operation', 'unknown-operation'])
  })

  it('texts of just the allowed size pass', async () => {
    await using server = await startServer()
    const summary = 'é'.repeat(32_767)
    expect((await ask(server, 'POST REPO/check-runs', { ...goodCheck, output: { title: 'T', summary } })).status).toBe(
      201,
    )
    expect((await ask(server, 'POST REPO/issues/7/comments', { body: 'x'.repeat(65_536) })).status).toBe(201)
    expect(server.violations).toEqual([])
  })
})
