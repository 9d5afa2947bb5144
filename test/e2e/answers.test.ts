import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordIn } from './run-check.ts'
import { openTerminal, writeConfig, type Spoken, type Terminal } from './terminal.ts'

type Result = { id: string; status: string; axes: Record<string, string>; reason: string }
type Json = {
  readonly verdict: string
  readonly requirements: readonly Result[]
  readonly derived: readonly { name: string; value: number | null; axes: Record<string, string> }[]
  readonly sections: readonly { id: string; rows: readonly (readonly unknown[])[] }[]
}

const tables = `tables: { frames: { path: "{output}/*_merged/prediction_results.txt" }, chunks: { path: "{output}/*_merged/*_highestscore.csv" } }`

let terminal: Terminal
let clone: string
let stored: { path: string; sha256: string }
beforeAll(async () => {
  terminal = await openTerminal()
  clone = terminal.clone()
  stored = await storeAnswer()
})
afterAll(async () => {
  await terminal[Symbol.asyncDispose]()
})

const say = async (...args: string[]): Promise<Spoken> => await terminal.warpgauge(clone, ...args)
const jsonOf = async (folder: string): Promise<Json> =>
  JSON.parse((await say('report', folder, '--format', 'json')).stdout) as Json

/** The table of chunks that the pipeline writes by itself, without warpgauge. */
async function storeAnswer() {
  await say('dataset', '--preset', 'tiny', '--seed', '1', '--out', 'data')
  const [fasta = ''] = globSync(join(clone, 'data', '*.fa*'))
  const args = ['pipeline.mjs', 'predict', fasta, '--output-dir', join(terminal.folder, 'by-hand')]
  execFileSync(process.execPath, args, { cwd: clone })
  const [table = ''] = globSync(join(terminal.folder, 'by-hand', '*_merged', '*_highestscore.csv'))
  return { path: table, sha256: createHash('sha256').update(readFileSync(table)).digest('hex') }
}

function configure(name: string, suites: readonly string[]): string {
  return writeConfig(clone, name, { repeats: 1, sequences: 10, suites, rest: ['revisions: { v1.0: { ref: v1.0 } }'] })
}

describe('the answers of a head', () => {
  it('agree with those of the tag, of other options and of a stored table (F-23)', async () => {
    const reference = `references: { by-hand: { path: ${JSON.stringify(stored.path)}, sha256: ${stored.sha256}, table: chunks } }`
    const options = 'options: { persistent: [--persistent-models] }'
    const suite = `equivalence: { run: { dataset: tiny }, against: [v1.0], ${options}, ${reference}, ${tables} }`
    const config = configure('same', [suite])
    const run = await say('run', '--config', config, '--suite', 'equivalence', '--out', 'runs/same')
    expect(`${run.exitCode}\n${run.stdout}${run.stderr}`).toMatch(/^0\n/)
    const { verdict, requirements, derived } = await jsonOf('runs/same')
    expect(verdict).toBe('pass')
    const asked = requirements.map(({ axes, id, status }) => `${axes['against']} ${axes['table']} ${id} ${status}`)
    expect(asked.length).toBe(15)
    expect(asked.filter((text) => !text.endsWith('pass'))).toEqual([])
    expect(derived.filter(({ name }) => name === 'label_agreement').map(({ value }) => value)).toEqual([1, 1, 1, 1, 1])
  })

  it('leaves no table in the run folder, and the counts in the record', () => {
    expect(existsSync(join(clone, 'runs/same/tables'))).toBe(false)
    const { trials } = recordIn(join(clone, 'runs/same'))
    expect(trials.map(({ resultTables }) => resultTables?.written.length)).toEqual([2, 2, 2])
    const rows = trials
      .flatMap(({ resultTables }) => resultTables?.comparisons ?? [])
      .map((one) => one.findings?.joined)
    expect(rows).toHaveLength(5)
    expect(Math.min(...rows.map((count) => count ?? 0))).toBeGreaterThan(5)
  })

  it('fail when the head classifies otherwise, whatever its speed, and the rows are shown', async () => {
    terminal.git(clone, 'checkout', '--quiet', '-b', 'other-answers')
    const source = readFileSync(join(clone, 'classifier.mjs'), 'utf8')
    const changed = source.replace('return [1 - virus, virus]', 'return [virus, 1 - virus]')
    expect(changed).not.toBe(source)
    writeFileSync(join(clone, 'classifier.mjs'), changed)
    terminal.git(clone, 'commit', '--quiet', '-am', 'Another answer')
    const config = configure('other', [`equivalence: { run: { dataset: tiny }, against: [v1.0], ${tables} }`])
    const run = await say('run', '--config', config, '--suite', 'equivalence', '--out', 'runs/other')
    expect(`${run.exitCode} ${run.stderr}`).toMatch(/^1 /)
    const { requirements, sections } = await jsonOf('runs/other')
    const statuses = requirements.map(({ axes, id, status }) => `${axes['table']} ${id.split('-')[1]} ${status}`)
    expect(statuses.toSorted()).toEqual([
      'chunks labels fail',
      'chunks rows pass',
      'chunks scores fail',
      'frames labels fail',
      'frames rows pass',
      'frames scores fail',
    ])
    expect(sections.find(({ id }) => id === 'equivalence-rows')?.rows.length).toBeGreaterThan(4)
    terminal.git(clone, 'checkout', '--quiet', '--force', 'main')
  })

  it('are not taken from a stored table that was changed', async () => {
    const path = join(terminal.folder, 'changed.csv')
    writeFileSync(path, readFileSync(stored.path, 'utf8').replace('True', 'False'))
    const reference = `references: { by-hand: { path: ${JSON.stringify(path)}, sha256: ${stored.sha256} } }`
    const config = configure('changed', [`equivalence: { run: { dataset: tiny }, ${reference} }`])
    const run = await say('run', '--config', config, '--suite', 'equivalence', '--out', 'runs/changed')
    expect(run.exitCode).toBe(0)
    const { verdict, requirements } = await jsonOf('runs/changed')
    expect(verdict).toBe('inconclusive')
    expect(requirements[0]?.reason).toMatch(/the reference has SHA-256 [0-9a-f]{12} instead of/)
  })
})

