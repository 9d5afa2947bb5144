import { describe, expect, it } from 'vitest'
import { readWorkerBatches, workerLogs } from '../../../../src/programs/virnucpro/worker-logs.ts'
import { aFile, fixtureText, readFixture, refusal } from '../an-output.ts'

const [first, second] = ['virnucpro/worker_0.log', 'virnucpro/worker_1.log'] as const

async function read(...texts: string[]) {
  const { pipeline, problems } = await workerLogs.read(texts.map((text, index) => aFile(`worker_${index}.log`, text)))
  if (!pipeline) throw new Error('no pipeline')
  return { ...pipeline, problems }
}

/** The log of the only worker of a run. */
const alone = fixtureText(first).replace('Worker 0/2', 'Worker 0/1')

describe('the logs of workers', () => {
  it('gives sequences, rates and seconds of each GPU (F-05, E22)', async () => {
    const { pipeline } = await readFixture(workerLogs, first, second)
    expect(pipeline?.workers).toEqual([
      expect.objectContaining({
        worker: 0,
        status: 'completed',
        sequences: 397289,
        sequencesPerSecond: 315.7,
        tokensPerSecond: 16199,
      }),
      expect.objectContaining({
        worker: 1,
        status: 'completed',
        sequences: 397288,
        sequencesPerSecond: 313.5,
        tokensPerSecond: 16085,
      }),
    ])
    expect(pipeline?.workers.map(({ seconds }) => seconds?.toFixed(1))).toEqual(['1258.4', '1267.3'])
    expect(pipeline).toMatchObject({ invalid: [], isResumed: false })
  })

  it('takes a printed rate of 0 as unknown: the program counts no batch of its last buffer', async () => {
    const { workers, problems } = await read(
      line('Async inference complete: 38 sequences, 0.0 seq/s, 0 tokens/s') + line('Worker 0 completed successfully'),
    )
    expect(workers).toMatchObject([
      { status: 'completed', sequences: 38, sequencesPerSecond: null, tokensPerSecond: null, seconds: null },
    ])
    expect(problems).toEqual(['no rate reported by worker 0'])
  })

  it('adds the last buffer to the rates, which the program leaves out (F-05)', async () => {
    // The first 2000 of 2294 sequences at 34.2 per second: 58.48 s. The model gets 222 687 residues and 2 tokens for each sequence.
    const indexed = line('Worker 0/1: 2294 sequences, 222,687 tokens')
    const flushed = line(
      'Flush called: buffer has 294 sequences, packed_queue has 0 batches, total received: 2294, total returned so far: 2000',
    )
    const inferred = line('Async inference complete: 2294 sequences, 34.2 seq/s, 3528 tokens/s')
    const [worker] = (await read(indexed + flushed + inferred)).workers
    expect(worker?.seconds).toBeCloseTo(58.48, 2)
    expect(worker?.sequencesPerSecond).toBeCloseTo(39.23, 2)
    expect(worker?.tokensPerSecond).toBeCloseTo(3886.4, 1)
    const printed = { sequences: 2294, sequencesPerSecond: 34.2, tokensPerSecond: 3528, seconds: 2294 / 34.2 }
    const resumed = indexed.replace('2294', '5000')
    for (const text of [inferred, flushed + inferred, indexed + inferred, resumed + flushed + inferred])
      expect((await read(text)).workers).toMatchObject([printed])
  })

  it('computes packing from tokens and refuses the printed 358 % (F-25, W13, W14)', async () => {
    const { packing, problems } = await read(alone)
    // Two of 1301 batches are logged, and how the last 26 289 sequences were packed is not.
    expect(packing).toMatchObject({ batches: 1301, tokenBudget: 16384, printed: 3.58, reason: null, batchesBelow80: 1 })
    expect(packing?.efficiency?.toFixed(3)).toBe('0.893')
    expect(packing?.bounds?.map((edge) => edge.toFixed(2))).toEqual(['0.04', '0.99'])
    expect(packing?.sample).toMatchObject({ logged: 2, batches: [1301, 1301 + 26_289] })
    expect(packing?.lowest).toBeCloseTo(3774 / 16384, 12)
    expect(problems).toEqual(['the log prints a packing of 358.0 %, which is impossible, so it was ignored'])
  })

  it('finds 89.5 % in the published figures of one GPU (E18)', async () => {
    const log =
      line('Dynamic token budget: 16384') +
      line('Batch 2779: 794577/794577 (100.0%) | 358.0% pack eff, 16,474 tok/s, 321.0 seq/s, ETA: unknown') +
      line('Worker 0 completed successfully')
    expect((await read(log)).packing?.efficiency?.toFixed(3)).toBe('0.895')
  })

  it('uses exact tokens of batches where rates with one decimal would be wrong (F-25)', async () => {
    // 30 batches of 15 008 tokens: 91.6 %. The printed 1.2 seq/s is 1.16, which moves the share to 88.5 %.
    const rates = line('Batch 29: 300/300 (100.0%) | 91.6% pack eff, 1,741 tok/s, 1.2 seq/s, ETA: unknown')
    const batches = Array.from({ length: 30 }, (_, index) =>
      line(`Batch ${index}: wait=0.1ms, seqs=10, tokens=15008, queue_state=full`),
    )
    const budget = line('Dynamic token budget: 16384')
    const exact = (await read(budget + batches.join('') + rates)).packing
    expect(exact?.efficiency).toBeCloseTo(15_008 / 16_384, 12)
    expect(exact?.bounds).toBeUndefined()
    const sampled = (await read(budget + batches[0] + batches[10] + batches[20] + rates)).packing
    expect(sampled?.bounds?.map((edge) => edge.toFixed(3))).toEqual(['0.850', '0.924'])
    expect(sampled?.sample).toMatchObject({ logged: 3, batches: [30, 30] })
    const rounded = (await read(budget + rates)).packing
    expect(rounded?.efficiency).toBeCloseTo(0.8871, 4)
    expect(rounded?.bounds?.map((edge) => edge.toFixed(3))).toEqual(['0.850', '0.924'])
  })

  it.each([
    'CUDA OOM error - CUDA out of memory. Tried to allocate 2.00 GiB',
    'CUDA runtime error (possible poison input) - CUDA error: device-side assert triggered',
    'Runtime error - v1.0 checkpoint format detected in /out/.checkpoints',
    'Unexpected error during inference',
  ])('takes the error of a worker as it is printed: %s', async (error) => {
    const { workers, invalid } = await read(line(`Rank 0: ${error}`))
    expect(workers).toEqual([expect.objectContaining({ worker: 0, status: 'failed', error })])
    expect(invalid).toEqual([`worker 0 failed: ${error}`])
  })

  it('has no packing without the token budget, and takes it from the main log when that is given', async () => {
    const log = alone.replace(/.*Dynamic token budget.*\n/, '')
    const without = await read(log)
    expect(without.packing).toMatchObject({ efficiency: null, lowest: null })
    expect(without.packing?.reason).toContain('cannot be computed')
    const withMain = await read(log, '2026-11-20 14:06:29 - virnucpro - INFO - Dynamic token budget: 16384\n')
    expect(withMain.packing?.efficiency?.toFixed(3)).toBe('0.893')
  })

  it('refuses a packing above 1 that follows from the wrong budget (W14)', async () => {
    const { packing } = await read(alone.replace('token budget: 16384', 'token budget: 4096'))
    expect(packing).toMatchObject({ efficiency: null, printed: 3.58 })
    expect(packing?.reason).toContain('is impossible')
  })

  it('tells waits by the closing line and starvation by single batches (F-26, I-199, I-200)', async () => {
    // The printed state decides: the printed wait is rounded.
    const states = ['full', 'full', 'normal', 'normal', 'starved', 'starved']
    const batches = [0.2, 0.5, 20, 50, 50, 400].map((wait, index) =>
      line(`Batch ${index * 10}: wait=${wait}ms, seqs=10, tokens=1000, queue_state=${states[index]}`),
    )
    const { dataLoader } = await read(
      batches.join('') + line('DataLoader stats: avg_wait=80.1ms, max_wait=412.0ms, packing_efficiency=0.00%'),
    )
    expect(dataLoader).toMatchObject({ batches: 6, full: 2, normal: 2, starved: 2, starvedShare: 1 / 3 })
    expect(dataLoader?.waitMeanSeconds).toBeCloseTo(0.0801, 12)
    expect(dataLoader?.waitMaxSeconds).toBeCloseTo(0.412, 12)
    expect(dataLoader?.waitP95Seconds).toBeCloseTo(0.3125, 9)
  })

  it('counts warnings of utilisation against the checks, not the batches (W29)', async () => {
    expect((await read(alone)).warnings).toEqual({ mild: 1, critical: 0, checks: 2 })
    expect((await read(line('Worker 0 completed successfully'))).warnings).toBeNull()
  })

  it('invalidates a run in which a worker failed, did not end, or left no log (F-28)', async () => {
    const failed = fixtureText(second).replace('completed successfully', 'failed: CUDA out of memory')
    expect((await read(fixtureText(first), failed)).invalid).toEqual(['worker 1 failed: CUDA out of memory'])
    const open = fixtureText(second).split('\n').slice(0, 4).join('\n')
    expect((await read(fixtureText(first), open)).invalid).toEqual(['worker 1 started and did not complete'])
    expect((await read(fixtureText(first))).invalid).toEqual(['1 of 2 workers left no log'])
  })

  it('knows neither packing nor waits of a run of which a worker left no log', async () => {
    const { packing, dataLoader } = await read(fixtureText(first))
    expect(packing).toMatchObject({
      efficiency: null,
      batches: null,
      lowest: null,
      reason: '1 of 2 workers left no log',
    })
    expect(dataLoader).toBeNull()
    expect((await read(fixtureText(first), fixtureText(second))).packing?.efficiency).toBeCloseTo(0.893, 3)
  })

  it('invalidates a run in which a worker computed fewer sequences than it was given (W26)', async () => {
    const half = fixtureText(first).replace('complete: 397289 sequences', 'complete: 198644 sequences')
    expect((await read(half, fixtureText(second))).invalid).toEqual(['worker 0 computed 198644 of 397289 sequences'])
  })

  it('reads only what follows the last resumption, and invalidates the timing (T8)', async () => {
    const resumed = `${fixtureText(first)}${line('=== Resume at 2026-11-20T14:21:54.840191 ===')}${fixtureText(first).replaceAll('315.7', '400.0')}`
    const { workers, isResumed, invalid } = await read(resumed, fixtureText(second))
    expect(workers[0]?.sequencesPerSecond).toBe(400)
    expect({ isResumed, invalid }).toEqual({
      isResumed: true,
      invalid: ['worker 0 was resumed, so its times cover only a part'],
    })
    const untouched = await read(
      fixtureText(first) + line('=== Resume at 2026-11-20T14:21:54.840191 ==='),
      fixtureText(second),
    )
    expect(untouched.workers[0]?.sequences).toBeNull()
    expect(untouched.invalid).toEqual([
      'worker 0 was resumed, so its times cover only a part',
      'worker 0 started and did not complete',
    ])
  })

  it('reads the same from single logs, in any order, and from their common copy on standard error', async () => {
    const apart = await read(fixtureText(first), fixtureText(second))
    const swapped = await read(fixtureText(second), fixtureText(first))
    const interleaved = zip(fixtureText(first).split('\n'), fixtureText(second).split('\n')).join('\n')
    expect({ ...swapped, packing: apart.packing }).toEqual(apart)
    expect(await read(`Loading\n${interleaved}`)).toEqual(apart)
  })

  it('refuses a file without a line of a worker', async () => {
    expect((await refusal(workerLogs, 'hello\n')).message).toBe('out.json: it has no worker line')
  })
})

