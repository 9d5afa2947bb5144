import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RunContext } from '../../src/domain/core/run-context.ts'
import { decideMeasurement } from '../../src/steps/paths/decide-measurement.ts'
import { connect } from '../fakes/connected-github.ts'
import { queueBranchName } from '../fakes/events.ts'
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
suites: { end-to-end: { run: { dataset: real } } }
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

type Entry = { readonly mode: string; readonly data: string }
/** Files of a commit by path: their text, another kind of entry, or null where it is removed. */
type Changes = Readonly<Record<string, string | Entry | null>>
const link = (target: string): Entry => ({ mode: '120000', data: target })
const executable = (text: string): Entry => ({ mode: '100755', data: text })
const submodule = (id: string): Entry => ({ mode: '160000', data: id })

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-paths-'))
const hub = join(folder, 'hub.git')
const env = datedGitEnvironment(join(folder, 'home'))
const git = gitWith(env)
let server: GitHubServer
let base = ''
/** Where the default branch is. */
let tip = ''

beforeAll(async () => {
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', hub)
  const links = {
    'src/tables': link('../assets'),
    'assets/link.csv': link('../shared/plain.csv'),
    'src/hosts': link('/etc/hosts'),
  }
  const changes = { ...files, ...links, 'vendor/lib': submodule('1'.repeat(40)) }
  base = commit({ ref: 'refs/heads/main', parents: [], changes })
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
  tip = base
  git(hub, 'update-ref', 'refs/heads/main', base)
  Object.assign(state(), { treeLimit: undefined })
  state().pulls[0]!.labels = []
})

const state = () => server.state.repositories[0]!

type Commit = { readonly ref: string; readonly parents: readonly string[]; readonly changes: Changes }

/** Makes a commit with `git fast-import`, the ref moves to it. */
function commit({ ref, parents: [first, ...others], changes }: Commit): string {
  const lines = Object.entries(changes).map(([path, change]) => {
    const name = JSON.stringify(path)
    if (change === null) return `D ${name}\n`
    const { mode, data } = typeof change === 'string' ? { mode: '100644', data: change } : change
    return mode === '160000'
      ? `M ${mode} ${data} ${name}\n`
      : `M ${mode} inline ${name}\ndata ${data.length}\n${data}\n`
  })
  const parents = [...(first ? [`from ${first}\n`] : []), ...others.map((other) => `merge ${other}\n`)]
  const head = `commit ${ref}\nmark :1\ncommitter A <a@example.com> 1767225600 +0000\ndata 6\nchange\n`
  const input = [head, ...parents, ...lines, '\nget-mark :1\n'].join('')
  return execFileSync('git', ['fast-import', '--quiet', '--force'], { cwd: hub, env, input, encoding: 'utf8' }).trim()
}

/** The default branch moves on. */
function moveBase(changes: Changes, from = base): void {
  tip = commit({ ref: 'refs/heads/main', parents: [from], changes })
}

/** Commits to the branch of the pull request; `merged` is what GitHub's merge into the base changes there. */
function publish(changes: Changes, { from = base, merged = changes } = {}): string {
  const head = commit({ ref: 'refs/pull/7/head', parents: [from], changes })
  commit({ ref: 'refs/pull/7/merge', parents: [tip, head], changes: merged })
  state().pulls[0]!.head.sha = head
  return head
}

const event = (headCommit: string): Pick<RunContext, 'measuredBy'> => ({
  measuredBy: { event: 'pull_request', headCommit, headRepositoryId: 0, headBranch: '', conclusion: null, url: '' },
})

/** The changed files of a change that is not measured; else the reason why it is. */
async function decide(headCommit: string, given: Partial<RunContext> = {}): Promise<string | readonly string[]> {
  const context = { event: 'pull_request', pullRequest: 7, ...given } as RunContext
  const { measuredBy } = { ...event(headCommit), ...given }
  const decision = await decideMeasurement(
    { context, measuredBy: measuredBy!, configPath: '.github/warpgauge.yml' },
    connect(server),
  )
  expect(server.violations).toEqual([])
  return decision.isNeeded ? decision.reason : decision.unrelated.changed
}

