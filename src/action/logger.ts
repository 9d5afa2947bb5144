import { debug, error, info, notice, setFailed, warning } from '@actions/core'
import { neutraliseMessage } from '../domain/core/neutralise.ts'
import type { Logger } from '../ports/logger.ts'

/** Writes workflow commands that the runner turns into log lines and annotations. What they quote commands nothing. */
export const actionsLogger: Logger = {
  debug: (message) => debug(neutraliseMessage(message)),
  info: (message) => info(neutraliseMessage(message)),
  notice: (message) => notice(neutraliseMessage(message)),
  warning: (message) => warning(neutraliseMessage(message)),
  error: (message) => error(neutraliseMessage(message)),
}

/** Fails the step with an annotation. The only caller of `setFailed`. */
export function failStep(message: string): void {
  setFailed(neutraliseMessage(message))
}
