import type { Axes } from '../core/case.ts'
import type { Metric } from '../core/metric.ts'
import type { Testbed } from '../testbed/testbed.ts'

export const baselineVersion = 1

/** Committed samples of one testbed and suite: `baselines/<testbed>/<suite>.json`. */
export type Baseline = {
  readonly schemaVersion: typeof baselineVersion
  readonly suite: string
  readonly testbed: Testbed
  readonly provenance: Provenance
  readonly cases: readonly BaselineCase[]
}

/** Where the samples come from, so that a reader can find the run again. */
export type Provenance = {
  readonly commit: string
  readonly runId: string
  /** ISO 8601, UTC. */
  readonly recordedAt: string
  readonly tool: string
  readonly configSha256: string
  /** Why this refresh was made. */
  readonly reason: string
  /** Version of the requirements that the config names; absent in files of older tools. */
  readonly rulesVersion?: string
  /** The run of the workflow that measured; absent outside of GitHub. */
  readonly workflowRunUrl?: string
}

export type BaselineCase = {
  readonly benchmark: string
  readonly axes: Axes
  readonly conditions: Conditions
  readonly metrics: readonly BaselineMetric[]
  /** Where these samples come from when it is another run than that of the rest of the file. */
  readonly provenance?: Provenance
}

export type BaselineMetric = Metric & {
  readonly samples: readonly number[]
  /** Absent: these samples are themselves what later refreshes are held against. */
  readonly anchor?: BaselineAnchor | undefined
}

/** An earlier level of a gate metric that no refresh moves by itself, so that many small steps do not pass for none. */
export type BaselineAnchor = {
  /** In the unit of the metric. */
  readonly median: number
  readonly commit: string
  /** ISO 8601, UTC. */
  readonly recordedAt: string
}

/** What must agree before two sets of samples are compared. */
export type Conditions = {
  readonly datasetSha256: string
  readonly sequences: number
  /** The argument list before placeholders were filled. */
  readonly command: readonly string[]
  /** Variables that were set for the command; absent where nobody kept them, which differs from nothing. */
  readonly variables?: Readonly<Record<string, string>>
  readonly resultRows: number | null
  /** SHA-256 of the files that make up the model, by path. */
  readonly identity: Readonly<Record<string, string>>
}

/** Differences that forbid a comparison, as sentences; empty when the two may be compared. */
export function listConditionDifferences(base: Conditions, head: Conditions): string[] {
  const differences: string[] = []
  if (base.datasetSha256 !== head.datasetSha256)
    differences.push(`dataset ${shortenHash(base.datasetSha256)} → ${shortenHash(head.datasetSha256)}`)
  // Data that nobody hashed has one digest, whatever it is.
  else if (base.sequences !== head.sequences) differences.push(`sequences ${base.sequences} → ${head.sequences}`)
  if (base.command.join('\0') !== head.command.join('\0'))
    differences.push(`command \`${base.command.join(' ')}\` → \`${head.command.join(' ')}\``)
  differences.push(...listVariableDifferences(base.variables, head.variables))
  if (base.resultRows !== head.resultRows)
    differences.push(`result rows ${base.resultRows ?? 'unknown'} → ${head.resultRows ?? 'unknown'}`)
  return [...differences, ...listIdentityDifferences(base.identity, head.identity)]
}

function listVariableDifferences(base: Conditions['variables'], head: Conditions['variables']): string[] {
  if (!base || !head) return []
  const names = [...new Set([...Object.keys(base), ...Object.keys(head)])].toSorted()
  return names
    .filter((name) => base[name] !== head[name])
    .map((name) => `variable ${name} ${formatVariable(base[name])} → ${formatVariable(head[name])}`)
}

function formatVariable(value: string | undefined): string {
  return value === undefined ? 'not set' : JSON.stringify(value)
}

/** Files of the model that are not the same on both sides, as sentences. */
export function listIdentityDifferences(base: Conditions['identity'], head: Conditions['identity']): string[] {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].toSorted()
  return paths
    .filter((path) => base[path] !== head[path])
    .map((path) => `${path}: ${shortenHash(base[path])} → ${shortenHash(head[path])}`)
}

function shortenHash(sha256: string | undefined): string {
  return sha256 ? sha256.slice(0, 12) : 'absent'
}
