import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, it } from 'vitest'
import { gitEnvironment, gitWith } from '../fakes/git.ts'

const command = fileURLToPath(new URL('../../dist/cli.js', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-inherit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Its setup lists the inherited cache in `seen`, and adds an entry with the name of the commit. */
const config = `version: 1
pipeline:
  devices: cpu
  setup: [[sh, -c, 'mkdir -p $HOME/.cache/pip; ls $HOME/.cache/pip > seen; touch $HOME/.cache/pip/$(cat name)']]
  command: [cat, seen]
suites: { end-to-end: { warmups: 0, repeats: 1, maxRepeats: 1 } }
run: { isolation: none }
`

it('setups inherit the caches of bases, and never those of a head', () => {
  const clone = join(folder, 'clone')
  const git = gitWith(gitEnvironment(join(folder, 'home')))
  const commit = (name: string): void => {
    writeFileSync(join(clone, 'name'), name)
    git(clone, 'add', '--all')
    git(clone, 'commit', '--quiet', '--message', name)
  }
  mkdirSync(join(clone, '.github'), { recursive: true })
  git(clone, 'init', '--quiet', '--initial-branch', 'main')
  writeFileSync(join(clone, '.github', 'warpgauge.yml'), config)
  const env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: join(folder, 'home'),
    TMPDIR: folder,
  }
  for (const round of [1, 2]) {
    commit(`base${round}`)
    git(clone, 'switch', '--quiet', '--create', `topic${round}`)
    commit(`head${round}`)
    const args = [command, 'run', '--base', 'main', '--out', join(folder, `out${round}`)]
    expect(spawnSync(process.execPath, args, { cwd: clone, env, encoding: 'utf8' }).status).toBe(0)
    git(clone, 'switch', '--quiet', 'main')
  }
  const cache = join(folder, 'home', '.cache', 'warpgauge')
  const trees = readdirSync(join(cache, 'trees'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const read = (tree: string, name: string): string => readFileSync(join(cache, 'trees', tree, name), 'utf8')
  const seen = Object.fromEntries(trees.map(({ name }) => [read(name, 'name'), read(name, 'seen').trim().split('\n')]))
  expect(seen).toEqual({ base1: [''], head1: ['base1'], base2: ['base1'], head2: ['base1', 'base2'] })
  expect(readdirSync(join(cache, 'caches', '.cache', 'pip'))).toEqual(['base1', 'base2'])
})
