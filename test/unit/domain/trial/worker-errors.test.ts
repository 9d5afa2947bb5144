import { expect, it } from 'vitest'
import { addWorkerErrors } from '../../../../src/domain/trial/outcome.ts'
import type { WorkerReading } from '../../../../src/record/pipeline.ts'

const worker = (number: number, error: string | null): WorkerReading => ({
  worker: number,
  status: error === null ? 'completed' : 'failed',
  sequences: null,
  sequencesPerSecond: null,
  tokensPerSecond: null,
  seconds: null,
  error,
})
const exited = {
  kind: 'exit-code',
  detail: 'exit code 1; last output:\nv2.0 ESM-2 inference failed on 1/2 workers',
} as const

it('names memory that ran out in a worker as the cause, although the pipeline exits with 1', () => {
  const workers = [worker(0, null), worker(1, 'CUDA OOM error - CUDA out of memory')]
  expect(addWorkerErrors(exited, workers)).toEqual({
    kind: 'out-of-memory',
    detail:
      'exit code 1; worker 1: CUDA OOM error - CUDA out of memory; last output:\nv2.0 ESM-2 inference failed on 1/2 workers',
  })
})

it('keeps the kind for other errors, limits their number, and leaves successes alone', () => {
  const all = [0, 1, 2, 3].map((number) => worker(number, 'Runtime error - x'))
  const failure = addWorkerErrors(exited, all)
  expect(failure?.kind).toBe('exit-code')
  expect(failure?.detail).toContain('worker 2: Runtime error - x; and 1 more workers; last output:')
  expect(addWorkerErrors(exited, [worker(0, null)])).toBe(exited)
  expect(addWorkerErrors(null, all)).toBeNull()
})
