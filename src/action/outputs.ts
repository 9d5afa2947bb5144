import { setOutput } from '@actions/core'
import type { BisectResult } from '../domain/bisect/bisect-result.ts'
import type { MatrixJob } from '../domain/plan/job-matrix.ts'
import type { ModeResult } from '../domain/verdict/mode-result.ts'
import { failStep } from './logger.ts'

/**
 * Sets the outputs of the step. Fails the step when the verdict requires it or the check was not written. The only
 * caller of `setOutput`.
 */
export function writeOutputs({ report, receipts, runFolder }: ModeResult, failsOnVerdict: boolean): void {
  setOutput('verdict', report.verdict)
  setOutput('conclusion', report.conclusion)
  setOutput('run-folder', runFolder)
  for (const [name, kind] of [
    ['check-url', 'check-run'],
    ['comment-url', 'sticky-comment'],
  ] as const) {
    setOutput(name, receipts.find((receipt) => receipt.kind === kind)?.url ?? '')
  }
  const lostCheck = receipts.find((receipt) => receipt.kind === 'check-run' && receipt.status === 'refused')
  if (lostCheck) failStep(`The check run was not written: ${lostCheck.problem}`)
  else if (failsOnVerdict && report.conclusion === 'failure') failStep(report.sentence)
}

/** Sets the outputs of a run without a device to measure on. */
export function writeNotMeasured(): void {
  setOutput('verdict', 'inconclusive')
  setOutput('conclusion', 'neutral')
}

/** Sets the output for a job with `strategy.matrix`. */
export function writeMatrix(jobs: readonly MatrixJob[]): void {
  setOutput('matrix', JSON.stringify({ include: jobs }))
}

/** Sets the output that decides whether other jobs measure. */
export function writeDecision(isNeeded: boolean): void {
  setOutput('measure', String(isNeeded))
}

/** Sets the outputs of a check that passes without a measurement. */
export function writeUnrelated(checkUrl: string | null): void {
  setOutput('verdict', 'not-measured')
  setOutput('conclusion', 'success')
  setOutput('check-url', checkUrl ?? '')
}

/** Sets the outputs of a search. */
export function writeBisect({ ending, culprit, sentence }: BisectResult, folder: string): void {
  setOutput('bisect', ending)
  setOutput('culprit', culprit?.commit ?? '')
  setOutput('sentence', sentence)
  setOutput('run-folder', folder)
}
