import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunContext } from '../../src/domain/core/run-context.ts'
import { createCommitTrees } from '../../src/io/github/octokit-commit-trees.ts'
import { connectTo } from '../../src/io/github/octokit-connection.ts'
import { decideMeasurement } from '../../src/steps/paths/decide-measurement.ts'
import { connect, silent } from '../fakes/connected-github.ts'
import { datedGitEnvironment, gitWith } from '../fakes/git.ts'
import { startGitHubServer, type GitHubServer } from '../fakes/github-server/start-github-server.ts'

// What a change may be and still not be measured, over GitHub's API and real git (docs/gate.md).

const configOf = (paths: string) => `version: 1
pipeline:
  name: predict
  command: [bash, scripts/run.sh, --weights=models/a.bin, "{dataset}", "{output}"]
  proof: { stdout: [done] }
  paths: ${paths}
datasets: { real: { path: data/real.fa } }
suites: { end-to-end: { dataset: real } }
`
const files = {
  '.github/warpgauge.yml': configOf('["src/**", pyproject.toml, "!src/notes/**"]'),
  '.github/workflows/docs.yml': 'on: push\n',
  '.gitattributes': '*.bin binary\n',
  'src/main.py': 'print(1)\n',
  'src/notes/idea.md': 'idea\n',
  'docs/index.md': 'page\n',
  'assets/table.csv': '1\n',
  'assets/more/deep.csv': '1\n',
  'shared/plain.csv': '1\n',
  'scripts/run.sh': 'echo done\n',
  'models/a.bin': '0\n',
  'data/real.fa': '>a\nA\n',
  'baselines/one/end-to-end.json': '{}\n',
  'README.md': 'read me\n',
}

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-paths-'))
const [source, hub] = [join(folder, 'source'), join(folder, 'hub.git')]
const git = gitWith(datedGitEnvironment(join(folder, 'home')))
let server: GitHubServer
let base = ''