function line(message: string): string {
  return `2026-11-20 14:21:54,839 - Worker 0 - gpu_worker_0 - INFO - ${message}\n`
}

function zip(one: string[], other: string[]): string[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, index) => [
    one[index] ?? '',
    other[index] ?? '',
  ]).flat()
}

it('lists the batches that workers log, with tokens and waits of one line and rates of another (I-212)', () => {
  const workerLine = (worker: number, message: string) =>
    `2026-11-20 14:21:54,839 - Worker ${worker} - virnucpro.pipeline.async_inference - INFO - ${message}\n`
  const text = [
    workerLine(0, 'Dynamic token budget: 16384'),
    workerLine(0, 'Batch 20: wait=60.5ms, seqs=321, tokens=16371, queue_state=starved'),
    workerLine(0, 'Batch 20: 6,741/397289 (1.7%) | 358.0% pack eff, 16,199 tok/s, 315.7 seq/s, ETA: 20.6m'),
    workerLine(1, 'Batch 20: wait=0.1ms, seqs=300, tokens=16000, queue_state=full'),
  ].join('')
  const { rows, dropped } = readWorkerBatches(text)
  const common = { stage: 'ESM-2 Feature Extraction', batch: 20, seconds: null, tokenBudget: 16_384 }
  expect(rows).toEqual([
    {
      ...common,
      gpu: 0,
      tokens: 16_371,
      sequences: 321,
      waitMs: 60.5,
      queue: 'starved',
      tokensPerSecond: 16_199,
      sequencesPerSecond: 315.7,
    },
    {
      ...common,
      gpu: 1,
      tokens: 16_000,
      sequences: 300,
      waitMs: 0.1,
      queue: 'full',
      tokensPerSecond: null,
      sequencesPerSecond: null,
    },
  ])
  expect(dropped).toBe(0)
})