describe('T-53: a change that is not measured', () => {
  it.each<[string, Changes, string[]]>([
    ['a docs page', { 'docs/index.md': 'new\n' }, ['docs/index.md']],
    ['an excluded file below the program', { 'src/notes/idea.md': 'new\n' }, ['src/notes/idea.md']],
    ['a new file, with a name in another script', { 'docs/übersicht 日本.md': 'new\n' }, ['docs/übersicht 日本.md']],
    ['nothing', {}, []],
    [
      'a renamed page, and a page that becomes executable',
      { 'docs/index.md': null, 'docs/start.md': 'page\n', 'README.md': executable('read me\n') },
      ['README.md', 'docs/index.md', 'docs/start.md'],
    ],
  ])('%s', async (_what, changes, expected) => {
    expect(await decide(publish(changes))).toEqual(expected)
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
    expect(await decide(publish({ [path]: 'version: 1\n', 'docs/index.md': 'new\n' }))).toContain(reason)
  })

  it.each<[string, Changes]>([
    ['a renamed file of the program', { 'src/main.py': null, 'docs/main.py': 'print(1)\n' }],
    ['a file that moves into the program', { 'README.md': null, 'src/README.md': 'read me\n' }],
    ['a removed file of the program', { 'src/main.py': null }],
    ['the mode of a file of the program', { 'src/main.py': executable('print(1)\n') }],
  ])('%s', async (_what, changes) => {
    expect(await decide(publish(changes))).toContain('matches pipeline.paths')
  })

  it('a new link, and a link that replaces a page', async () => {
    const head = publish({ 'docs/index.md': link('../src/main.py') })
    expect(await decide(head)).toBe('it changes the program: "docs/index.md" is a symbolic link')
  })

  it('a submodule', async () => {
    const head = publish({ 'vendor/lib': submodule('2'.repeat(40)) })
    expect(await decide(head)).toBe('it changes the program: "vendor/lib" is a submodule')
  })

  it('a page that the base moved into the program meanwhile', async () => {
    const page = 'line\n'.repeat(20)
    const from = commit({ ref: 'refs/heads/feature', parents: [base], changes: { 'docs/index.md': page } })
    moveBase({ 'docs/index.md': null, 'src/index.md': page }, from)
    const more = `${page}more\n`
    const head = publish({ 'docs/index.md': more }, { from, merged: { 'src/index.md': more } })
    expect(await decide(head)).toBe('it changes the program: "src/index.md" matches pipeline.paths')
  })
})

describe('T-53: what is not known is measured', () => {
  it('a tree that GitHub cuts', async () => {
    state().treeLimit = 5
    expect(await decide(publish({ 'docs/index.md': 'new\n' }))).toMatch(/^GitHub does not list all files of /u)
  })

  it('a base that moved, without a merge into it', async () => {
    const head = publish({ 'docs/index.md': 'new\n' })
    moveBase({})
    expect(await decide(head)).toEqual(['docs/index.md'])
    git(hub, 'update-ref', 'refs/pull/7/merge', base)
    expect(await decide(head)).toBe('GitHub has no current merge of it into its base')
  })

  it('a base with other globs than the merge was made from', async () => {
    const head = publish({ 'docs/index.md': 'new\n' })
    moveBase({ '.github/warpgauge.yml': configOf('["docs/**"]') })
    expect(await decide(head)).toBe('.github/warpgauge.yml changed on the base')
  })

  it('globs that only the head has', async () => {
    const own = { '.github/warpgauge.yml': configOf('[src]') }
    moveBase({ '.github/warpgauge.yml': configOf('[]') })
    expect(await decide(publish(own, { from: tip }))).toBe('pipeline.paths is empty')
    moveBase({ '.github/warpgauge.yml': null })
    expect(await decide(publish(own, { from: tip }))).toBe('the base has no config')
  })

  it('more links than are followed', async () => {
    const links = Array.from({ length: 101 }, (_, index) => [`docs/links/${index}`, link(`../${index}`)] as const)
    const head = publish(Object.fromEntries(links))
    expect(await decide(head)).toBe('the repository has more than 100 symbolic links')
  })

  it('a label of the pull request in a group of the merge queue', async () => {
    publish({ 'docs/index.md': 'new\n' })
    const headBranch = queueBranchName(7, base)
    const group = commit({ ref: `refs/heads/${headBranch}`, parents: [base], changes: { 'docs/index.md': 'new\n' } })
    const measuredBy = { ...event(group).measuredBy!, event: 'merge_group', headBranch }
    const inQueue = () => decide(group, { event: 'merge_group', pullRequest: null, measuredBy })
    expect(await inQueue()).toEqual(['docs/index.md'])
    state().pulls[0]!.labels = ['warpgauge-measure']
    expect(await inQueue()).toBe('it has the label warpgauge-measure')
  })

  it('a label or a command requests it', async () => {
    const head = publish({ 'docs/index.md': 'new\n' })
    expect(await decide(head, { commanded: { comment: 1, suite: null, compare: null } })).toBe(
      'a comment command requests it',
    )
    state().pulls[0]!.labels = ['bug', 'warpgauge-measure']
    expect(await decide(head)).toBe('it has the label warpgauge-measure')
  })
})
