import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { hideGpus } from '../fakes/tool-path.ts'
import { checkOptions, recordIn } from './run-check.ts'
import { createScenario, writeToken, type Scenario } from './scenario.ts'
import { repositoryOf, standInFiles, type StandInConfig } from './stand-in.ts'

const outside = (path: string) => `results: { path: "${path}" }`

const configs: Readonly<Record<string, StandInConfig>> = {
  honest: {},
  kept: { rest: ['run: { keepOutputs: true }'] },
  nothing: { behaviour: 'nothing' },
  ask: { behaviour: 'ask' },
  preserve: { behaviour: 'preserve' },
  once: { behaviour: 'once', proof: outside('results/table.csv'), repeats: 3 },
  committed: { behaviour: 'committed', proof: outside('results/*.csv') },
  rows: { proof: 'results: { path: "{output}/table.csv", rows: 8 }' },
  hang: { behaviour: 'stall', pipeline: ['timeoutMinutes: 0.01'], repeats: 1 },
  'suite-limit': { behaviour: 'stall', pipeline: ['timeoutMinutes: 60'], suite: ', timeoutMinutes: 0.01', repeats: 1 },
  'absent-program': { program: 'no-such-program' },
  gpus: { devices: 'gpu' },
  'gpus-strict': { devices: 'gpu', rest: ['comparison: { strict: true }'] },
  setup: { pipeline: ['setup: [[node, stand-in.mjs, fail]]'] },
  'setup-missing': { pipeline: ['setup: [[no-such-tool, install]]'] },
}

let scenario: Scenario
beforeAll(async () => {
  scenario = await createScenario({ files: standInFiles(configs) })
  scenario.push('A change', { 'NOTES.md': 'nothing that runs\n' })
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
})

type Options = {
  readonly token?: string
  readonly runFolder?: string
  readonly env?: Readonly<Record<string, string>>
}

async function check(config: string, options: Options = {}) {
  const { token, runFolder = join(scenario.folder, 'runs', config), env = {} } = options
  const place = join(scenario.folder, 'place')
  mkdirSync(place, { recursive: true })
  const inputs = { 'run-folder': runFolder }
  const clone = scenario.checkOut()
  const run = await runAction(
    checkOptions(scenario, { config, token: token ?? null, inputs, env: { STAND_IN_PLACE: place, ...env }, clone }),
  )
  return { run, runFolder, clone }
}

function failuresIn(runFolder: string): string[] {
  return recordIn(runFolder).trials.map(({ failure }) => `${failure?.kind}: ${failure?.detail}`)
}

function expectNoPass(run: ActionRun): void {
  expect(run.outputs).toMatchObject({ verdict: 'error', conclusion: 'failure' })
  expect(run.conclusion).toBe('failure')
}

it('passes a pipeline that does its work, whatever program it is (W2)', async () => {
  const { run } = await check('honest')
  expect(`${run.outputs['verdict']} ${run.conclusion}`).toBe('pass success')
})

it('takes a run folder relative to the workspace, also where programs in other directories write into it', async () => {
  const { run, clone } = await check('kept', { runFolder: 'results/run' })
  const runFolder = join(clone, 'results/run')
  expect([run.outputs['run-folder'], run.outputs['verdict']]).toEqual([runFolder, 'pass'])
  expect(recordIn(runFolder).trials.length).toBeGreaterThan(0)
})

describe('exit code 0 without the work', () => {
  it('is no pass when nothing was done at all (F-02, W1)', async () => {
    const { run, runFolder } = await check('nothing')
    expectNoPass(run)
    expect(failuresIn(runFolder)[0]).toMatch(/^no-proof: no result table matches \{output\}\/table\.csv/)
  })

  it('is no pass when a question met the closed stdin and was taken as "no" (W4)', async () => {
    const { run, runFolder } = await check('ask')
    expectNoPass(run)
    const { stdoutPath } = recordIn(runFolder).trials[0] ?? {}
    expect(readFileSync(join(runFolder, stdoutPath ?? ''), 'utf8')).toBe('Overwrite? [y/N] cancelled by the user\n')
  })

  it('is no pass when the table has other rows than the work has (W1, W3)', async () => {
    const { run, runFolder } = await check('rows')
    expectNoPass(run)
    expect(failuresIn(runFolder)[0]).toBe('no-proof: 4 result rows instead of 8')
  })
})

