import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runCommandInside, type Spoken } from '../fakes/inner-command.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'

// One revision attacks the tree of another, or the clone, without a sandbox: it runs as the same user.

const work = `
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
const [dataset, output] = process.argv.slice(2)
mkdirSync(output)
writeFileSync(join(output, 'table.csv'), 'id\\n' + readFileSync(dataset, 'utf8').split('\\n').filter((line) => line.startsWith('>')).join('\\n'))
`

/** Finds the clone from inside of a tree: a worktree names it in its .git, a repository that borrows objects in alternates. */
const findClone = `
const link = readFileSync(existsSync('.git/config') ? '.git/objects/info/alternates' : '.git', 'utf8').trim().replace('gitdir: ', '')
const clone = link.slice(0, link.indexOf('/.git/')) + '/.git'
`

/** No gates: the tree is the subject, and on a busy machine even equal runs of 40 ms differ as much as a regression. */
const config = (setup: string): string => `version: 1
pipeline:
  name: works
  devices: cpu
  command: [node, pipeline.mjs, "{dataset}", "{output}"]
  setup: ${setup}
  proof: { results: { path: "{output}/table.csv", rows: 4 } }
datasets: { four: { preset: tiny, sequences: 4 } }
revisions: { base: { ref: merge-base } }
suites:
  revision: { run: { dataset: four, warmups: 0, repeats: 2, maxRepeats: 2 }, against: [base], gpus: 1 }
comparison: { gate: [] }
run: { isolation: none }
`

let folder = ''
let count = 0
let env: Record<string, string | undefined>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'warpgauge-trees-'))
  env = {
    PATH: `${dirname(process.execPath)}:${process.env['PATH']}`,
    HOME: join(folder, 'home'),
    TMPDIR: folder,
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Project = { readonly clone: string; readonly base: string; readonly out: string; readonly cache: string }

/** A repository with a base and a head; `head` is put before the work of the pipeline, or replaces files. */
function newProject(
  options: { setup?: string; head?: string; files?: Record<string, string>; format?: string } = {},
): Project {
  const clone = join(folder, `project-${(count += 1)}`)
  const git = gitWith(gitEnvironment(join(folder, 'home')))
  const commit = (files: Record<string, string>): string => {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(clone, name)), { recursive: true })
      writeFileSync(join(clone, name), text)
    }
    git(clone, 'add', '--all')
    git(clone, 'commit', '--quiet', '-m', 'a commit')
    return git(clone, 'rev-parse', 'HEAD')
  }
  mkdirSync(clone)
  git(clone, 'init', '--quiet', '--initial-branch=main', `--object-format=${options.format ?? 'sha1'}`)
  const build = `import { writeFileSync } from 'node:fs'\nwriteFileSync('built.txt', 'built')\n`
  const base = commit({ 'pipeline.mjs': work, 'build.mjs': build, 'warpgauge.yml': config(options.setup ?? '[]') })
  commit({ 'pipeline.mjs': `${options.head ?? ''}\n${work}`, ...options.files, 'NOTES.md': 'a change\n' })
  return { clone, base, out: `${clone}-run`, cache: `${clone}-cache` }
}

async function run({ clone: cwd, base, out, cache }: Project, ...more: readonly string[]): Promise<Spoken> {
  const args = ['run', '--config', 'warpgauge.yml', '--base', base, '--out', out, ...more]
  return await runCommandInside({ cwd, env: { ...env, XDG_CACHE_HOME: cache } }, ...args)
}

const foreign = 'files of base changed while it was not running: '

describe('T-31: a head that edits the tree of its base', () => {
  const near = `import * as fs from 'node:fs'\nimport { execFileSync } from 'node:child_process'\n`

  it('fails the run, which names each file: changed with its size and time, added, removed, or now a link', async () => {
    const add = `fs.writeFileSync('../base/node_modules.mjs', 'x')`
    const remove = `fs.rmSync('../base/build.mjs', { force: true })`
    const project = newProject({
      head: [near, keepLooks('pipeline.mjs'), add, remove, link('warpgauge.yml')].join('\n'),
    })
    const { exitCode, stderr } = await run(project)
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(foreign) })
    const named = stderr.slice(stderr.indexOf(foreign) + foreign.length).split('\n')[0] ?? ''
    for (const file of ['pipeline.mjs', 'node_modules.mjs', 'build.mjs', 'warpgauge.yml']) expect(named).toContain(file)
    expect(JSON.parse(readFileSync(join(project.out, 'run.json'), 'utf8'))).not.toMatchObject({ status: 'finished' })
  })

  it('in its setup fails the run too', async () => {
    const build = `import { appendFileSync } from 'node:fs'\nimport { globSync } from 'node:fs'\nfor (const path of globSync('../*/pipeline.mjs')) appendFileSync(path, '//')\n`
    const { exitCode, stderr } = await run(newProject({ setup: '[[node, build.mjs]]', files: { 'build.mjs': build } }))
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining('changed while it was not running'),
    })
  })

  it('is not what honest runs are taken for: own files, own caches, changes by the own setup', async () => {
    const own = `fs.mkdirSync('__pycache__', { recursive: true }); fs.appendFileSync('__pycache__/x.pyc', 'x')`
    const build = `import { appendFileSync } from 'node:fs'\nappendFileSync('NOTES.md', 'version 1.0+g1234')\n`
    const files = { 'build.mjs': build }
    const { exitCode, stderr } = await run(newProject({ head: `${near}${own}`, setup: '[[node, build.mjs]]', files }))
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    expect(stderr).toContain(
      'The setup of head changed files of its commit, which is measured with these changes: NOTES.md',
    )
  })

  /** Keeps the size, and the time to the nanosecond. */
  function keepLooks(name: string): string {
    const path = `'../base/${name}'`
    return `execFileSync('cp', ['-p', ${path}, 'saved']); fs.writeFileSync(${path}, fs.readFileSync(${path}, 'utf8').replace('table.csv', 'tabel.csv')); execFileSync('touch', ['-r', 'saved', ${path}]); fs.rmSync('saved')`
  }

  function link(name: string): string {
    return `if (!fs.lstatSync('../base/${name}').isSymbolicLink()) { fs.rmSync('../base/${name}'); fs.symlinkSync('/dev/null', '../base/${name}') }`
  }
})

