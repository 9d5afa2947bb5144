import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { connect as connectSocket, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import {
  aCheck,
  addComment,
  base,
  bot,
  connect,
  head,
  marker,
  refusalOf,
  repositoryOf,
  startAcme,
  upsertCheck,
  stranger,
} from '../fakes/connected-github.ts'
import { createHub } from '../fakes/git-hub.ts'
import type { GitHubServer } from '../fakes/github-server/start-github-server.ts'
import { createPull } from '../fakes/github-server/state.ts'

describe('reading', () => {
  it('finds all pull requests of a commit, of forks and on every page, by number', async () => {
    await using server = await startAcme()
    const repository = repositoryOf(server)
    const fork = { sha: 'c'.repeat(40), repositoryId: 77, repositoryName: 'mallory/pipeline' }
    const other = { ...fork, repositoryId: 78, repositoryName: 'eve/pipeline' }
    for (let number = 10; number < 115; number++)
      repository.pulls.push(createPull(repository, { number, head: other, base: { sha: base } }))
    repository.pulls.push(
      createPull(repository, { number: 8, head: fork, base: { sha: base }, updatedAt: '2025-01-01T00:00:00Z' }),
    )
    const github = connect(server)
    const found = await github.listPullRequests(fork.sha)
    expect(found).toHaveLength(106)
    expect(found[0]).toEqual({
      number: 8,
      headCommit: fork.sha,
      headRepositoryId: 77,
      baseBranch: 'main',
      isFork: true,
      isMergeable: null,
      mergeCommit: null,
      labels: [],
    })
    expect(await github.listPullRequests(head)).toMatchObject([{ number: 7, isFork: false }])
    expect(await github.listPullRequests('d'.repeat(40))).toEqual([])
    expect(server.violations).toEqual([])
  })

  it('tells the merge base', async () => {
    const mergeBases = { [`${base}...${head}`]: 'd'.repeat(40) }
    await using server = await startAcme({
      repositories: [{ owner: 'acme', name: 'pipeline', commits: [base, head], mergeBases }],
    })
    expect(await connect(server).findMergeBase(base, head)).toBe('d'.repeat(40))
    const error = await refusalOf(connect(server).findMergeBase(head, base))
    expect(error.message).toContain('No common ancestor')
    expect(server.violations).toEqual([])
  })

  it('tells the commit of a tag, a branch and a commit, and null for what is not there', async () => {
    using hub = createHub()
    await using server = await startAcme({
      repositories: [{ owner: 'acme', name: 'pipeline', gitPath: join(hub.folder, 'hub.git') }],
    })
    const github = connect(server)
    const { tagged, main, topic } = hub.commits
    const refs = ['v1.0', 'main', topic, 'v9.9']
    expect(await Promise.all(refs.map((ref) => github.findCommit(ref)))).toEqual([tagged, main, topic, null])
    expect(server.violations).toEqual([])
  })

  it('tells the tip of a branch, not of a tag with its name, and the parents of a commit', async () => {
    using hub = createHub()
    const { main, topic, merge, tagged } = hub.commits
    const gitPath = join(hub.folder, 'hub.git')
    hub.git(gitPath, 'update-ref', 'refs/tags/main', tagged)
    await using server = await startAcme({ repositories: [{ owner: 'acme', name: 'pipeline', gitPath }] })
    const github = connect(server)
    expect([await github.findBranchTip('main'), await github.findBranchTip('gone')]).toEqual([main, null])
    expect([await github.listParents(merge), await github.listParents(tagged)]).toEqual([[main, topic], []])
    expect(await github.listParents('e'.repeat(40))).toBeNull()
    expect(server.violations).toEqual([])
  })

  it('T-29: takes a tag before a branch of the same name, and knows what a branch holds', async () => {
    using hub = createHub()
    const { tagged, main, topic, fork, hidden } = hub.commits
    hub.git(join(hub.folder, 'hub.git'), 'branch', 'v1.0', main)
    await using server = await startAcme({
      repositories: [{ owner: 'acme', name: 'pipeline', gitPath: join(hub.folder, 'hub.git') }],
    })
    const github = connect(server)
    const refs = ['v1.0', 'refs/tags/v1.0', 'refs/heads/v1.0']
    expect(await Promise.all(refs.map((ref) => github.findCommit(ref)))).toEqual([tagged, tagged, main])
    const asked = [fork, main, topic, hidden].map((commit) => github.isAncestor(commit, main))
    expect(await Promise.all(asked)).toEqual([true, true, false, false])
    expect(server.violations).toEqual([])
  })

  it('reads a file with odd characters in its path, an empty one, and none', async () => {
    const path = 'baselines/2x H100 #1?/ä{b}.json'
    const files = { [`${head}:${path}`]: '{"größe": "🚀"}\n', [`${head}:empty`]: '' }
    await using server = await startAcme({
      repositories: [{ owner: 'acme', name: 'pipeline', commits: [head], files }],
    })
    const github = connect(server)
    expect(await github.readAt(head, path)).toBe('{"größe": "🚀"}\n')
    expect(await github.readAt(head, 'empty')).toBe('')
    expect(await github.readAt(head, 'missing')).toBeNull()
    expect((await refusalOf(github.readAt(base, path))).message).toContain('No commit found')
    expect(server.requests[0]?.path).toContain('/contents/baselines/2x%20H100%20%231%3F/')
    expect(server.violations).toEqual([])
  })

  it('a file whose transfer was cut off is read again, never taken for a shorter one', async () => {
    const files = { [`${head}:big.json`]: 'x'.repeat(100_000) }
    await using server = await startAcme({
      repositories: [{ owner: 'acme', name: 'pipeline', commits: [head], files }],
    })
    server.failNext({ answer: { kind: 'cut-off' } })
    server.failNext({ answer: { kind: 'status', status: 503 } })
    expect(await connect(server).readAt(head, 'big.json')).toHaveLength(100_000)
    expect(server.requests).toHaveLength(3)
  })
})

describe('GitHub Enterprise Server', () => {
  it('is asked below its prefix, over all pages', async () => {
    await using server = await startAcme({ pathPrefix: '/api/v3' })
    for (let index = 0; index < 101; index++) addComment(server, { author: stranger, body: 'x' })
    const own = addComment(server, { author: bot, body: marker })
    await connect(server, { apiUrl: `${server.url}/` }).upsertComment(7, marker, 'new')
    await upsertCheck(connect(server), aCheck())
    expect(own.body).toContain('new')
    expect(server.violations).toEqual([])
  })

  it('that does not know the API version is asked without it', async () => {
    await using server = await startAcme()
    server.failNext({ method: 'POST', answer: { kind: 'status', status: 400, message: 'Bad version' } })
    expect((await upsertCheck(connect(server), aCheck())).wasCreated).toBe(true)
    expect(server.requests.at(-1)?.headers['x-github-api-version']).toBeUndefined()
  })
})

describe('errors', () => {
  const github = (server: GitHubServer, token: string) => connect(server, { token })
  it.each<[string, string, (server: GitHubServer, token: string) => Promise<unknown>]>([
    ['checks: write', 'reader', (server, token) => upsertCheck(github(server, token), aCheck())],
    ['pull-requests: write', 'reader', (server, token) => github(server, token).upsertComment(7, marker, 'x')],
    ['pull-requests: read', 'nothing', (server, token) => github(server, token).listPullRequests(head)],
    ['contents: read', 'nothing', (server, token) => github(server, token).findMergeBase(base, head)],
    ['contents: read', 'nothing', (server, token) => github(server, token).findBranchTip('main')],
    ['contents: read', 'nothing', (server, token) => github(server, token).listParents(head)],
    ['contents: read', 'nothing', (server, token) => github(server, token).readAt(head, 'a')],
    ['checks: write', 'void', (server, token) => upsertCheck(github(server, token), aCheck())],
  ])('name the missing permission %s of the token "%s"', async (permission, token, call) => {
    await using server = await startAcme()
    const error = await refusalOf(call(server, token))
    expect(error.hint).toContain(permission)
    expect(error.message).toMatch(
      /acme\/pipeline: GitHub answered 40[13]: (?:Resource not accessible|Bad credentials)/u,
    )
    expect(JSON.stringify(error.cause)).not.toContain(`"token ${token}"`)
    expect(server.requests.filter(({ status }) => status !== 200)).toHaveLength(1)
  })

  it('name the commit that was never pushed', async () => {
    await using server = await startAcme()
    const error = await refusalOf(upsertCheck(connect(server), aCheck({ headCommit: 'e'.repeat(40) })))
    expect(error.message).toContain(`on ${'e'.repeat(40)} in acme/pipeline: GitHub answered 422: No commit found`)
  })

  it('name the host that does not answer', async () => {
    const error = await refusalOf(connect({ url: 'http://127.0.0.1:9' }).readAt(head, 'a'))
    expect(error.message).toContain('no answer from 127.0.0.1:9')
  })
})

it('reaches GitHub through the proxy of a self-hosted runner', async () => {
  await using server = await startAcme()
  const tunnels: string[] = []
  const proxy = createServer().on('connect', (request, client) => {
    tunnels.push(request.url ?? '')
    const upstream = connectSocket(Number(new URL(server.url).port), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      upstream.pipe(client).pipe(upstream)
    })
    upstream.on('error', () => client.destroy())
    client.on('error', () => upstream.destroy())
  })
  await new Promise<void>((resolve) => void proxy.listen(0, '127.0.0.1', resolve))
  const apiUrl = 'http://github.internal'
  const program = `const { GitHub } = await import('./src/io/github/github.ts')
    const logger = { debug() {}, warning() {} }
    const github = new GitHub({ token: 'writer', apiUrl: '${apiUrl}', owner: 'acme', repo: 'pipeline', logger })
    console.log((await github.listPullRequests('${head}'))[0].number)`
  const proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const env = { PATH: process.env['PATH'], GITHUB_API_URL: apiUrl, http_proxy: proxyUrl }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], { env })
  proxy.close()
  expect([stdout, tunnels]).toEqual(['7\n', ['github.internal:80']])
})

