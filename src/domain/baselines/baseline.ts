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

/** Origin of the samples, so that a reader can find the run. */
export type Provenance = {
  readonly commit: string
  readonly runId: string
  /** ISO 8601, UTC. */
  readonly recordedAt: string
  readonly tool: string
  readonly configSha256: string
  /** Reason for this refresh. */
  readonly reason: string
  /** Version of the requirements in the config; absent in files of older versions. */
  readonly rulesVersion?: string
  /** URL of the workflow run that measured; absent outside of GitHub. */
  readonly workflowRunUrl?: string
}

/** Samples of one case. */
export type BaselineCase = {
  readonly benchmark: string
  readonly axes: Axes
  readonly conditions: Conditions
  readonly metrics: readonly BaselineMetric[]
  /** Origin of these samples, if it is another run than that of the rest of the file. */
  readonly provenance?: Provenance
}

/** Samples of one metric of one case, in the unit of the metric. */
export type BaselineMetric = Metric & {
  readonly samples: readonly number[]
  /** Absent: these samples are the anchor of later refreshes. */
  readonly anchor?: BaselineAnchor | undefined
}

/** An earlier level of a gate metric that a refresh does not move, so that many small steps add up visibly. */
export type BaselineAnchor = {
  /** Median in the unit of the metric. */
  readonly median: number
  readonly commit: string
  /** ISO 8601, UTC. */
  readonly recordedAt: string
}

/** Conditions that two comparable sets of samples share. */
export type Conditions = {
  readonly datasetSha256: string
  readonly sequences: number
  /** Argument list before placeholders are filled. */
  readonly command: readonly string[]
  /** Variables set for the command; absent: unknown, which counts as equal. */
  readonly variables?: Readonly<Record<string, string>>
  readonly resultRows: number | null
  /** SHA-256 of the model files, by path. */
  readonly identity: Readonly<Record<string, string>>
}

/** Lists differences that forbid a comparison, as sentences; empty for comparable conditions. */
export function listConditionDifferences(base: Conditions, head: Conditions): string[] {
  const differences: string[] = []
  if (base.datasetSha256 !== head.datasetSha256)
    differences.push(`dataset ${shortenHash(base.datasetSha256)} → ${shortenHash(head.datasetSha256)}`)
  // Datasets without a hash have the same digest whatever their content, so compare their size.
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

/** Lists model files that differ between the sides, as sentences. */
export function listIdentityDifferences(base: Conditions['identity'], head: Conditions['identity']): string[] {
  const paths = [...new Set([...Object.keys(base), ...Object.keys(head)])].toSorted()
  return paths
    .filter((path) => base[path] !== head[path])
    .map((path) => `${path}: ${shortenHash(base[path])} → ${shortenHash(head[path])}`)
}

function shortenHash(sha256: string | undefined): string {
  return sha256 ? sha256.slice(0, 12) : 'absent'
}
