import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordIn } from './run-check.ts'
import { openTerminal, type Terminal } from './terminal.ts'

let terminal: Terminal
beforeAll(async () => {
  terminal = await openTerminal()
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

type Json = {
  readonly verdict: string
  readonly derived: readonly {
    readonly name: string
    readonly value: number | null
    readonly axes: Record<string, unknown>
  }[]
  readonly sections: readonly {
    readonly id: string
    readonly rows: readonly (readonly unknown[])[]
    readonly notes: readonly string[]
  }[]
  readonly requirements: readonly { readonly id: string; readonly status: string; readonly reason: string }[]
}

async function reportOf(clone: string, folder: string): Promise<Json> {
  const { stdout } = await terminal.warpgauge(clone, 'report', folder, '--format', 'json')
  return JSON.parse(stdout) as Json
}

/** Has too little memory for batches of 64; anything else it leaves to the pipeline. */
const edge = `const { argv, exit } = process
if (argv[argv.indexOf('--batch-size') + 1] === '64') exit(4)
await import('./pipeline.mjs')
`

const sweepConfig = (sweep: string, program = 'pipeline.mjs') => `version: 1
pipeline:
  name: predict
  devices: cpu
  command: [node, ${program}, predict, "{dataset}", --gpus, "{gpus}", --parallel, --output-dir, "{output}"]
  exitCodes: { '0': success, '4': out-of-memory }
  proof: { results: { path: "{output}/*_merged/prediction_results_highestscore.csv" } }
datasets: { tiny: { preset: tiny, seed: 1 } }
suites:
  sweep: { run: { dataset: tiny, warmups: 0${sweep} }
`

/** Writes a table at once. */
const quick = `import { mkdirSync, writeFileSync } from 'node:fs'
const { argv } = process
const folder = argv[argv.indexOf('--output-dir') + 1] + '/a_merged'
mkdirSync(folder, { recursive: true })
writeFileSync(folder + '/prediction_results_highestscore.csv', 'id\\na\\n')
`

describe('a sweep of a real pipeline (F-29)', () => {
  it('tries every setting, takes one without enough memory for a result, and shows what to change', async () => {
    const clone = terminal.clone()
    const parameters = '{ batch-size: [1, 64], persistent-models: [true, false] }'
    writeFileSync(join(clone, 'sweep.yml'), sweepConfig(`, repeats: 2 }, parameters: ${parameters}`, 'edge.mjs'))
    writeFileSync(join(clone, 'edge.mjs'), edge)
    terminal.git(clone, 'add', 'edge.mjs')
    terminal.git(clone, 'commit', '--quiet', '--message', 'edge')
    const { exitCode, stderr } = await terminal.warpgauge(clone, 'run', '--config', 'sweep.yml', '--out', 'grid')
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 0 })
    const { sections, derived, verdict } = await reportOf(clone, 'grid')
    const places = sections.find(({ id }) => id === 'sweep')?.rows.map((row) => row.at(-1))
    expect(places?.filter((place) => place === 'out of memory')).toHaveLength(2)
    expect(places?.[0]).toBe('best')
    const best = derived.find(({ name }) => name === 'best_objective')?.axes['batch-size']
    expect(sections.find(({ id }) => id === 'sweep')?.notes.join()).toContain(`--batch-size ${Number(best)}`)
    // A sweep compares with no baseline: it neither passes nor fails.
    expect(verdict).toBe('inconclusive')
    expect(
      recordIn(join(clone, 'grid'))
        .trials.map(({ argv }) => argv.slice(-4))
        .flat(),
    ).toContain('--batch-size')
  })

  it('halves the settings, and goes on as it would have gone on when it is resumed', async () => {
    const clone = terminal.clone()
    writeFileSync(
      join(clone, 'sweep.yml'),
      sweepConfig(
        ', repeats: 1, maxRepeats: 4 }, method: halving, parameters: { batch-size: [1, 8, 16, 32, 64] }',
        'quick.mjs',
      ),
    )
    writeFileSync(join(clone, 'quick.mjs'), quick)
    terminal.git(clone, 'add', 'quick.mjs')
    terminal.git(clone, 'commit', '--quiet', '--message', 'quick')
    await terminal.warpgauge(clone, 'run', '--config', 'sweep.yml', '--out', 'halving')
    const whole = recordIn(join(clone, 'halving'))
    expect(whole.trials.length).toBe(5 + 3 + 2 * 2)
    const cut = { ...whole, status: 'interrupted', trials: whole.trials.slice(0, 7) }
    writeFileSync(join(clone, 'halving', 'run.json'), JSON.stringify(cut))
    await terminal.warpgauge(clone, 'run', '--config', 'sweep.yml', '--out', 'halving', '--resume')
    const resumed = recordIn(join(clone, 'halving'))
    expect(resumed.trials.slice(0, 7)).toEqual(whole.trials.slice(0, 7))
    expect(resumed.trials.length).toBe(whole.trials.length)
    expect(
      (await reportOf(clone, 'halving')).sections
        .find(({ id }) => id === 'sweep-rungs')
        ?.rows.map((row) => row.slice(0, 3)),
    ).toEqual([
      ['1', '5', '1'],
      ['2', '3', '2'],
      ['3', '2', '4'],
    ])
  })
})

