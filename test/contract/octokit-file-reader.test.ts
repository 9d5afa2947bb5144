import { describe, expect, it } from 'vitest'
import { base, connect } from '../fakes/connected-github.ts'
import { startGitHubServer, type GitHubServer } from '../fakes/github-server/start-github-server.ts'
import type { GitHubServerOptions } from '../fakes/github-server/server-options.ts'

const large = `${'sample\n'.repeat(100_000)}end\n`
const files = {
  'warpgauge.yml': 'version: 1\n',
  'baselines/h200/scaling.json': '{ "name": "café 🚀" }\r\n',
  'large.json': large,
  // What GraphQL gives for a symbolic link; the REST API gives the file that it leads to.
  'link.json': '../elsewhere.json',
}

function startFiled(options: Partial<GitHubServerOptions> = {}): Promise<GitHubServer> {
  return startGitHubServer({
    repositories: [
      {
        owner: 'acme',
        name: 'pipeline',
        commits: [base],
        files: Object.fromEntries(Object.entries(files).map(([path, text]) => [`${base}:${path}`, text])),
      },
    ],
    tokens: { writer: { contents: 'read' }, nothing: {} },
    ...options,
  })
}

const asked = ({ requests }: GitHubServer): string[] =>
  requests.map(({ method, path, status }) => `${method} ${path.replace('/repos/acme/pipeline', '')} ${status}`)

describe('files of one commit that are asked for at the same moment', () => {
  it.each(['', '/api/v3'] as const)('come by one request, byte by byte, and once (%s)', async (pathPrefix) => {
    await using server = await startFiled({ pathPrefix })
    const github = connect(server)
    const paths = ['warpgauge.yml', 'baselines/h200/scaling.json', 'baselines/h200/noise.json']
    const read = () => Promise.all(paths.map((path) => github.readAt(base, path)))
    expect(await read()).toEqual([files['warpgauge.yml'], files['baselines/h200/scaling.json'], null])
    expect(await read()).toHaveLength(3)
    expect(asked(server)).toEqual([`POST ${pathPrefix === '' ? '' : '/api'}/graphql 200`])
    expect(server.violations).toEqual([])
  })

  it('are read one by one where a text was cut, or may be a symbolic link', async () => {
    await using server = await startFiled()
    const github = connect(server)
    const texts = await Promise.all(
      ['warpgauge.yml', 'large.json', 'link.json'].map((path) => github.readAt(base, path)),
    )
    expect(texts).toEqual([files['warpgauge.yml'], large, files['link.json']])
    expect(asked(server).toSorted()).toEqual([
      'GET /contents/large.json 200',
      'GET /contents/link.json 200',
      'POST /graphql 200',
    ])
  })

  it.each([
    ['has no GraphQL', { kind: 'status', status: 404 }],
    ['is out of order', { kind: 'status', status: 502 }],
    ['is cut off', { kind: 'cut-off' }],
  ] as const)('are read one by one from a server whose query %s, and from then on', async (_what, answer) => {
    await using server = await startFiled()
    const github = connect(server)
    server.failNext({ operation: 'graphql/files', answer })
    expect(await Promise.all(['warpgauge.yml', 'none.json'].map((path) => github.readAt(base, path)))).toEqual([
      files['warpgauge.yml'],
      null,
    ])
    await Promise.all(['large.json', 'link.json'].map((path) => github.readAt(base, path)))
    expect(asked(server).filter((one) => one.includes('graphql'))).toHaveLength(1)
    expect(asked(server)).toHaveLength(5)
  })

  it('of a commit that GitHub does not know are refused and not missing, as are those that a token may not see', async () => {
    await using server = await startFiled()
    const read = async (token: string, commit: string) => {
      const github = connect(server, { token })
      const ends = await Promise.allSettled(['one', 'two'].map((path) => github.readAt(commit, path)))
      return ends.map(({ status }) => status)
    }
    expect(await read('writer', 'f'.repeat(40))).toEqual(['rejected', 'rejected'])
    expect(await read('nothing', base)).toEqual(['rejected', 'rejected'])
  })
})

it('a single file comes by the REST API, and one that could not be read is asked for again', async () => {
  await using server = await startFiled()
  const github = connect(server)
  server.failNext({ method: 'GET', times: 1, answer: { kind: 'status', status: 403, message: 'Forbidden' } })
  await expect(github.readAt(base, 'warpgauge.yml')).rejects.toThrow('403')
  expect(await github.readAt(base, 'warpgauge.yml')).toBe(files['warpgauge.yml'])
  expect(await github.readAt(base, 'warpgauge.yml')).toBe(files['warpgauge.yml'])
  expect(asked(server)).toEqual(['GET /contents/warpgauge.yml 403', 'GET /contents/warpgauge.yml 200'])
})
