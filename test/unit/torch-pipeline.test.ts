import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
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

  test('on unknown bases, U for T, unfinished codons and sequences without a codon', async () => {
    const { openFrames } = await pipelineModule<{ openFrames: (chunk: Sequence) => Frame[] }>('translate.mjs')
    const odd = ['AUGNCTGC', 'NNNNNNNNN', 'ATGTAAGCC', 'AC', '', 'GGCRYTTGTGGAACAATGC', 'AUGAUGUUUGGGCCCN']
    const expected = odd.flatMap((letters) =>
      openFrames({ id: 'a', letters }).map(({ id, nucleotides, protein }) => [id, nucleotides, protein]),
    )
    const list = JSON.stringify(odd)
    expect(python('from translate import open_frames', `[f for s in ${list} for f in open_frames("a", s)]`)).toEqual(
      expected,
    )
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

describe('FASTA', () => {
  test('what is written in lines is read again', () => {
    const path = JSON.stringify(join(scratch, 'lines.fa'))
    const imports = 'from fasta import read_fasta, write_fasta'
    const records = `[("a", "ACGT" * 50), ("b", "")]`
    expect(python(imports, `(write_fasta(${path}, ${records}), read_fasta(${path}))[1]`)).toEqual([
      ['a', 'ACGT'.repeat(50)],
      ['b', ''],
    ])
  })

  test.each([
    ['no FASTA', 'is not FASTA'],
    ['>', 'holds a sequence without an id'],
  ])('%j is refused', (text, message) => {
    const { status, stderr } = runPython([
      '-c',
      `from fasta import parse_fasta; parse_fasta(${JSON.stringify(text)}, "x.fa")`,
    ])
    expect(status).toBe(1)
    expect(stderr).toContain(`PipelineError: x.fa ${message}`)
  })
})

describe('packing', () => {
  const plan = (lengths: readonly number[], budget: number, most: number): number[][] =>
    python(
      'from packing import plan_batches',
      `plan_batches(${JSON.stringify(lengths)}, ${budget}, ${most})`,
    ) as number[][]

  test('every sequence is in one batch, and no batch exceeds the budget but for a single sequence', () => {
    const lengths = Array.from({ length: 500 }, (_, index) => 2 + ((index * 7919) % 400))
    lengths[17] = 5000
    const batches = plan(lengths, 2048, 64)
    expect(batches.flat().toSorted((a, b) => a - b)).toEqual(lengths.map((_, index) => index))
    for (const rows of batches) {
      const longest = Math.max(...rows.map((row) => lengths[row] ?? 0))
      expect(rows.length).toBeLessThanOrEqual(64)
      expect(rows.length === 1 || rows.length * longest <= 2048).toBe(true)
    }
    expect(batches[0]).toEqual([17])
  })

  test('shards share out the same batches, whatever their number', () => {
    const shards = python(
      'from packing import plan_batches, shard_of\nplan = plan_batches(list(range(5, 300)), 1000, 64)',
      '[sorted(b for r in range(n) for b in shard_of(plan, r, n)) for n in (1, 2, 3, 8)]',
    ) as number[][][]
    for (const batches of shards) expect(batches).toEqual(shards[0])
  })

  test('efficiency is computed from tokens and never above 100 %', () => {
    expect(python('from packing import packing_efficiency', 'packing_efficiency(895, 1000)')).toBe(0.895)
    const { status, stderr } = runPython([
      '-c',
      'from packing import packing_efficiency; packing_efficiency(3580, 1000)',
    ])
    expect(status).toBe(1)
    expect(stderr).toContain('ValueError: 3580 tokens in 1000 padded tokens')
  })

  test('the length that batches are planned with is the length of what is encoded', () => {
    const pairs = python(
      'from tokens import TOKENIZERS',
      '[(len(t.encode(s)), t.length(s)) for t in TOKENIZERS.values() for s in ("", "ACGTA", "ACGTAC", "ACGNNACGTACGT")]',
    ) as [number, number][]
    for (const [encoded, planned] of pairs) expect(encoded).toBe(planned)
  })
})

describe('loader waits', () => {
  test('queue states are those of the bands: full below 1 ms, starved above 50 ms', () => {
    const waits = '(0.99, 1.0, 50.0, 50.01)'
    expect(python('from batch_stats import queue_state', `[queue_state(w) for w in ${waits}]`)).toEqual([
      'full',
      'normal',
      'normal',
      'starved',
    ])
  })

  test('a shard sums up its batches', () => {
    const fields = '(s.batches, s.tokens, s.packing, s.mean_wait_ms, s.p95_wait_ms, s.starved_share)'
    const add =
      'from batch_stats import BatchStats\ns = BatchStats()\nfor w in (0.5, 1.5, 60.0, 2.0): s.add(90, 100, 3, w)'
    expect(python(add, fields)).toEqual([4, 360, 0.9, 16, 60, 0.25])
    expect(python(add, 's.progress_line(24, 6.0)')).toBe(
      'Batch 3: 12/24 (50.0%) | 90.0% pack eff, 60 tok/s, 2.0 seq/s, ETA: 0.1m',
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

describe('devices', () => {
  const visible = (ids: string, setting: string) =>
    runPython(['-c', `from devices import visible_devices; print(*visible_devices(${ids}, ${setting}))`])

  test('ids count the devices that the process sees', () => {
    expect(visible('[0, 3]', 'None').stdout).toBe('0 3\n')
    expect(visible('[1, 0]', '"2,3"').stdout).toBe('3 2\n')
    expect(visible('[1]', '"GPU-1a,MIG-2b,-1,7"').stdout).toBe('MIG-2b\n')
  })

  test('an id beyond the visible devices is refused with the setting', () => {
    const { status, stderr } = visible('[2]', '"5,-1,6"')
    expect(status).toBe(1)
    expect(stderr).toContain('there is no device 2: CUDA_VISIBLE_DEVICES=5,-1,6 leaves 1 device to this process')
  })
})

test.each([
  [['--gpus', '0,0'], 'give different whole numbers'],
  [['--token-budget', '0'], 'give a whole number, at least 1'],
  [['--size', '15B'], 'invalid choice'],
  [['--repeat', '0'], 'give a whole number, at least 1'],
  [['--memory-limit-gb', 'nan'], 'give a number of GiB above 0'],
])('wrong usage %j ends with exit 2 before anything is imported or written', (args, message) => {
  const { status, stderr } = runPython(['pipeline.py', 'predict', 'x.fa', '-o', join(scratch, 'no'), ...args])
  expect(status).toBe(2)
  expect(stderr).toContain(message)
})

test('random weights are the same numbers in any language that has 32-bit integers', () => {
  const key = (crc32('esm2.embeddings') ^ Math.imul(20_231, 0x9e3779b9)) >>> 0
  const indexes = [0, 1, 2, 1000, 2 ** 26 - 1]
  const sample = `[uniform_bits(i, stream_key(20231, "esm2.embeddings")) for i in ${JSON.stringify(indexes)}]`
  const expected = indexes.map((index) => murmurFinaliser((Math.imul(index, 0x9e3779b9) + key) >>> 0) >>> 8)
  expect(python('from random_numbers import stream_key, uniform_bits', sample)).toEqual(expected)
})

test('the config of the example is valid', () => {
  const config = parseConfig(readFileSync(join(directory, '.github/warpgauge.yml'), 'utf8'), 'warpgauge.yml')
  expect(config.suites.scaling?.gpus).toEqual([1, 2, 4, 8])
  for (const stage of config.suites.scaling?.parallelStages ?? [])
    expect([...virnucproStages.values()]).toContain(stage)
})

/** fmix32 of MurmurHash3 (Austin Appleby, public domain). */
function murmurFinaliser(value: number): number {
  let bits = value ^ (value >>> 16)
  bits = Math.imul(bits, 0x85ebca6b)
  bits ^= bits >>> 13
  bits = Math.imul(bits, 0xc2b2ae35)
  return (bits ^ (bits >>> 16)) >>> 0
}

type Sequence = { id: string; letters: string }
type Frame = { id: string; nucleotides: string; protein: string }