beforeAll(async () => {
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', hub)
  git(folder, 'init', '--quiet', '--initial-branch=main', source)
  for (const [path, text] of Object.entries(files)) write(path, text)
  symlinkSync('../assets', join(source, 'src/tables'))
  symlinkSync('../shared/plain.csv', join(source, 'assets/link.csv'))
  symlinkSync('/etc/hosts', join(source, 'src/hosts'))
  git(source, 'add', '--all')
  git(source, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/lib`)
  git(source, 'commit', '--quiet', '-m', 'base')
  base = git(source, 'rev-parse', 'HEAD')
  server = await startGitHubServer({
    repositories: [
      {
        owner: 'acme',
        name: 'pipeline',
        gitPath: hub,
        pulls: [{ number: 7, head: { sha: base }, base: { sha: base } }],
      },
    ],
    tokens: { writer: { contents: 'read', pull_requests: 'read' } },
  })
})
afterAll(async () => {
  await server[Symbol.asyncDispose]()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  git(source, 'checkout', '--quiet', '--force', '-B', 'feature', base)
  git(source, 'clean', '--quiet', '-fdx')
  Object.assign(state(), { treeLimit: undefined })
  state().pulls[0]!.labels = []
  git(source, 'push', '--quiet', '--force', hub, `${base}:refs/heads/main`)
})

const state = () => server.state.repositories[0]!

function write(path: string, text: string): void {
  mkdirSync(dirname(join(source, path)), { recursive: true })
  writeFileSync(join(source, path), text)
}

/** Commits what is there to the branch of the pull request, and merges it as GitHub does. */
function publish(before = () => {}): string {
  git(source, 'add', '--all')
  git(source, 'update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},vendor/lib`)
  before()
  git(source, 'commit', '--quiet', '--allow-empty', '-m', 'change')
  const head = git(source, 'rev-parse', 'HEAD')
  const tip = git(hub, 'rev-parse', 'refs/heads/main')
  git(source, 'checkout', '--quiet', '--force', '--detach', tip)
  git(source, 'merge', '--quiet', '--no-ff', '-m', 'merge', head)
  git(source, 'push', '--quiet', '--force', hub, `${head}:refs/pull/7/head`, 'HEAD:refs/pull/7/merge')
  state().pulls[0]!.head.sha = head
  return head
}

const event = (headCommit: string): Pick<RunContext, 'measuredBy'> => ({
  measuredBy: { event: 'pull_request', headCommit, headRepositoryId: 0, headBranch: '', conclusion: null, url: '' },
})

/** The changed files of a change that is not measured; else the reason why it is. */
async function decide(headCommit: string, given: Partial<RunContext> = {}): Promise<string | readonly string[]> {
  const options = { token: 'writer', apiUrl: server.url, owner: 'acme', repo: 'pipeline', logger: silent }
  const ports = { gitHub: connect(server), trees: createCommitTrees(connectTo({ ...options, retryDelayMs: 5 })) }
  const context = { event: 'pull_request', pullRequest: 7, ...given } as RunContext
  const { measuredBy } = event(headCommit)
  const decision = await decideMeasurement(
    { context, measuredBy: measuredBy!, configPath: '.github/warpgauge.yml' },
    ports,
  )
  expect(server.violations).toEqual([])
  return decision.isNeeded ? decision.reason : decision.unrelated.changed
}

describe('T-53: a change that is not measured', () => {
  it.each([
    ['a docs page', { 'docs/index.md': 'new\n' }, ['docs/index.md']],
    ['an excluded file below the program', { 'src/notes/idea.md': 'new\n' }, ['src/notes/idea.md']],
    ['a new file, with a name in another script', { 'docs/übersicht 日本.md': 'new\n' }, ['docs/übersicht 日本.md']],
    ['nothing', {}, []],
  ])('%s', async (_what, changes, expected) => {
    for (const [path, text] of Object.entries(changes)) write(path, text)
    expect(await decide(publish())).toEqual(expected)
  })

  it('a renamed and a removed page, and a page that becomes executable', async () => {
    renameSync(join(source, 'docs/index.md'), join(source, 'docs/start.md'))
    chmodSync(join(source, 'README.md'), 0o755)
    expect(await decide(publish())).toEqual(['README.md', 'docs/index.md', 'docs/start.md'])
  })
})

describe('T-53: a change that is measured', () => {
  it.each([
    ['a file of the program', 'src/main.py', 'matches pipeline.paths'],
    ['a file that only an import reaches', 'src/deep/er/helper.py', 'matches pipeline.paths'],
    ['another letter case', 'SRC/main.py', 'matches pipeline.paths'],
    ['another letter case of an exclusion', 'src/Notes/idea.md', 'matches pipeline.paths'],
    ['a hidden file', 'src/.env', 'matches pipeline.paths'],
    ['a name with a line feed', 'src/a\nb.py', 'matches pipeline.paths'],
    ['an unusual name elsewhere', 'docs/a\nb.md', 'has an unusual name'],
    ['the config', '.github/warpgauge.yml', 'is named by the config'],
    ['a dataset', 'data/real.fa', 'is named by the config'],
    ['a baseline', 'baselines/one/end-to-end.json', 'is named by the config'],
    ['a script of the command', 'scripts/run.sh', 'is named by the config'],
    ['a path inside an argument', 'models/a.bin', 'is named by the config'],
    ['a workflow', '.github/workflows/docs.yml', 'is part of a workflow'],
    ['a local action', '.github/actions/build/action.yml', 'is part of a workflow'],
    ['attributes', '.gitattributes', 'changes how files are checked out'],
    ['attributes of a folder', 'docs/.gitattributes', 'changes how files are checked out'],
    ['submodule addresses', '.gitmodules', 'changes how files are checked out'],
    ['a file behind a link of the program', 'assets/more/deep.csv', 'is the target of a symbolic link'],
    ['a file behind two links', 'shared/plain.csv', 'is the target of a symbolic link'],
  ])('%s', async (_what, path, reason) => {
    write(path, 'version: 1\n')
    write('docs/index.md', 'new\n')
    expect(await decide(publish())).toContain(reason)
  })

  it.each([
    ['a renamed file of the program', () => renameSync(join(source, 'src/main.py'), join(source, 'docs/main.py'))],
    ['a file that moves into the program', () => renameSync(join(source, 'README.md'), join(source, 'src/README.md'))],
    ['a removed file of the program', () => rmSync(join(source, 'src/main.py'))],
    ['the mode of a file of the program', () => chmodSync(join(source, 'src/main.py'), 0o755)],
  ])('%s', async (_what, change) => {
    change()
    expect(await decide(publish())).toContain('matches pipeline.paths')
  })

  it('a new link, and a link that replaces a page', async () => {
    rmSync(join(source, 'docs/index.md'))
    symlinkSync('../src/main.py', join(source, 'docs/index.md'))
    expect(await decide(publish())).toBe('it changes the program: "docs/index.md" is a symbolic link')
  })

  it('a submodule', async () => {
    const move = () => git(source, 'update-index', '--cacheinfo', `160000,${'2'.repeat(40)},vendor/lib`)
    expect(await decide(publish(move))).toBe('it changes the program: "vendor/lib" is a submodule')
  })

  it('a page that the base moved into the program meanwhile', async () => {
    write('docs/index.md', 'line\n'.repeat(20))
    git(source, 'commit', '--quiet', '--all', '-m', 'a longer page')
    const longer = git(source, 'rev-parse', 'HEAD')
    renameSync(join(source, 'docs/index.md'), join(source, 'src/index.md'))
    git(source, 'add', '--all')
    git(source, 'commit', '--quiet', '-m', 'moved')
    git(source, 'push', '--quiet', '--force', hub, 'HEAD:refs/heads/main')
    git(source, 'checkout', '--quiet', '--force', '-B', 'feature', longer)
    write('docs/index.md', `${'line\n'.repeat(20)}more\n`)
    expect(await decide(publish())).toBe('it changes the program: "src/index.md" matches pipeline.paths')
  })
})

describe('T-53: what is not known is measured', () => {
  it('a tree that GitHub cuts', async () => {
    state().treeLimit = 5
    write('docs/index.md', 'new\n')
    expect(await decide(publish())).toMatch(/^GitHub does not list all files of /u)
  })

  it('a base that moved, without a merge into it', async () => {
    write('docs/index.md', 'new\n')
    const head = publish()
    git(source, 'checkout', '--quiet', '--force', '--detach', base)
    git(source, 'commit', '--quiet', '--allow-empty', '-m', 'later')
    git(source, 'push', '--quiet', '--force', hub, 'HEAD:refs/heads/main')
    expect(await decide(head)).toEqual(['docs/index.md'])
    git(hub, 'update-ref', 'refs/pull/7/merge', base)
    expect(await decide(head)).toBe('GitHub has no current merge of it into its base')
  })

  it('a base with other globs than the merge was made from', async () => {
    write('docs/index.md', 'new\n')
    const head = publish()
    git(source, 'checkout', '--quiet', '--force', '--detach', base)
    write('.github/warpgauge.yml', configOf('["docs/**"]'))
    git(source, 'commit', '--quiet', '--all', '-m', 'the pages are the program')
    git(source, 'push', '--quiet', '--force', hub, 'HEAD:refs/heads/main')
    expect(await decide(head)).toBe('.github/warpgauge.yml changed on the base')
  })

  it('globs that only the head has', async () => {
    const tip = (text: string | null) => {
      if (text === null) rmSync(join(source, '.github/warpgauge.yml'))
      else write('.github/warpgauge.yml', text)
      git(source, 'commit', '--quiet', '--all', '-m', 'other rules')
      git(source, 'push', '--quiet', '--force', hub, 'HEAD:refs/heads/main')
    }
    tip(configOf('[]'))
    write('.github/warpgauge.yml', configOf('[src]'))
    expect(await decide(publish())).toBe('pipeline.paths is empty')
    git(source, 'checkout', '--quiet', '--force', '-B', 'feature', base)
    tip(null)
    write('.github/warpgauge.yml', configOf('[src]'))
    expect(await decide(publish())).toBe('the base has no config')
  })

  it('more links than are followed', async () => {
    mkdirSync(join(source, 'docs/links'))
    for (let index = 0; index < 101; index += 1) symlinkSync(`../${index}`, join(source, 'docs/links', String(index)))
    expect(readdirSync(join(source, 'docs/links'))).toHaveLength(101)
    expect(await decide(publish())).toBe('the repository has more than 100 symbolic links')
  })

  it('a label or a command requests it', async () => {
    write('docs/index.md', 'new\n')
    const head = publish()
    expect(await decide(head, { commanded: { comment: 1, suite: null, compare: null } })).toBe(
      'a comment command requests it',
    )
    state().pulls[0]!.labels = ['bug', 'warpgauge-measure']
    expect(await decide(head)).toBe('it has the label warpgauge-measure')
  })
})
