import { afterAll, beforeAll, expect, it } from 'vitest'
import { runAction } from '../fakes/actions-runner.ts'
import { lacksSandbox } from '../fakes/sandbox.ts'
import { checkOptions } from './run-check.ts'
import { createScenario, type Scenario } from './scenario.ts'

const modes = ['none', ...((await lacksSandbox()) ? [] : ['bubblewrap'])]

/** Writes a row for each sequence; the head makes the dataset in its tree longer for whoever comes after it. */
const program = `import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
const [, output] = process.argv.slice(2)
mkdirSync(output, { recursive: true })
writeFileSync(output + '/table.csv', 'id\\na\\n')
if (existsSync('attack')) {
  // The file itself is read-only in a sandbox, its directory is not.
  renameSync('sequences', 'sequences-' + Date.now())
  mkdirSync('sequences')
  writeFileSync('sequences/own.fa', '>a\\n' + 'ACGT'.repeat(1000) + '\\n')
}
`

const config = (isolation: string): string => `version: 1
pipeline:
  name: grower
  devices: cpu
  setup: [[node, make.mjs]]
  command: [node, grower.mjs, "{dataset}", "{output}"]
  proof: { results: { path: "{output}/table.csv", rows: 1 } }
datasets: { own: { path: sequences/own.fa } }
revisions: { base: { ref: merge-base } }
suites: { revision: { run: { dataset: own, warmups: 0, repeats: 2 }, against: [base], gpus: 1 } }
run: { isolation: ${isolation}, maxRepeats: 2 }
`

let scenario: Scenario
beforeAll(async () => {
  const configs = Object.fromEntries(modes.map((mode) => [`.github/${mode}.yml`, config(mode)]))
  const make = `import { mkdirSync, writeFileSync } from 'node:fs'\nmkdirSync('sequences')\nwriteFileSync('sequences/own.fa', '>a\\nACGT\\n')\n`
  scenario = await createScenario({ config: null, files: { ...configs, 'grower.mjs': program, 'make.mjs': make } })
  scenario.push('An attack', { attack: '' })
})
afterAll(async () => await scenario[Symbol.asyncDispose]())

it.each(modes)('T-52: a head that changes the dataset for others fails the run, with isolation %s', async (mode) => {
  const run = await runAction({ ...checkOptions(scenario, { config: mode, token: null }), isProcess: true })
  expect(run.exitCode).not.toBe(0)
  expect(run.stdout).toContain('files of dataset own changed during the run')
})