describe('results of another time are never read (W9)', () => {
  it('refuses a table that is older than the trial', async () => {
    const { run, runFolder } = await check('preserve')
    expectNoPass(run)
    expect(failuresIn(runFolder)[0]).toMatch(/^no-proof: .*table\.csv is older than the trial/)
  })

  it('counts only the trial that wrote the table, not those that found it there', async () => {
    const { runFolder } = await check('once')
    const [first, ...others] = failuresIn(runFolder)
    expect(first).toBe('undefined: undefined')
    expect(others).toHaveLength(2)
    for (const other of others) expect(other).toMatch(/^no-proof: .*existed before the trial, which did not write it/)
  })

  it('refuses a table that came with the checkout, a moment ago', async () => {
    const { run, runFolder } = await check('committed')
    expectNoPass(run)
    expect(failuresIn(runFolder)[0]).toMatch(/committed\.csv existed before the trial/)
  })

  it('does not take the record or report that an earlier run left in the run folder for its own', async () => {
    const runFolder = join(scenario.folder, 'reused')
    const earlier = await check('honest', { runFolder })
    expect(earlier.run.outputs).toMatchObject({ verdict: 'pass' })
    const { runId } = recordIn(runFolder)
    const { run } = await check('nothing', { runFolder })
    expectNoPass(run)
    expect(recordIn(runFolder).runId).not.toBe(runId)
    expect(readFileSync(join(runFolder, 'report.json'), 'utf8')).toContain('"verdict": "error"')
  })

  it('leaves no report behind when the next run fails before it measures', async () => {
    const runFolder = join(scenario.folder, 'reused-by-setup')
    await check('honest', { runFolder })
    await check('setup', { runFolder })
    expect(() => readFileSync(join(runFolder, 'report.json'))).toThrow('ENOENT')
    expect(() => readFileSync(join(runFolder, 'run.json'))).toThrow('ENOENT')
  })
})

describe('a new output directory for every trial', () => {
  it('never meets the one of an earlier trial or run, which a pipeline would refuse (W4)', async () => {
    const runFolder = join(scenario.folder, 'twice')
    for (const _ of [1, 2]) {
      const { run } = await check('honest', { runFolder })
      expect(run.outputs).toMatchObject({ verdict: 'pass' })
      expect(new Set(recordIn(runFolder).trials.map((trial) => trial.argv.at(-1))).size).toBe(2)
    }
  })
})

describe('a pipeline that hangs', () => {
  it.each([
    ['the limit of the pipeline', 'hang'],
    ['the limit of its suite, which goes before that of the pipeline', 'suite-limit'],
  ])('is ended as a tree after %s and recorded as timed out (F-02, W65)', async (_name, config) => {
    const { run, runFolder } = await check(config)
    expectNoPass(run)
    expect(run.orphans).toEqual([])
    const [trial] = recordIn(runFolder).trials
    expect(trial?.failure).toMatchObject({ kind: 'timed-out' })
    expect(trial?.wallSeconds).toBeGreaterThan(0.6)
    expect(run.annotations.find(({ level }) => level === 'error')?.message).toContain('exceeded its time limit')
  })
})

describe('what cannot work is refused before anything is measured', () => {
  it('names a program that is not on the machine (W5)', async () => {
    const { run, runFolder } = await check('absent-program')
    expect(run.conclusion).toBe('failure')
    expect(messageOf(run)).toMatch(/head: the program no-such-program was not found \(searched .*\)/)
    expect(messageOf(run)).toContain('pipeline.setup')
    expect(() => recordIn(runFolder)).toThrow('ENOENT')
  })

  it('quotes the last words of a setup command that fails, in the check and in the log', async () => {
    const { run } = await check('setup', { token: writeToken })
    const summary = repositoryOf(scenario).checkRuns.at(-1)
    expect(summary).toMatchObject({ name: 'setup', status: 'completed', conclusion: 'failure' })
    for (const text of [messageOf(run), summary?.summary]) {
      expect(text).toContain('setup of head failed: node stand-in.mjs fail: exit code 3')
      expect(text).toContain('the disk of the setup is full')
      expect(text).toContain('fix pipeline.setup')
    }
  })

  it('names a setup program that is not on the machine (W5)', async () => {
    const { run } = await check('setup-missing')
    expect(messageOf(run)).toMatch(/setup of head failed: no-such-tool install: no-such-tool was not found on PATH/)
  })
})

function messageOf({ annotations }: ActionRun): string {
  return annotations
    .filter(({ level }) => level === 'error')
    .map(({ message }) => message)
    .join('\n')
}

describe('a runner without GPUs, for a pipeline that needs them', () => {
  const checkOf = (config: string) => repositoryOf(scenario).checkRuns.findLast((item) => item.name.endsWith(config))

  it('F-01: gives a neutral check with the reason, and fails nothing', async () => {
    const { run } = await check('gpus', { token: writeToken, env: hideGpus() })
    expect(run.outputs).toMatchObject({ verdict: 'inconclusive', conclusion: 'neutral' })
    expect(run.conclusion).toBe('success')
    expect(checkOf('gpus')).toMatchObject({ status: 'completed', conclusion: 'neutral' })
    expect(JSON.stringify(checkOf('gpus'))).toContain('no GPU found')
  })

  it('fails for those who are strict', async () => {
    const { run } = await check('gpus-strict', { token: writeToken, env: hideGpus() })
    expect(run.conclusion).toBe('failure')
    expect(checkOf('gpus-strict')).toMatchObject({ conclusion: 'failure' })
  })
})
