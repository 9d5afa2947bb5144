import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Trial } from '../../src/domain/trial/trial.ts'
import { runTrial } from '../../src/steps/trial/run-trial.ts'
import { aConfig } from '../unit/a-config.ts'
import { aTrialRequest, trialPorts } from './a-trial-request.ts'
import type { PlannedTool } from '../../src/record/readings.ts'

const folder = mkdtempSync(join(tmpdir(), 'warpgauge-run-tool-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** One run of a real tool, in a tree of its own. */
async function run(tool: Partial<PlannedTool>, files: Readonly<Record<string, string>> = {}): Promise<Trial> {
  const tree = mkdtempSync(join(folder, 'tree-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(tree, name), text)
  const whole = { command: ['true'], adapter: 'auto', files: ['{output}/bench.json'], ...tool }
  // What the pipeline has to prove is not asked of a tool.
  const proof = { stdout: ['never'] }
  const config = aConfig({
    pipeline: { name: 'p', devices: 'cpu', command: ['x'], proof, exitCodes: { '0': 'failure' } },
  })
  const planned = { tool: whole, dataset: '' }
  return await runTrial(aTrialRequest({ folder, tree, planned, config }), trialPorts)
}

/** A tool that writes this to the file of its last argument. */
const writes = (content: unknown) => [
  'node',
  '-e',
  `require('node:fs').writeFileSync(process.argv[1], ${JSON.stringify(typeof content === 'string' ? content : JSON.stringify(content))})`,
  '{output}/bench.json',
]
const plain = [{ name: 'sort', unit: 's', betterWhen: 'lower', samples: [12, 14, 13], axes: { size: 8 } }]

describe('a benchmark tool in a fresh process', () => {
  it('gives the figures of the file that it wrote, and the time of its process', async () => {
    const { failure, readings, wallSeconds, exitCode } = await run({ command: writes(plain) })
    expect({ failure, exitCode }).toEqual({ failure: null, exitCode: 0 })
    expect(readings?.benchmarks).toMatchObject([{ name: 'sort', axes: { size: 8 }, median: 13, count: 3 }])
    expect(wallSeconds).toBeGreaterThan(0)
  })

  it('that exits with 0 and wrote nothing has measured nothing (W1, W7)', async () => {
    expect((await run({})).failure).toMatchObject({
      kind: 'no-proof',
      detail: expect.stringContaining('no file matches'),
    })
  })

  it('whose file was there before is not believed (W9)', async () => {
    const { failure } = await run({ files: ['old.json'] }, { 'old.json': JSON.stringify(plain) })
    expect(failure).toMatchObject({ kind: 'no-proof', detail: expect.stringContaining('existed before the trial') })
  })

  it('whose file keeps the figures that were there before has measured a mix (W9)', async () => {
    const old = JSON.stringify(plain)
    const longer = `${old.slice(0, -1)}, ${JSON.stringify({ ...plain[0], name: 'search' })}]`
    const grown = [...writes(longer).slice(0, -1), 'old.json']
    const { failure } = await run({ files: ['old.json'], command: grown }, { 'old.json': old })
    expect(failure).toMatchObject({ kind: 'no-proof', detail: expect.stringContaining('which appended to it') })
    const other = JSON.stringify([...plain, ...plain].map((one, index) => ({ ...one, name: `other ${index}` })))
    const written = [...writes(other).slice(0, -1), 'old.json']
    expect((await run({ files: ['old.json'], command: written }, { 'old.json': old })).failure).toBeNull()
  })

  it.each([
    [
      'a longer figure at the end',
      '{"name": "sort", "unit": "s", "samples": [1.5]}',
      '{"name": "sort", "unit": "s", "samples": [1.51]}',
    ],
    ['figures below the same head', 'bench,seconds,error\n', 'bench,seconds,error\nsort,1.5,0.25\nfind,1.25,0.5\n'],
    ['a longer figure in the last row', 'bench,p50\nsort,1.5\n', 'bench,p50\nsort,1.51\n'],
  ])('whose file was there before is believed with %s', async (_, old, content) => {
    const command = [...writes(content).slice(0, -1), 'old.txt']
    const { failure } = await run({ files: ['old.txt'], command }, { 'old.txt': old })
    expect(failure?.detail ?? '').not.toContain('appended')
  })

  it.each([
    ['a short row', '0.5123\n', '0.5123\n0.5210\n'],
    ['a short element', '[0.5123]\n', '[0.5123, 0.5210]\n'],
  ])('whose file got %s has measured a mix', async (_, old, content) => {
    const command = [...writes(content).slice(0, -1), 'old.txt']
    const { failure } = await run({ files: ['old.txt'], command }, { 'old.txt': old })
    expect(failure).toMatchObject({ kind: 'no-proof', detail: expect.stringContaining('which appended to it') })
  })

  it('whose file grew, and was too large to know what was there before, is not believed (W9)', async () => {
    const appends = ['node', '-e', `require('node:fs').appendFileSync('old.json', ' ')`]
    const { failure } = await run({ files: ['old.json'], command: appends }, { 'old.json': ' '.repeat(65 * 2 ** 20) })
    expect(failure).toMatchObject({
      kind: 'no-proof',
      detail: expect.stringContaining('may hold results of earlier runs'),
    })
  })

  it.each([
    ['is cut off', '[{"name": "sort", "unit": "ms", "samples": [1'],
    ['is of another format', 'hello'],
    ['collected nothing (W7)', '{"machine_info": {}, "benchmarks": []}'],
  ])('whose file %s fails, with the file and what to do', async (_what, content) => {
    const { failure, readings } = await run({ command: writes(content) })
    expect(failure).toMatchObject({ kind: 'no-proof', detail: expect.stringContaining('bench.json') })
    expect(readings).toBeUndefined()
  })

  it('with a benchmark that failed fails as a whole, and keeps what the others gave', async () => {
    const twice = [...plain, ...[1, 2].map((value) => ({ name: 'twice', unit: 'ms', betterWhen: 'lower', value }))]
    const { failure, readings } = await run({ command: writes(twice) })
    expect(failure).toMatchObject({
      kind: 'failed-benchmark',
      detail: expect.stringContaining('twice: value appears 2 times'),
    })
    expect(readings?.benchmarks).toHaveLength(1)
  })

  it('that ends with another code than 0 fails, whatever the codes of the pipeline mean', async () => {
    expect((await run({ command: ['sh', '-c', 'exit 5'] })).failure).toMatchObject({ kind: 'exit-code' })
  })

  it('is not read through a symbolic link to another directory', async () => {
    const command = ['sh', '-c', 'ln -s /etc/hostname "$1/bench.json"', 'sh', '{output}']
    expect((await run({ command })).failure?.detail).toContain('points outside the directories of its trial')
  })
})
