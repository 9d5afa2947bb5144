import { sanitizeMessage } from '../domain/core/sanitize-output.ts'
import type { ModeResult } from '../domain/verdict/report.ts'
import type { Logger } from '../ports/logger.ts'
import type { Runner } from './action-step.ts'

/** Writes workflow commands. Quoted texts are escaped, so that they cannot contain commands. */
export function createActionsLogger(runner: Runner): Logger {
  return {
    debug: (message) => runner.debug(sanitizeMessage(message)),
    info: (message) => runner.info(sanitizeMessage(message)),
    notice: (message) => runner.notice(sanitizeMessage(message)),
    warning: (message) => runner.warning(sanitizeMessage(message)),
    error: (message) => runner.error(sanitizeMessage(message)),
  }
}

/** Writes the summary of the step; false, with a warning, if that fails: no verdict depends on it. */
export function createSummaryWriter(
  runner: Pick<Runner, 'writeSummary'>,
  logger: Pick<Logger, 'warning'>,
): (markdown: string) => Promise<boolean> {
  return async (markdown) => {
    try {
      await runner.writeSummary(markdown)
      return true
    } catch (error) {
      logger.warning(`The job summary was not written: ${error instanceof Error ? error.message : String(error)}`)
      return false
    }
  }
}

/** Fails the step with an annotation. The only caller of `setFailed`. */
export function failStep(runner: Runner, message: string): void {
  runner.setFailed(sanitizeMessage(message))
}

/** Sets outputs of the step, which action.yml describes. The only caller of `setOutput`. */
export function setOutputs(runner: Runner, outputs: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(outputs)) runner.setOutput(name, value)
}

/**
 * Sets the outputs of a result. Fails the step when the check was refused, and with `failsOnVerdict` for a failed
 * verdict.
 */
export function writeOutputs(
  runner: Runner,
  { report, receipts, runFolder }: ModeResult,
  failsOnVerdict: boolean,
): void {
  const check = receipts.find(({ kind }) => kind === 'check-run')
  setOutputs(runner, {
    verdict: report.verdict,
    conclusion: check?.conclusion === undefined ? report.conclusion : (check.conclusion ?? ''),
    'run-folder': runFolder,
    'check-url': check?.url ?? '',
    'comment-url': receipts.find(({ kind }) => kind === 'sticky-comment')?.url ?? '',
  })
  if (check?.status === 'refused') failStep(runner, `The check run was not written: ${check.problem}`)
  else if (failsOnVerdict && report.conclusion === 'failure') failStep(runner, report.sentence)
}
