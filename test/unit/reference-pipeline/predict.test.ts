import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pipelineLog } from '../../../src/programs/virnucpro/pipeline-log.ts'
import { pipelineState } from '../../../src/programs/virnucpro/pipeline-state.ts'
import {
  buildFirstVersion,
  headDirectory,
  lambda,
  readTable,
  runPipeline,
  scratchDirectory,
  type Finished,
  type Scratch,
} from './reference-pipeline.ts'
import { stageNames } from '../published-logs.ts'

let scratch: Scratch
let genome: string
let one: Finished
let two: Finished
let persistent: Finished
let first: Finished

const place = (run: string, file: string): string => join(scratch.path, run, file)
const frames = (run: string): Promise<string[][]> => readTable(place(run, 'lambda_virus_merged/prediction_results.txt'))
const chunks = (run: string): Promise<string[][]> =>
  readTable(place(run, 'lambda_virus_merged/prediction_results_highestscore.csv'))
const stateOf = (run: string): Promise<string> => readFile(place(run, '.checkpoints/pipeline_state.json'), 'utf8')

async function esm2Seconds(run: string): Promise<number | null | undefined> {
  return pipelineState.parse(await stateOf(run))?.stages.find(({ stage }) => stage.startsWith('ESM-2'))?.seconds
}

beforeAll(async () => {
  scratch = await scratchDirectory()
  genome = await writeFirstBases(join(scratch.path, 'data'))
  const predict = (run: string, options: string[], directory?: string): Promise<Finished> =>
    runPipeline(['predict', genome, '--output-dir', join(scratch.path, run), ...options], directory)
  const firstVersion = await buildFirstVersion(join(scratch.path, 'v1.0'))
  one = await predict('one', ['--gpus', '0', '--parallel'])
  two = await predict('two', ['--gpus', '0,1', '--parallel'])
  persistent = await predict('persistent', ['--gpus', '1', '--persistent-models', '--batch-size', '7'])
  first = await predict('first', ['--gpus', '0,1', '--parallel'], firstVersion)
}, 60_000)

afterAll(() => scratch[Symbol.asyncDispose]())

describe('a run over the first bases of phage lambda', () => {
  test('cuts 2000 bases into ⌈2000 / 150⌉ chunks', async () => {
    const text = await readFile(place('one', 'lambda_virus_chunked150.fa'), 'utf8')
    expect(text.match(/^>/gm)).toHaveLength(14)
    expect(one.stdout).toContain('Six-Frame Translation completed in ')
    expect(one.stdout).toContain('[sequences: 14, sequences_with_orfs: ')
  })

  test('writes one row per open frame: a label that follows from two probabilities', async () => {
    const [header, ...rows] = await frames('one')
    expect(header).toEqual(['Sequence_ID', 'Prediction', 'score1', 'score2'])
    expect(rows.length).toBeGreaterThan(14)
    for (const [id, label, others, virus] of rows) {
      expect(id).toMatch(/^gi\|9626243\|ref\|NC_001416\.1\|_chunk_\d+[FR][123]$/)
      expect(label).toBe(Number(virus) >= Number(others) ? 'virus' : 'others')
      expect(Number(others) + Number(virus)).toBeCloseTo(1, 12)
    }
    expect(new Set(rows.map((row) => row[1]))).toEqual(new Set(['virus', 'others']))
  })

  test('writes one row per chunk with the highest score of each class', async () => {
    const [header, ...rows] = await chunks('one')
    const [, ...frameRows] = await frames('one')
    expect(header).toEqual(['Modified_ID', 'Is_Virus', 'max_score_0', 'max_score_1'])
    expect(new Set(rows.map((row) => row[0]))).toEqual(new Set(frameRows.map((row) => row[0]?.slice(0, -2))))
    for (const [id, isVirus, others, virus] of rows) {
      const own = frameRows.filter((row) => row[0]?.slice(0, -2) === id)
      expect(Number(others)).toBe(Math.max(...own.map((row) => Number(row[2]))))
      expect(Number(virus)).toBe(Math.max(...own.map((row) => Number(row[3]))))
      expect(isVirus).toBe(Number(virus) >= Number(others) ? 'True' : 'False')
    }
  })

  test('gives the same bytes whatever the number of workers, the batch size or how long models are kept', async () => {
    expect([one.exitCode, two.exitCode, persistent.exitCode]).toEqual([0, 0, 0])
    const reference = [await frames('one'), await chunks('one')]
    expect([await frames('two'), await chunks('two')]).toEqual(reference)
    expect([await frames('persistent'), await chunks('persistent')]).toEqual(reference)
  })

  test('v1.0 and the head give the same rows and labels, and scores that agree to 1e-5', async () => {
    expect(first.exitCode).toBe(0)
    const [head, before] = [await frames('one'), await frames('first')]
    expect(before.map((row) => row.slice(0, 2))).toEqual(head.map((row) => row.slice(0, 2)))
    expect((await chunks('first')).map((row) => row.slice(0, 2))).toEqual(
      (await chunks('one')).map((row) => row.slice(0, 2)),
    )
    const differences = head.slice(1).map((row, index) => Math.abs(Number(row[3]) - Number(before[index + 1]?.[3])))
    expect(Math.max(...differences)).toBeLessThan(1e-5)
  })
})

