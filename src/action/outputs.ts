import { sanitizeMessage } from '../domain/core/sanitize-output.ts'
import type { Logger } from '../ports/logger.ts'
import type { Runner, ActionStep } from './action-step.ts'
import type { JobSummary } from '../ports/job-summary.ts'
import type { BisectResult } from '../domain/bisect/bisect-result.ts'
import type { MatrixJob } from '../domain/plan/job-matrix.ts'
import type { ModeResult } from '../domain/verdict/report.ts'

/**
 * Writes workflow commands, which the runner converts to log lines and annotations. Quoted texts are escaped, so they
 * cannot contain commands.
 */
export function createActionsLogger(runner: Runner): Logger {
  return {
    debug: (message) => runner.debug(sanitizeMessage(message)),
    info: (message) => runner.info(sanitizeMessage(message)),
    notice: (message) => runner.notice(sanitizeMessage(message)),
    warning: (message) => runner.warning(sanitizeMessage(message)),
    error: (message) => runner.error(sanitizeMessage(message)),
  }
}

/** Fails the step with an annotation. The only caller of `setFailed`. */
export function failStep(runner: Runner, message: string): void {
  runner.setFailed(sanitizeMessage(message))
}

/** Creates the job summary of this step; null when the runner provides none. */
export function createActionsJobSummary({ env, runner }: ActionStep): JobSummary | null {
  if (!env['GITHUB_STEP_SUMMARY']) return null
  return { write: (markdown) => runner.writeSummary(markdown) }
}

/**
 * Sets the outputs of the step. Fails the step when the verdict requires it or the check was not written. The only
 * caller of `setOutput`.
 */
export function writeOutputs(
  runner: Runner,
  { report, receipts, runFolder }: ModeResult,
  failsOnVerdict: boolean,
): void {
  runner.setOutput('verdict', report.verdict)
  runner.setOutput('conclusion', report.conclusion)
  runner.setOutput('run-folder', runFolder)
  for (const [name, kind] of [
    ['check-url', 'check-run'],
    ['comment-url', 'sticky-comment'],
  ] as const) {
    runner.setOutput(name, receipts.find((receipt) => receipt.kind === kind)?.url ?? '')
  }
  const lostCheck = receipts.find((receipt) => receipt.kind === 'check-run' && receipt.status === 'refused')
  if (lostCheck) failStep(runner, `The check run was not written: ${lostCheck.problem}`)
  else if (failsOnVerdict && report.conclusion === 'failure') failStep(runner, report.sentence)
}

/** Sets the outputs of a run without a device to measure on. */
export function writeNotMeasured(runner: Runner): void {
  runner.setOutput('verdict', 'inconclusive')
  runner.setOutput('conclusion', 'neutral')
}

/** Sets the output for a job with `strategy.matrix`. */
export function writeMatrix(runner: Runner, jobs: readonly MatrixJob[]): void {
  runner.setOutput('matrix', JSON.stringify({ include: jobs }))
}

/** Sets the output that decides whether other jobs measure. */
export function writeDecision(runner: Runner, isNeeded: boolean): void {
  runner.setOutput('measure', String(isNeeded))
}

/** Sets the outputs of a check that passes without a measurement. */
export function writeUnrelated(runner: Runner, checkUrl: string | null): void {
  runner.setOutput('verdict', 'not-measured')
  runner.setOutput('conclusion', 'success')
  runner.setOutput('check-url', checkUrl ?? '')
}

/** Sets the outputs of a search. */
export function writeBisect(runner: Runner, { ending, culprit, sentence }: BisectResult, folder: string): void {
  runner.setOutput('bisect', ending)
  runner.setOutput('culprit', culprit?.commit ?? '')
  runner.setOutput('sentence', sentence)
  runner.setOutput('run-folder', folder)
}