describe('variants (F-22)', () => {
  it('run with their own arguments and variables, and with the answers of the base', async () => {
    const options =
      'options: { plain: [], persistent: [--persistent-models], single: { args: [--batch-size, "1"], env: { BATCH: "1" } } }'
    const suites = [
      `variants: { run: { dataset: tiny, warmups: 0, repeats: 1, maxRepeats: 1 }, base: plain, ${options} }`,
      `equivalence: { run: { dataset: tiny }, against: [v1.0], ${tables} }`,
    ]
    const config = configure('variants', suites)
    const run = await say(
      'run',
      '--config',
      config,
      '--suite',
      'variants',
      '--suite',
      'equivalence',
      '--out',
      'runs/variants',
    )
    expect(`${run.exitCode}\n${run.stdout}${run.stderr}`).toMatch(/^0\n/)
    const { trials } = recordIn(join(clone, 'runs/variants'))
    const argvOf = (variant: string) =>
      trials.filter(({ caseId }) => caseId.endsWith(`variant=${variant}`)).map(({ argv }) => argv.slice(-2).join(' '))
    expect(argvOf('single')).toEqual(['--batch-size 1'])
    expect(argvOf('persistent').every((text) => text.endsWith('--persistent-models'))).toBe(true)
    const { requirements } = await jsonOf('runs/variants')
    const answers = requirements.filter(({ id }) => id === 'VARIANT-answer')
    expect(answers.map(({ axes, status }) => [axes['variant'], status])).toEqual([
      ['persistent', 'pass'],
      ['single', 'pass'],
    ])
    expect(readdirSync(join(clone, 'runs/variants'))).not.toContain('tables')
  })

  it('that give another answer are no gain', async () => {
    const options = 'options: { plain: [], shorter: [--expected-length, "100"] }'
    const suites = [
      `variants: { run: { dataset: tiny, warmups: 0, repeats: 1, maxRepeats: 1 }, base: plain, ${options} }`,
      `equivalence: { run: { dataset: tiny }, against: [v1.0], ${tables} }`,
    ]
    const config = configure('shorter', suites)
    const run = await say(
      'run',
      '--config',
      config,
      '--suite',
      'variants',
      '--suite',
      'equivalence',
      '--out',
      'runs/shorter',
    )
    expect(`${run.exitCode} ${run.stderr}`).toMatch(/^1 /)
    const answer = (await jsonOf('runs/shorter')).requirements.find(({ id }) => id === 'VARIANT-answer')
    expect(answer).toMatchObject({ status: 'fail', axes: { variant: 'shorter' } })
  })
})
