import type { Config } from '../../config/schema/schema.ts'
import { formatPartialCheckName, isPartial, type CommandRequest } from '../../domain/commands/command.ts'
import { UserError } from '../../domain/core/errors.ts'
import type { RunContext } from '../../domain/core/run-context.ts'
import { createHash } from 'node:crypto'
import { posix } from 'node:path'

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

const maxLength = 100

/**
 * The name of a config in checks and comments, known before it is read: `.github/warpgauge-nightly.yml` →
 * `warpgauge-nightly`, `services/a/warpgauge.yml` → `services/a/warpgauge`. A long one ends with its checksum.
 */
export function deriveCheckName(configPath: string): string {
  const { dir, name } = posix.parse(posix.normalize(configPath))
  const full = isUsualFolder(dir) ? name : `${dir}/${name}`
  return full.length <= maxLength ? full : `${full.slice(0, 90)}~${hashText(full)}`
}

/** Other paths whose config would have the same check name. */
export function listNamesakes(configPath: string): string[] {
  const { dir, name, base } = posix.parse(posix.normalize(configPath))
  const folders = isUsualFolder(dir) ? ['', '.github/'] : [`${dir}/`]
  const own = posix.join(dir, base)
  return folders
    .flatMap((folder) => ['.yml', '.yaml'].map((ending) => `${folder}${name}${ending}`))
    .filter((path) => path !== own)
}

/** The id of a testbed in the history: configs of other folders have a history of their own. */
export function formatHistoryTestbed(testbedId: string, configPath: string): string {
  const name = deriveCheckName(configPath)
  const isInFolder = name.includes('/') && !/^(?:\/|\.\.)/u.test(name)
  return isInFolder ? `${testbedId.slice(0, 70)}-${hashText(`${testbedId} ${name}`)}` : testbedId
}

function isUsualFolder(folder: string): boolean {
  return folder === '' || folder === '.github'
}

function hashText(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8)
}