describe('what a run tells', () => {
  test('its log names all nine stages with their times, and the summary agrees', () => {
    expect(pipelineLog.parse(two.stdout)?.stages.map(({ stage }) => stage)).toEqual(stageNames)
    expect(pipelineLog.parse(two.stdout)?.problems).toEqual([])
    expect(two.stdout).toMatch(/INFO - {3}6\. ESM-2 Feature Extraction \.{8} {1,5}\d+\.\ds \( *\d+\.\d%\)\n/)
    expect(two.stdout.trimEnd()).toMatch(/ - INFO - Pipeline completed successfully!$/)
    for (const line of two.stdout.trimEnd().split('\n'))
      expect(line).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d - reference\.\S+ - INFO - /)
  })

  test('the state file has all nine stages in v1.0 and in the head, while the log of v1.0 has none (W34)', async () => {
    for (const run of ['one', 'first']) {
      const telemetry = pipelineState.parse(await stateOf(run))
      expect(telemetry?.stages.map(({ stage }) => stage)).toEqual(stageNames)
      expect(telemetry?.stages.every(({ seconds }) => seconds !== null && seconds > 0)).toBe(true)
      expect(telemetry?.problems).toEqual([])
    }
    expect(first.stdout).toContain('=== Stage 5: Nucleotide Feature Extraction (DNABERT-S) ===')
    expect(first.stdout).not.toContain('completed in')
    expect(first.stdout).toContain('Pipeline completed successfully!')
  })
})

test('extra passes planted in the ESM-2 stage make it slower and change no result', async () => {
  const directory = join(scratch.path, 'planted')
  await cp(headDirectory, directory, { recursive: true })
  const esm2 = await readFile(join(directory, 'esm2.mjs'), 'utf8')
  await writeFile(join(directory, 'esm2.mjs'), esm2.replace('extraPasses = 0', 'extraPasses = 30'))
  const slow = await runPipeline(['predict', genome, '--output-dir', join(scratch.path, 'slow')], directory)
  expect(await frames('slow')).toEqual(await frames('one'))
  expect(slow.processorSeconds).toBeGreaterThan(1.3 * one.processorSeconds)
  expect(await esm2Seconds('slow')).toBeGreaterThan(0)
})

async function writeFirstBases(directory: string): Promise<string> {
  const [header, ...lines] = (await readFile(lambda, 'utf8')).split('\n')
  await mkdir(directory)
  await writeFile(join(directory, 'lambda_virus.fa'), `${header}\n${lines.join('').slice(0, 2000)}\n`)
  return join(directory, 'lambda_virus.fa')
}