it('takes no commit without a date for one of 1970', async () => {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify([{ sha: head, commit: { committer: null, author: null } }]))
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const github = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  await expect(github.locateCommit(head)).rejects.toThrow(`GitHub states no date of the commit ${head}`)
  server.close()
})

it.each([
  ['a web page', 'text/html; charset=utf-8', '<!DOCTYPE html><title>Sign in</title>'],
  ['nothing', 'application/json; charset=utf-8', ''],
  ['nothing, of no type,', '', ''],
  ['the text of a proxy', 'text/plain', 'Please try again later.'],
  ['half of a list', 'application/json; charset=utf-8', '[{"number": 7'],
])('takes %s for no list of pull requests, and asks again', async (_what, type, body) => {
  const answers = [
    [type, body],
    ['', '[]'],
    [type, body],
    [type, body],
    [type, body],
  ]
  const server = createServer((_request, response) => {
    const [mediaType = '', text] = answers.shift() ?? []
    if (mediaType) response.setHeader('content-type', mediaType)
    response.end(text)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const github = connect({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  expect(await github.listPullRequests(head)).toEqual([])
  expect(answers).toHaveLength(3)
  await expect(github.listPullRequests(head)).rejects.toThrow(
    `status 200 with a body that is not JSON (${type || 'no content-type'})`,
  )
  server.close()
})
