import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'

/**
 * Refuses a config whose command is still the placeholder of `warpgauge init`.
 *
 * @param path Path of the config, for the message
 * @throws UserError if `pipeline.placeholder` is set
 */
export function refusePlaceholder({ pipeline }: Config, path: string): void {
  if (pipeline.placeholder !== true) return
  throw new UserError(
    `${path}: pipeline.command is a placeholder (pipeline.placeholder: true), so there is nothing to measure`,
    'Write the command of your program and remove the key placeholder, or delete the file and run `warpgauge init -- COMMAND`.',
  )
}
