import { expect, it } from 'vitest'
import { base, connect } from '../fakes/connected-github.ts'
import { startGitHubServer, type GitHubServer } from '../fakes/github-server/start-github-server.ts'

const files = {
  'warpgauge.yml': 'version: 1\n',
  'baselines/h200/scaling.json': '{ "name": "café 🚀" }\r\n',
  'large.json': `${'sample\n'.repeat(100_000)}end\n`,
}

function startFiled(): Promise<GitHubServer> {
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
  })
}

const asked = ({ requests }: GitHubServer): string[] =>
  requests.map(({ method, path, status }) => `${method} ${path.replace('/repos/acme/pipeline', '')} ${status}`)

it('files of a commit come byte by byte, each once, and a missing one is null', async () => {
  await using server = await startFiled()
  const github = connect(server)
  const paths = [...Object.keys(files), 'none.json']
  const read = () => Promise.all(paths.map((path) => github.readAt(base, path)))
  expect(await read()).toEqual([...Object.values(files), null])
  expect(await read()).toHaveLength(4)
  expect(asked(server)).toHaveLength(4)
  expect(server.violations).toEqual([])
})

it('files of a commit that GitHub does not know, or that a token may not see, are refused and not missing', async () => {
  await using server = await startFiled()
  const read = async (token: string, commit: string) => {
    const github = connect(server, { token })
    const ends = await Promise.allSettled(['one', 'two'].map((path) => github.readAt(commit, path)))
    return ends.map(({ status }) => status)
  }
  expect(await read('writer', 'f'.repeat(40))).toEqual(['rejected', 'rejected'])
  expect(await read('nothing', base)).toEqual(['rejected', 'rejected'])
})

it('a file that could not be read is asked for again', async () => {
  await using server = await startFiled()
  const github = connect(server)
  server.failNext({ method: 'GET', times: 1, answer: { kind: 'status', status: 403, message: 'Forbidden' } })
  await expect(github.readAt(base, 'warpgauge.yml')).rejects.toThrow('403')
  expect(await github.readAt(base, 'warpgauge.yml')).toBe(files['warpgauge.yml'])
  expect(await github.readAt(base, 'warpgauge.yml')).toBe(files['warpgauge.yml'])
  expect(asked(server)).toEqual(['GET /contents/warpgauge.yml 403', 'GET /contents/warpgauge.yml 200'])
})
