import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RunRecord } from '../../src/record/run.ts'
import { runAction } from '../fakes/actions-runner.ts'
import { lacksSandbox } from '../fakes/sandbox.ts'
import { checkOptions, recordIn } from './run-check.ts'
import { createScenario, type Scenario } from './scenario.ts'

const borrower = readFileSync(new URL('../fixtures/stand-in-pipeline/borrower.mjs', import.meta.url), 'utf8')
const modes = ['none', ...((await lacksSandbox()) ? [] : ['bubblewrap'])]
const secret = 'id,label\na,SECRET\nb,SECRET\nc,SECRET\nd,SECRET\n'

const config = (isolation: string): string => `version: 1
pipeline:
  name: borrower
  devices: cpu
  command: [node, borrower.mjs, "{dataset}", "{output}"]
  passEnv: [BORROWED]
  proof: { results: { path: "{output}/*/table.csv", rows: 4 } }
datasets: { four: { preset: tiny, sequences: 4 } }
revisions: { base: { ref: merge-base } }
suites: { revision: { run: { dataset: four, warmups: 0, repeats: 1 }, against: [base], gpus: 1 } }
run: { isolation: ${isolation}, maxRepeats: 2, keepOutputs: true }
`

let scenario: Scenario
let outside: string

beforeAll(async () => {
  const configs = Object.fromEntries(modes.map((mode) => [`.github/${mode}.yml`, config(mode)]))
  scenario = await createScenario({ config: null, files: { ...configs, 'borrower.mjs': borrower } })
  outside = mkdtempSync(join(tmpdir(), 'warpgauge-outside-'))
  writeFileSync(join(outside, 'table.csv'), secret)
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
  rmSync(outside, { recursive: true })
})

/** Measures a head that comes by its table in this way. */
async function measure(attack: string, mode: string): Promise<{ record: RunRecord; runFolder: string }> {
  scenario.push('An attack', { attack })
  const borrowed = join(outside, 'table.csv')
  // As new as what the trial writes.
  utimesSync(borrowed, new Date(Date.now() + 60_000), new Date(Date.now() + 60_000))
  const env = { BORROWED: borrowed }
  const options = checkOptions(scenario, { config: mode, token: null, env })
  const runFolder = options.inputs['run-folder']
  rmSync(runFolder, { recursive: true, force: true })
  await runAction(options)
  return { record: recordIn(runFolder), runFolder }
}

function entriesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name))
}

describe.each(modes)('with isolation %s', (mode) => {
  const expectNoProof = async (attack: string, reason: RegExp): Promise<string> => {
    const { record, runFolder } = await measure(attack, mode)
    const heads = record.trials.filter(({ caseId }) => caseId.includes('head'))
    const failure = { kind: 'no-proof', detail: expect.stringMatching(reason) }
    expect(heads.map((trial) => trial.failure)).toEqual(heads.map(() => failure))
    expect(heads).not.toEqual([])
    return runFolder
  }

  it.each([
    ['a link to a file', /points outside the directories of its trial/],
    ['a link to a directory', /points outside the directories of its trial|no result table matches/],
    ['a pipe', /table\.csv is not a file/],
  ])('T-49: %s is no result of a trial', async (attack, reason) => {
    const files = entriesBelow(await expectNoProof(attack, reason)).filter((path) => lstatSync(path).isFile())
    expect(files.filter((path) => readFileSync(path, 'utf8').includes('SECRET'))).toEqual([])
  })

  it('T-50: what a process writes that outlives its command is no result of a trial', async () => {
    expect(await expectNoProof('a process that goes on', /no result table matches/)).not.toBe('')
  })

  it('T-49: links inside of an output work, and those that lead out of it are not kept', async () => {
    const { record, runFolder } = await measure('a link of its own', mode)
    expect(record.trials.map(({ failure }) => failure)).toEqual(record.trials.map(() => null))
    const links = entriesBelow(runFolder).filter((path) => lstatSync(path).isSymbolicLink())
    expect([...new Set(links.map((path) => path.slice(path.lastIndexOf('/') + 1)))]).toEqual(['run'])
  })
})
