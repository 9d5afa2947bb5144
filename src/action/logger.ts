import { debug, error, info, notice, setFailed, warning } from '@actions/core'
import { sanitizeMessage } from '../domain/core/sanitize-output.ts'
import type { Logger } from '../ports/logger.ts'

/** Writes workflow commands that the runner turns into log lines and annotations. What they quote commands nothing. */
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