/** Steps with a checkpoint each; refuses to overwrite one unless it is told to go on. */
const stepper = `import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
const [output, total, flag] = process.argv.slice(2)
mkdirSync(output, { recursive: true })
const checkpoint = output + '/checkpoint'
if (flag !== '--resume' && existsSync(checkpoint)) process.exit(1)
let done = flag === '--resume' ? Number(readFileSync(checkpoint, 'utf8')) : 0
while (done < Number(total)) {
  await setTimeout(50)
  writeFileSync(checkpoint, String(++done))
  appendFileSync(process.env.WARPGAUGE_EVENTS, JSON.stringify({ t: Date.now() / 1000, event: 'progress', done, total: Number(total) }) + '\\n')
}
writeFileSync(output + '/results.csv', 'id\\n' + 'row\\n'.repeat(done))
`

const productionConfig = `version: 1
pipeline:
  name: steps
  devices: cpu
  command: [node, steps.mjs, "{output}", '100', "{resume}", "{dataset}"]
  proof: { results: { path: "{output}/results.csv", rows: 100 } }
datasets: { tiny: { preset: tiny, seed: 1 } }
suites:
  production:
    run: { dataset: tiny }
    minSequences: 0
    goal: { sequences: 10, hours: 0.1 }
    firstLookMinutes: 1
    resume: [--resume]
`

/** Found by its arguments: its own pid is another one in a sandbox. */
function killSteppers(clone: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
      if (words[1] === 'steps.mjs' && words[2]?.startsWith(clone)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // It ended by itself.
    }
}

describe('a full-size run', () => {
  it('goes on after its runner was lost, and says what its time is put together from (F-32, T8, PERF-01)', async () => {
    const clone = terminal.clone()
    writeFileSync(join(clone, 'steps.mjs'), stepper)
    writeFileSync(join(clone, 'production.yml'), productionConfig)
    terminal.git(clone, 'add', 'steps.mjs')
    terminal.git(clone, 'commit', '--quiet', '--message', 'steps')
    const args = ['run', '--config', 'production.yml', '--out', 'full'] as const
    const lost = terminal.start(clone, ...args)
    const checkpoints = () => globSync(join(clone, 'full/trials/*/trial-0/work/*/checkpoint'))
    await expect
      .poll(() => checkpoints().some((path) => Number(readFileSync(path, 'utf8')) >= 20), { timeout: 60_000 })
      .toBe(true)
    process.kill(lost.pid, 'SIGKILL')
    await lost.ended
    // With its machine the pipeline is lost as well.
    killSteppers(clone)
    const resumed = await terminal.warpgauge(clone, ...args, '--resume')
    expect({ exitCode: resumed.exitCode, stderr: resumed.stderr }).toMatchObject({ exitCode: 0 })
    const [trial] = recordIn(join(clone, 'full')).trials
    expect(trial).toMatchObject({ failure: { kind: 'resumed' }, resultRows: 100, progress: { lostAttempts: [{}] } })
    expect(trial?.argv).toContain('--resume')
    const { requirements, sections } = await reportOf(clone, 'full')
    expect(requirements).toMatchObject([
      { id: 'PERF-01', status: 'pass', reason: expect.stringMatching(/sum of 2 attempts/) },
    ])
    expect(sections.map(({ id }) => id)).toContain('production-executions')
    expect(existsSync(join(clone, 'full/trials'))).toBe(true)
    expect(checkpoints()).toEqual([])
  })
})
