import { hash } from 'node:crypto'
import { parseConfig } from '../../config/load.ts'
import type { Config } from '../../config/schema/schema.ts'
import { UserError } from '../../domain/core/errors.ts'
import { formatRuleSetTitle } from '../../domain/rules/rule-sets.ts'
import type { ConfigSource, RunRecord } from '../../record/run.ts'
import { listConfiguredSuites } from '../../judging/plan/plan-run.ts'
import {
  type LoadedBaseline,
  type LoadedNoise,
  noiseFile,
  type CommittedReference,
} from '../../judging/baselines/baselines.ts'
import { parseBaseline, parseNoise } from '../../config/records/parse-records.ts'
import { type Testbed, listTestbedDifferences } from '../../domain/testbed/testbed.ts'
import { listTestbedParts } from '../../domain/merge/parts-by-testbed.ts'

/** A config, the file that it was read from (`yardstick`), and the text of that file. */
export type Rules = { readonly config: Config; readonly yardstick: ConfigSource; readonly text: string }

/**
 * Reads the config from the trusted commit (the merge base, or the head of a trusted event), so that a pull request
 * cannot change its own rules. When the base has no config, or `trustedCommit` is null, uses the head's and marks it:
 * such a run informs and never passes. Throws a UserError when neither has one.
 */
export async function loadRules({
  path,
  trustedCommit,
  headCommit,
  read,
}: {
  readonly path: string
  readonly trustedCommit: string | null
  readonly headCommit: string
  readonly read: (commit: string, path: string) => Promise<string | null>
}): Promise<Rules> {
  const trusted = trustedCommit === null ? null : await read(trustedCommit, path)
  if (trusted !== null) return parseRules(trusted, path, { origin: 'base', commit: trustedCommit })
  const own = await read(headCommit, path)
  if (own !== null) return parseRules(own, path, { origin: 'head', commit: headCommit })
  throw new UserError(
    `there is no ${path} in ${headCommit.slice(0, 7)}${trustedCommit ? ` nor in its base ${trustedCommit.slice(0, 7)}` : ''}`,
    'Write one (see docs/config.md), or name another file with --config or the input config.',
  )
}

/** Reads the config from a trusted commit that is measured itself. */
export async function loadRulesAt(
  commit: string,
  path: string,
  source: { readonly readAt: (commit: string, path: string) => Promise<string | null> },
): Promise<Rules> {
  const read = (at: string, file: string) => source.readAt(at, file)
  return await loadRules({ path, trustedCommit: commit, headCommit: commit, read })
}

/** Parses the text of a config; touches no file. Throws a UserError for an invalid one. */
export function parseRules(text: string, path: string, source: Pick<ConfigSource, 'origin' | 'commit'>): Rules {
  const sha256 = hash('sha256', text)
  const config = parseConfig(text, path)
  const ruleSet = config.ruleSet && formatRuleSetTitle(config.ruleSet.name)
  const { origin, commit } = source
  return { config, yardstick: { path, sha256, origin, commit, ...(ruleSet && { ruleSet }) }, text }
}

/** Reads a file from the trusted commit; null when it does not exist. */
export type ReadTrusted = (path: string) => Promise<string | null>

/** An unreadable file prevents the verdict; it must not count as "no regression". */
async function loadBaseline(suite: string, path: string, read: ReadTrusted): Promise<LoadedBaseline> {
  try {
    const text = await read(path)
    if (text === null) return { suite, path, baseline: null, problem: null }
    const baseline = parseBaseline(text, path)
    if (baseline.suite === suite) return { suite, path, baseline }
    return { suite, path, baseline: null, problem: `${path} holds samples of suite ${baseline.suite}` }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { suite, path, baseline: null, problem: error.message }
  }
}

/**
 * Reads the noise record of this testbed. A missing file is normal; an unreadable one is reported; one recorded with
 * another driver, power limit etc. is ignored.
 */
async function loadNoise(path: string, testbed: Testbed, read: ReadTrusted): Promise<LoadedNoise> {
  const nothing = { path, noise: null, problem: null, note: null }
  try {
    const text = await read(path)
    if (text === null) return nothing
    const noise = parseNoise(text, path)
    const differences = listTestbedDifferences(noise.testbed, testbed)
    if (differences.length === 0) return { ...nothing, noise }
    return { ...nothing, note: `${path} was recorded on this machine with other settings (${differences.join('; ')})` }
  } catch (error) {
    if (!(error instanceof UserError)) throw error
    return { ...nothing, problem: error.message }
  }
}

/** Reads the committed baselines and noise for the testbeds of a run; nearly every run has one. */
export async function loadCommittedReference(
  record: Pick<RunRecord, 'testbed' | 'elsewhere'>,
  config: Config,
  read: ReadTrusted,
): Promise<CommittedReference> {
  const parts = await Promise.all(
    listTestbedParts(record).map(async (part) => ({ part, ...(await loadCommitted(config, part.testbed, read)) })),
  )
  const [main, ...others] = parts
  if (!main) throw new Error('a run has no testbed')
  if (others.length === 0) return { baselines: main.baselines, noise: main.noise }
  return {
    baselines: parts.flatMap((one) => one.baselines.filter(({ suite }) => one.part.hasSuite(suite))),
    noise: main.noise,
    noiseElsewhere: others.map(({ noise }) => noise),
  }
}

/** Reads the noise, and the samples of every suite that uses them, of a testbed from the trusted commit. */
export async function loadCommitted(config: Config, testbed: Testbed, read: ReadTrusted): Promise<CommittedReference> {
  const folder = `${config.comparison.baselines}/${testbed.id}`
  const suites = listConfiguredSuites(config).filter(({ suite }) => suite.usesBaselines)
  const [baselines, noise] = await Promise.all([
    Promise.all(suites.map(({ name }) => loadBaseline(name, `${folder}/${name}.json`, read))),
    loadNoise(`${folder}/${noiseFile}`, testbed, read),
  ])
  return { baselines, noise }
}
