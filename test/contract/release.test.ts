import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { gitEnvironment, gitWith, type Git } from '../fakes/git.ts'

const root = join(import.meta.dirname, '../..')
type Step = { readonly name?: string; readonly run?: string }
const { jobs } = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[] }>>
}

let folder: string
let clone: string
let git: Git
let env: NodeJS.ProcessEnv

/** A clone of a small package with the release script, a remote, and programs that write down how they were called. */
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-release-'))
  clone = join(folder, 'clone')
  env = gitEnvironment(folder)
  git = gitWith(env)
  git(folder, 'init', '--quiet', '--bare', '--initial-branch=main', 'origin.git')
  git(folder, 'clone', '--quiet', join(folder, 'origin.git'), clone)
  mkdirSync(join(clone, 'scripts'))
  cpSync(join(root, 'scripts/release.sh'), join(clone, 'scripts/release.sh'))
  writeProgram(join(clone, '.ci/run'), 'echo "tests $*" >> "$CALLS"')
  writeProgram(join(folder, 'bin/sudo'), 'echo "sudo $1" >> "$CALLS"')
  writeProgram(join(folder, 'bin/gh'), 'echo "gh $*" >> "$CALLS"; [ "$1 $2" != "release view" ]')
  commitVersion('0.1.0')
  commitVersion('0.2.0')
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

function writeProgram(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `#!/bin/sh\n${text}\n`)
  chmodSync(path, 0o755)
}

function commitVersion(version: string, tag = `v${version}`): void {
  const repository = { type: 'git', url: 'git+https://github.com/acme/warpgauge.git' }
  writeFileSync(join(clone, 'package.json'), JSON.stringify({ name: 'warpgauge', version, repository }))
  writeFileSync(
    join(clone, 'CHANGELOG.md'),
    `# Changelog\n\n## [${version}] - 2026-11-22\n\n- New in ${version}.\n\n## [0.0.1]\n\n- Old.\n`,
  )
  git(clone, 'add', '--all')
  git(clone, 'commit', '--quiet', '--allow-empty', '-m', `Version ${version}`)
  git(clone, 'tag', tag)
  git(clone, 'push', '--quiet', 'origin', 'main', tag)
}

function runShell(script: string, tag: string) {
  const calls = join(folder, 'calls.txt')
  const path = `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env['PATH']}`
  // npm must not reach a registry: it packs, finds nothing published, and only says what it would publish.
  const npm = { npm_config_offline: 'true', npm_config_cache: join(folder, 'npm') }
  const variables = {
    ...env,
    ...npm,
    PATH: path,
    CALLS: calls,
    GITHUB_REF_NAME: tag,
    GITHUB_REPOSITORY: 'acme/warpgauge',
  }
  return spawnSync('bash', ['-eo', 'pipefail', '-c', script], { cwd: clone, env: variables, encoding: 'utf8' })
}

const release = (command: string, tag: string) => runShell(`scripts/release.sh ${command} ${tag}`, tag)
const readRemoteTag = (tag: string): string =>
  git(clone, 'ls-remote', 'origin', `refs/tags/${tag}`).split('\t')[0] ?? ''
const readCommit = (revision: string): string => git(clone, 'rev-parse', `${revision}^{commit}`).trim()

describe('the release workflow', () => {
  it('runs its shell steps in order: check, test, pack, release, move the tag', () => {
    git(clone, 'checkout', '--quiet', 'v0.2.0')
    const steps = ['build', 'release'].flatMap((job) => jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? [])
    expect(steps.length).toBe(6)
    for (const step of steps) expect(runShell(step, 'v0.2.0')).toMatchObject({ status: 0 })
    expect(readdirSync(join(clone, 'release')).toSorted()).toEqual(['notes.md', 'warpgauge-0.2.0.tgz'])
    expect(readFileSync(join(clone, 'release/notes.md'), 'utf8').trim()).toBe('- New in 0.2.0.')
    const calls = readFileSync(join(folder, 'calls.txt'), 'utf8').trim().split('\n')
    expect(calls).toEqual([
      'sudo sysctl',
      'tests ',
      'gh release view v0.2.0',
      'gh release create v0.2.0 --verify-tag --title v0.2.0 --notes-file release/notes.md release/warpgauge-0.2.0.tgz',
      'gh auth setup-git',
    ])
    expect(readRemoteTag('v0')).toBe(readCommit('v0.2.0'))
  })

  it('publishes what was packed', () => {
    const [publish = ''] = jobs['publish']?.steps.flatMap(({ run }) => run ?? []) ?? []
    runShell('mkdir release && npm pack --pack-destination release', 'v0.2.0')
    const done = runShell(publish.replace('npm publish', 'npm publish --dry-run'), 'v0.2.0')
    expect(done).toMatchObject({ status: 0, stdout: expect.stringContaining('warpgauge@0.2.0') })
  })

  it('does not move the tag of the major version back', () => {
    release('move', 'v0.2.0')
    expect(release('move', 'v0.1.0')).toMatchObject({ status: 0, stdout: 'v0 stays: v0.2.0 is newer than v0.1.0\n' })
    expect(readRemoteTag('v0')).toBe(readCommit('v0.2.0'))
    commitVersion('0.10.0')
    release('move', 'v0.10.0')
    expect(readRemoteTag('v0')).toBe(readCommit('v0.10.0'))
  })
})

describe('a release is refused', () => {
  it.each([
    [
      'of another version',
      () => commitVersion('0.2.1', 'v0.3.0'),
      'v0.3.0',
      'package.json has version 0.2.1, the tag is v0.3.0',
    ],
    ['of a tag that is no version', () => git(clone, 'tag', 'v0.4'), 'v0.4', 'tag v0.4 is not vMAJOR.MINOR.PATCH'],
    ['without a section of the changelog', removeNotes, 'v0.5.0', 'CHANGELOG.md has no section ## [0.5.0] with text'],
    ['of a commit outside main', leaveMain, 'v0.6.0', 'v0.6.0 is not on main'],
  ])('%s', (_, prepare, tag, problem) => {
    prepare()
    expect(release('check', tag)).toMatchObject({ status: 1, stderr: `release: ${problem}\n` })
  })

  it('of another repository', () => {
    const done = runShell('GITHUB_REPOSITORY=mallory/warpgauge scripts/release.sh check v0.2.0', 'v0.2.0')
    expect(done.status).toBe(1)
    expect(done.stderr).toContain('this is mallory/warpgauge')
  })
})

function removeNotes(): void {
  commitVersion('0.5.0', 'v0.5.0-draft')
  writeFileSync(join(clone, 'CHANGELOG.md'), '# Changelog\n\n## [0.5.0]\n\n## [0.2.0]\n\n- Old.\n')
  git(clone, 'commit', '--quiet', '--all', '-m', 'Empty')
  git(clone, 'tag', 'v0.5.0')
  git(clone, 'push', '--quiet', 'origin', 'main')
}

function leaveMain(): void {
  git(clone, 'checkout', '--quiet', '-b', 'elsewhere')
  writeFileSync(
    join(clone, 'package.json'),
    readFileSync(join(clone, 'package.json'), 'utf8').replace('0.2.0', '0.6.0'),
  )
  writeFileSync(join(clone, 'CHANGELOG.md'), '## [0.6.0]\n\n- New.\n')
  git(clone, 'commit', '--quiet', '--all', '-m', 'Elsewhere')
  git(clone, 'tag', 'v0.6.0')
}