describe('setups that install into a place that only a script names', () => {
  const install = (prefix: string) => `mkdir -p "${prefix}/bin"\ncp NOTES.md "${prefix}/bin/tool"\n`

  it.each([
    ['a script of the setup', '[[sh, install.sh]]', 'install.sh', (prefix: string) => install(prefix)],
    [
      'a Makefile',
      '[[sh, -c, "sed 1d Makefile | sh"]]',
      'Makefile',
      (prefix: string) => `PREFIX ?= ${prefix}\n${install(prefix)}`,
    ],
  ])('are refused: %s', async (_name, setup, file, write) => {
    const prefix = mkdtempSync(join(folder, 'prefix-'))
    mkdirSync(join(prefix, 'bin'))
    const project = newProject({ setup, files: { [file]: write(prefix) } })
    const git = gitWith(gitEnvironment(join(folder, 'home')))
    writeFileSync(join(project.clone, 'NOTES.md'), 'another change\n')
    git(project.clone, 'commit', '--quiet', '--all', '-m', 'next')
    const { exitCode, stderr } = await run({ ...project, base: git(project.clone, 'rev-parse', 'HEAD~1') })
    expect({ exitCode, stderr }).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining(
        `the setups of base and head install into one place, so both would run the later installation: ${prefix}/bin/tool`,
      ),
    })
  })
})

describe('a repository with SHA-256 object ids', () => {
  it('is measured, its prepared trees are used again, and its runs have a history', async () => {
    const change = `import * as fs from 'node:fs'\nfs.writeFileSync('NOTES.md', String(process.pid))`
    const project = newProject({ setup: '[[node, build.mjs]]', head: change, format: 'sha256' })
    const first = await run(project)
    expect(first).toMatchObject({ exitCode: 0, stderr: expect.stringContaining('Setting up base: node build.mjs') })
    rmSync(project.out, { recursive: true })
    const second = await run(project)
    expect(second).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('Setting up') })
    const { revisions } = JSON.parse(readFileSync(join(project.out, 'run.json'), 'utf8')) as {
      revisions: { label: string; commit: string }[]
    }
    expect(revisions).toContainEqual(expect.objectContaining({ label: 'base', commit: project.base }))
    expect(project.base).toHaveLength(64)
    const add = ['history', 'add', project.out, '--dir', mkdtempSync(join(folder, 'data-'))]
    const added = await runCommandInside({ cwd: project.clone, env }, ...add)
    expect([added.exitCode, added.stderr]).toEqual([0, expect.stringMatching(/^added \w{7} on .*: 1 case\n$/)])
  })
})

