import { createHash } from 'node:crypto'
import { parseConfig } from '../../config/load.ts'
import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { formatRuleSetTitle } from '../../domain/rules/rule-sets.ts'
import type { ConfigSource } from '../../record/run.ts'

/** A config and its origin. */
export type Rules = {
  readonly config: Config
  readonly yardstick: ConfigSource
  /** The text of the config. */
  readonly text: string
}

export type RulesRequest = {
  /** Path in the repository. */
  readonly path: string
  /** The commit that provides the rules: the merge base, or the head of a trusted event. */
  readonly trustedCommit: string | null
  readonly headCommit: string
  readonly read: (commit: string, path: string) => Promise<string | null>
}

/**
 * Reads the config from the trusted commit, so that a pull request cannot change its own rules. When the base has no
 * config, uses the head's and marks it: such a run informs and never passes.
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

/** Parses a config text and records its origin. */
export function parseRules(
  text: string,
  path: string,
  source: Pick<ConfigSource, 'origin' | 'commit'>,
  options?: { readonly isRecorded: boolean },
): Rules {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const config = parseConfig(text, path, options)
  const ruleSet = config.ruleSet && formatRuleSetTitle(config.ruleSet.name)
  const { origin, commit } = source
  return { config, yardstick: { path, sha256, origin, commit, ...(ruleSet && { ruleSet }) }, text }
}
