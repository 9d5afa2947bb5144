import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fillCaches, keepCaches } from '../../src/steps/trees/prepared-trees.ts'
import { needs } from '../fakes/needs.ts'
import { trialPorts } from './a-trial-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-caches-'))
afterAll(() => {
  spawnSync('chmod', ['-R', 'u+w', folder])
  rmSync(folder, { recursive: true, force: true })
})

const names = ['go', 'cargo', 'pip', 'ccache'] as const

/** A cache directory, and homes that inherit from it. */
function createPlace() {
  const place = mkdtempSync(join(folder, 'place-'))
  const workplace = { cacheDirectory: join(place, 'cache') }
  const createHome = (name: string): string => {
    const home = join(place, 'homes', name)
    mkdirSync(home, { recursive: true })
    return home
  }
  return {
    place,
    createHome,
    keep: (home: string, wanted: readonly (typeof names)[number][] = names) =>
      keepCaches({ names: wanted, home, workplace }, trialPorts),
    fill: (home: string) => fillCaches({ names, home, workplace }, trialPorts),
  }
}

function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
}

/** Runs a command; returns its error output, or null after success. */
function run(
  cwd: string,
  env: Readonly<Record<string, string>>,
  command: string,
  ...args: readonly string[]
): string | null {
  const { status, stderr } = spawnSync(command, args, {
    cwd,
    env: { PATH: process.env['PATH'], ...env },
    encoding: 'utf8',
  })
  return status === 0 ? null : stderr
}

describe('caches of a base', () => {
  it('reach the next home, and only those that are asked for', async () => {
    const { createHome, keep, fill } = createPlace()
    const [base, head] = [createHome('base'), createHome('head')]
    writeFiles(base, { '.cache/pip/wheel': 'w', '.cache/go-build/00/a': 'a', '.triton/kernel': 'k', secret: 's' })
    await keep(base, ['pip'])
    await fill(head)
    expect(
      ['.cache/pip/wheel', '.cache/go-build', '.triton', 'secret'].map((name) => existsSync(join(head, name))),
    ).toEqual([true, false, false, false])
  })

  it('are copies, which the head cannot change for others', async () => {
    const { createHome, keep, fill } = createPlace()
    const [base, head, next] = [createHome('base'), createHome('head'), createHome('next')]
    writeFiles(base, { '.cache/pip/wheel': 'w' })
    await keep(base)
    await fill(head)
    writeFiles(head, { '.cache/pip/wheel': 'planted', '.cache/pip/more': 'planted' })
    await fill(next)
    expect(run(next, {}, 'sh', '-c', 'test "$(cat .cache/pip/wheel)" = w && test ! -e .cache/pip/more')).toBeNull()
  })

  it('leave out links, which could lead to files of the machine', async () => {
    const { createHome, keep, fill } = createPlace()
    const [base, head] = [createHome('base'), createHome('head')]
    writeFiles(base, { '.cache/pip/wheel': 'w' })
    symlinkSync('/etc/hostname', join(base, '.cache/pip/name'))
    symlinkSync('/etc', join(base, '.ccache'))
    await keep(base)
    await fill(head)
    const found = ['.cache/pip/wheel', '.cache/pip/name', '.ccache'].map((name) => existsSync(join(head, name)))
    expect(found).toEqual([true, false, false])
  })

  it('stay when a later setup leaves nothing that can be copied', async () => {
    const { createHome, keep, fill } = createPlace()
    const [base, next, head] = [createHome('base'), createHome('next'), createHome('head')]
    writeFiles(base, { '.cache/pip/wheel': 'w' })
    await keep(base)
    mkdirSync(join(next, '.cache/pip/empty'), { recursive: true })
    symlinkSync('/etc/hostname', join(next, '.cache/pip/name'))
    await keep(next)
    await fill(head)
    expect(existsSync(join(head, '.cache/pip/wheel'))).toBe(true)
  })
})

/** Directory entries are invalid in the archive of a module. */
const zipModule = `
import glob, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as archive:
    for name in glob.glob('example.org/*/*'): archive.write(name)
`

describe.skipIf(needs('Go') || needs('Python 3'))('a Go module', () => {
  it('is downloaded once', async () => {
    const { place, createHome, keep, fill } = createPlace()
    const dep = 'module/example.org/dep@v1.0.0'
    writeFiles(place, {
      [`${dep}/go.mod`]: 'module example.org/dep\n',
      [`${dep}/dep.go`]: 'package dep\n',
      'proxy/example.org/dep/@v/list': 'v1.0.0\n',
      'proxy/example.org/dep/@v/v1.0.0.info': '{"Version":"v1.0.0","Time":"2026-01-01T00:00:00Z"}',
      'proxy/example.org/dep/@v/v1.0.0.mod': 'module example.org/dep\n',
      'tool/go.mod': 'module example.org/tool\n\ngo 1.20\n\nrequire example.org/dep v1.0.0\n',
      'tool/main.go': 'package main\n\nimport _ "example.org/dep"\n\nfunc main() {}\n',
    })
    const zip = join(place, 'proxy/example.org/dep/@v/v1.0.0.zip')
    expect(run(join(place, 'module'), {}, 'python3', '-c', zipModule, zip)).toBeNull()
    const download = (home: string) => {
      const env = { HOME: home, GOPROXY: `file://${place}/proxy`, GOSUMDB: 'off', GOTOOLCHAIN: 'local' }
      return run(join(place, 'tool'), env, 'go', 'mod', 'download')
    }
    const [base, head, other] = [createHome('base'), createHome('head'), createHome('other')]
    expect(download(base)).toBeNull()
    await keep(base)
    rmSync(join(place, 'proxy'), { recursive: true })
    await fill(head)
    expect(download(head)).toBeNull()
    expect(existsSync(join(head, 'go/pkg/mod/example.org/dep@v1.0.0/dep.go'))).toBe(true)
    expect(download(other)).toContain('example.org/dep')
  })
})

describe.skipIf(needs('Cargo'))('a dependency of Cargo', () => {
  it('is downloaded once', async () => {
    const { place, createHome, keep, fill } = createPlace()
    writeFiles(place, {
      'dep/Cargo.toml': '[package]\nname = "dep"\nversion = "1.0.0"\nedition = "2021"\n',
      'dep/src/lib.rs': '',
      'tool/Cargo.toml': `[package]\nname = "tool"\nversion = "1.0.0"\nedition = "2021"\n[dependencies]\ndep = { git = "file://${place}/dep" }\n`,
      'tool/src/main.rs': 'fn main() {}\n',
    })
    const git = ['-c', 'user.name=a', '-c', 'user.email=a@b']
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
      [...git, 'commit', '-qm', 'dep'],
    ])
      expect(run(join(place, 'dep'), {}, 'git', ...args)).toBeNull()
    const rustup = process.env['RUSTUP_HOME'] ?? `${process.env['HOME']}/.rustup`
    const fetchDependency = (home: string) =>
      run(join(place, 'tool'), { HOME: home, RUSTUP_HOME: rustup, CARGO_NET_RETRY: '0' }, 'cargo', 'fetch')
    const [base, head, other] = [createHome('base'), createHome('head'), createHome('other')]
    expect(fetchDependency(base)).toBeNull()
    await keep(base)
    rmSync(join(place, 'dep'), { recursive: true })
    await fill(head)
    expect(fetchDependency(head)).toBeNull()
    expect(fetchDependency(other)).toContain('dep')
  })
})