describe('a head whose trials change files of its commit', () => {
  const files = { 'results.csv': 'id\n', 'data/a.txt': 'a\n', 'data/b.txt': 'b\n' }
  const look = `import * as fs from 'node:fs'
const found = ['results.csv', 'data/a.txt', 'data/b.txt', 'NOTES.md'].map((name) => fs.readFileSync(name, 'utf8'))
const stats = fs.lstatSync('data/a.txt')
fs.appendFileSync('WITNESS', JSON.stringify([found, stats.mode, Math.trunc(stats.mtimeMs)]) + '\\n')
`
  const build = `import { appendFileSync } from 'node:fs'\nappendFileSync('NOTES.md', 'version 1.0+g1234')\n`

  it.each([
    [
      'as benchmarks do',
      `fs.appendFileSync('results.csv', 'more'); fs.appendFileSync('NOTES.md', 'more'); fs.rmSync('data/a.txt')`,
      '3 tracked files (NOTES.md, data/a.txt, results.csv)',
    ],
    [
      'by files and directories in place of each other',
      `fs.rmSync('results.csv'); fs.mkdirSync('results.csv/deep', { recursive: true }); fs.rmSync('data', { recursive: true }); fs.writeFileSync('data', '')`,
      '3 tracked files (data/a.txt, data/b.txt, results.csv)',
    ],
    [
      'by links to files of a victim',
      `fs.rmSync('results.csv'); fs.linkSync('VICTIM/a.txt', 'results.csv'); fs.rmSync('NOTES.md'); fs.symlinkSync('VICTIM/a.txt', 'NOTES.md'); fs.rmSync('data', { recursive: true }); fs.symlinkSync('VICTIM', 'data')`,
      '4 tracked files (NOTES.md, data/a.txt, data/b.txt, results.csv)',
    ],
  ])('%s: each trial finds the same files, and the cached checkout stays valid', async (_how, change, changed) => {
    const victim = mkdtempSync(join(folder, 'victim-'))
    const witness = join(victim, 'seen')
    for (const name of ['a.txt', 'b.txt']) writeFileSync(join(victim, name), 'precious')
    const head = (look + change).replaceAll('VICTIM', victim).replace('WITNESS', witness)
    const project = newProject({ head, setup: '[[node, build.mjs]]', files: { ...files, 'build.mjs': build } })
    const { exitCode, stdout, stderr } = await run(project)
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    expect(stdout.replaceAll(/\s+/g, ' ')).toContain(`trials: changed ${changed}; restored after each run`)
    const seen = readFileSync(witness, 'utf8').trim().split('\n')
    expect(seen).toHaveLength(2)
    expect(new Set(seen).size).toBe(1)
    expect(JSON.parse(seen[0] ?? '')[0]).toEqual(['id\n', 'a\n', 'b\n', 'a change\nversion 1.0+g1234'])
    expect(['a.txt', 'b.txt'].map((name) => readFileSync(join(victim, name), 'utf8'))).toEqual(['precious', 'precious'])
    const next = await run({ ...project, out: `${project.out}-next` })
    expect(next).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('Setting up') })
  })
})

describe('T-30: a head that edits the clone', () => {
  const poison = `import { execFileSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
${findClone}
const git = (...args) => execFileSync('git', ['--git-dir=' + clone, ...args], { encoding: 'utf8' }).trim()
if (existsSync(clone + '/info/grafts')) process.exit(0)
git('config', 'filter.evil.smudge', "sed 's/^/\\\\/\\\\/ /'")
git('config', 'filter.evil.clean', 'touch ' + clone + '/ran')
git('config', 'core.hooksPath', clone + '/hooks')
mkdirSync(clone + '/info', { recursive: true })
writeFileSync(clone + '/info/attributes', '* filter=evil\\n')
const [base, head] = git('rev-list', '--all').split('\\n').toReversed()
git('replace', '--force', base, head)
appendFileSync(clone + '/info/grafts', head + '\\n')
`

  it('by filters, replaced commits and grafts changes neither the run nor the next one in this clone', async () => {
    const project = newProject({ setup: '[[node, build.mjs]]', files: { 'build.mjs': poison } })
    for (const out of [project.out, `${project.out}-next`]) {
      const { exitCode, stderr } = await run({ ...project, out, cache: `${out}-cache` })
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: expect.any(String) })
      const [tree] = globSync(`${out}-cache/warpgauge/trees/${project.base.slice(0, 12)}-*/pipeline.mjs`)
      expect(readFileSync(tree ?? '', 'utf8')).toBe(work)
    }
    expect(readFileSync(join(project.clone, '.git/info/attributes'), 'utf8')).toContain('filter=evil')
    expect(existsSync(join(project.clone, '.git/ran'))).toBe(false)
  })
})

describe('T-32: a prepared tree', () => {
  let project: Project
  let tree = ''
  let runs = 0
  const runAgain = async () => await run({ ...project, out: `${project.out}-${(runs += 1)}` })

  beforeAll(async () => {
    project = newProject({ setup: '[[node, build.mjs]]' })
    const { exitCode, stderr } = await run(project)
    if (exitCode !== 0) throw new Error(stderr)
    tree = globSync(`${project.cache}/warpgauge/trees/${project.base.slice(0, 12)}-*`)[0] ?? ''
  })

  it('that was not changed after the run is used as it is', async () => {
    const { exitCode, stderr } = await runAgain()
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0, stderr: expect.not.stringContaining('Setting up') })
  })

  it('changed in a file of the commit, of the setup, or by another one is set up again before anything of it runs', async () => {
    const names = ['built.txt', 'pipeline.mjs', 'added.mjs']
    for (const name of names) writeFileSync(join(tree, name), 'throw new Error("poisoned")\n')
    const { exitCode, stdout, stderr } = await runAgain()
    expect({ exitCode, said: `${stdout}${stderr}` }).toEqual({ exitCode: 0, said: expect.any(String) })
    expect(stderr).toContain(`was changed since the last run (${names.join(', ')}); running its setup again`)
    expect(stderr).toContain('Setting up base: node build.mjs')
    for (const name of names) {
      const path = join(tree, name)
      expect(existsSync(path) && readFileSync(path, 'utf8')).not.toContain('poisoned')
    }
  })
})
