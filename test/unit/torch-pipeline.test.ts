import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { events, readEventFigures } from '../../src/adapters/pipeline/events.ts'
import { pipelineLog } from '../../src/programs/virnucpro/pipeline-log.ts'
import { pipelineState, virnucproStages } from '../../src/programs/virnucpro/pipeline-state.ts'
import { parseConfig } from '../../src/config/load.ts'
import { lambda, pipelineModule } from './reference-pipeline/reference-pipeline.ts'

// The parts of the pipeline that need nothing but Python itself, run by the machine's own python3.
const directory = join(import.meta.dirname, '../../examples/torch-pipeline')

let interpreter = ''
let scratch = ''
beforeAll(() => {
  // python3 is often a script that looks for the right one each time.
  const found = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' })
  if (found.error) throw new Error('these tests need python3 (3.10 or newer) on PATH', { cause: found.error })
  interpreter = found.stdout.trim()
  scratch = mkdtempSync(join(tmpdir(), 'torch-pipeline-'))
})
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

/** Without the packages of the machine (-S): these parts need none of them. */
function runPython(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const result = spawnSync(interpreter, ['-S', ...args], {
    cwd: directory,
    encoding: 'utf8',
    env: { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...env },
    maxBuffer: 64 * 2 ** 20,
  })
  if (result.error) throw result.error
  return result
}

/** What `expression` is in Python, taken over as JSON. */
function python(imports: string, expression: string): unknown {
  const { status, stdout, stderr } = runPython(['-c', `import json\n${imports}\nprint(json.dumps(${expression}))`])
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

describe('agrees with the reference pipeline', () => {
  test('on the chunks and open frames of a real genome', async () => {
    const { readFasta } = await pipelineModule<{ readFasta: (path: string) => Sequence[] }>('fasta.mjs')
    const { chunkSequence } = await pipelineModule<{ chunkSequence: (one: Sequence, length: number) => Sequence[] }>(
      'chunking.mjs',
    )
    const { openFrames } = await pipelineModule<{ openFrames: (chunk: Sequence) => Frame[] }>('translate.mjs')
    const chunks = readFasta(lambda).flatMap((sequence) => chunkSequence(sequence, 150))
    const expected = chunks.flatMap(openFrames).map(({ id, nucleotides, protein }) => [id, nucleotides, protein])
    expect(expected.length).toBeGreaterThan(200)
    const frames = python(
      'from fasta import read_fasta\nfrom chunking import chunk_sequence\nfrom translate import open_frames',
      `[f for r in read_fasta(${JSON.stringify(lambda)}) for c in chunk_sequence(*r, 150) for f in open_frames(*c)]`,
    )
    expect(frames).toEqual(expected)
  })

  test('on the result tables and the consensus of a chunk', async () => {
    type Row = { id: string; scores: [number, number] }
    const tables = await pipelineModule<{ consensus: (rows: Row[]) => Row[] }>('tables.mjs')
    const rows: [string, [number, number]][] = [
      ['s_chunk_1F1', [0.7, 0.3]],
      ['s_chunk_1R2', [0.4, 0.6]],
      ['s_chunk_2F3', [0.5, 0.5]],
    ]
    const expected = tables.consensus(rows.map(([id, scores]) => ({ id, scores })))
    const path = join(scratch, 'table.csv')
    const written = python(
      'from tables import consensus, write_consensus',
      `(lambda c: (write_consensus(${JSON.stringify(path)}, c), c)[1])(consensus(${JSON.stringify(rows)}))`,
    )
    expect(written).toEqual(expected.map(({ id, scores }) => [id, scores]))
    expect(readFileSync(path, 'utf8')).toBe(
      'Modified_ID\tIs_Virus\tmax_score_0\tmax_score_1\ns_chunk_1\tFalse\t0.7\t0.6\ns_chunk_2\tTrue\t0.5\t0.5\n',
    )
  })
})

describe('telemetry', () => {
  const record = [
    'import sys, time',
    'from recorder import Recorder',
    'from stages import STAGES',
    'recorder = Recorder(sys.argv[1], {"config_hash": "x", "expected_length": 150, "model_path": "model.json"})',
    'for key in STAGES:',
    '    recorder.stage(key, lambda: (time.sleep(0.002), (["f"], {"sequences": 1234567, "architecture": "v2.0"}))[1])',
    'recorder.finish(1234567, "v2.0")',
  ].join('\n')
  const names = [...virnucproStages.values()]

  test('log, state file and event file are read with all nine stages and without a problem', () => {
    const path = join(scratch, 'events.jsonl')
    const { stdout, status } = runPython(['-c', record, scratch], { WARPGAUGE_EVENTS: path })
    expect(status).toBe(0)
    expect(stdout).toMatch(
      / {2}Sequence Chunking completed in \d+\.\ds \[sequences: 1,234,567, architecture: v2\.0\]\n/,
    )
    expect(stdout).toMatch(/ {2}9\. Consensus Scoring \.{15} {4,5}\d+\.\ds \( {1,2}\d+\.\d%\)\n/)
    const sources = [
      pipelineLog.parse(stdout),
      pipelineState.parse(readFileSync(join(scratch, '.checkpoints/pipeline_state.json'), 'utf8')),
      events.parse(readFileSync(path, 'utf8')),
    ]
    for (const telemetry of sources) {
      expect(telemetry?.problems).toEqual([])
      expect(telemetry?.isResumed).toBe(false)
      expect(telemetry?.stages.map(({ stage }) => stage)).toEqual(names)
    }
    for (const { seconds } of sources[2]?.stages ?? []) expect(seconds).toBeGreaterThan(0.001)
  })

  test('a stage that fails is failed in the state file and has no end in the log', () => {
    const failing = record.replace('(time.sleep(0.002), (["f"]', '(1 / 0, (["f"]')
    const { stdout, status } = runPython(['-c', failing, join(scratch, 'failed')])
    expect(status).toBe(1)
    expect(pipelineLog.parse(stdout)?.stages).toMatchObject([{ stage: names[0], seconds: null }])
    const state = readFileSync(join(scratch, 'failed/.checkpoints/pipeline_state.json'), 'utf8')
    expect(pipelineState.parse(state)?.problems).toEqual(['stage "Sequence Chunking" failed'])
  })
})

test('a metric whose unit does not tell what is better says so itself', () => {
  const path = join(scratch, 'metrics.jsonl')
  const told = 'e.metric("packing", 0.9, "share", betterWhen="higher"); e.metric("load", 2.5, "s", betterWhen=None)'
  const { status } = runPython(['-c', `from events import Events; e = Events(); ${told}`], { WARPGAUGE_EVENTS: path })
  expect(status).toBe(0)
  const { benchmarks, problems } = readEventFigures(readFileSync(path, 'utf8'))
  expect(problems).toEqual([])
  expect(benchmarks).toMatchObject([
    { metric: { name: 'packing', unit: 'share', betterWhen: 'higher' } },
    { metric: { name: 'load', unit: 's', betterWhen: 'lower' } },
  ])
})

test('the config of the example is valid', () => {
  const config = parseConfig(readFileSync(join(directory, '.github/warpgauge.yml'), 'utf8'), 'warpgauge.yml')
  expect(config.suites.scaling?.gpus).toEqual([1, 2, 4, 8])
  for (const stage of config.suites.scaling?.parallelStages ?? [])
    expect([...virnucproStages.values()]).toContain(stage)
})

type Sequence = { id: string; letters: string }
type Frame = { id: string; nucleotides: string; protein: string }
