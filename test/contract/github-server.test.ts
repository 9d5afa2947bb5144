import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { annotation, ask, base, goodCheck, head, startServer } from '../fakes/github-questions.ts'

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

describe('the rig keeps state and answers by the description', () => {
  it('creates, updates and lists checks', async () => {
    await using server = await startServer()
    const { data } = await ask(server, 'POST REPO/check-runs', goodCheck)
    await ask(server, 'POST REPO/check-runs', { ...goodCheck, name: 'cpu' })
    const patch = { conclusion: 'neutral', output: { summary: 'noisy', annotations: [annotation] } }
    expect((await ask(server, `PATCH REPO/check-runs/${data.id}`, patch)).data).toMatchObject({
      status: 'completed',
      conclusion: 'neutral',
    })
    const listed = await ask(server, `GET REPO/commits/${head}/check-runs?check_name=gpu&filter=latest&app_id=15368`)
    expect(listed.data).toMatchObject({
      total_count: 1,
      check_runs: [{ id: data.id, output: { annotations_count: 1 } }],
    })
    expect((await ask(server, `GET REPO/check-runs/${data.id}/annotations`)).data).toMatchObject([{ message: 'm' }])
    expect((await ask(server, `GET REPO/commits/${head}/check-suites`)).data.total_count).toBe(1)
    expect(server.violations).toEqual([])
  })

  it('pages through comments by Link headers', async () => {
    await using server = await startServer()
    for (let index = 0; index < 5; index++)
      await ask(server, 'POST REPO/issues/7/comments', { body: `comment ${index}` })
    const first = await ask(server, 'GET REPO/issues/7/comments?per_page=2')
    const last = await ask(server, 'GET REPO/issues/7/comments?per_page=2&page=3')
    expect(first.headers.get('link')).toMatch(/page=2>; rel="next".*page=3>; rel="last"/u)
    expect(last.headers.get('link')).not.toContain('next')
    expect(last.data).toMatchObject([{ body: 'comment 4', user: { login: 'github-actions[bot]', type: 'Bot' } }])
    expect(server.violations).toEqual([])
  })

  it('reacts to, edits and deletes comments', async () => {
    await using server = await startServer()
    const { data } = await ask(server, 'POST REPO/issues/7/comments', { body: 'x' })
    const route = `REPO/issues/comments/${data.id}`
    expect((await ask(server, `POST ${route}/reactions`, { content: 'rocket' })).status).toBe(201)
    expect((await ask(server, `POST ${route}/reactions`, { content: 'rocket' })).status).toBe(200)
    expect((await ask(server, `GET ${route}/reactions`)).data).toHaveLength(1)
    expect((await ask(server, `PATCH ${route}`, { body: 'y' })).data.body).toBe('y')
    expect((await ask(server, `DELETE ${route}`)).status).toBe(204)
    expect((await ask(server, `GET ${route}`)).status).toBe(404)
    expect(server.violations).toEqual([])
  })

  it('tells pull requests, roles, issues, limits and the repository', async () => {
    await using server = await startServer()
    expect((await ask(server, 'GET REPO')).data).toMatchObject({ full_name: 'acme/pipeline', default_branch: 'main' })
    expect((await ask(server, 'GET REPO/pulls/7')).data).toMatchObject({
      number: 7,
      head: { sha: head, repo: { id: 5000 } },
    })
    expect((await ask(server, 'GET REPO/pulls?head=acme:feature&state=all')).data).toHaveLength(1)
    expect((await ask(server, `GET REPO/commits/${head}/pulls`)).data).toMatchObject([
      { number: 7, base: { sha: base } },
    ])
    expect((await ask(server, 'GET REPO/collaborators/tom/permission')).data).toMatchObject({
      permission: 'read',
      role_name: 'triage',
    })
    expect((await ask(server, 'GET REPO/collaborators/eve/permission')).status).toBe(404)
    expect((await ask(server, 'GET /rate_limit')).status).toBe(200)
    const issue = await ask(server, 'POST REPO/issues', { title: 'slower', labels: ['perf'] })
    expect(issue.data).toMatchObject({ number: 8, labels: [{ name: 'perf' }] })
    await ask(server, 'POST REPO/issues/8/labels', { labels: ['gpu'] })
    expect((await ask(server, 'DELETE REPO/issues/8/labels/perf')).data).toMatchObject([{ name: 'gpu' }])
    expect((await ask(server, 'PATCH REPO/issues/8', { state: 'closed' })).data.state).toBe('closed')
    expect((await ask(server, 'GET REPO/issues?labels=gpu&state=closed')).data).toHaveLength(1)
    expect(server.violations).toEqual([])
  })

  it('answers contents and compare from a real git repository', async () => {
    const path = await mkdtemp(join(tmpdir(), 'rig-git-'))
    const git = gitWith(gitEnvironment(path)).bind(null, path)
    const commit = async (file: string, text: string): Promise<string> => {
      await writeFile(join(path, file), text)
      git('add', '.')
      git('commit', '-q', '-m', file)
      return git('rev-parse', 'HEAD')
    }
    try {
      git('init', '-q', '-b', 'main')
      const root = await commit('a ü.json', '{"a":1}\n')
      const main = await commit('b', 'b')
      git('checkout', '-q', '-b', 'feature', root)
      const feature = await commit('c', 'one\ntwo\n')
      await using server = await startServer({ repositories: [{ owner: 'acme', name: 'pipeline', gitPath: path }] })
      const compared = await ask(server, `GET REPO/compare/${main}...${feature}`)
      expect(compared.data).toMatchObject({
        status: 'diverged',
        ahead_by: 1,
        behind_by: 1,
        merge_base_commit: { sha: root },
      })
      expect(compared.data.files).toMatchObject([{ filename: 'c', status: 'added', additions: 2 }])
      const raw = { accept: 'application/vnd.github.raw+json' }
      const file = `GET REPO/contents/${encodeURIComponent('a ü.json')}?ref=${feature}`
      expect((await ask(server, file, undefined, raw)).data).toBe('{"a":1}\n')
      expect(Buffer.from((await ask(server, file)).data.content, 'base64').toString()).toBe('{"a":1}\n')
      expect((await ask(server, `GET REPO/contents/b?ref=${feature}`, undefined, raw)).status).toBe(404)
      expect((await ask(server, `GET REPO/contents/b?ref=${base}`, undefined, raw)).data.message).toContain(
        'No commit found',
      )
      expect((await ask(server, 'POST REPO/check-runs', { ...goodCheck, head_sha: feature })).status).toBe(201)
      expect(server.violations).toEqual([])
    } finally {
      await rm(path, { recursive: true })
    }
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

  it('starts within 300 ms of processor time once the description was read', async () => {
    await (await startServer())[Symbol.asyncDispose]()
    const start = process.cpuUsage()
    await using server = await startServer()
    const { user, system } = process.cpuUsage(start)
    expect((user + system) / 1000).toBeLessThan(300)
    expect(server.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/u)
  })
})
