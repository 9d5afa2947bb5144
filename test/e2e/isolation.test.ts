import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { giveTo, runAction, type ActionRun } from '../fakes/actions-runner.ts'
import { lacksSandbox } from '../fakes/sandbox.ts'
import { checkOptions, recordIn } from './run-check.ts'
import { createScenario, type Scenario } from './scenario.ts'

const nobody = process.getuid?.() === 0 ? 65_534 : null
const intruder = readFileSync(new URL('../fixtures/stand-in-pipeline/intruder.mjs', import.meta.url), 'utf8')
const isMissing = await lacksSandbox()

const config = (isolation: string): string => `version: 1
pipeline:
  name: intruder
  devices: cpu
  command: [node, intruder.mjs, "{dataset}", "{output}"]
  passEnv: [INTRUDER_PLACES]
  proof: { results: { path: "{output}/table.csv", rows: 4 } }
datasets: { four: { preset: tiny, sequences: 4 } }
revisions: { base: { ref: merge-base } }
suites: { revision: { run: { dataset: four, warmups: 1, repeats: 2, maxRepeats: 2 }, against: [base], gpus: 1 } }
run: { isolation: ${isolation}, maxRepeats: 2 }
`

let scenario: Scenario
let temporary: string
let closed: string
const service = createServer()

beforeAll(async () => {
  const configs = { '.github/auto.yml': config('auto'), '.github/none.yml': config('none') }
  scenario = await createScenario({ config: null, files: { ...configs, 'intruder.mjs': intruder } })
  scenario.push('An attack', { attack: '' })
  temporary = mkdtempSync(join(tmpdir(), 'warpgauge-isolation-'))
  // As of other users who are logged in: the run cannot look inside, and must not fail there.
  closed = mkdtempSync(join(tmpdir(), 'warpgauge-closed-'))
  await once(service.listen(join(closed, 'socket')), 'listening')
  chmodSync(closed, 0)
  const trust = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'safe.directory', GIT_CONFIG_VALUE_0: '*' }
  if (nobody !== null) Object.assign(process.env, trust)
})
afterAll(async () => {
  await scenario[Symbol.asyncDispose]()
  chmodSync(closed, 0o700)
  service.close()
  for (const folder of [temporary, closed]) rmSync(folder, { recursive: true, force: true })
  for (const place of ['/dev/shm', '/var/tmp']) rmSync(join(place, 'warpgauge-intruder'), { force: true })
})

type Intrusion = { readonly run: ActionRun; readonly told: ReadonlySet<string>; readonly runFolder: string }

/** Measures the attack as a user without rights. */
async function intrude(mode: 'auto' | 'none'): Promise<Intrusion> {
  if (nobody !== null) giveTo(scenario.folder, 0)
  const clone = scenario.checkOut()
  const runnerTemp = mkdtempSync(join(temporary, 'temp-'))
  writeFileSync(join(runnerTemp, 'of-the-runner'), '')
  const env = { INTRUDER_PLACES: btoa(JSON.stringify({ clone, temporary: runnerTemp })) }
  const options = checkOptions(scenario, { config: mode, token: null, clone, env })
  if (nobody !== null) for (const folder of [scenario.folder, temporary]) giveTo(folder, nobody)
  const run = await runAction({
    ...options,
    isProcess: true,
    runnerTemp,
    ...(nobody === null ? {} : { userId: nobody }),
  })
  const runFolder = options.inputs['run-folder']
  if (!existsSync(join(runFolder, 'run.json'))) throw new Error(`nothing was measured: ${run.stdout}`)
  const logs = recordIn(runFolder).trials.map(({ stdoutPath }) => readFileSync(join(runFolder, stdoutPath), 'utf8'))
  return { run, told: new Set(logs.join('').trim().split('\n')), runFolder }
}

describe.skipIf(isMissing)('a head that looks for the rest of its run, in a sandbox', () => {
  let intrusion: Intrusion
  beforeAll(async () => void (intrusion = await intrude('auto')))

  it('T-27: leaves nothing in a home or temporary directory that the base finds', () => {
    const { told } = intrusion
    expect([...told].filter((line) => line.startsWith('base found'))).toEqual([])
    expect([...told].filter((line) => line.startsWith('head cached'))).toHaveLength(4)
  })

  it('T-28: reaches neither trees, the clone, the run folder, the runner nor the step', () => {
    expect([...intrusion.told].filter((line) => line !== '' && !line.startsWith('head cached '))).toEqual([])
  })

  it('is stated in the record and the report', () => {
    const { run, runFolder } = intrusion
    expect(run.orphans).toEqual([])
    expect(recordIn(runFolder).isolation).toEqual({ mode: 'bubblewrap', reason: null })
    expect(run.summary).toContain('Isolation: each trial and setup ran in a bubblewrap sandbox.')
  })
})

describe('the same head without a sandbox', () => {
  let intrusion: Intrusion
  beforeAll(async () => void (intrusion = await intrude('none')))

  it('T-27: leaves nothing in its home or TMPDIR that the base finds', () => {
    const found = [...intrusion.told].filter((line) => line.startsWith('base found'))
    // Directories that all programs of the machine share are shared by the revisions as well.
    expect(found.filter((line) => !/ (?:\/dev\/shm|\/var\/tmp)$/.test(line))).toEqual([])
  })

  it('T-31: changes the tree of the base, and the run fails', () => {
    const { run, runFolder } = intrusion
    expect(run.orphans).toEqual([])
    expect(recordIn(runFolder).isolation).toEqual({ mode: 'none', reason: 'run.isolation is none' })
    expect(run.conclusion).toBe('failure')
    expect(run.stdout).toContain('files of base changed while it was not running: intruder.mjs')
  })
})
