import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildDemoRepository } from '../fakes/demo-repository.ts'
import { writeConfig, type Spoken } from './terminal.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const node = dirname(process.execPath)

type Packed = { readonly filename: string; readonly size: number; readonly files: readonly { readonly path: string }[] }

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-package-'))
// Only what a clean machine has: Node 24 with its npm, git, an empty home, prefix and cache.
const env = { PATH: `${join(folder, 'prefix/bin')}:${node}:/usr/bin:/bin`, HOME: folder, TMPDIR: folder }
const npmOptions = ['--offline', '--no-audit', '--no-fund', `--cache=${join(folder, 'cache')}`]
let packed: Packed
let tarball: string

function run(program: string, args: readonly string[], cwd = folder): Spoken {
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: 'utf8' })
  return { exitCode: status, stdout, stderr }
}

beforeAll(() => {
  const pack = run('npm', ['pack', '--json', `--pack-destination=${folder}`, ...npmOptions], root)
  if (pack.exitCode !== 0) throw new Error(pack.stderr)
  ;[packed] = JSON.parse(pack.stdout) as [Packed]
  tarball = join(folder, packed.filename)
  const installed = run('npm', ['install', '--global', `--prefix=${join(folder, 'prefix')}`, ...npmOptions, tarball])
  if (installed.exitCode !== 0) throw new Error(installed.stderr)
})
afterAll(() => {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
})

describe('the npm package', () => {
  it('contains the program and what it reads, and nothing of its development', () => {
    const folders = new Set(packed.files.map(({ path }) => path.split('/')[0]))
    expect(folders).toEqual(
      new Set([
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'action.yml',
        'dist',
        'docs',
        'examples',
        'package.json',
        'schema',
      ]),
    )
    expect(packed.files.map(({ path }) => path)).toContain(
      'dist/node_modules/@koromix/koffi-linux-x64/linux_x64/koffi.node',
    )
    expect(packed.size).toBeLessThan(6e6)
  })

  it('installs no further package', () => {
    expect(existsSync(join(folder, 'prefix/lib/node_modules/warpgauge/package.json'))).toBe(true)
    expect(existsSync(join(folder, 'prefix/lib/node_modules/warpgauge/node_modules'))).toBe(false)
  })

  it('has the version of package.json, also with npx', () => {
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }
    expect(run('warpgauge', ['--version'])).toEqual({ exitCode: 0, stdout: `${version}\n`, stderr: '' })
    const npx = run('npx', ['--yes', ...npmOptions, '--package', tarball, '--', 'warpgauge', '--version'])
    expect(npx).toMatchObject({ exitCode: 0, stdout: `${version}\n` })
  })

  it('writes a config and workflows', () => {
    const project = join(folder, 'project')
    mkdirSync(project)
    run('git', ['init', '--quiet', '--initial-branch=main'], project)
    expect(run('warpgauge', ['init', '--yes'], project)).toMatchObject({ exitCode: 0 })
    expect(existsSync(join(project, '.github/workflows/warpgauge.yml'))).toBe(true)
  })

  it('has the config and the workflows of a project that it knows, and offers them', () => {
    const project = join(folder, 'known')
    for (const path of ['virnucpro/__main__.py', 'virnucpro/cli/predict.py', 'virnucpro/pipeline/prediction.py']) {
      mkdirSync(dirname(join(project, path)), { recursive: true })
      writeFileSync(join(project, path), '')
    }
    run('git', ['init', '--quiet', '--initial-branch=main'], project)
    const offered = run('warpgauge', ['init', '--yes', '--dry-run'], project)
    expect(offered.stderr).toContain('with every suite and limit: warpgauge init --example virnucpro')
    const written = run('warpgauge', ['init', '--yes', '--example', 'virnucpro'], project)
    expect([written.exitCode, written.stderr]).toEqual([0, expect.stringContaining('export HF_HOME=')])
    expect(new Set(readdirSync(join(project, '.github'), { recursive: true, encoding: 'utf8' }))).toEqual(
      new Set([
        'warpgauge-production.yml',
        'warpgauge.yml',
        'workflows',
        'workflows/warpgauge-production.yml',
        'workflows/warpgauge-refresh.yml',
        'workflows/warpgauge.yml',
      ]),
    )
    expect(run('warpgauge', ['doctor', '--json'], project).stdout).toContain('variable TORCH_HOME')
  })

  it('measures the demo repository', async () => {
    const { path } = await buildDemoRepository(join(folder, 'repository'), join(root, 'examples'))
    const config = writeConfig(path, 'packed', { repeats: 1 })
    expect(run('warpgauge', ['run', '--config', config, '--out', 'runs/1'], path)).toMatchObject({ exitCode: 0 })
    expect(run('warpgauge', ['report', 'runs/1', '--format', 'html'], path).stdout).toMatch(/^<!doctype html>/i)
  })
})
