import { describe, expect, it } from 'vitest'
import { findOutOfMemoryLines } from '../../../../src/adapters/pipeline/out-of-memory-lines.ts'
import { readOutputFigures, type TrialOutputs } from '../../../../src/adapters/pipeline/trial-output.ts'

function outputs(overrides: Partial<Record<'stdout' | 'stderr', string | null>> = {}): TrialOutputs {
  const of = (where: string, text: string | null | undefined) => ({ where, text: text === undefined ? '' : text })
  return {
    stdout: of('standard output', overrides.stdout),
    stderr: of('standard error', overrides.stderr),
    logs: [],
    events: null,
  }
}

const prefix = '2026-11-20 14:21:54,839 - Worker 0 - virnucpro.pipeline.async_inference - INFO - '

describe('what the outputs of a trial say', () => {
  it('is searched for the end of memory in every stream, not in standard error alone (W20, I-159)', async () => {
    const log =
      '2026-11-20 14:06:29 - virnucpro - ERROR - OUT OF MEMORY ERROR\nMemory at failure: 20.10GB allocated, 22.30GB reserved, 0.40GB free'
    const figures = await readOutputFigures(outputs({ stdout: log }))
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
    const figures = await readOutputFigures(outputs({ stderr: null }))
    expect(figures.outOfMemory).toMatchObject({ count: 0, unread: ['standard error'] })
  })

  it('holds workers and packing from the copy on standard error with the budget of the main log (F-25, W14)', async () => {
    const figures = await readOutputFigures(
      outputs({
        stdout: 'Dynamic token budget: 16384\n',
        stderr: [
          `${prefix}Batch 2779: 794577/794577 (100.0%) | 358.0% pack eff, 16,474 tok/s, 321.0 seq/s, ETA: 0.0m`,
          `${prefix}Async inference complete: 794577 sequences, 321.0 seq/s, 16474 tokens/s`,
        ].join('\n'),
      }),
    )
    expect(figures.packing?.efficiency).toBeCloseTo(0.895, 3)
    expect(figures.workers).toMatchObject([{ worker: 0, sequences: 794_577 }])
  })

  it('is silent where the pipeline is', async () => {
    expect(await readOutputFigures(outputs())).toMatchObject({
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
  ])('are known: %s', (line) => {
    expect(findOutOfMemoryLines(line, 'x').count).toBe(1)
  })

  it.each([
    'expandable segments avoid out-of-memory errors',
    'finished: no out of memory errors',
    'memory: 20 GB of 24 GB in use',
    'room for 512 sequences',
  ])('are not seen where there are none: %s', (line) => {
    expect(findOutOfMemoryLines(line, 'x').count).toBe(0)
  })

  it('count reductions once memory is known to have run out, and no others', () => {
    const text =
      'reducing batch size for warm-up\nCUDA out of memory: reducing token budget to 8192\nretrying with a smaller batch'
    expect(findOutOfMemoryLines(text, 'x')).toMatchObject({ count: 1, reductions: 2 })
  })
})
