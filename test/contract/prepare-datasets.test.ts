import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFileInspector } from '../../src/io/files/disk-file-inspector.ts'
import { guardConditions } from '../../src/steps/measure/measure.ts'
import { prepareDatasets } from '../../src/steps/measure/prepare-datasets.ts'
import { aConfig } from '../unit/a-config.ts'
import { aCase } from '../unit/a-run.ts'
import { trialPorts } from './a-trial-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-datasets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Datasets = NonNullable<Parameters<typeof aConfig>[0]>['datasets']

type Files = Readonly<Record<string, string>>
const bothFiles = { 'data/a': 'a', 'data/b': 'b' }

/** Prepares the dataset `input` for checkouts with these files; without files of a base there is none. */
async function prepare(input: NonNullable<Datasets>[string], files: { base?: Files; head?: Files } = {}) {
  const place = mkdtempSync(join(folder, 'run-'))
  const createTree = (label: string, wanted: Files): string => {
    for (const [name, text] of Object.entries(wanted)) {
      mkdirSync(dirname(join(place, label, name)), { recursive: true })
      writeFileSync(join(place, label, name), text)
    }
    return join(place, label)
  }
  const tree = createTree('tree', files.head ?? bothFiles)
  const base = files.base ? { label: 'main', path: createTree('base', files.base), problem: '', guard: null } : null
  const config = aConfig({
    pipeline: { command: ['train', '{dataset}'], devices: 'cpu', env: { ROWS: '3' } },
    datasets: { input },
    suites: { 'end-to-end': { run: { dataset: 'input' } } },
  })
  const workplace = {
    workDirectory: join(place, 'work'),
    cacheDirectory: join(place, 'cache'),
    environment: { PATH: process.env['PATH'] },
  }
  const plan = { cases: [aCase({ dataset: 'input' })] }
  const unguarded = { requireUntouched: async () => {}, acceptTrial: async () => {} }
  const checkedOut = { trees: new Map([['head', tree]]), guard: unguarded }
  const { signal } = new AbortController()
  const warnings: string[] = []
  const logger = { ...trialPorts.logger, warning: (text: string) => void warnings.push(text) }
  const { datasets, differences } = await prepareDatasets(
    { config, plan, checkedOut, base, workplace, signal },
    { ...trialPorts, logger },
  )
  const found = datasets.get('input')
  if (!found) throw new Error('the plan names the dataset')
  return { tree, base, found, differences, warnings, text: readFileSync(found.files[0] ?? '', 'utf8') }
}

describe('a command that generates a dataset', () => {
  it.each([
    ['curl: (7) Failed to connect', ['The command of dataset input printed "curl: (7) Failed to connect", although']],
    ['downloaded 3 files', []],
  ])('that prints %s and ends well gives these warnings: %j', async (printed, expected) => {
    const script = `echo x > "$0/x"; echo '${printed}' >&2`
    const { warnings } = await prepare({ command: ['sh', '-c', script, '{output}'] })
    expect(warnings).toEqual(expected.map((start): unknown => expect.stringContaining(start)))
  })

  it('runs in the checkout, with the variables of the config and a home of its own', async () => {
    const script = 'cat data/a > "$0/x"; printf "%s %s" "$ROWS" "$HOME" >> "$0/x"'
    const { found } = await prepare({ command: ['sh', '-c', script, '{output}'] })
    expect(readFileSync(found.files[0] ?? '', 'utf8')).toMatch(/^a3 .*\/home\/dataset-head-input$/)
  })

  it('is reported with its output when it fails', async () => {
    const failing = prepare({ command: ['sh', '-c', 'echo no space >&2; exit 4'] })
    await expect(failing).rejects.toThrow(/datasets\.input\.command failed: sh -c .*exit code 4\n.*no space/)
  })
})

describe('a directory as dataset', () => {
  it.each<[string, (tree: string) => void]>([
    ['changes', (tree) => writeFileSync(join(tree, 'data', 'a'), 'other')],
    ['appears', (tree) => writeFileSync(join(tree, 'data', 'c'), 'new')],
    ['disappears', (tree) => rmSync(join(tree, 'data', 'b'))],
  ])('ends the run when one of its files %s', async (_, disturb) => {
    const { tree, found } = await prepare({ paths: ['data'] })
    expect(found.paths).toEqual([join(tree, 'data')])
    const guard = await guardConditions([found], [], { inspector: createFileInspector(null), monitor: null })
    await guard.requireSameData()
    disturb(tree)
    await expect(guard.requireSameData()).rejects.toThrow('files of dataset input changed during the run')
  })
})

describe('a dataset of base and head', () => {
  const copy = { command: ['sh', 'make.sh', '{output}'] }
  const script = (source: string) => `cat ${source} > "$1/x"\n`

  it('is that of the base if it differs, at its place', async () => {
    const { base, found, differences } = await prepare({ paths: ['data'] }, { base: { ...bothFiles, 'data/a': 'old' } })
    expect(found.paths).toEqual([join(base?.path ?? '', 'data')])
    expect(differences).toEqual([{ name: 'input', used: 'base', problem: null }])
  })

  it('is that of the head if both are equal, also if the command that generates it differs', async () => {
    const equal = await prepare({ paths: ['data/a'] }, { base: bothFiles })
    expect([equal.found.files, equal.differences]).toEqual([[join(equal.tree, 'data/a')], []])
    const sides = { base: { ...bothFiles, 'make.sh': script('data/a') }, head: { 'make.sh': 'printf a > "$1/x"\n' } }
    expect(await prepare(copy, sides)).toMatchObject({ text: 'a', differences: [] })
  })

  it('is generated in the base first, so a file that the command does not name cannot change it', async () => {
    const common = { 'make.sh': script('data/a') }
    const sides = { base: { ...bothFiles, ...common }, head: { 'data/a': 'smaller', ...common } }
    expect(await prepare(copy, sides)).toMatchObject({ text: 'a', differences: [] })
  })

  it('states why a side cannot provide it, without paths of this machine', async () => {
    const broken = { base: { 'make.sh': 'exit 3\n' }, head: { ...bothFiles, 'make.sh': script('data/a') } }
    expect((await prepare(copy, broken)).differences).toEqual([
      {
        name: 'input',
        used: 'head',
        problem: expect.stringMatching(/^datasets\.input\.command failed: .* exit code 3$/),
      },
    ])
    expect((await prepare({ paths: ['data/a'] }, { base: bothFiles, head: { other: '' } })).differences).toEqual([
      { name: 'input', used: 'base', problem: 'datasets.input: data/a does not exist' },
    ])
  })
})
