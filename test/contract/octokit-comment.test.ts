import { describe, expect, it } from 'vitest'
import {
  aCheck,
  addComment,
  bot,
  connect,
  marker,
  repositoryOf,
  routesOf,
  startAcme,
  stranger,
  upsertCheck,
} from '../fakes/connected-github.ts'

describe('upsertComment', () => {
  it('creates a comment with the marker as its last line, then edits it (F-38)', async () => {
    await using server = await startAcme()
    const github = connect(server)
    const created = await github.upsertComment(7, marker, 'first')
    const edited = await github.upsertComment(7, marker, `second\n\n${marker}`)
    expect([created.wasCreated, edited]).toEqual([true, { url: created.url, wasCreated: false }])
    expect(created.url).toMatch(/\/pull\/7#issuecomment-\d+$/u)
    expect(repositoryOf(server).comments.map(({ body }) => body)).toEqual([`second\n\n${marker}`])
    expect(server.violations).toEqual([])
  })

  it('T-13: never edits a forged marker of a stranger', async () => {
    await using server = await startAcme()
    const forged = addComment(server, { author: stranger, body: `forged\n${marker}` })
    expect((await connect(server).upsertComment(7, marker, 'ours')).wasCreated).toBe(true)
    expect((await connect(server, { token: 'person' }).upsertComment(7, 'other', 'x')).wasCreated).toBe(true)
    expect(forged.body).toBe(`forged\n${marker}`)
    expect(repositoryOf(server).comments).toHaveLength(3)
    expect(server.violations).toEqual([])
  })

  it('T-13: leaves a copy of the report by another bot alone, also when it is older', async () => {
    await using server = await startAcme()
    const other = { id: 77, login: 'review-helper[bot]', type: 'Bot' } as const
    const copies = [
      addComment(server, { author: other, body: marker }),
      addComment(server, { author: bot, body: marker }),
    ]
    const app = connect(server, { token: 'app' })
    await upsertCheck(app, aCheck())
    expect((await app.upsertComment(7, marker, 'by the app')).wasCreated).toBe(true)
    expect(copies.map(({ body }) => body)).toEqual([marker, marker])
    expect((await connect(server).upsertComment(7, marker, 'by Actions')).wasCreated).toBe(false)
    expect(copies.map(({ body }) => body)).toEqual([marker, `by Actions\n\n${marker}`])
  })

  it('T-13: asks whose bot it is before it takes a comment of one, while no check has told it', async () => {
    await using server = await startAcme()
    const other = { id: 77, login: 'review-helper[bot]', type: 'Bot' } as const
    const copy = addComment(server, { author: other, body: marker })
    const app = () => connect(server, { token: 'app' })
    expect((await app().upsertComment(7, marker, 'one')).wasCreated).toBe(true)
    const answer = { id: 1, line: 'an answer' }
    await app().writeAnswer(7, marker, answer)
    expect((await app().upsertComment(7, marker, 'two')).wasCreated).toBe(false)
    const [, own, ...others] = repositoryOf(server).comments
    expect([copy.body, own?.body, others]).toEqual([marker, expect.stringMatching(/^two[^]*an answer/), []])
    expect(server.requests.filter(({ path }) => path === '/graphql')).toHaveLength(3)
    expect(server.violations).toEqual([])
  })

  it('finds the comment of a person by asking once who the token belongs to', async () => {
    await using server = await startAcme()
    addComment(server, { author: stranger, body: marker })
    const own = addComment(server, { author: { id: 31, login: 'maria', type: 'User' }, body: `old\n${marker}` })
    const github = connect(server, { token: 'person' })
    await github.upsertComment(7, marker, 'one')
    await github.upsertComment(7, marker, 'two')
    expect(own.body).toBe(`two\n\n${marker}`)
    expect(server.requests.filter(({ path }) => path === '/user')).toHaveLength(1)
  })

  it('takes a quoted or foreign marker for none, and CRLF for a line end', async () => {
    await using server = await startAcme()
    addComment(server, { author: bot, body: `> ${marker}` })
    addComment(server, { author: bot, body: `${marker}\nanswered` })
    const own = addComment(server, { author: bot, body: `old\r\n${marker}\r\n` })
    await connect(server).upsertComment(7, marker, 'new')
    expect(own.body).toBe(`new\n\n${marker}`)
    expect(repositoryOf(server).comments).toHaveLength(3)
  })

  it('T-13: finds its comment behind 120 others and uses the oldest of several', async () => {
    await using server = await startAcme()
    for (let index = 0; index < 120; index++) addComment(server, { author: stranger, body: `comment ${index}` })
    const oldest = addComment(server, { author: bot, body: `old\n${marker}` })
    const younger = addComment(server, { author: bot, body: `younger\n${marker}` })
    expect((await connect(server).upsertComment(7, marker, 'new')).wasCreated).toBe(false)
    expect([oldest.body, younger.body]).toEqual([`new\n\n${marker}`, `younger\n${marker}`])
    expect(routesOf(server).filter((route) => route === 'issues/list-comments 200')).toHaveLength(2)
    expect(server.violations).toEqual([])
  })

  it.each([
    ['a 500', { kind: 'status', status: 500 }],
    ['a cut-off connection', { kind: 'cut-off' }],
  ] as const)('%s after the create took effect does not double the comment', async (_name, answer) => {
    await using server = await startAcme()
    server.failNext({ method: 'POST', hasTakenEffect: true, answer })
    expect((await connect(server).upsertComment(7, marker, 'x')).wasCreated).toBe(true)
    expect(repositoryOf(server).comments).toHaveLength(1)
  })

  describe('on a pull request that has no comment at all', () => {
    it('looks for its own only after it has created it', async () => {
      await using server = await startAcme()
      const github = connect(server)
      await github.findOpenPullRequest(7)
      expect((await github.upsertComment(7, marker, 'x')).wasCreated).toBe(true)
      expect((await github.upsertComment(7, marker, 'y')).wasCreated).toBe(false)
      expect(routesOf(server)).toEqual([
        'pulls/get 200',
        'issues/create-comment 201',
        'issues/list-comments 200',
        'issues/list-comments 200',
        'issues/update-comment 200',
      ])
    })

    it('T-13: takes its own back when another job was faster meanwhile', async () => {
      await using server = await startAcme()
      const github = connect(server)
      await github.findOpenPullRequest(7)
      await connect(server).upsertComment(7, marker, 'of the other job')
      expect((await github.upsertComment(7, marker, 'x')).wasCreated).toBe(false)
      expect(repositoryOf(server).comments.map(({ body }) => body)).toEqual([`x\n\n${marker}`])
    })

    it('does not double it when the answer to the create gets lost', async () => {
      await using server = await startAcme()
      const github = connect(server)
      await github.findOpenPullRequest(7)
      server.failNext({ method: 'POST', hasTakenEffect: true, answer: { kind: 'cut-off' } })
      expect((await github.upsertComment(7, marker, 'x')).wasCreated).toBe(true)
      expect(repositoryOf(server).comments).toHaveLength(1)
    })
  })

  it('reads again when a list was cut off, so no second comment appears', async () => {
    await using server = await startAcme()
    addComment(server, { author: bot, body: marker })
    server.failNext({ method: 'GET', times: 2, answer: { kind: 'cut-off' } })
    expect((await connect(server).upsertComment(7, marker, 'x')).wasCreated).toBe(false)
    expect(repositoryOf(server).comments).toHaveLength(1)
  })
})
