import type { WorkerReading } from '../../record/pipeline.ts'
import type { TrialFailure } from '../../record/plan.ts'

/**
 * Adds the errors of failed workers to a failure. The main process of a pipeline often reports only how many workers
 * failed; memory that ran out in a worker is the cause even if the exit code does not say so.
 */
export function addWorkerErrors(failure: TrialFailure | null, workers: readonly WorkerReading[]): TrialFailure | null {
  const errors = workers.flatMap(({ worker, error }) => (error === null ? [] : [`worker ${worker}: ${error}`]))
  if (failure === null || errors.length === 0) return failure
  const isExhausted = failure.kind === 'exit-code' && errors.some((error) => error.includes('CUDA OOM error'))
  const more = errors.length > 3 ? `; and ${errors.length - 3} more workers` : ''
  const [summary = '', ...output] = failure.detail.split('; last output:\n')
  const detail = [`${summary}; ${errors.slice(0, 3).join('; ')}${more}`, ...output].join('; last output:\n')
  return { kind: isExhausted ? 'out-of-memory' : failure.kind, detail }
}
