import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { createFileInspector } from '../../src/io/files/disk-file-inspector.ts'
import { guardConditions } from '../../src/steps/measure/guard-conditions.ts'
import { prepareDatasets } from '../../src/steps/measure/prepare-datasets.ts'
import { aConfig } from '../unit/a-config.ts'
import { aCase } from '../unit/a-run.ts'
import { trialPorts } from './a-trial-request.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-datasets-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

type Datasets = NonNullable<Parameters<typeof aConfig>[0]>['datasets']

/** Prepares the dataset `input` in a checkout with a directory `data` of two files. */
async function prepare(input: NonNullable<Datasets>[string]) {
  const place = mkdtempSync(join(folder, 'run-'))
  const tree = join(place, 'tree')
  mkdirSync(join(tree, 'data'), { recursive: true })
  for (const name of ['a', 'b']) writeFileSync(join(tree, 'data', name), name)
  const config = aConfig({
    pipeline: { command: ['train', '{dataset}'], devices: 'cpu', env: { ROWS: '3' } },
    datasets: { input },
    suites: { 'end-to-end': { dataset: 'input' } },
  })
  const workplace = {
    workDirectory: join(place, 'work'),
    cacheDirectory: join(place, 'cache'),
    environment: { PATH: process.env['PATH'] },
  }
  const plan = { cases: [aCase({ dataset: 'input' })] }
  const request = { config, plan, trees: new Map([['head', tree]]), workplace, signal: new AbortController().signal }
  const found = (await prepareDatasets(request, trialPorts)).get('input')
  if (!found) throw new Error('the plan names the dataset')
  return { tree, found }
}

describe('a command that generates a dataset', () => {
  it('runs in the checkout, with the variables of the config and a home of its own', async () => {
    const script = 'cat data/a > "$0/x"; printf "%s %s" "$ROWS" "$HOME" >> "$0/x"'
    const { found } = await prepare({ command: ['sh', '-c', script, '{output}'] })
    expect(readFileSync(found.files[0] ?? '', 'utf8')).toMatch(/^a3 .*\/home\/dataset-input$/)
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
