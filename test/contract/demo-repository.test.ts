import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { configSchema } from '../../src/config/schema/schema.ts'
import { EnvironmentError, UserError } from '../../src/domain/core/errors.ts'
import { buildDemonstration, type DemoRepository } from '../../src/io/git/demo-repository.ts'
import { buildDemoRepository } from '../fakes/demo-repository.ts'

const examples = join(import.meta.dirname, '../../examples')
const runFile = promisify(execFile)

let directory = ''
let demo: DemoRepository

async function git(...args: string[]): Promise<string> {
  const { stdout } = await runFile('git', ['-C', demo.path, ...args], { maxBuffer: 2 ** 24 })
  return stdout.trimEnd()
}

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'warpgauge-demo-'))
  demo = await buildDemoRepository(join(directory, 'demo'), examples)
})

afterAll(() => rm(directory, { recursive: true, force: true }))

test('branch main holds two commits, the first one tagged v1.0', async () => {
  expect(demo.headCommit).toMatch(/^[0-9a-f]{40}$/)
  expect(await git('rev-parse', 'main', 'HEAD')).toBe(`${demo.headCommit}\n${demo.headCommit}`)
  expect((await git('log', '--format=%s')).split('\n').at(-1)).toBe('Version 1.0')
  expect(await git('rev-list', '--count', 'main')).toBe('2')
  expect(await git('rev-parse', 'v1.0')).toBe(await git('rev-parse', 'HEAD~1'))
})

test('the working tree is clean and the head is the reference pipeline, file by file', async () => {
  expect(await git('status', '--porcelain', '--ignored')).toBe('')
  const source = join(examples, 'reference-pipeline')
  const entries = await readdir(source, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const committed = (await git('ls-tree', '-r', '--name-only', 'HEAD')).split('\n')
  expect(committed).toEqual(paths.map((path) => path.slice(source.length + 1)).toSorted())
  expect(await git('show', 'HEAD:dense.mjs')).toBe((await readFile(join(source, 'dense.mjs'), 'utf8')).trimEnd())
})

test('v1.0 differs from the head in exactly the files of reference-pipeline-v1.0', async () => {
  const changed = (await git('diff', '--name-status', 'v1.0', 'HEAD')).split('\n')
  const own = await readdir(join(examples, 'reference-pipeline-v1.0'))
  expect(changed).toEqual(own.toSorted().map((name) => `M\t${name}`))
})

test('the head commit is the same for everybody, whatever the user told git', async () => {
  await writeFile(
    join(directory, '.gitconfig'),
    '[user]\nname = Somebody\n[commit]\ngpgSign = true\n[core]\nautocrlf = true\n',
  )
  vi.stubEnv('HOME', directory)
  vi.stubEnv('GIT_AUTHOR_NAME', 'Somebody Else')
  vi.stubEnv('GIT_DIR', join(directory, 'elsewhere'))
  try {
    const again = await buildDemoRepository(join(directory, 'again'), examples)
    expect(again.headCommit).toBe(demo.headCommit)
  } finally {
    vi.unstubAllEnvs()
  }
  expect(await git('log', '-1', '--format=%an <%ae> %aI %cI')).toBe(
    'warpgauge demo <demo@warpgauge.invalid> 2026-01-12T12:00:00+00:00 2026-01-12T12:00:00+00:00',
  )
})

test('both commits hold a config that the schema accepts', async () => {
  for (const commit of ['v1.0', 'HEAD']) {
    const config = configSchema.parse(parse(await git('show', `${commit}:.github/warpgauge.yml`)))
    expect(config.pipeline.name).toBe('predict')
    expect(config.pipeline.devices).toBe('cpu')
    expect(Object.keys(config.suites)).toEqual(['scaling', 'end-to-end', 'revision'])
  }
})

test('the checksum of the real dataset in the config is that of the file', async () => {
  const config = configSchema.parse(parse(await git('show', 'HEAD:.github/warpgauge.yml')))
  const lambda = config.datasets['lambda']
  if (!lambda || !('path' in lambda)) throw new Error('the config names no real dataset')
  const bytes = await readFile(join(demo.path, lambda.path))
  expect(createHash('sha256').update(bytes).digest('hex')).toBe(lambda.sha256)
})

test('a directory with something in it is refused and left alone', async () => {
  await expect(buildDemoRepository(directory, examples)).rejects.toThrow(UserError)
  await expect(buildDemoRepository(join(directory, 'none'), '/absent')).rejects.toThrow(EnvironmentError)
  expect(await readdir(directory)).toContain('demo')
  expect(await readdir(directory)).not.toContain('none')
})

test('the demonstration adds passes to one stage of v1.0 and of the head, and its config, the same for everybody', async () => {
  const [path, again] = ['shown', 'shown-again'].map((name) => join(directory, name))
  const shown = await buildDemonstration(path!, examples)
  expect((await buildDemonstration(again!, examples)).headCommit).toBe(shown.headCommit)
  const inShown = async (...args: string[]) => (await runFile('git', ['-C', path!, ...args])).stdout.trimEnd()
  const passesAt = async (commit: string, file: string) =>
    /extraPasses = (\d+)/.exec(await inShown('show', `${commit}:${file}`))?.[1]
  expect(await inShown('branch', '--show-current')).toBe('more-passes')
  expect(await inShown('diff', '--shortstat', 'main~1', 'v1.0')).toBe('')
  for (const [commit, dnabert, esm2] of [
    ['v1.0', '0', '2'],
    ['main', '0', '0'],
    ['more-passes', '14', '0'],
  ] as const) {
    expect([commit, await passesAt(commit, 'dnabert.mjs'), await passesAt(commit, 'esm2.mjs')]).toEqual([
      commit,
      dnabert,
      esm2,
    ])
  }
  expect(await inShown('diff', '--name-only', 'main', 'HEAD')).toBe('dnabert.mjs')
  const config = configSchema.parse(parse(await inShown('show', 'HEAD:.github/warpgauge.yml')))
  expect(config.comparison.gate).toEqual(['cpu_time'])
})

test('a pipeline without the constant is refused: a head that is not slower would show nothing', async () => {
  const other = join(directory, 'other-examples')
  await cp(examples, other, { recursive: true })
  await writeFile(join(other, 'reference-pipeline', 'dnabert.mjs'), 'export const extraPasses = 1\n')
  await expect(buildDemonstration(join(directory, 'other'), other)).rejects.toThrow(/does not hold "extraPasses = 0"/)
})
