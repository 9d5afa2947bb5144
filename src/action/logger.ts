import { debug, error, info, notice, warning } from '@actions/core'
import type { Logger } from '../ports/logger.ts'

/** Writes workflow commands that the runner turns into log lines and annotations. */
export const actionsLogger: Logger = {
  debug,
  info,
  notice: (message) => notice(message),
  warning: (message) => warning(message),
  error: (message) => error(message),
}
