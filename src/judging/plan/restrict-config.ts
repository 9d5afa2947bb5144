import type { Config } from '../../config/schema/schema.ts'
import { formatPartialCheckName, isPartial, type CommandRequest } from '../../domain/commands/command-request.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import { deriveCheckName } from './check-name.ts'
import { restrictSuites } from './restrict-suites.ts'

/** Label of the commit that a command names. */
const askedLabel = 'asked'

/** The part of a config that a command asks for; all of it where no command does. */
export function restrictConfig(config: Config, commanded: CommandRequest | undefined): Config {
  if (commanded?.suite) return restrictSuites(config, [commanded.suite])
  if (!commanded?.compare) return config
  const { revision } = config.suites
  if (!revision)
    throw new UserError(
      'the config has no suite revision, by which a commit could be compared',
      'Add one under suites; docs/suites.md explains it.',
    )
  return {
    ...config,
    revisions: { ...config.revisions, [askedLabel]: { ref: commanded.compare } },
    suites: { revision: { ...revision, against: [askedLabel], minSpeedup: {} } },
    requirements: [],
  }
}

/** The name of the check of this run: one of its own where a command asks for a part. */
export function chooseCheckName(configPath: string, { commanded }: Pick<RunContext, 'commanded'>): string {
  const name = deriveCheckName(configPath)
  return commanded && isPartial(commanded) ? formatPartialCheckName(name, commanded) : name
}
