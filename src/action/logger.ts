import { sanitizeMessage } from '../domain/core/sanitize-output.ts'
import type { Logger } from '../ports/logger.ts'
import type { Runner } from './action-step.ts'

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
