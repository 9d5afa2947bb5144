import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'

/**
 * Removes all other suites and their requirements from the config.
 *
 * @throws UserError for a suite that the config does not have
 */
export function restrictSuites(config: Config, names: readonly string[]): Config {
  const configured = Object.keys(config.suites)
  const unknown = names.filter((name) => !configured.includes(name))
  if (unknown.length > 0) {
    throw new UserError(`the config has no suite ${unknown.join(', ')}`, `Configured suites: ${configured.join(', ')}.`)
  }
  const suites = Object.fromEntries(Object.entries(config.suites).filter(([name]) => names.includes(name)))
  return { ...config, suites, requirements: config.requirements.filter((item) => names.includes(item.suite)) }
}
