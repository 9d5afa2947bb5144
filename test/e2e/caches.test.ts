import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { gitEnvironment, gitWith } from '../fakes/git.ts'
import { runCommandInside } from '../fakes/inner-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-inherit-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Its setup lists the inherited cache in `seen`, and adds an entry with the name of the commit. */
const config = `version: 1
pipeline:
  devices: cpu
  setup: [[sh, -c, 'mkdir -p $HOME/.cache/pip; ls $HOME/.cache/pip > seen; touch $HOME/.cache/pip/$(cat name)']]
  command: [cat, seen]
suites: { end-to-end: { run: { warmups: 0, repeats: 1, maxRepeats: 1 } } }
run: { isolation: none }
`

/** A repository with a config; `commit` commits a file with a name. */
function createClone(name: string, text: string) {
  const clone = join(folder, name)
  const home = join(folder, `${name}-home`)
  const git = gitWith(gitEnvironment(home))
  mkdirSync(join(clone, '.github'), { recursive: true })
  git(clone, 'init', '--quiet', '--initial-branch', 'main')
  writeFileSync(join(clone, '.github', 'warpgauge.yml'), text)
  const env = { PATH: `${dirname(process.execPath)}:${process.env['PATH']}`, HOME: home, TMPDIR: folder }
  return {
    cache: join(home, '.cache', 'warpgauge'),
    switchTo: (...args: readonly string[]): string => git(clone, 'switch', '--quiet', ...args),
    commit: (file: string): void => {
      writeFileSync(join(clone, 'name'), file)
      git(clone, 'add', '--all')
      git(clone, 'commit', '--quiet', '--message', file)
    },
    /** Measures against main. */
    run: async (out: string) =>
      await runCommandInside({ cwd: clone, env }, 'run', '--base', 'main', '--out', join(folder, `${name}-${out}`)),
  }
}

it('setups inherit the caches of bases, and never those of a head', async () => {
  const { cache, commit, run, switchTo } = createClone('clone', config)
  for (const round of [1, 2]) {
    commit(`base${round}`)
    switchTo('--create', `topic${round}`)
    commit(`head${round}`)
    expect((await run(`out${round}`)).exitCode).toBe(0)
    switchTo('main')
  }
  const trees = readdirSync(join(cache, 'trees'), { withFileTypes: true }).filter((entry) => entry.isDirectory())
  const read = (tree: string, name: string): string => readFileSync(join(cache, 'trees', tree, name), 'utf8')
  const seen = Object.fromEntries(trees.map(({ name }) => [read(name, 'name'), read(name, 'seen').trim().split('\n')]))
  expect(seen).toEqual({ base1: [''], head1: ['base1'], base2: ['base1'], head2: ['base1', 'base2'] })
  expect(readdirSync(join(cache, 'caches', '.cache', 'pip'))).toEqual(['base1', 'base2'])
})

it('T-32: setups do not inherit the caches of the head under another name either', async () => {
  const suite =
    'suites: { revision: { against: [base, again], gpus: 1, run: { warmups: 0, repeats: 1, maxRepeats: 1 } } }'
  const revisions = `revisions:
  base: { ref: merge-base }
  again: { ref: HEAD, setup: [[sh, -c, 'mkdir -p $HOME/.cache/pip; touch seen $HOME/.cache/pip/of-head']] }
`
  const { cache, commit, run, switchTo } = createClone('again', config.replace(/suites: .*/, revisions + suite))
  commit('base')
  switchTo('--create', 'topic')
  commit('head')
  expect((await run('out')).exitCode).toBe(0)
  expect(readdirSync(join(cache, 'caches', '.cache', 'pip'))).toEqual(['base'])
})
