import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Diagnosis } from '../../src/domain/doctor/finding.ts'
import { tracer } from '../fakes/strace.ts'
import { isAlive } from './stalling-job.ts'
import { openTerminal, writeConfig, type Terminal } from './terminal.ts'

let terminal: Terminal
let clone = ''
beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
  const files = {
    'lib/reached.mjs': "export * from './deep/größe.mjs'\n",
    'lib/deep/größe.mjs': 'export const size = 1\n',
    'lib/unused.mjs': 'export const unused = 1\n',
    'BUILD.md': 'read by the setup alone\n',
    'pipeline.mjs': `import './lib/reached.mjs'\n${readFileSync(join(clone, 'pipeline.mjs'), 'utf8').replace(/^#!.*\n/u, '')}`,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(clone, path)), { recursive: true })
    writeFileSync(join(clone, path), text)
  }
  terminal.git(clone, 'add', '--all')
  terminal.git(clone, 'commit', '--quiet', '-m', 'a helper')
})
afterAll(async () => await terminal[Symbol.asyncDispose]())

/** The findings about `pipeline.paths` of a traced run. */
async function trace(paths: string): Promise<string[]> {
  const config = writeConfig(clone, 'traced', { repeats: 5 })
  const text = readFileSync(join(clone, config), 'utf8')
  const more = `  paths: ${paths}\n  setup: [[bash, -c, "cat *.md"]]\n`
  writeFileSync(join(clone, config), text.replace('  devices: cpu\n', `  devices: cpu\n${more}`))
  const { stdout } = await terminal.warpgauge(clone, 'doctor', '--config', config, '--trace-files', '--json')
  const { findings } = JSON.parse(stdout) as Diagnosis
  return findings.filter(({ check }) => check === 'config.paths').map(({ level, sentence }) => `${level} ${sentence}`)
}

it(`lists what a run under ${tracer} read and no glob matches, and apart from it what only the setup read`, async () => {
  const [run = '', setup] = await trace('["pipeline.mjs", "lib/*.mjs"]')
  expect(run).toMatch(/^warn the run read \d+ files that no glob matches: .*lib\/deep\/größe\.mjs/u)
  expect(run).not.toMatch(/unused|lib\/reached|pipeline\.mjs|model\.json|BUILD/u)
  expect(setup).toMatch(/^warn the setup alone read \d+ files that no glob matches: BUILD\.md, /u)
})

it('is content with globs that cover the run', async () => {
  expect(await trace('["**", "!lib/unused.mjs"]')).toEqual([
    'ok every file of the repository that one run read is covered',
  ])
})

it('says so where the run fails', async () => {
  writeFileSync(join(clone, 'pipeline.mjs'), 'process.exit(3)\n')
  terminal.git(clone, 'commit', '--quiet', '--all', '-m', 'broken')
  expect(await trace('["**"]')).toEqual([expect.stringContaining('unknown the traced run failed: exit code 3')])
})

it('ends the traced program when it is stopped, and leaves nothing behind', async () => {
  const started = join(terminal.folder, 'started')
  const program = `import { renameSync, writeFileSync } from 'node:fs'
writeFileSync(${JSON.stringify(`${started}.draft`)}, String(process.pid))
renameSync(${JSON.stringify(`${started}.draft`)}, ${JSON.stringify(started)})
setTimeout(() => {}, 300_000)
`
  writeFileSync(join(clone, 'pipeline.mjs'), program)
  terminal.git(clone, 'commit', '--quiet', '--all', '-m', 'waits')
  const { pid, ended } = terminal.start(clone, 'doctor', '--config', '.github/traced.yml', '--trace-files')
  while (!existsSync(started)) await delay(10)
  process.kill(pid, 'SIGINT')
  const { exitCode, stderr } = await ended
  expect({ exitCode, stderr }).toEqual({
    exitCode: 2,
    stderr: expect.stringContaining('warpgauge received a stop signal') as string,
  })
  expect(isAlive(Number(readFileSync(started, 'utf8')))).toBe(false)
  expect(readdirSync(terminal.folder).filter((name) => name.startsWith('warpgauge-'))).toEqual([])
})
