import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAction } from '../fakes/actions-runner.ts'
import { checkOptions } from './run-check.ts'
import { createScenario, writeToken, type Scenario } from './scenario.ts'
import { openTerminal, type Terminal } from './terminal.ts'

/** Uses 140 ms of CPU time and prints its result. */
const complete = `while (process.cpuUsage().user < 140_000) Math.sqrt(process.uptime())
console.log('result 7')
`
/** Ends early with exit code 0 and as much output, but without the result. */
const early = "console.log('starting')\n"

const configure = (proof: string) => `version: 1
pipeline: { name: count, devices: cpu, command: [node, work.mjs]${proof} }
suites: { end-to-end: { run: { warmups: 0, repeats: 3, maxRepeats: 6 } } }
comparison: { minEffect: 0.3 }
run: { isolation: none }
`
const files = {
  'work.mjs': complete,
  '.github/unproven.yml': configure(''),
  '.github/proven.yml': configure(', proof: { stdout: [result] }'),
}
const doubt = /not verified: the head ends with "starting", the reference with "result 7"/

describe('a head that ends early on a pull request', () => {
  let scenario: Scenario
  beforeAll(async () => {
    scenario = await createScenario({ files })
    scenario.push('End early', { 'work.mjs': early })
  })
  afterAll(async () => {
    await scenario[Symbol.asyncDispose]()
  })

  it('is not faster without a proof of work', async () => {
    const run = await runAction(checkOptions(scenario, { config: 'unproven', token: writeToken }))
    expect(run.outputs).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    const comment = readFileSync(join(scenario.folder, 'runs', 'unproven', 'report.md'), 'utf8')
    expect(comment.replaceAll(/\s+/g, ' ')).toMatch(doubt)
    expect(comment).not.toMatch(/[×%] faster/)
  })

  it('could not be measured with one', async () => {
    const run = await runAction(checkOptions(scenario, { config: 'proven', token: writeToken }))
    expect(run.outputs).toMatchObject({ verdict: 'error', conclusion: 'failure' })
  })
})

describe('a head that ends early on the terminal', () => {
  let terminal: Terminal
  let place: string
  beforeAll(async () => {
    terminal = await openTerminal()
    place = join(terminal.folder, 'early')
    mkdirSync(join(place, '.github'), { recursive: true })
    for (const [name, text] of Object.entries(files)) writeFileSync(join(place, name), text)
    const git = terminal.git.bind(null, place)
    git('init', '--quiet', '--initial-branch=main')
    for (const text of [complete, early]) {
      writeFileSync(join(place, 'work.mjs'), text)
      git('add', '--all')
      git('commit', '--quiet', '-m', 'Work')
    }
  })
  afterAll(async () => {
    await terminal[Symbol.asyncDispose]()
  })

  it('is not faster with ab, and fails with a proof', async () => {
    const compare = async (...options: readonly string[]) =>
      await terminal.warpgauge(place, 'ab', '--gpus', '0', '--base', 'HEAD~1', ...options, '--', 'node', 'work.mjs')
    const { exitCode, stdout } = await compare('--runs', '6')
    expect([exitCode, stdout]).toEqual([0, expect.stringMatching(/^Inconclusive: /)])
    expect(stdout.replaceAll(/\s+/g, ' ')).toMatch(doubt)
    expect(stdout).not.toMatch(/[×%] faster/)
    expect(await compare('--proof', 'result')).toMatchObject({
      exitCode: 2,
      stdout: expect.stringMatching(/^Could not be measured: Head: /),
    })
  })
})
