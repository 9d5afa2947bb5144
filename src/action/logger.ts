import { debug, error, info, notice, setFailed, warning } from '@actions/core'
import { sanitizeMessage } from '../domain/core/sanitize-output.ts'
import type { Logger } from '../ports/logger.ts'

/**
 * Writes workflow commands, which the runner converts to log lines and annotations. Quoted texts are escaped, so they
 * cannot contain commands.
 */
export const actionsLogger: Logger = {
  debug: (message) => debug(sanitizeMessage(message)),
  info: (message) => info(sanitizeMessage(message)),
  notice: (message) => notice(sanitizeMessage(message)),
  warning: (message) => warning(sanitizeMessage(message)),
  error: (message) => error(sanitizeMessage(message)),
}

/** Fails the step with an annotation. The only caller of `setFailed`. */
export function failStep(message: string): void {
  setFailed(sanitizeMessage(message))
}
