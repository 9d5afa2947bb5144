import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { datedGitEnvironment, gitWith, type Git } from './git.ts'

/** A bare repository that stands in for GitHub, with one pull request, and clones of it; all real git. */
export type Hub = Disposable & {
  /** An empty place for whatever a test needs. */
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
  /** A repository without a remote: the one all was pushed from. */
  readonly source: string
  readonly commits: HubCommits
  readonly git: Git
  /** What actions/checkout leaves of the pull request: its merge commit alone, no tags, detached. */
  readonly shallowClone: () => string
  readonly fullClone: () => string
}

/** `main` is 120 commits ahead of `fork`, `topic` one; `v1.0` is `tagged`; `hidden` shares no history with the rest. */
export type HubCommits = Readonly<Record<'tagged' | 'fork' | 'main' | 'topic' | 'merge' | 'hidden', string>>

/** Builds the hub, with object ids of this format: branches `main` and `topic`, `refs/pull/7/merge` of the two, `refs/pull/8/head`, tag `v1.0`. */
export function createHub(format: 'sha1' | 'sha256' = 'sha1'): Hub {
  const folder = mkdtempSync(join(tmpdir(), 'git-hub-'))
  const env = { ...datedGitEnvironment(join(folder, 'home')), GIT_DEFAULT_HASH: format }
  const source = join(folder, 'source')
  const address = `file://${folder}/hub.git`
  const git = gitWith(env)
  cpSync(readTemplate(format), folder, { recursive: true, verbatimSymlinks: true })
  const commits = JSON.parse(readFileSync(join(folder, 'commits.json'), 'utf8')) as HubCommits
  let count = 0
  const next = (kind: string): string => join(folder, `${kind}-${(count += 1)}`)
  return {
    folder,
    env,
    source,
    commits,
    git,
    shallowClone: () => cloneShallow(git, address, next('shallow')),
    fullClone: () => {
      const clone = next('full')
      git(folder, 'clone', '--quiet', '--no-tags', address, clone)
      return clone
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true }),
  }
}

/** What every hub begins with, built once for all tests. */
function readTemplate(format: string): string {
  const place = process.env['WARPGAUGE_INSTALLED'] ?? mkdtempSync(join(tmpdir(), 'git-hub-template-'))
  const template = join(place, `hub-${format}`)
  if (existsSync(template)) return template
  const folder = mkdtempSync(`${template}-`)
  const env = { ...datedGitEnvironment(join(folder, 'home')), GIT_DEFAULT_HASH: format }
  const [git, source] = [gitWith(env), join(folder, 'source')]
  mkdirSync(env.HOME)
  mkdirSync(source)
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'hub.git')
  const commits = buildHistory(git, source)
  push(git, source, `file://${folder}/hub.git`, commits)
  writeFileSync(join(folder, 'commits.json'), JSON.stringify(commits))
  try {
    renameSync(folder, template)
  } catch (error) {
    // Another worker was faster.
    if (!existsSync(template)) throw error
    rmSync(folder, { recursive: true })
  }
  return template
}

function buildHistory(git: Git, source: string): HubCommits {
  const commit = (message: string, files: Readonly<Record<string, string>>): string => {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(source, name), text)
    git(source, 'add', '--all')
    git(source, 'commit', '--quiet', '-m', message)
    return git(source, 'rev-parse', 'HEAD')
  }
  git(source, 'init', '--quiet', '--initial-branch=main')
  const tagged = commit('first', { 'pipeline.py': 'print(1)\n', 'notes.txt': 'Ä\n' })
  git(source, 'tag', '-a', 'v1.0', '-m', 'release')
  mkdirSync(join(source, 'baselines'))
  symlinkSync('/etc/passwd', join(source, 'link.json'))
  const fork = commit('fork', { 'pipeline.py': 'print(2)\n', 'baselines/a.json': '{}\n' })
  const main = commitMany(git, source, fork)
  git(source, 'checkout', '--quiet', '-b', 'topic', fork)
  const topic = commit('topic', { 'pipeline.py': 'print(3)\n' })
  git(source, 'checkout', '--quiet', '--detach', main)
  git(source, 'merge', '--quiet', '--no-ff', '-m', 'merge', topic)
  const merge = git(source, 'rev-parse', 'HEAD')
  git(source, 'checkout', '--quiet', '--orphan', 'alone')
  const hidden = commit('no shared history', { 'large.bin': 'x'.repeat(17 << 20) })
  return { tagged, fork, main, topic, merge, hidden }
}

/** 120 commits without changes on `main`, in one process. */
function commitMany(git: Git, source: string, parent: string): string {
  const commits = Array.from({ length: 120 }, (_, index) => {
    const from = index === 0 ? `from ${parent}\n` : ''
    return `commit refs/heads/main\ncommitter A <a@example.com> ${1_767_225_600 + index} +0000\ndata 4\nmore\n${from}\n`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: source, input: commits.join('') })
  return git(source, 'rev-parse', 'main')
}

function push(git: Git, source: string, address: string, { merge, hidden }: HubCommits): void {
  const pulls = [`${merge}:refs/pull/7/merge`, `${hidden}:refs/pull/8/head`]
  git(source, 'push', '--quiet', address, 'main', 'topic', 'v1.0', ...pulls)
}

function cloneShallow(git: Git, address: string, clone: string): string {
  mkdirSync(clone)
  git(clone, 'init', '--quiet')
  git(clone, 'remote', 'add', 'origin', address)
  const refspec = '+refs/pull/7/merge:refs/remotes/pull/7/merge'
  git(clone, 'fetch', '--quiet', '--no-tags', '--depth=1', 'origin', refspec)
  git(clone, 'checkout', '--quiet', '--detach', 'refs/remotes/pull/7/merge')
  return clone
}
