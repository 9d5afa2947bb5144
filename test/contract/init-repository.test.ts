import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { initializeRepository } from '../../src/cli/init/init-repository.ts'
import { sayThrough } from '../../src/cli/terminal.ts'
import { shippedExamples } from '../../src/domain/init/shipped-examples.ts'
import { gitEnvironment, gitWith } from '../fakes/git.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-repository-'))
let said: string[] = []
beforeEach(() => {
  said = []
  sayThrough((text) => void said.push(text))
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
})
afterEach(() => {
  sayThrough(null)
  vi.restoreAllMocks()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A repository with these files committed, and others that are not. */
function makeRepository(committed: readonly string[], others: readonly string[] = []): string {
  const dir = mkdtempSync(join(folder, 'repository-'))
  const git = gitWith(gitEnvironment(folder)).bind(null, dir)
  git('init', '--quiet', '--initial-branch=main')
  const write = (path: string): void => {
    mkdirSync(dirname(join(dir, path)), { recursive: true })
    writeFileSync(join(dir, path), 'print("done")\n')
  }
  committed.forEach(write)
  git('add', '.')
  git('commit', '--quiet', '-m', 'First')
  others.forEach(write)
  return dir
}

async function init(dir: string, command: readonly string[], options: object = {}): Promise<string> {
  expect(await initializeRepository(command, { dir, yes: true, dryRun: true, ...options })).toBe(0)
  return said.join('\n')
}

it('warns of each file of the command that no checkout has, and of no other', async () => {
  const dir = makeRepository(['job.py', 'data/a.txt'], ['new.txt', 'more/b.txt'])
  const command = ['python3', 'job.py', 'data', 'new.txt', './more/', 'absent.txt', join(dir, 'new.txt'), '{output}']
  const text = await init(dir, command)
  expect(text.match(/(?<=warning: ).* is not committed/g)).toEqual(
    ['new.txt', './more/'].map((one) => `${one} is not committed`),
  )
  expect(readdirSync(dir).toSorted()).toEqual(['.git', 'data', 'job.py', 'more', 'new.txt'])
})

it('names the config that the package has for a project, unless it is chosen', async () => {
  const [{ name, title, files } = { name: '', title: '', files: [] }] = shippedExamples
  const offer = `warpgauge has a config for ${title} with every suite and limit: warpgauge init --example ${name}`
  expect(await init(makeRepository(files), ['python3', '-m', 'virnucpro'])).toContain(offer)
  said = []
  expect(await init(makeRepository(files), [], { example: name })).not.toContain(offer)
  said = []
  expect(await init(makeRepository(['job.py']), ['python3', 'job.py'])).not.toContain('has a config for')
})
