import { createHash } from 'node:crypto'
import { parseConfig } from '../../config/load.ts'
import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { formatRuleSetTitle } from '../../domain/rules/index.ts'
import type { ConfigSource } from '../../domain/trial/run-record.ts'

/** Rules together with where they came from. */
export type Rules = {
  readonly config: Config
  readonly yardstick: ConfigSource
  /** The config as it was read. */
  readonly text: string
}

export type RulesRequest = {
  /** Path inside the repository. */
  readonly path: string
  /** The commit whose rules count: the merge base, or the head where the event is trusted. */
  readonly trustedCommit: string | null
  readonly headCommit: string
  readonly read: (commit: string, path: string) => Promise<string | null>
}

/**
 * Reads the config from the trusted side, so that a pull request cannot move its own yardstick. When the base has no
 * config yet, the head's is used and says so: such a run can inform and never pass.
 */
export async function loadRules({ path, trustedCommit, headCommit, read }: RulesRequest): Promise<Rules> {
  const trusted = trustedCommit === null ? null : await read(trustedCommit, path)
  if (trusted !== null) return parseRules(trusted, path, { origin: 'base', commit: trustedCommit })
  const own = await read(headCommit, path)
  if (own !== null) return parseRules(own, path, { origin: 'head', commit: headCommit })
  throw new UserError(
    `there is no ${path} in ${headCommit.slice(0, 7)}${trustedCommit ? ` nor in its base ${trustedCommit.slice(0, 7)}` : ''}`,
    'Write one (see docs/config.md), or name another file with --config or the input config.',
  )
}

/** Parses a config text and keeps where it came from. */
export function parseRules(text: string, path: string, source: Pick<ConfigSource, 'origin' | 'commit'>): Rules {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const config = parseConfig(text, path)
  const ruleSet = config.ruleSet && formatRuleSetTitle(config.ruleSet.name)
  const { origin, commit } = source
  return { config, yardstick: { path, sha256, origin, commit, ...(ruleSet && { ruleSet }) }, text }
}
