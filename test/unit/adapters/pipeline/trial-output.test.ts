import { describe, expect, it } from 'vitest'
import type { BatchEvents } from '../../../../src/adapters/pipeline/batch-events.ts'
import { findLineCount, joinFigures, type TrialOutput } from '../../../../src/adapters/pipeline/trial-output.ts'
import { readLogs } from '../../../../src/programs/index.ts'

type Outputs = {
  readonly stdout?: string | null
  readonly stderr?: string | null
  readonly logs?: readonly TrialOutput[]
  readonly events?: BatchEvents
}

async function readFigures({ stdout = '', stderr = '', logs = [], events }: Outputs = {}) {
  const [out, ...others] = [
    { where: 'standard output', text: stdout },
    { where: 'standard error', text: stderr },
    ...logs,
  ]
  return joinFigures([out, ...others], await readLogs(out, others), events ?? null)
}

const findMemorySigns = async (stdout: string) => (await readFigures({ stdout })).outOfMemory

const prefix = '2026-11-20 14:21:54,839 - Worker 0 - virnucpro.pipeline.async_inference - INFO - '

describe('what the outputs of a trial say', () => {
  it('is searched for the end of memory in every stream, not in standard error alone (W20, I-159)', async () => {
    const log =
      '2026-11-20 14:06:29 - virnucpro - ERROR - OUT OF MEMORY ERROR\nMemory at failure: 20.10GB allocated, 22.30GB reserved, 0.40GB free'
    const figures = await readFigures({ stdout: log })
    expect(figures.outOfMemory).toMatchObject({
      count: 1,
      lines: [{ where: 'standard output', line: expect.stringContaining('OUT OF MEMORY ERROR') }],
      unread: [],
    })
    expect(figures.allocator).toEqual([
      { stage: null, gpu: null, allocatedBytes: 20.1 * 2 ** 30, reservedBytes: 22.3 * 2 ** 30, when: 'failure' },
    ])
  })

  it('names the outputs that could not be read: silence there proves nothing', async () => {
    const figures = await readFigures({ stderr: null })
    expect(figures.outOfMemory).toMatchObject({ count: 0, unread: ['standard error'] })
  })

  it('holds workers and packing from the copy on standard error with the budget of the main log (F-25, W14)', async () => {
    const figures = await readFigures({
      stdout: 'Dynamic token budget: 16384\n',
      stderr: [
        `${prefix}Batch 2779: 794577/794577 (100.0%) | 358.0% pack eff, 16,474 tok/s, 321.0 seq/s, ETA: 0.0m`,
        `${prefix}Async inference complete: 794577 sequences, 321.0 seq/s, 16474 tokens/s`,
      ].join('\n'),
    })
    expect(figures.packing?.efficiency).toBeCloseTo(0.895, 3)
    expect(figures.workers).toMatchObject([{ worker: 0, sequences: 794_577 }])
  })

  it('is silent where the pipeline is', async () => {
    expect(await readFigures()).toMatchObject({
      packing: null,
      dataLoader: null,
      workers: [],
      shards: [],
    })
  })
})

describe('lines about the end of memory', () => {
  it.each([
    'torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2.00 GiB.',
    'RuntimeError: CUDA error: out of memory',
    'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
    'MemoryError',
    "terminate called after throwing an instance of 'std::bad_alloc'",
    'worker 0 status: cuda_oom',
  ])('are known: %s', async (line) => {
    expect(await findMemorySigns(line)).toMatchObject({ count: 1 })
  })

  it.each([
    'expandable segments avoid out-of-memory errors',
    'finished: no out of memory errors',
    'memory: 20 GB of 24 GB in use',
    'room for 512 sequences',
  ])('are not seen where there are none: %s', async (line) => {
    expect(await findMemorySigns(line)).toMatchObject({ count: 0 })
  })

  it('count reductions once memory is known to have run out, and no others', async () => {
    const text =
      'reducing batch size for warm-up\nCUDA out of memory: reducing token budget to 8192\nretrying with a smaller batch'
    expect(await findMemorySigns(text)).toMatchObject({ count: 1, reductions: 2 })
  })
})

describe('figures of several outputs', () => {
  const where = (name: string, text: string | null) => ({ where: name, text })
  const silentEvents: BatchEvents = {
    shards: [],
    packing: null,
    dataLoader: null,
    allocator: [],
    memory: [],
    visits: [],
    reductions: null,
    batches: { rows: [], dropped: 0 },
  }
  const exhausted = (count: number) => 'CUDA out of memory: reducing token budget\n'.repeat(count)
  const rate = (worker: number) =>
    `${prefix.replace('Worker 0', `Worker ${worker}`)}Async inference complete: 100 sequences, ${worker + 1}.0 seq/s, 5 tokens/s\n`

  it('sums the signs of all outputs, and lists the first five', async () => {
    const { outOfMemory } = await readFigures({ stdout: exhausted(2), stderr: exhausted(4) })
    expect(outOfMemory).toMatchObject({ count: 6, reductions: 6 })
    expect(outOfMemory?.lines.map((line) => line.where)).toEqual([
      ...Array.from({ length: 2 }, () => 'standard output'),
      ...Array.from({ length: 3 }, () => 'standard error'),
    ])
  })

  it.each([
    [null, { count: 2, reductions: 2 }],
    [0, { count: 2, reductions: 2 }],
    [1, { count: 3, reductions: 2 }],
    [5, { count: 3, reductions: 5 }],
  ])('takes the larger of the reductions that lines and events (%j) tell', async (reductions, expected) => {
    const given = { stdout: exhausted(2), events: { ...silentEvents, reductions } }
    expect((await readFigures(given)).outOfMemory).toMatchObject(expected)
  })

  it.each([
    [
      'their own logs',
      rate(0),
      [where('a', rate(1)), where('b', rate(2)), where('c', 'nothing'), where('d', null)],
      [1, 2],
    ],
    ['the copy on standard error', rate(0), [where('a', 'nothing'), where('b', null)], [0]],
    ['nothing else', 'nothing', [], []],
    ['nothing unread', null, [], []],
  ])('reads the workers from %s', async (_name, stderr, logs, workers) => {
    for (const stdout of ['Dynamic token budget: 16384\n', rate(7), null, ' ']) {
      const figures = await readFigures({ stdout, stderr, logs })
      expect(figures.workers.map(({ worker }) => worker)).toEqual(workers)
    }
  })

  it('counts from standard output where it was read, and adds one failure to the allocator of the events', async () => {
    const failure = 'Memory at failure: 20.10GB allocated, 22.30GB reserved, 0.40GB free\n'
    const peak = { stage: 'embed', gpu: 0, allocatedBytes: 1, reservedBytes: 2, when: 'peak' } as const
    const events = { ...silentEvents, allocator: [peak] }
    const { allocator } = await readFigures({ stdout: failure, stderr: failure, events })
    expect(allocator).toMatchObject([peak, { when: 'failure' }])
  })
})

describe('work counted in a log line', () => {
  it.each<[string, string, number | null]>([
    ['processed 10 samples\nprocessed 1,250 samples\nbye', 'processed {count} samples', 1250],
    ['[12:00] tokens: 3.5', 'tokens: {count}', 3.5],
    ['1000 steps (100 %)', '{count} steps (100 %)', 1000],
    ['processed many samples', 'processed {count} samples', null],
    ['processed 10 items', 'processed {count} samples', null],
    [`processed ${'9'.repeat(30)} samples`, 'processed {count} samples', null],
  ])('%j with %j is %j', (text, line, count) => {
    expect(findLineCount(text, line)).toBe(count)
  })
})
