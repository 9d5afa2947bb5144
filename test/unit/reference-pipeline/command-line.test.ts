import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readTable, runPipeline, scratchDirectory, type Scratch } from './reference-pipeline.ts'

let scratch: Scratch
const at = (name: string): string => join(scratch.path, name)

/** Two sequences whose first frame is open: leucine and alanine throughout. */
const fasta = `>leu some words\n${'CTG'.repeat(50)}\n>ala\n${'GCA'.repeat(50)}\n`

beforeAll(async () => {
  scratch = await scratchDirectory()
  await writeFile(at('good.fa'), fasta)
  await writeFile(at('other.fa'), fasta.replaceAll('>', '>other_'))
  await writeFile(at('bad.fa'), 'this is no FASTA\n')
})

afterAll(() => scratch[Symbol.asyncDispose]())

test('all inputs are processed, each into tables of its own (W3)', async () => {
  const { exitCode } = await runPipeline(['predict', at('good.fa'), at('other.fa'), '-o', at('both')])
  expect(exitCode).toBe(0)
  const ids = async (stem: string): Promise<(string | undefined)[]> =>
    (await readTable(at(`both/${stem}_merged/prediction_results_highestscore.csv`))).slice(1).map((row) => row[0])
  expect(await ids('good')).toEqual(['leu_chunk_1', 'ala_chunk_1'])
  expect(await ids('other')).toEqual(['other_leu_chunk_1', 'other_ala_chunk_1'])
})

test('an output directory with something in it is refused with exit 1 and left alone', async () => {
  await mkdir(at('used'))
  await writeFile(at('used/mine.txt'), 'mine')
  const { exitCode, stderr } = await runPipeline(['predict', at('good.fa'), '-o', at('used')])
  expect(exitCode).toBe(1)
  expect(stderr).toContain(`output directory ${at('used')} is not empty`)
  expect(await readdir(at('used'))).toEqual(['mine.txt'])
})

test('one bad input among good ones gives exit 2, their results, and no claim of success', async () => {
  const run = await runPipeline(['predict', at('bad.fa'), at('good.fa'), '-o', at('partial')])
  expect(run.exitCode).toBe(2)
  expect(run.stderr).toContain('bad.fa is not FASTA')
  expect(run.stdout).toContain('Pipeline completed with 1 failures')
  expect(run.stdout).not.toContain('successfully')
  expect(await readTable(at('partial/good_merged/prediction_results_highestscore.csv'))).toHaveLength(3)
})

test('only bad inputs give exit 1 and a failed stage', async () => {
  const run = await runPipeline(['predict', at('bad.fa'), at('absent.fa'), '-o', at('none')])
  expect(run.exitCode).toBe(1)
  expect(run.stderr).toContain('absent.fa cannot be read')
  const state = JSON.parse(await readFile(at('none/.checkpoints/pipeline_state.json'), 'utf8')) as {
    stages: Record<string, { status: string }>
  }
  expect(Object.values(state.stages).map(({ status }) => status)).toEqual([
    'failed',
    ...Array.from({ length: 8 }, () => 'not_started'),
  ])
})

test('a worker that runs out of memory ends the run with exit 4', async () => {
  await writeFile(at('long.fa'), `>long\n${'GCA'.repeat(500_000)}\n`)
  const memory = ['--worker-memory-mb', '8', '--expected-length', '10000000']
  const run = await runPipeline(['predict', at('long.fa'), '-o', at('memory'), ...memory])
  expect(run.exitCode).toBe(4)
  expect(run.stderr).toContain('memory')
  expect(run.stdout).not.toContain('successfully')
})

test('without --parallel only the first device works, and the log says so', async () => {
  const run = await runPipeline(['predict', at('good.fa'), '-o', at('serial'), '--gpus', '3,4'])
  expect(run.exitCode).toBe(0)
  expect(run.stderr).toContain('only device 3 of 3,4 is used')
})
