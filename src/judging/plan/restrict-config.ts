import type { Config } from '../../config/schema/schema.ts'
import { formatPartialCheckName, isPartial, type CommandRequest } from '../../domain/commands/command-request.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import { deriveCheckName } from './check-name.ts'
import { restrictSuites } from './restrict-suites.ts'

/** Revision label of the commit in a `compare` command. */
const commandLabel = 'asked'

/**
 * Restricts a config to the suite or comparison of a comment command; returns it unchanged without one.
 *
 * @throws UserError when the config lacks the suite that the command needs
 */
export function restrictConfig(config: Config, commanded: CommandRequest | undefined): Config {
  if (commanded?.suite) return restrictSuites(config, [commanded.suite])
  if (!commanded?.compare) return config
  const { revision } = config.suites
  if (!revision)
    throw new UserError(
      'the config has no suite revision, which a comparison with a commit needs',
      'Add one under suites; docs/suites.md explains it.',
    )
  return {
    ...config,
    revisions: { ...config.revisions, [commandLabel]: { ref: commanded.compare } },
    suites: { revision: { ...revision, against: [commandLabel], minSpeedup: {} } },
    requirements: [],
  }
}

/** The check name of this run; a command that runs only a part gets a separate check. */
export function chooseCheckName(configPath: string, { commanded }: Pick<RunContext, 'commanded'>): string {
  const name = deriveCheckName(configPath)
  return commanded && isPartial(commanded) ? formatPartialCheckName(name, commanded) : name
}
